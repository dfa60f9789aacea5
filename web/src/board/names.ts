/** The names of columns and rows beside a board: texts and positions. */

import type { Rhombus } from "./hexagons.ts";
import { type Point, UNIT } from "./units.ts";

/** The part of a sheet that names need. */
export interface Named {
  /** From left to right, and from the bottom. */
  columns: readonly string[];
  rows: readonly string[];
  height: number;
  area: Point;
  cut: "plane" | "column" | null;
  rhombus: Rhombus | null;
}

export interface Name {
  text: string;
  middle: Point;
  /** Half its width and half its height. */
  half: Point;
}

/** The font size of names. It is the same on every board, independent of the number of cells. */
export const nameSize = ({ area, cut }: Named): number => Math.max(...area) * (cut === null ? 0.031 : 0.052);

export function namesOf(sheet: Named): Name[] {
  const { columns, rows, rhombus, height } = sheet;
  const size = nameSize(sheet);
  const half = (text: string): Point => [0.33 * text.length * size, 0.4 * size];
  const name = (text: string, middle: (half: Point) => Point): Name => ({
    text,
    middle: middle(half(text)),
    half: half(text),
  });
  const down = sheet.area[1];
  return [
    ...columns.map((text, x) =>
      name(text, half => rhombus?.columnName(x, half) ?? [(x + 0.5) * UNIT, down + 1.1 * size]),
    ),
    ...rows.map((text, row) =>
      name(
        text,
        half => rhombus?.rowName(height - 1 - row, half) ?? [-0.9 * size, down - (row + 0.5) * UNIT],
      ),
    ),
  ];
}
