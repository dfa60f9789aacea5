//! Tests of the agents on small toy games and on the real games.

mod alloc;
mod bfs;
mod dfpn;
mod flat;
mod limits;
mod mcts;
mod novice;
mod playouts;
mod pvs;
mod real;
mod refined;
mod textbook;
mod toys;
mod trace;
mod turns;
