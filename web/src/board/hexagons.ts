/**
 * The geometry of a rhombus of hexagons, in drawing units. The hexagons have a corner at the top and are as wide as a cell.
 *
 * The rhombus has two orientations. Lying: each row is half a cell to the right of the row above. Standing on its acute corner, turned by
 * 60 degrees: it is narrow, and its cells are larger on a tall screen.
 */

import { type Point, UNIT } from "./units.ts";

/** The distance from the centre of a hexagon to its corners. */
export const RADIUS = UNIT / Math.sqrt(3);
/** The width of a coloured edge beyond the corners of its hexagons. */
const BAND = 1.7;
/** The distance along the row from the centre of its first hexagon to the outer line of the edge before it. */
const BESIDE = ((RADIUS + BAND) * 2) / Math.sqrt(3);

/** Cosine and sine of 60 degrees, clockwise from the x axis. */
const [COS, SIN] = [0.5, Math.sqrt(3) / 2];

/** The six neighbours of a cell, by column and row. */
export const NEIGHBOURS: readonly Point[] = [
  [1, 0],
  [-1, 0],
  [0, 1],
  [0, -1],
  [1, -1],
  [-1, 1],
];

/** The corners of a hexagon around the origin, clockwise from the top. */
export const CORNERS: readonly Point[] = [
  [0, -RADIUS],
  [UNIT / 2, -RADIUS / 2],
  [UNIT / 2, RADIUS / 2],
  [0, RADIUS],
  [-UNIT / 2, RADIUS / 2],
  [-UNIT / 2, -RADIUS / 2],
];

const add = ([a, b]: Point, [c, d]: Point): Point => [a + c, b + d];
const times = ([x, y]: Point, factor: number): Point => [x * factor, y * factor];
const minus = (a: Point, b: Point): Point => add(a, times(b, -1));

export class Rhombus {
  /** Unit vectors along a row and down a column. */
  private readonly row: Point;
  private readonly column: Point;
  private readonly first: Point;
  /** Width and height of all cells together. */
  readonly area: Point;

  constructor(
    private readonly width: number,
    private readonly height: number,
    private readonly isStanding: boolean,
  ) {
    this.row = isStanding ? [COS, SIN] : [1, 0];
    this.column = isStanding ? [-COS, SIN] : [COS, SIN];
    this.first = [(isStanding ? height / 2 : 0.5) * UNIT, RADIUS];
    const across = isStanding ? (width + height) / 2 : width + (height - 1) / 2;
    const lines = isStanding ? width + height - 1 : height;
    this.area = [across * UNIT, 2 * RADIUS + (lines - 1) * SIN * UNIT];
  }

  /** The centre of the cell in a column (from the left) and a row (from the top). */
  middle(x: number, y: number): Point {
    return add(this.first, add(times(this.row, x * UNIT), times(this.column, y * UNIT)));
  }

  /** The centre of a row's name, before its first cell. `half`: half of the name's width and height. */
  rowName(y: number, half: Point): Point {
    return add(this.middle(0, y), times(this.row, -beyond(this.row, half)));
  }

  /** The centre of a column's name, after its last cell. `half`: half of the name's width and height. */
  columnName(x: number, half: Point): Point {
    return add(this.middle(x, this.height - 1), times(this.column, beyond(this.column, half)));
  }

  /** The four edges as polygons: bottom, right, top, left. */
  edges(): [Point[], Point[], Point[], Point[]] {
    const last = minus(this.middle(this.width - 1, this.height - 1), this.first);
    const top = topEdge(this.width).map(point => this.turned(point));
    // The left edge is the top edge, mirrored at the line through the acute corners.
    const left = topEdge(this.height).map(point => this.turned(mirrored(point)));
    const opposite = (points: Point[]) => points.map(point => minus(last, point));
    const edges = [opposite(top), opposite(left), top, left] as const;
    const placed = (points: Point[]) => points.map(point => add(this.first, point));
    return [placed(edges[0]), placed(edges[1]), placed(edges[2]), placed(edges[3])];
  }

  /** Maps a point of the lying rhombus, relative to the centre of the first cell, to the current orientation. */
  private turned([x, y]: Point): Point {
    return this.isStanding ? [x * COS - y * SIN, x * SIN + y * COS] : [x, y];
  }
}

/** The distance from the centre of a cell to a name beyond the edge, in some direction. */
const beyond = ([dx, dy]: Point, [wide, high]: Point): number =>
  BESIDE + Math.abs(dx) * wide + Math.abs(dy) * high + 1.8;

/** Mirrors a point of the lying rhombus at the line through both acute corners. */
function mirrored([x, y]: Point): Point {
  const along = x * SIN + y * COS;
  return [2 * along * SIN - x, 2 * along * COS - y];
}

/** The edge above a first row of this many cells, relative to the centre of the first: along the corners, and back in a straight line. */
function topEdge(count: number): Point[] {
  const [top, right, left] = [CORNERS[0], CORNERS[1], CORNERS[5]] as [Point, Point, Point];
  const inner = [left];
  for (let x = 0; x < count; x++) {
    inner.push(add([x * UNIT, 0], top));
    if (x + 1 < count) inner.push(add([x * UNIT, 0], right));
  }
  // At the obtuse corner the two edges meet in the middle of the hexagon's side that belongs to neither.
  const end = add([(count - 1) * UNIT, 0], times(add(top, right), 0.5));
  // The acute corner is cut off, at a right angle to the line between the two edges.
  const start = add(left, [-BAND * SIN, -BAND * COS]);
  const line = -RADIUS - BAND;
  const onLine = ([x, y]: Point): Point => [x + ((y - line) * COS) / SIN, line];
  return [...inner, end, onLine(end), onLine(start), start];
}
