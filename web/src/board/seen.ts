/** What is to be seen on a board at one moment, beside its pieces. */

import type { View } from "../protocol.ts";
import { fitting, target } from "./clicks.ts";
import { falls } from "./sheet.ts";
import type { Token } from "./tokens.ts";

/** What a move is worth, to be written over it. */
export interface Pill {
  text: string;
  tone: "win" | "draw" | "loss" | "plain";
  spoken: string;
  /** Larger is better; the best of several moves from one cell is shown. */
  rank: number;
  best: boolean;
}

export interface Seen {
  view: View;
  coordinates: boolean;
  /** Cells that can be chosen, where that is worth a mark. */
  marks: Set<number>;
  won: Set<number>;
  hinted: Set<number>;
  /** The cell that was clicked last. */
  chosen: number | undefined;
  /** The cell whose piece is in the hand. */
  lifted: number | null;
  /** Where the last move led, and where it began. */
  last: number | undefined;
  origin: number | undefined;
  /** Where a piece would come to lie. */
  landing: number | undefined;
  /** Where the move leads that waits. */
  waits: number | undefined;
  pills: Map<number, Pill>;
  pieces: Map<number, Token>;
  /** Captured pieces that are still to be seen. */
  leaving: readonly Token[];
  /** Pieces that turn over. */
  turning: ReadonlySet<number>;
  colours: [string, string];
  /** The cell that Tab goes to. */
  rover: number | undefined;
}

/** Over which cells moves are told to be worth what, after some clicks: where a piece would land, else what is clicked next. */
export function pillsByCell(
  view: View,
  clicked: readonly number[],
  pills: ReadonlyMap<string, Pill>,
): Map<number, Pill> {
  const found = new Map<number, Pill>();
  if (pills.size === 0) return found;
  for (const move of fitting(view, clicked)) {
    const pill = pills.get(move.text);
    const cell = move.path[clicked.length] ?? move.path.at(-1);
    if (!pill || cell === undefined) continue;
    const shownAt = falls(view.board) ? (target(move) ?? cell) : cell;
    const before = found.get(shownAt);
    if (!before || before.rank < pill.rank) found.set(shownAt, pill);
  }
  return found;
}
