/** How a board is laid out flat: one sheet, or one for each plane of a board in three dimensions. */

import type { Board, Cell, Side } from "../protocol.ts";
import * as hexagons from "./hexagons.ts";
import { type Point, UNIT } from "./units.ts";

export { UNIT };

/** Where a cell lies on a sheet. */
export interface Place {
  cell: Cell;
  /** The column from the left. */
  x: number;
  /** The row from the top. */
  y: number;
  /** Its middle in the drawing, from the corner of all cells. */
  middle: Point;
}

/** A flat drawing of some cells. */
export interface Sheet {
  key: string;
  /** The plane that it shows, or the column that it cuts. */
  plane: string | null;
  cut: "plane" | "column" | null;
  /** Columns and rows. */
  width: number;
  height: number;
  /** How wide and how high all cells are together in the drawing. */
  area: Point;
  /** How wide and how high one cell is. */
  size: Point;
  places: Place[];
  columns: string[];
  rows: string[];
  /** Whose the edges are: bottom, right, top, left; empty where they are nobody's. */
  edges: Side[];
  /** Room round the cells: left, top, right, bottom. */
  margin: [number, number, number, number];
}

/** What can be chosen about a layout. */
export interface Layout {
  flipped: boolean;
  coordinates: boolean;
  /** The column that is cut through all depths; none: the planes from the front. */
  column: number | null;
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

/** A cell in its column from the left and its row from the top. */
type Lain = [Cell, number, number];

function sheet(
  board: Board,
  layout: Layout,
  cells: Lain[],
  bare: Omit<Sheet, "area" | "size" | "places" | "edges" | "margin">,
): Sheet {
  const { width, height } = bare;
  let { columns, rows } = bare;
  let { edges } = board;
  let lain = cells;
  if (layout.flipped) {
    // What falls keeps its up and down: it is only seen from behind.
    lain = cells.map(([cell, x, y]) => [cell, width - 1 - x, falls(board) ? y : height - 1 - y]);
    columns = [...columns].reverse();
    rows = falls(board) ? rows : [...rows].reverse();
    edges = [...edges.slice(2), ...edges.slice(0, 2)];
  }
  const isHexagonal = board.kind === "hexagons";
  const middle = isHexagonal ? hexagons.middle : centre;
  const laid = {
    ...bare,
    area: isHexagonal ? hexagons.area(width, height) : ([width * UNIT, height * UNIT] as Point),
    size: (isHexagonal ? [UNIT, 2 * hexagons.RADIUS] : [UNIT, UNIT]) as Point,
    places: lain.map(([cell, x, y]) => ({ cell, x, y, middle: middle(x, y) })),
    columns,
    rows,
    edges,
  };
  return { ...laid, margin: margin(board, layout, laid) };
}

/** The room round the cells: for names, edges, and a piece in the hand. */
function margin(board: Board, layout: Layout, sheet: Omit<Sheet, "margin">): Sheet["margin"] {
  const named = layout.coordinates && board.kind !== "chequered";
  const size = nameSize(sheet);
  if (board.kind === "hexagons") {
    const [across, down] = sheet.edges.length > 0 ? hexagons.EDGE_ROOM : [1, 1];
    const left = named && sheet.rows.length > 0 ? 1.7 * size : 0;
    const bottom = named && sheet.columns.length > 0 ? 1.5 * size : 0;
    return [across + left, down, across, down + bottom];
  }
  const edge = 1;
  const left = named && sheet.rows.length > 0 ? 1.9 * size : edge;
  const bottom = named && sheet.columns.length > 0 ? 1.9 * size : edge;
  const top = board.kind === "upright" ? UNIT : board.kind === "posts" ? 7 : edge;
  return [left, top, left, bottom];
}

/** How large names are written: as large on every board, however many cells it has. */
export const nameSize = ({ area, cut }: Pick<Sheet, "area" | "cut">): number =>
  Math.max(...area) * (cut === null ? 0.031 : 0.052);

/** The whole width and height of a sheet's drawing. */
export function extent({ area, margin: [left, top, right, bottom] }: Sheet): Point {
  return [left + area[0] + right, top + area[1] + bottom];
}

/** The middle of a square place, with the cells' corner as origin. */
export const centre = (x: number, y: number): Point => [(x + 0.5) * UNIT, (y + 0.5) * UNIT];
