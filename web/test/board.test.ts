import { describe, expect, it } from "vitest";
import { apply, click, after as possible, stepsDone } from "../src/board/clicks.ts";
import { strokes } from "../src/board/sheet.ts";
import { agree, settle, step, undo } from "../src/board/tokens.ts";
import type { MoveView, Piece, View } from "../src/protocol.ts";

const man = (square: number, side: "first" | "second" = "first"): Piece => ({ square, side, kind: "man" });

/** A capture of one or two: 1 x 3, or on to 5 or 7. */
const chain = (...path: number[]): MoveView => ({
  text: path.join("x"),
  spoken: { key: "capture", args: [] },
  path,
  steps: path.slice(1).map((to, at) => [{ do: "move", from: path[at] as number, to }]),
});

const view = (moves: MoveView[], groups: number[][] = [], pieces: Piece[] = [man(1)]): View => ({
  game: "test",
  board: {
    kind: "chequered",
    size: [8, 8, 1],
    cells: [],
    columns: [],
    rows: [],
    planes: [],
    groups,
    edges: [],
  },
  sides: [
    { id: "black", text: "Black", mark: "b" },
    { id: "white", text: "White", mark: "w" },
  ],
  pieces,
  last: null,
  winning: [],
  to_move: "first",
  ply: 0,
  ending: null,
  moves,
});

describe("clicks", () => {
  it("go along the paths of the moves", () => {
    const here = view([chain(1, 3, 5), chain(1, 3, 7), chain(2, 4)]);
    expect(possible(here, []).next).toEqual([1, 2]);
    expect(possible(here, [1, 3])).toEqual({ next: [5, 7], complete: null });
    expect(click(here, [1, 3], 5)).toMatchObject({ do: "play", move: { text: "1x3x5" } });
  });

  it("may end early, or end at once at the last square", () => {
    const here = view([chain(1, 3), chain(1, 3, 5)]);
    expect(click(here, [1], 3)).toEqual({ do: "choose", clicked: [1, 3], mayStop: true });
    expect(click(here, [1, 3], 3)).toMatchObject({ do: "play", move: { text: "1x3" } });
    expect(click(here, [1], 5)).toMatchObject({ do: "play", move: { text: "1x3x5" } });
    expect(click(view([chain(1, 3, 9), chain(1, 5, 9)]), [1], 9)).toEqual({ do: "ambiguous" });
  });

  it("change or let go what was chosen", () => {
    const here = view([chain(1, 3), chain(2, 4)]);
    expect(click(here, [1], 2)).toEqual({ do: "choose", clicked: [2], mayStop: false });
    expect(click(here, [1], 1)).toEqual({ do: "release" });
    expect(click(here, [1], 60)).toEqual({ do: "refuse" });
  });

  it("take a group for one cell", () => {
    const drop: MoveView = { text: "1", spoken: { key: "drop", args: [] }, path: [2], steps: [] };
    expect(click(view([drop], [[0, 1, 2]]), [], 0)).toMatchObject({ do: "play", clicked: [2] });
  });

  it("know how many steps are done", () => {
    expect(stepsDone(chain(1, 3, 5), 1)).toBe(0);
    expect(stepsDone(chain(1, 3, 5), 2)).toBe(1);
    const place: MoveView = {
      text: "a1",
      spoken: { key: "place", args: [] },
      path: [0],
      steps: [[{ do: "place", piece: man(0) }]],
    };
    expect(stepsDone(place, 1)).toBe(1);
  });
});

describe("tokens", () => {
  it("stay the same from move to move, and come to what the effects say", () => {
    const before = settle([], [man(1), man(2, "second")]);
    const after = step(before, [
      { do: "move", from: 1, to: 3 },
      { do: "remove", square: 2 },
      { do: "promote", square: 3, kind: "king" },
    ]);
    expect(after).toEqual([{ ...before[0], square: 3, kind: "king" }]);
    const pieces = [man(1), man(2, "second")];
    const effects = [
      { do: "move", from: 1, to: 3 },
      { do: "remove", square: 2 },
    ] as const;
    expect(agree(step(before, effects), effects.reduce(apply, pieces))).toBe(true);
  });

  it("go back the way they came", () => {
    const tokens = settle([], [man(5)]);
    const back = undo(tokens, { ...view([]), last: chain(1, 3, 5) });
    expect(back[0]).toMatchObject({ square: 1, id: tokens[0]?.id });
  });
});

describe("the line through what won", () => {
  it("runs from end to end", () => {
    expect(
      strokes([
        [0, 0],
        [1, 1],
        [2, 2],
        [3, 3],
      ]),
    ).toEqual([
      [
        [0, 0],
        [3, 3],
      ],
    ]);
  });

  it("goes round a square", () => {
    const [round] = strokes([
      [0, 0],
      [1, 0],
      [0, 1],
      [1, 1],
    ]);
    expect(round).toHaveLength(5);
  });
});
