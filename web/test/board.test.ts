import { describe, expect, it } from "vitest";
import {
  click,
  origin,
  after as possible,
  stepsDone,
  target,
  withoutClick,
  worthMark,
} from "../src/board/clicks.ts";
import { afterSteps } from "../src/board/effects.ts";
import { strokes, chain as way } from "../src/board/strokes.ts";
import { agree, settle, step, undo } from "../src/board/tokens.ts";
import type { MoveView, Piece, View } from "../src/protocol.ts";

const man = (square: number, side: "first" | "second" = "first"): Piece => ({ square, side, kind: "man" });

/** A capture of one piece or of two: 1 x 3, then optionally to 5 or 7. */
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
  it("follow the paths of the moves", () => {
    const here = view([chain(1, 3, 5), chain(1, 3, 7), chain(2, 4)]);
    expect(possible(here, []).next).toEqual([1, 2]);
    expect(possible(here, [1, 3])).toEqual({ next: [5, 7], complete: null });
    expect(click(here, [1, 3], 5)).toMatchObject({ do: "play", move: { text: "1x3x5" } });
  });

  it("can end a move early, or select only its last square", () => {
    const here = view([chain(1, 3), chain(1, 3, 5)]);
    expect(click(here, [1], 3)).toEqual({ do: "choose", clicked: [1, 3], mayStop: true });
    expect(click(here, [1, 3], 3)).toMatchObject({ do: "play", move: { text: "1x3" } });
    expect(click(here, [1], 5)).toMatchObject({ do: "play", move: { text: "1x3x5" } });
    expect(click(view([chain(1, 3, 9), chain(1, 5, 9)]), [1], 9)).toEqual({ do: "ambiguous" });
  });

  it("change or clear the selection", () => {
    const here = view([chain(1, 3), chain(2, 4)]);
    expect(click(here, [1], 2)).toEqual({ do: "choose", clicked: [2], mayStop: false });
    expect(click(here, [1], 1)).toEqual({ do: "release" });
    expect(click(here, [1], 60)).toEqual({ do: "refuse" });
  });

  it("treat a group as one cell", () => {
    const drop: MoveView = { text: "1", spoken: { key: "drop", args: [] }, path: [2], steps: [] };
    expect(click(view([drop], [[0, 1, 2]]), [], 0)).toMatchObject({ do: "play", clicked: [2] });
  });

  it("count the completed steps", () => {
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

describe("effects", () => {
  const flips: MoveView = {
    text: "d3",
    spoken: { key: "place", args: [] },
    path: [3],
    steps: [
      [
        { do: "place", piece: man(3) },
        { do: "flip", square: 2 },
        { do: "flip", square: 60 },
      ],
    ],
  };

  it("turn pieces over, and change nothing on empty cells", () => {
    const pieces = [man(1), man(2, "second")];
    expect(afterSteps(pieces, flips)).toEqual([man(1), man(2), man(3)]);
    expect(pieces[1]?.side).toBe("second");
  });

  it("are reverted with the same tokens", () => {
    const before = settle([], [man(1), man(2, "second")]);
    const after = step(before, flips.steps.flat());
    expect(after.slice(0, 2)).toEqual([before[0], { ...before[1], side: "first" }]);
    expect(undo(after, { last: flips })).toEqual(before);
  });
});

describe("marks", () => {
  const place = (square: number): MoveView => ({
    text: `${square}`,
    spoken: { key: "place", args: [] },
    path: [square],
    steps: [],
  });
  /** A board with these cells and a stone of the opponent on cell 2. */
  const board = (cells: number[], moves: MoveView[], groups: number[][] = []): View => {
    const bare = view(moves, groups, [{ ...man(2, "second"), kind: "stone" }]);
    const cell = (square: number) => ({
      square,
      name: "",
      at: [square, 0, 0] as [number, number, number],
      spoken: { key: "", args: [] },
    });
    return { ...bare, board: { ...bare.board, cells: cells.map(cell) } };
  };

  it("are not shown if moves can go anywhere", () => {
    expect(worthMark(board([1, 2, 3], [place(1), place(3)]), [])).toEqual([]);
    expect(worthMark(board([1, 2, 3, 4], [place(1), place(3)], [[1, 2]]), [])).toEqual([]);
  });

  it("are shown if few cells are possible, and on a piece that can be taken over", () => {
    expect(worthMark(board([1, 2, 3, 4], [place(1), place(3)]), [])).toEqual([1, 3]);
    expect(worthMark(board([1, 2, 3], [place(1), place(3), place(2)]), [])).toEqual([2]);
  });
});

describe("a move without a click", () => {
  const pass: MoveView = { text: "pass", spoken: { key: "pass", args: [] }, path: [], steps: [] };

  it("is offered, and no click plays it", () => {
    const here = view([pass, chain(1, 3)]);
    expect(withoutClick(here)).toEqual([pass]);
    expect(possible(here, [])).toEqual({ next: [1], complete: pass });
    for (const cell of [1, 3, 7]) expect(click(here, [], cell).do).not.toBe("play");
    expect(click(here, [1], 3)).toMatchObject({ do: "play", move: { text: "1x3" } });
  });

  it("has no destination", () => {
    expect([target(pass), origin(pass), afterSteps([man(1)], pass)]).toEqual([
      undefined,
      undefined,
      [man(1)],
    ]);
  });
});

describe("tokens", () => {
  it("keep their identity from move to move and follow the effects", () => {
    const before = settle([], [man(1), man(2, "second")]);
    const after = step(before, [
      { do: "move", from: 1, to: 3 },
      { do: "remove", square: 2 },
      { do: "promote", square: 3, kind: "king" },
    ]);
    expect(after).toEqual([{ ...before[0], square: 3, kind: "king" }]);
    const pieces = [man(1), man(2, "second")];
    const move = {
      ...chain(1, 3),
      steps: [[{ do: "move", from: 1, to: 3 }], [{ do: "remove", square: 2 }]],
    } satisfies MoveView;
    expect(agree(step(before, move.steps.flat()), afterSteps(pieces, move))).toBe(true);
    expect(afterSteps(pieces, move, 1)).toEqual([man(3), man(2, "second")]);
  });

  it("go back to their origin", () => {
    const tokens = settle([], [man(5)]);
    const back = undo(tokens, { ...view([]), last: chain(1, 3, 5) });
    expect(back[0]).toMatchObject({ square: 1, id: tokens[0]?.id });
  });
});

describe("the line through the winning cells", () => {
  const places = (...at: [number, number][]) => at.map(([x, y]) => ({ x, y }));

  it("runs from end to end", () => {
    expect(strokes(places([0, 0], [1, 1], [2, 2], [3, 3]))).toEqual([places([0, 0], [3, 3])]);
  });

  it("surrounds a square", () => {
    const [round] = strokes(places([0, 0], [1, 0], [0, 1], [1, 1]));
    expect(round).toHaveLength(5);
  });

  it("is a shortest path between two edges of hexagons", () => {
    const won = places([2, 0], [1, 1], [2, 1], [3, 1], [0, 2], [2, 2]);
    expect(way(won, "y", 2)).toEqual(places([2, 0], [2, 1], [2, 2]));
    expect(way(won, "x", 3)).toEqual(places([0, 2], [1, 1], [2, 1], [3, 1]));
    expect(way(won, "x", 4)).toEqual([]);
  });
});
