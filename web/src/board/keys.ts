/** Navigation keys on a board: arrows go from cell to cell, letters and digits to the cell with that name. */

import type { Board, BoardKind, Cell, View } from "../protocol.ts";
import { target } from "./clicks.ts";
import { falls, type Place, type Sheet } from "./sheet.ts";

/** Keys within this time are part of the same name. */
const TYPING_MS = 1200;

const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The sheet and the place of a cell. */
export function find(all: readonly Sheet[], square: number): [Sheet, Place] | undefined {
  for (const sheet of all) {
    const place = sheet.places.find(({ cell }) => cell.square === square);
    if (place) return [sheet, place];
  }
  return undefined;
}

/** The initial focus: the cell of the last move, or the centre, or the bottom of the centre column where pieces fall. */
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

/** Whether a key is a navigation key. */
export const isWalk = (key: string): boolean =>
  key in ARROWS || ["Home", "End", "PageUp", "PageDown"].includes(key);

/**
 * The cell to which a navigation key goes, if there is one. `isFar`: to the end of the sheet instead of the row. On hexagons the arrows go
 * along rows and columns, page up and page down along the third direction.
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

/** The cell in a column and a row. */
const on = (sheet: Sheet | undefined, column: number, row: number): number | undefined =>
  sheet?.places.find(({ x, y }) => x === column && y === row)?.cell.square;

function beside(sheet: Sheet, at: Place, [dx, dy]: readonly [number, number]): number | undefined {
  const ahead = sheet.places.filter(({ x, y }) => (dx !== 0 ? (x - at.x) * dx > 0 : (y - at.y) * dy > 0));
  // Straight ahead first. On a chequered board that is a square of the next row.
  return nearest(ahead, ({ x, y }) =>
    dx !== 0
      ? Math.abs(x - at.x) + 3 * Math.abs(y - at.y)
      : 3 * Math.abs(y - at.y) + Math.abs(x - at.x) * 1.01,
  );
}

const nearest = (places: readonly Place[], far: (place: Place) => number): number | undefined =>
  [...places].sort((a, b) => far(a) - far(b))[0]?.cell.square;

/** The lowest cell of the column with this name. Columns have digits as names; letters also work if no column is named by a letter. */
export function columnOf(board: Board, key: string): Cell | undefined {
  let column = board.columns.indexOf(key);
  if (column < 0 && !board.columns.some(name => /[a-z]/.test(name))) column = key.charCodeAt(0) - 97;
  return board.cells.find(cell => cell.at[0] === column);
}

/** Collects the letters and digits of a cell name. */
export class Typing {
  private text = "";
  private at = 0;

  /** Ends the name. The next key starts another one. */
  end(): void {
    this.text = "";
  }

  /** Adds a key and returns the best match: an exact name, then a cell on the plane and row of `near`, then any cell with this prefix. */
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
