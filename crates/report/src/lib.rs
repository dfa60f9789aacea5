//! Pages that stand alone: one HTML file that needs no network, opens from the disk and prints.
//!
//! - [`page`]: the shell that all pages share: colours, head, what is escaped how, and the chart library where a page has charts;
//! - [`chart`]: charts as options of [Apache ECharts](https://echarts.apache.org), which is part of the file (`vendor/`);
//! - [`words`]: numbers as people read them;
//! - [`arena`]: the report of a tournament;
//! - [`tree`]: a search tree;
//! - [`solved`]: a solved game, as a picture.
//!
//! What people called their agents and files is text here and never markup: `maud` escapes it in elements and attributes, [`page`] in
//! the data of the charts. Each chart has its numbers in a table beside it, so a page says all without colours, without a pointer and
//! without scripts.

pub mod arena;
pub mod chart;
pub mod page;
pub mod solved;
pub mod tree;
pub mod words;
