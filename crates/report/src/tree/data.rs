//! Nodes as data.

use serde_json::{Map, Value, json};
use zermelo_core::erased::NodeScene;
use zermelo_core::trace::{NodeEnd, NodeFigures};
use zermelo_core::view::{Board, PieceKind};
use zermelo_core::{Score, Side, Square};

use super::laid::Tree;
use super::merge::Fate;

/// The index of each cell of a board.
pub(super) struct Boards {
    places: Vec<Option<usize>>,
    cells: usize,
}

impl Boards {
    pub(super) fn new(board: &Board) -> Self {
        let greatest = board.cells.iter().map(|cell| cell.square.index()).max().unwrap_or(0);
        let mut places = vec![None; greatest + 1];
        for (place, cell) in board.cells.iter().enumerate() {
            places[cell.square.index()] = Some(place);
        }
        Self { places, cells: board.cells.len() }
    }

    fn place(&self, square: Square) -> Option<usize> {
        self.places.get(square.index()).copied().flatten()
    }

    fn places(&self, squares: &[Square]) -> Vec<usize> {
        squares.iter().filter_map(|&square| self.place(square)).collect()
    }

    /// One character per cell: `a` for the first side, `b` for the second, a capital letter for a king, a point for an empty cell.
    fn picture(&self, scene: &NodeScene) -> String {
        let mut cells = vec!['.'; self.cells];
        for piece in &scene.pieces {
            let Some(at) = self.place(piece.square) else { continue };
            cells[at] = match (piece.side, piece.kind) {
                (Side::First, PieceKind::King) => 'A',
                (Side::First, _) => 'a',
                (Side::Second, PieceKind::King) => 'B',
                (Side::Second, _) => 'b',
            };
        }
        cells.into_iter().collect()
    }
}

/// A node as a line of JSON.
pub(super) fn line(tree: &Tree<'_>, at: usize) -> Value {
    Value::Object(common(tree, at, &scene(tree, at)))
}

/// The same with the data for the page.
pub(super) fn node(tree: &Tree<'_>, at: usize, boards: &Boards) -> Value {
    let scene = scene(tree, at);
    let mut node = common(tree, at, &scene);
    node.insert("cells".to_owned(), json!(boards.picture(&scene)));
    for (key, squares) in [("path", &scene.path), ("line", &scene.winning)] {
        if !squares.is_empty() {
            node.insert(key.to_owned(), json!(boards.places(squares)));
        }
    }
    Value::Object(node)
}

/// The position of a node, which is the same in every search.
fn scene(tree: &Tree<'_>, at: usize) -> NodeScene {
    let node = &tree.nodes[at];
    let seen = (0..tree.searches.len()).find_map(|search| Some((search, node.seen(search)?)));
    let (search, place) = seen.unwrap_or_else(|| unreachable!("a node is somebody's"));
    tree.searches[search].trace.scene(place)
}

fn common(tree: &Tree<'_>, at: usize, scene: &NodeScene) -> Map<String, Value> {
    let node = &tree.nodes[at];
    let mut map = Map::new();
    let mut put = |key: &str, value: Value| map.insert(key.to_owned(), value);
    put("id", json!(at));
    if let Some(parent) = node.parent {
        put("parent", json!(parent));
    }
    if let Some(mv) = &scene.mv {
        put("move", json!(mv));
    }
    put("position", json!(scene.position));
    put("to_move", json!(scene.to_move));
    if let Some(ending) = scene.ending {
        put("ending", json!(ending));
    }
    let searches: Vec<Value> = (0..tree.searches.len()).map(|search| of_search(tree, at, search, scene)).collect();
    put("searches", Value::Array(searches));
    map
}

/// The results of a search at a node.
fn of_search(tree: &Tree<'_>, at: usize, search: usize, scene: &NodeScene) -> Value {
    match tree.nodes[at].fates[search] {
        Fate::Seen(place) => {
            let figures = tree.searches[search].trace.figures(place);
            let mut map = figures_of(figures);
            if tree.lines[search].contains(&at) {
                map.insert("pv".to_owned(), json!(true));
            }
            if matches!(figures.end, NodeEnd::Alpha | NodeEnd::Beta) {
                map.insert("pruned".to_owned(), json!(scene.moves.get(figures.children as usize..).unwrap_or(&[])));
            }
            Value::Object(map)
        }
        Fate::Pruned => json!({ "end": "pruned" }),
        Fate::Beyond => json!({ "end": "beyond" }),
        Fate::LeftOut => json!({ "end": "left_out" }),
    }
}

fn figures_of(figures: &NodeFigures) -> Map<String, Value> {
    let mut map = Map::new();
    let mut put = |key: &str, value: Value| map.insert(key.to_owned(), value);
    if let Some(value) = figures.value {
        put("value", json!(value));
        put("bound", json!(figures.bound));
    }
    if let Some(window) = figures.window {
        put("window", json!(window.map(end_of_window)));
    }
    if let Some(chances) = figures.chances {
        put("visits", json!(chances.visits));
        put("points", json!(chances.points));
        put("share", json!(chances.share));
        put("explore", json!(chances.explore));
    }
    put("moves", json!(figures.moves));
    put("children", json!(figures.children));
    put("below", json!(figures.below));
    if let Some(time) = figures.time {
        put("seconds", json!(time.as_secs_f64()));
    }
    put("end", json!(figures.end));
    map
}

/// A bound of a window; `None` if it is open.
fn end_of_window(score: Score) -> Option<Score> {
    (score > Score::MIN && score < Score::MAX).then_some(score)
}
