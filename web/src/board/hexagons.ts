/**
 * The geometry of a rhombus of hexagons, in the units of a drawing. A hexagon stands on a corner and is as wide as a cell; each row lies half
 * a cell to the right of the row above it.
 */

import { type Point, UNIT } from "./units.ts";

/** From the middle of a hexagon to its corners. */
export const RADIUS = UNIT / Math.sqrt(3);
/** From row to row. */
const ROW = 1.5 * RADIUS;
/** How far a coloured edge reaches beyond the corners of its hexagons. */
const BAND = 1.7;
/** From the middle of a row's first hexagon to the outer line of its edge. */
export const BESIDE = ((RADIUS + BAND) * 2) / Math.sqrt(3);
/** The room that the edges take round the cells: left and right, where the acute corners are; above and below. */
export const EDGE_ROOM: Point = [4, BAND + 0.3];

/** The middle of the cell of a column (from the left) and a row (from the top). */
export const middle = (x: number, y: number): Point => [(x + y / 2 + 0.5) * UNIT, RADIUS + y * ROW];

/** How wide and how high all cells are together. */
export const area = (width: number, height: number): Point => [
  (width + (height - 1) / 2) * UNIT,
  2 * RADIUS + (height - 1) * ROW,
];

/** The six neighbours of a cell, by column and row. */
export const NEIGHBOURS: readonly Point[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, -1],
  [-1, 1],
];

/** The corners of a hexagon about the origin, from the top one clockwise. */
export const CORNERS: readonly Point[] = [
  [0, -RADIUS],
  [UNIT / 2, -RADIUS / 2],
  [UNIT / 2, RADIUS / 2],
  [0, RADIUS],
  [-UNIT / 2, RADIUS / 2],
  [-UNIT / 2, -RADIUS / 2],
];

const add = ([a, b]: Point, [c, d]: Point): Point => [a + c, b + d];

/** The edge over the first row of so many cells: along their corners, and back in a straight line. */
function topEdge(count: number): Point[] {
  const [top, right] = [CORNERS[0], CORNERS[1]] as [Point, Point];
  const left = CORNERS[5] as Point;
  const first = middle(0, 0);
  const inner = [add(first, left)];
  for (let x = 0; x < count; x++) {
    inner.push(add(middle(x, 0), top));
    if (x + 1 < count) inner.push(add(middle(x, 0), right));
  }
  // At the obtuse corner the two edges meet in the middle of the side that belongs to neither.
  const last = middle(count - 1, 0);
  inner.push(add(last, [(top[0] + right[0]) / 2, (top[1] + right[1]) / 2]));
  const slope = Math.sqrt(3);
  const end = inner.at(-1) as Point;
  // The acute corner is cut off, at a right angle to the line between the two edges.
  const start = add(inner[0] as Point, [(-BAND * slope) / 2, -BAND / 2]);
  return [
    ...inner,
    [end[0] + (end[1] + BAND) / slope, -BAND],
    [start[0] + (start[1] + BAND) / slope, -BAND],
    start,
  ];
}

/** The four edges as polygons: bottom, right, top, left. */
export function edges(width: number, height: number): [Point[], Point[], Point[], Point[]] {
  const [right, bottom] = area(width, height);
  const opposite = (points: Point[]) => points.map(([x, y]): Point => [right - x, bottom - y]);
  // The left edge is the upper one, mirrored at the line from acute corner to acute corner.
  const [cx, cy] = middle(0, 0);
  const mirrored = ([x, y]: Point): Point => {
    const along = ((x - cx) * Math.sqrt(3) + (y - cy)) / 2;
    return [along * Math.sqrt(3) - (x - cx) + cx, along - (y - cy) + cy];
  };
  const top = topEdge(width);
  const left = topEdge(height).map(mirrored);
  return [opposite(top), opposite(left), top, left];
}
