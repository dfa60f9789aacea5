/** The flat layout of a board: one sheet, or one for each plane of a 3-D board. */

import type { Board, Cell, Side } from "../protocol.ts";
import { RADIUS, Rhombus } from "./hexagons.ts";
import { nameSize, namesOf } from "./names.ts";
import { type Point, UNIT } from "./units.ts";

/** The position of a cell on a sheet. */
export interface Place {
  cell: Cell;
  /** The column from the left. */
  x: number;
  /** The row from the top. */
  y: number;
  /** Its centre in the drawing, relative to the corner of all cells. */
  middle: Point;
}

/** A flat drawing of some cells. */
export interface Sheet {
  key: string;
  /** The plane that it shows, or the column of the cut. */
  plane: string | null;
  cut: "plane" | "column" | null;
  /** Number of columns and rows. */
  width: number;
  height: number;
  /** Width and height of all cells together in the drawing. */
  area: Point;
  /** Width and height of one cell. */
  size: Point;
  places: Place[];
  /** From left to right, and from the bottom. */
  columns: string[];
  rows: string[];
  /** Whether names are drawn beside the cells. */
  isNamed: boolean;
  /** The layout of hexagons. */
  rhombus: Rhombus | null;
  /** The sides to which the edges belong: bottom, right, top, left; empty if they belong to nobody. */
  edges: Side[];
  /** The margin around the cells: left, top, right, bottom. */
  margin: [number, number, number, number];
}

/** The options of a layout. */
export interface Layout {
  flipped: boolean;
  coordinates: boolean;
  /** The column of the cut through all depths; null: the planes, seen from the front. */
  column: number | null;
  /** Whether the board has more vertical than horizontal space. */
  isTall?: boolean;
}

/** Whether pieces fall on a board. */
export const falls = ({ kind }: Board): boolean => kind === "upright" || kind === "posts";

/** The sheets of a board. */
export function sheets(board: Board, layout: Layout): Sheet[] {
  const [width, height, planes] = board.size;
  if (layout.column !== null && planes > 1) {
    const cells = board.cells
      .filter(cell => cell.at[0] === layout.column)
      .map((cell): Lain => [cell, cell.at[2], height - 1 - cell.at[1]]);
    return [
      sheet(board, layout, cells, {
        key: `column-${layout.column}`,
        plane: board.columns[layout.column] ?? "",
        cut: "column",
        width: planes,
        height,
        columns: board.planes,
        rows: board.rows,
      }),
    ];
  }
  return Array.from({ length: planes }, (_, plane) => {
    const cells = board.cells
      .filter(cell => cell.at[2] === plane)
      .map((cell): Lain => [cell, cell.at[0], height - 1 - cell.at[1]]);
    return sheet(board, layout, cells, {
      key: `plane-${plane}`,
      plane: planes > 1 ? (board.planes[plane] ?? "") : null,
      cut: planes > 1 ? "plane" : null,
      width,
      height,
      columns: board.columns,
      rows: board.rows,
    });
  });
}

/** A cell with its column from the left and its row from the top. */
type Lain = [Cell, number, number];

function sheet(
  board: Board,
  layout: Layout,
  cells: Lain[],
  bare: Omit<Sheet, "area" | "size" | "places" | "isNamed" | "rhombus" | "edges" | "margin">,
): Sheet {
  const { width, height } = bare;
  let { columns, rows } = bare;
  let { edges } = board;
  let lain = cells;
  if (layout.flipped) {
    // Where pieces fall, flipping keeps up and down: the board is seen from behind.
    lain = cells.map(([cell, x, y]) => [cell, width - 1 - x, falls(board) ? y : height - 1 - y]);
    columns = [...columns].reverse();
    rows = falls(board) ? rows : [...rows].reverse();
    edges = [...edges.slice(2), ...edges.slice(0, 2)];
  }
  const rhombus = board.kind === "hexagons" ? new Rhombus(width, height, layout.isTall ?? false) : null;
  const laid: Omit<Sheet, "margin"> = {
    ...bare,
    area: rhombus?.area ?? [width * UNIT, height * UNIT],
    size: rhombus ? [UNIT, 2 * RADIUS] : [UNIT, UNIT],
    places: lain.map(([cell, x, y]) => ({ cell, x, y, middle: rhombus?.middle(x, y) ?? centre(x, y) })),
    columns,
    rows,
    isNamed: layout.coordinates && board.kind !== "chequered",
    rhombus,
    edges,
  };
  return { ...laid, margin: rhombus ? marginOf(rhombus, laid) : margin(board, laid) };
}

/** The margin around squares, for names and for the preview of a drop. */
function margin({ kind }: Board, sheet: Omit<Sheet, "margin">): Sheet["margin"] {
  const { rows, columns, isNamed } = sheet;
  const edge = 1;
  const room = isNamed ? 1.9 * nameSize(sheet) : edge;
  const left = rows.length > 0 ? room : edge;
  const bottom = columns.length > 0 ? room : edge;
  const top = kind === "upright" ? UNIT : kind === "posts" ? 7 : edge;
  return [left, top, left, bottom];
}

/** The margin around hexagons, for their edges and names. */
function marginOf(rhombus: Rhombus, sheet: Omit<Sheet, "margin">): Sheet["margin"] {
  const { area, edges, isNamed } = sheet;
  const corners = edges.length > 0 ? rhombus.edges().flat() : [];
  if (isNamed) {
    for (const { middle, half } of namesOf(sheet)) {
      corners.push([middle[0] - half[0], middle[1] - half[1]], [middle[0] + half[0], middle[1] + half[1]]);
    }
  }
  const line = 0.5;
  const before = (at: 0 | 1) => line - Math.min(0, ...corners.map(point => point[at]));
  const after = (at: 0 | 1) => line + Math.max(area[at], ...corners.map(point => point[at])) - area[at];
  return [before(0), before(1), after(0), after(1)];
}

/** Width and height of a sheet's drawing, with margins. */
export function extent({ area, margin: [left, top, right, bottom] }: Sheet): Point {
  return [left + area[0] + right, top + area[1] + bottom];
}

/** The centre of a square place, relative to the corner of all cells. */
const centre = (x: number, y: number): Point => [(x + 0.5) * UNIT, (y + 0.5) * UNIT];
