//! The notation of moves and positions in PDN.

use super::{Place, SlowColour, SlowDraughts, SlowDraughtsMove, SlowDraughtsPiece, SlowDraughtsPosition};

impl SlowDraughts {
    /// The text of a move: start and end. A capture is written with all its landings if another move has the same start
    /// and end, or if start and end are the same square. Of several paths the lexicographically greatest is written. If
    /// a king continues in the same direction, the text shows it landing directly behind the captured piece.
    pub fn move_text(&self, position: &SlowDraughtsPosition, mv: &SlowDraughtsMove) -> String {
        if mv.captured.is_empty() {
            return format!("{}-{}", mv.from, mv.to);
        }
        let legal = self.legal_moves(position);
        let same_ends = legal.iter().filter(|other| (other.from, other.to) == (mv.from, mv.to)).count();
        let squares = if same_ends == 1 && mv.from != mv.to {
            vec![mv.from, mv.to]
        } else {
            mv.paths.iter().filter(|path| self.is_canonical(mv, path)).max().cloned().unwrap_or_default()
        };
        squares.iter().map(u8::to_string).collect::<Vec<_>>().join("x")
    }

    /// Whether each landing before a capture in the same direction is directly behind the previous captured piece.
    fn is_canonical(&self, mv: &SlowDraughtsMove, path: &[u8]) -> bool {
        let places: Vec<Place> = path.iter().map(|&number| self.place(number)).collect();
        let direction = |from: Place, to: Place| ((to.0 - from.0).signum(), (to.1 - from.1).signum());
        places.windows(3).all(|three| {
            let step = direction(three[0], three[1]);
            // Along a row or a column, every second square is playable.
            let size = if step.0 == 0 || step.1 == 0 { 2 } else { 1 };
            let before = (three[1].0 - size * step.0, three[1].1 - size * step.1);
            step != direction(three[1], three[2]) || mv.captured.contains(&self.number(before))
        })
    }

    /// The text of a position in PDN, such as `B:W21-32:B1-12`.
    pub fn position_text(&self, position: &SlowDraughtsPosition) -> String {
        let list = |colour: SlowColour| {
            let mut items: Vec<String> = Vec::new();
            let mut number = 1;
            while number <= self.squares() {
                let has_piece = |number: u8, is_king| {
                    number <= self.squares()
                        && position.at(self.place(number)) == Some(SlowDraughtsPiece { colour, is_king })
                };
                let men = (number..=self.squares()).take_while(|&number| has_piece(number, false)).count() as u8;
                match men {
                    0 if has_piece(number, true) => items.push(format!("K{number}")),
                    0 => {}
                    1 | 2 => items.extend((number..number + men).map(|number| number.to_string())),
                    _ => items.push(format!("{number}-{}", number + men - 1)),
                }
                number += men.max(1);
            }
            items.join(",")
        };
        format!("{}:W{}:B{}", letter(position.to_move), list(SlowColour::White), list(SlowColour::Black))
    }

    /// Parses a position.
    ///
    /// # Errors
    /// The error code that the fast game gives, if the text is not a valid position.
    pub fn parse_position(&self, text: &str) -> Result<SlowDraughtsPosition, &'static str> {
        let text = text.trim();
        let fields: Vec<&str> = text.strip_suffix('.').unwrap_or(text).split(':').map(str::trim).collect();
        let to_move = colour(fields[0]).ok_or("position/no-side-to-move")?;
        let mut position = SlowDraughtsPosition { board: [None; 144], to_move };
        let mut colours = Vec::new();
        let mut counters = Vec::new();
        for field in &fields[1..] {
            match field.chars().next().ok_or("position/no-side")? {
                'H' | 'L' | 'F' => counters.push(field.split_at(1)),
                initial => {
                    let colour = colour(&initial.to_string()).ok_or("position/no-side")?;
                    if colours.contains(&colour) {
                        return Err("position/side-twice");
                    }
                    colours.push(colour);
                    self.parse_pieces(&mut position, colour, field[1..].trim())?;
                }
            }
        }
        if colours.len() < 2 {
            return Err("position/side-missing");
        }
        self.check_counters(&position, &counters)?;
        if position.board.iter().all(Option::is_none) { Err("position/empty") } else { Ok(position) }
    }

    fn parse_pieces(
        &self,
        position: &mut SlowDraughtsPosition,
        colour: SlowColour,
        list: &str,
    ) -> Result<(), &'static str> {
        for item in list.split(',').map(str::trim).filter(|_| !list.is_empty()) {
            let numbers = item.trim_start_matches(['K', 'k']);
            let is_king = match item.len() - numbers.len() {
                0 => false,
                1 => true,
                _ => return Err("position/stray"),
            };
            let (from, to) = numbers.split_once('-').unwrap_or((numbers, numbers));
            let (from, to) = (number(from).ok_or("position/stray")?, number(to).ok_or("position/stray")?);
            if from > to {
                return Err("position/range");
            }
            for number in from..=to {
                let number = u8::try_from(number).ok().filter(|number| (1..=self.squares()).contains(number));
                let place = self.place(number.ok_or("position/off-board")?);
                if position.at(place).is_some() {
                    return Err("position/duplicate");
                }
                if !is_king && self.is_last_row(colour, place) {
                    return Err("position/man-on-last-row");
                }
                position.put(place, Some(SlowDraughtsPiece { colour, is_king }));
            }
        }
        let are_too_many = position.pieces(colour).len() > usize::from(self.men());
        if are_too_many { Err("position/too-many") } else { Ok(()) }
    }

    /// The counters of a position must not exceed the limits of the rules. Any move number is valid.
    fn check_counters(&self, position: &SlowDraughtsPosition, counters: &[(&str, &str)]) -> Result<(), &'static str> {
        for (letter, plies) in counters {
            let limit = match *letter {
                "H" => self.draws.quiet.unwrap_or(0),
                "L" => self.lone_king_limit(position).unwrap_or(0),
                _ => usize::MAX,
            };
            if number(plies).is_none_or(|plies| plies > limit) {
                return Err("position/counter");
            }
        }
        Ok(())
    }
}

fn letter(colour: SlowColour) -> char {
    if colour == SlowColour::White { 'W' } else { 'B' }
}

fn colour(text: &str) -> Option<SlowColour> {
    match text {
        "W" | "w" => Some(SlowColour::White),
        "B" | "b" => Some(SlowColour::Black),
        _ => None,
    }
}

fn number(text: &str) -> Option<usize> {
    text.chars().all(|digit| digit.is_ascii_digit()).then(|| text.parse().ok()).flatten()
}
