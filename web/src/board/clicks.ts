/** The moves of a view as a prefix tree of clicks: what can be clicked next, and when a move is complete. */

import type { MoveView, View } from "../protocol.ts";

/** Whether two cells count as one for a click. */
export function isSame(view: View, a: number, b: number): boolean {
  return a === b || view.board.groups.some(group => group.includes(a) && group.includes(b));
}

/** What some clicks lead to. */
export interface Choice {
  /** The cells that can be clicked next, each once. */
  next: number[];
  /** The move that is complete. */
  complete: MoveView | null;
}

/** The moves that begin with these clicks. */
export function fitting(view: View, clicked: readonly number[]): MoveView[] {
  return view.moves.filter(
    ({ path }) =>
      path.length >= clicked.length && clicked.every((cell, at) => isSame(view, cell, path[at] as number)),
  );
}

/** What these clicks lead to. */
export function after(view: View, clicked: readonly number[]): Choice {
  const choice: Choice = { next: [], complete: null };
  for (const move of fitting(view, clicked)) {
    const cell = move.path[clicked.length];
    if (cell === undefined) choice.complete = move;
    else if (!choice.next.includes(cell)) choice.next.push(cell);
  }
  return choice;
}

/** The moves that are made without a click on the board, such as a pass. */
export const withoutClick = (view: Pick<View, "moves">): MoveView[] =>
  view.moves.filter(({ path }) => path.length === 0);

/** The pass, where one is possible. */
export const passOf = (view: Pick<View, "moves">): MoveView | undefined =>
  withoutClick(view).find(({ spoken }) => spoken.key === "pass");

/** How many steps of a move are done after so many clicks. Where a path is longer than its steps, the first clicks only choose. */
export function stepsDone(move: MoveView, clicks: number): number {
  return Math.max(0, clicks - (move.path.length - move.steps.length));
}

/** What a click does. */
export type Click =
  /** A move is complete. */
  | { do: "play"; move: MoveView; clicked: number[] }
  /** More has to be chosen; `mayStop`: the move may also end here, by clicking the same cell again. */
  | { do: "choose"; clicked: number[]; mayStop: boolean }
  /** The chosen piece is let go. */
  | { do: "release" }
  /** Several moves end there: the steps have to be shown one by one. */
  | { do: "ambiguous" }
  /** Nothing can be done there. */
  | { do: "refuse" };

/** What a click on a cell means after these clicks. */
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
    // Another piece: the first is let go.
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

/** The cells worth a mark: where every empty cell can be chosen, the taken ones that can be chosen too. */
export function worthMark(view: View, clicked: readonly number[]): number[] {
  const { next } = after(view, clicked);
  if (clicked.length > 0 || startsOnPiece(view)) return next;
  const taken = new Set(view.pieces.map(piece => piece.square));
  return next.filter(cell => taken.has(cell));
}

/** Where a move leads: the cell of a new piece, else the last cell of its path; nowhere where it has none, as a pass. */
export function target(move: MoveView): number | undefined {
  for (const effect of move.steps.flat()) if (effect.do === "place") return effect.piece.square;
  return move.path.at(-1);
}

/** Where it began, if a piece moved. */
export function origin(move: MoveView): number | undefined {
  for (const effect of move.steps.flat()) if (effect.do === "move") return effect.from;
  return undefined;
}
