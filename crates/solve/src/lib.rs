//! Perfect play: the value of positions, proven, as [`Oracle`](zermelo_core::Oracle)s.
//!
//! [`connect4`] solves Connect Four on boards of any size.

pub mod connect4;
