//! The players, on small toy games and on the real ones.

mod alloc;
mod bfs;
mod flat;
mod limits;
mod mcts;
mod pvs;
mod real;
mod textbook;
mod toys;
