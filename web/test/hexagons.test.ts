import { describe, expect, it } from "vitest";
import { CORNERS, NEIGHBOURS, RADIUS, Rhombus } from "../src/board/hexagons.ts";
import { namesOf } from "../src/board/names.ts";
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

describe.each([
  ["lies", false],
  ["stands", true],
])("a rhombus of hexagons that %s", (_, isTall) => {
  const shape = new Rhombus(4, 3, isTall);

  it("has neighbours at a distance of one cell, and all other cells farther away", () => {
    const beside = new Set(NEIGHBOURS.map(([dx, dy]) => `${dx},${dy}`));
    for (let dx = -2; dx <= 2; dx++) {
      for (let dy = -2; dy <= 2; dy++) {
        if (dx === 0 && dy === 0) continue;
        const far = distance(shape.middle(3, 3), shape.middle(3 + dx, 3 + dy));
        if (beside.has(`${dx},${dy}`)) expect(far).toBeCloseTo(UNIT);
        else expect(far).toBeGreaterThan(1.5 * UNIT);
      }
    }
  });

  it("fills its area", () => {
    const points = [0, 1, 2, 3].flatMap(x =>
      [0, 1, 2].flatMap(y =>
        CORNERS.map(([dx, dy]) => [shape.middle(x, y)[0] + dx, shape.middle(x, y)[1] + dy]),
      ),
    );
    for (const at of [0, 1] as const) {
      const spread = points.map(point => point[at] as number);
      expect(Math.min(...spread)).toBeCloseTo(0);
      expect(Math.max(...spread)).toBeCloseTo(shape.area[at]);
    }
  });

  it("has edges next to their cells and within the margin", () => {
    const [sheet] = sheets(rhombus, { ...layout, isTall });
    if (!sheet) throw new Error("no sheet");
    const [left, top, right, bottom] = sheet.margin;
    for (const [x, y] of shape.edges().flat()) {
      expect([x >= -left, y >= -top, x <= shape.area[0] + right, y <= shape.area[1] + bottom]).not.toContain(
        false,
      );
    }
    const at = [
      [1, 2],
      [3, 1],
      [1, 0],
      [0, 1],
    ] as const;
    for (const [edge, [x, y]] of at.entries()) {
      const near = shape
        .edges()
        .map(points => Math.min(...points.map(point => distance(point, shape.middle(x, y)))));
      expect(near.indexOf(Math.min(...near))).toBe(edge);
      expect(near[edge]).toBeCloseTo(RADIUS);
    }
  });

  it("has names that do not overlap", () => {
    const [sheet] = sheets(rhombus, { ...layout, isTall });
    const names = sheet ? namesOf(sheet) : [];
    expect(names.map(({ text }) => text)).toEqual(["a", "b", "c", "d", "3", "2", "1"]);
    for (const one of names) {
      for (const other of names) {
        if (one !== other) expect(distance(one.middle, other.middle)).toBeGreaterThan(0.9 * UNIT);
      }
    }
  });
});

describe("a board of hexagons", () => {
  it("has each row half a cell to the right of the row above it", () => {
    const [sheet] = sheets(rhombus, layout);
    const at = (square: number) => sheet?.places.find(({ cell }) => cell.square === square);
    // Square 0 is at the bottom left, square 4 above it.
    expect(at(0)).toMatchObject({ x: 0, y: 2 });
    expect((at(0)?.middle[0] ?? 0) - (at(4)?.middle[0] ?? 0)).toBeCloseTo(UNIT / 2);
    expect((at(0)?.middle[1] ?? 0) - (at(4)?.middle[1] ?? 0)).toBeCloseTo((UNIT * Math.sqrt(3)) / 2);
  });

  it("changes edges and names when it is flipped", () => {
    const mixed: Board = { ...rhombus, edges: ["first", "second", "second", "first"] };
    const [sheet] = sheets(mixed, { ...layout, flipped: true });
    expect(sheet?.edges).toEqual(["second", "first", "first", "second"]);
    expect(sheet?.columns).toEqual(["d", "c", "b", "a"]);
    expect(sheet?.places.find(({ cell }) => cell.square === 0)).toMatchObject({ x: 3, y: 0 });
  });
});
