import { describe, expect, it } from "vitest";
import { area, CORNERS, EDGE_ROOM, edges, middle, NEIGHBOURS, RADIUS } from "../src/board/hexagons.ts";
import { sheets } from "../src/board/sheet.ts";
import { type Point, UNIT } from "../src/board/units.ts";
import type { Board } from "../src/protocol.ts";

const distance = ([a, b]: Point, [c, d]: Point) => Math.hypot(a - c, b - d);

/** A rhombus of hexagons as the server describes it: rows from the bottom. */
const rhombus: Board = {
  kind: "hexagons",
  size: [4, 3, 1],
  cells: Array.from({ length: 12 }, (_, square) => ({
    square,
    name: `${square}`,
    at: [square % 4, Math.floor(square / 4), 0],
    spoken: { key: "square", args: [] },
  })),
  columns: ["a", "b", "c", "d"],
  rows: ["3", "2", "1"],
  planes: [],
  groups: [],
  edges: ["first", "second", "first", "second"],
};

const layout = { flipped: false, coordinates: true, column: null };

describe("a rhombus of hexagons", () => {
  it("has neighbours one cell apart, and no others as near", () => {
    const beside = new Set(NEIGHBOURS.map(([dx, dy]) => `${dx},${dy}`));
    for (let dx = -2; dx <= 2; dx++) {
      for (let dy = -2; dy <= 2; dy++) {
        if (dx === 0 && dy === 0) continue;
        const far = distance(middle(3, 3), middle(3 + dx, 3 + dy));
        if (beside.has(`${dx},${dy}`)) expect(far).toBeCloseTo(UNIT);
        else expect(far).toBeGreaterThan(1.5 * UNIT);
      }
    }
  });

  it("has each row half a cell to the right of the row above it", () => {
    const [sheet] = sheets(rhombus, layout);
    const at = (square: number) => sheet?.places.find(({ cell }) => cell.square === square);
    // Square 0 is at the bottom left, square 4 above it.
    expect(at(0)).toMatchObject({ x: 0, y: 2 });
    expect((at(0)?.middle[0] ?? 0) - (at(4)?.middle[0] ?? 0)).toBeCloseTo(UNIT / 2);
    expect((at(0)?.middle[1] ?? 0) - (at(4)?.middle[1] ?? 0)).toBeCloseTo((UNIT * Math.sqrt(3)) / 2);
  });

  it("fills its area", () => {
    const points = [0, 1, 2, 3].flatMap(x =>
      [0, 1, 2].flatMap(y => CORNERS.map(([dx, dy]) => [middle(x, y)[0] + dx, middle(x, y)[1] + dy])),
    );
    const span = (at: number) => [
      Math.min(...points.map(point => point[at] as number)),
      Math.max(...points.map(point => point[at] as number)),
    ];
    const [width, height] = area(4, 3);
    for (const [[from, to], size] of [
      [span(0), width],
      [span(1), height],
    ] as const) {
      expect(from).toBeCloseTo(0);
      expect(to).toBeCloseTo(size);
    }
  });

  it("has edges that lie round it, in the room that is kept for them", () => {
    const [width, height] = area(4, 3);
    const [across, down] = EDGE_ROOM;
    const [bottom, right, top, left] = edges(4, 3);
    for (const [x, y] of [bottom, right, top, left].flat()) {
      expect(x).toBeGreaterThan(-across);
      expect(x).toBeLessThan(width + across);
      expect(y).toBeGreaterThan(-down);
      expect(y).toBeLessThan(height + down);
    }
    const mean = (points: Point[], at: number) =>
      points.reduce((sum, point) => sum + (point[at] as number), 0) / points.length;
    expect(mean(top, 1)).toBeLessThan(RADIUS);
    expect(mean(bottom, 1)).toBeGreaterThan(height - RADIUS);
    expect(mean(left, 0)).toBeLessThan(mean(top, 0));
    expect(mean(right, 0)).toBeGreaterThan(mean(bottom, 0));
  });

  it("changes edges and names when it is flipped", () => {
    const mixed: Board = { ...rhombus, edges: ["first", "second", "second", "first"] };
    const [sheet] = sheets(mixed, { ...layout, flipped: true });
    expect(sheet?.edges).toEqual(["second", "first", "first", "second"]);
    expect(sheet?.columns).toEqual(["d", "c", "b", "a"]);
    expect(sheet?.places.find(({ cell }) => cell.square === 0)).toMatchObject({ x: 3, y: 0 });
  });
});
