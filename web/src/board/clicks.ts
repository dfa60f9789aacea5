/** The moves of a view as a prefix tree of clicks: which cells can be clicked next, and which move is complete. */

import type { MoveView, View } from "../protocol.ts";

/** Whether two cells count as one for a click. */
export function isSame(view: View, a: number, b: number): boolean {
  return a === b || view.board.groups.some(group => group.includes(a) && group.includes(b));
}

/** The continuations of a sequence of clicks. */
export interface Choice {
  /** The cells that can be clicked next, without duplicates. */
  next: number[];
  /** The move that the clicks complete. */
  complete: MoveView | null;
}

/** The moves that begin with these clicks. */
export function fitting(view: View, clicked: readonly number[]): MoveView[] {
  return view.moves.filter(
    ({ path }) =>
      path.length >= clicked.length && clicked.every((cell, at) => isSame(view, cell, path[at] as number)),
  );
}

/** The continuations of these clicks. */
export function after(view: View, clicked: readonly number[]): Choice {
  const choice: Choice = { next: [], complete: null };
  for (const move of fitting(view, clicked)) {
    const cell = move.path[clicked.length];
    if (cell === undefined) choice.complete = move;
    else if (!choice.next.includes(cell)) choice.next.push(cell);
  }
  return choice;
}

/** The moves that have no cell on the board, such as a pass. */
export const withoutClick = (view: Pick<View, "moves">): MoveView[] =>
  view.moves.filter(({ path }) => path.length === 0);

/** The pass, if it is legal. */
export const passOf = (view: Pick<View, "moves">): MoveView | undefined =>
  withoutClick(view).find(({ spoken }) => spoken.key === "pass");

/** The number of steps of a move that these clicks complete. If the path is longer than the steps, the first clicks only select. */
export function stepsDone(move: MoveView, clicks: number): number {
  return Math.max(0, clicks - (move.path.length - move.steps.length));
}

/** The effect of a click. */
export type Click =
  /** A move is complete. */
  | { do: "play"; move: MoveView; clicked: number[] }
  /** The selection is incomplete. `mayStop`: a second click on the same cell ends the move here. */
  | { do: "choose"; clicked: number[]; mayStop: boolean }
  /** The selection is cleared. */
  | { do: "release" }
  /** Several moves end on this cell, so the steps must be clicked one by one. */
  | { do: "ambiguous" }
  /** No move matches. */
  | { do: "refuse" };

/** The effect of a click on a cell, after these clicks. */
export function click(view: View, clicked: readonly number[], cell: number): Click {
  const here = after(view, clicked);
  const same = here.next.find(next => isSame(view, next, cell));
  if (same !== undefined) return chosen(view, [...clicked, same]);
  const last = clicked.at(-1);
  if (last !== undefined && isSame(view, last, cell)) {
    return here.complete ? { do: "play", move: here.complete, clicked: [...clicked] } : { do: "release" };
  }
  if (clicked.length > 0) {
    const ends = fitting(view, clicked).filter(move => move.path.at(-1) === cell);
    const [only] = ends;
    if (only && ends.length === 1) return { do: "play", move: only, clicked: [...clicked] };
    if (ends.length > 1) return { do: "ambiguous" };
    // A click on another piece replaces the selection.
    const first = after(view, []).next.find(next => isSame(view, next, cell));
    if (first !== undefined) return chosen(view, [first]);
  }
  return { do: "refuse" };
}

function chosen(view: View, clicked: number[]): Click {
  const { next, complete } = after(view, clicked);
  if (complete && next.length === 0) return { do: "play", move: complete, clicked };
  return { do: "choose", clicked, mayStop: complete !== null };
}

/** Whether moves begin with a piece that is already on the board. */
export function startsOnPiece(view: View): boolean {
  const held = new Set(view.pieces.filter(piece => piece.kind !== "stone").map(piece => piece.square));
  return view.moves.some(({ path }) => held.has(path[0] as number));
}

/** The cells to mark as possible. If moves can go to every empty cell or select a column, only occupied cells are marked. */
export function worthMark(view: View, clicked: readonly number[]): number[] {
  const { next } = after(view, clicked);
  if (clicked.length > 0 || startsOnPiece(view)) return next;
  const { cells, groups } = view.board;
  const taken = new Set(view.pieces.map(piece => piece.square));
  const possible = new Set(next);
  const isAnywhere =
    groups.length > 0 || cells.every(({ square }) => taken.has(square) || possible.has(square));
  return isAnywhere ? next.filter(cell => taken.has(cell)) : next;
}

/** The destination of a move: the cell of a new piece, or the last cell of the path. A move without a path, such as a pass, has none. */
export function target(move: MoveView): number | undefined {
  for (const effect of move.steps.flat()) if (effect.do === "place") return effect.piece.square;
  return move.path.at(-1);
}

/** The origin of a move, if it moves a piece. */
export function origin(move: MoveView): number | undefined {
  for (const effect of move.steps.flat()) if (effect.do === "move") return effect.from;
  return undefined;
}
