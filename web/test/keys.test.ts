import { describe, expect, it } from "vitest";
import { columnOf, find, Typing, walk } from "../src/board/keys.ts";
import { sheets } from "../src/board/sheet.ts";
import type { Board } from "../src/protocol.ts";

/** A board of this width, height and depth. On a chequered board every second place has no cell. */
function board(kind: Board["kind"], [width, height, depth]: [number, number, number]): Board {
  const letters = [..."abcdefgh"];
  const cells: Board["cells"] = [];
  for (let z = 0; z < depth; z++)
    for (let y = 0; y < height; y++)
      for (let x = 0; x < width; x++) {
        const name = depth > 1 ? `${letters[x]}${z + 1}${y + 1}` : `${letters[x]}${y + 1}`;
        const square = x + width * (y + height * z);
        if (kind === "chequered" && (x + y) % 2 === 1) continue;
        cells.push({ square, name, at: [x, y, z], spoken: { key: "square", args: [] } });
      }
  const columns = kind === "upright" ? letters.map((_, at) => String(at + 1)) : letters;
  return { kind, size: [width, height, depth], cells, columns, rows: [], planes: [], groups: [], edges: [] };
}

const layout = { flipped: false, coordinates: false, column: null };

describe("keys", () => {
  /** The cell to which a key goes from the named cell. */
  function go(on: Board, from: string, key: string, isFar = false): string | undefined {
    const all = sheets(on, layout);
    const place = find(all, on.cells.find(cell => cell.name === from)?.square ?? -1);
    const to = place && walk(key, isFar, all, place, on.kind);
    return on.cells.find(cell => cell.square === to)?.name;
  }

  it("go to the neighbour, to the end of a row, to the end of the board", () => {
    const grid = board("grid", [5, 4, 1]);
    expect(go(grid, "c2", "ArrowUp")).toBe("c3");
    expect(go(grid, "c2", "ArrowLeft")).toBe("b2");
    expect(go(grid, "a1", "ArrowLeft")).toBeUndefined();
    expect(go(grid, "c2", "End")).toBe("e2");
    expect(go(grid, "c2", "Home", true)).toBe("a4");
  });

  it("go to the next row if there is no cell straight ahead", () => {
    const chequered = board("chequered", [8, 8, 1]);
    expect(["b4", "d4"]).toContain(go(chequered, "c3", "ArrowUp"));
    expect(go(chequered, "c3", "ArrowRight")).toBe("e3");
  });

  it("go to all six neighbours of a hexagon", () => {
    const rhombus = board("hexagons", [5, 5, 1]);
    const keys = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown", "PageUp", "PageDown"];
    expect(keys.map(key => go(rhombus, "c3", key))).toEqual(["b3", "d3", "c4", "c2", "d4", "b2"]);
    expect(go(rhombus, "e5", "PageUp")).toBeUndefined();
  });

  it("go from plane to plane", () => {
    const deep = board("posts", [3, 3, 2]);
    expect(go(deep, "b12", "PageDown")).toBe("b22");
    expect(go(deep, "b22", "PageDown")).toBeUndefined();
  });

  it("spell names; letters are columns where columns have digits", () => {
    const grid = board("grid", [5, 4, 1]);
    const [near] = grid.cells;
    const typing = new Typing();
    if (!near) throw new Error("no cell");
    expect(typing.add("c", 0, grid, near)?.name).toBe("c1");
    expect(typing.add("3", 200, grid, near)?.name).toBe("c3");
    expect(typing.add("9", 400, grid, near)).toBeUndefined();
    expect(typing.add("d", 600, grid, near)?.name).toBe("d1");
    typing.end();
    expect(typing.add("b", 700, grid, near)?.name).toBe("b1");
    const upright = board("upright", [7, 6, 1]);
    expect([columnOf(upright, "4")?.name, columnOf(upright, "d")?.name]).toEqual(["d1", "d1"]);
    expect(columnOf(upright, "z")).toBeUndefined();
  });
});
