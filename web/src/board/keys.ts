/** Keys on a board: arrows go from cell to cell, letters and digits to whatever has that name. */

import type { Board, BoardKind, Cell, View } from "../protocol.ts";
import { target } from "./clicks.ts";
import { falls, type Place, type Sheet } from "./sheet.ts";

/** Keys that come within this time spell one name. */
const TYPING_MS = 1200;

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Where a cell is drawn: on which sheet, and where there. */
export function find(all: readonly Sheet[], square: number): [Sheet, Place] | undefined {
  for (const sheet of all) {
    const place = sheet.places.find(({ cell }) => cell.square === square);
    if (place) return [sheet, place];
  }
  return undefined;
}

/** The cell with which keys begin: that of the last move, else the middle, or the foot of it where pieces fall. */
export function first(all: readonly Sheet[], { board, last }: View): number | undefined {
  const near = last ? target(last) : undefined;
  if (near !== undefined && find(all, near)) return near;
  const [width, height] = board.size;
  const middle = falls(board) ? 0 : (height - 1) / 2;
  return nearest(
    all.flatMap(sheet => sheet.places),
    ({ cell: { at } }) => Math.abs(at[0] - (width - 1) / 2) + Math.abs(at[1] - middle) + at[2],
  );
}

/** Whether a key goes from cell to cell. */
export const isWalk = (key: string): boolean =>
  key in ARROWS || ["Home", "End", "PageUp", "PageDown"].includes(key);

/**
 * The cell to which such a key goes, if there is one; `isFar`: to the end of the sheet instead of the row's. On hexagons the arrows go along
 * rows and columns, page up and down along the third line through a cell.
 */
export function walk(
  key: string,
  isFar: boolean,
  all: readonly Sheet[],
  from: [Sheet, Place],
  kind: BoardKind,
): number | undefined {
  const [sheet, at] = from;
  const arrow = ARROWS[key];
  if (arrow) return beside(sheet, at, arrow);
  const line = isFar ? sheet.places : sheet.places.filter(({ y }) => y === at.y);
  switch (key) {
    case "Home":
      return nearest(line, ({ x, y }) => x + 100 * y);
    case "End":
      return nearest(line, ({ x, y }) => -x - 100 * y);
    default: {
      const step = key === "PageDown" ? 1 : -1;
      if (kind === "hexagons") return on(sheet, at.x - step, at.y + step);
      return on(all[all.indexOf(sheet) + step], at.x, at.y);
    }
  }
}

/** The cell of a column and a row. */
const on = (sheet: Sheet | undefined, column: number, row: number): number | undefined =>
  sheet?.places.find(({ x, y }) => x === column && y === row)?.cell.square;

function beside(sheet: Sheet, at: Place, [dx, dy]: readonly [number, number]): number | undefined {
  const ahead = sheet.places.filter(({ x, y }) => (dx !== 0 ? (x - at.x) * dx > 0 : (y - at.y) * dy > 0));
  // Straight ahead first; on a chequered board that is a square of the next row.
  return nearest(ahead, ({ x, y }) =>
    dx !== 0
      ? Math.abs(x - at.x) + 3 * Math.abs(y - at.y)
      : 3 * Math.abs(y - at.y) + Math.abs(x - at.x) * 1.01,
  );
}

const nearest = (places: readonly Place[], far: (place: Place) => number): number | undefined =>
  [...places].sort((a, b) => far(a) - far(b))[0]?.cell.square;

/** The lowest cell of the column that a key names. Columns have digits; letters stand for them where no column has one. */
export function columnOf(board: Board, key: string): Cell | undefined {
  let column = board.columns.indexOf(key);
  if (column < 0 && !board.columns.some(name => /[a-z]/.test(name))) column = key.charCodeAt(0) - 97;
  return board.cells.find(cell => cell.at[0] === column);
}

/** Letters and digits that spell the name of a cell. */
export class Typing {
  private text = "";
  private at = 0;

  /** The name is at its end: the next key begins another. */
  end(): void {
    this.text = "";
  }

  /** One more key; the cell that is meant as far as it is typed, on the plane and row of `near` if several are. */
  add(key: string, now: number, board: Board, near: Cell): Cell | undefined {
    this.text = now - this.at < TYPING_MS ? this.text + key : key;
    this.at = now;
    const exact = board.cells.find(cell => cell.name === this.text);
    const begins = board.cells.filter(cell => cell.name.startsWith(this.text));
    const found =
      exact ?? begins.find(cell => cell.at[1] === near.at[1] && cell.at[2] === near.at[2]) ?? begins[0];
    if (found) return found;
    this.text = key;
    return board.cells.find(cell => cell.name.startsWith(key));
  }
}
