//! Self-contained pages: one HTML file that needs no network, opens from a disk and can be printed.
//!
//! - [`page`]: the frame of all pages: colours, head, escaping, and the chart library for pages with charts;
//! - [`chart`]: charts as options of [Apache ECharts](https://echarts.apache.org), which is part of the file (`vendor/`);
//! - [`words`]: number formatting;
//! - [`arena`]: the report of a tournament;
//! - [`tree`]: a search tree;
//! - [`solved`]: a solved game, as a picture.
//!
//! Names of agents and files are text and never markup: `maud` escapes them in elements and attributes, and [`page`] in
//! the data of the charts. Each chart has a table with its numbers, so a page has all information without colours, a pointer or
//! scripts.

pub mod arena;
pub mod chart;
pub mod page;
pub mod solved;
pub mod tree;
pub mod words;
