//! Games on file: what is written is read back, what is refused is refused with its place, and the rules have the last word.

mod archive;
mod corpus;
mod csv;
mod draughts;
mod games;
mod jsonl;
mod pdn;
mod replay;
