/** How a board is laid out flat: one sheet, or one for each plane of a board in three dimensions. */

import type { Board, Cell } from "../protocol.ts";

/** The side of a cell in the units of a drawing. */
export const UNIT = 10;

/** A flat drawing of some cells. */
export interface Sheet {
  key: string;
  /** The plane that it shows, or the column that it cuts. */
  plane: string | null;
  cut: "plane" | "column" | null;
  width: number;
  height: number;
  /** The cells by place: column from the left, row from the top. */
  cells: { cell: Cell; x: number; y: number }[];
  columns: string[];
  rows: string[];
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
      .map(cell => ({ cell, x: cell.at[2], y: height - 1 - cell.at[1] }));
    return [
      sheet(board, layout, {
        key: `column-${layout.column}`,
        plane: board.columns[layout.column] ?? "",
        cut: "column",
        width: planes,
        height,
        cells,
        columns: board.planes,
        rows: board.rows,
      }),
    ];
  }
  return Array.from({ length: planes }, (_, plane) => {
    const cells = board.cells
      .filter(cell => cell.at[2] === plane)
      .map(cell => ({ cell, x: cell.at[0], y: height - 1 - cell.at[1] }));
    return sheet(board, layout, {
      key: `plane-${plane}`,
      plane: planes > 1 ? (board.planes[plane] ?? "") : null,
      cut: planes > 1 ? "plane" : null,
      width,
      height,
      cells,
      columns: board.columns,
      rows: board.rows,
    });
  });
}

function sheet(board: Board, layout: Layout, bare: Omit<Sheet, "margin">): Sheet {
  let { cells, columns, rows } = bare;
  if (layout.flipped) {
    // What falls keeps its up and down: it is only seen from behind.
    cells = cells.map(({ cell, x, y }) => ({
      cell,
      x: bare.width - 1 - x,
      y: falls(board) ? y : bare.height - 1 - y,
    }));
    columns = [...columns].reverse();
    rows = falls(board) ? rows : [...rows].reverse();
  }
  const named = layout.coordinates && board.kind !== "chequered";
  const edge = 1;
  const size = nameSize(bare.width, bare.height, board.size[2] > 1);
  const left = named && rows.length > 0 ? 1.9 * size : edge;
  const bottom = named && columns.length > 0 ? 1.9 * size : edge;
  const top = board.kind === "upright" ? UNIT : board.kind === "posts" ? 7 : edge;
  return { ...bare, cells, columns, rows, margin: [left, top, left, bottom] };
}

/** How large names are written: as large on every board, however many cells it has. */
export function nameSize(width: number, height: number, isPlane: boolean): number {
  return Math.max(width, height) * UNIT * (isPlane ? 0.052 : 0.031);
}

/** The whole width and height of a sheet's drawing. */
export function extent(sheet: Sheet): [number, number] {
  const [left, top, right, bottom] = sheet.margin;
  return [left + sheet.width * UNIT + right, top + sheet.height * UNIT + bottom];
}

/** The middle of a place, with the cells' corner as origin. */
export const centre = (x: number, y: number): [number, number] => [(x + 0.5) * UNIT, (y + 0.5) * UNIT];

/** The strokes through winning cells: along runs of three and more, else round them all. Geometry alone: who won is told by the view. */
export function strokes(places: readonly [number, number][]): [number, number][][] {
  const key = (x: number, y: number) => `${x},${y}`;
  const set = new Set(places.map(([x, y]) => key(x, y)));
  const runs: [number, number][][] = [];
  const covered = new Set<string>();
  for (const [dx, dy] of [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ] as const) {
    for (const [x, y] of places) {
      if (set.has(key(x - dx, y - dy))) continue;
      let length = 1;
      while (set.has(key(x + dx * length, y + dy * length))) length++;
      if (length < 3) continue;
      runs.push([
        [x, y],
        [x + dx * (length - 1), y + dy * (length - 1)],
      ]);
      for (let at = 0; at < length; at++) covered.add(key(x + dx * at, y + dy * at));
    }
  }
  if (covered.size === set.size || places.length < 3) return runs;
  const middle = places.reduce(([a, b], [x, y]) => [a + x / places.length, b + y / places.length], [0, 0]);
  const angle = ([x, y]: readonly [number, number]) =>
    Math.atan2(y - (middle[1] as number), x - (middle[0] as number));
  const round = [...places].sort((a, b) => angle(a) - angle(b));
  return [...runs, [...round, round[0] as [number, number]]];
}
