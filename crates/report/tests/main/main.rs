//! The pages: what they say, that they are whole, and that nothing in them is more than text.

mod house;
mod page;
mod tables;
mod tree;
