//! Players that know no game: textbook searches, Monte-Carlo methods, breadth-first search
