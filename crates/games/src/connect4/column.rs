//! The characters of columns.

use zermelo_core::Column;

pub(super) const COLUMNS: &[u8; 16] = b"123456789abcdefg";

/// The character of a column: `1`..`9`, then `a`..`g`.
pub(super) fn column_char(column: Column) -> char {
    char::from(COLUMNS[column.index()])
}
