/** The visible state of a board at one moment. */

import type { View } from "../protocol.ts";
import { fitting, target } from "./clicks.ts";
import { falls } from "./sheet.ts";
import type { Token } from "./tokens.ts";

/** The value of a move, shown on its cell. */
export interface Pill {
  text: string;
  tone: "win" | "draw" | "loss" | "plain";
  spoken: string;
  /** Larger is better. If several moves share a cell, the best is shown. */
  rank: number;
  best: boolean;
}

export interface Seen {
  view: View;
  coordinates: boolean;
  /** Possible cells that are marked. */
  marks: Set<number>;
  won: Set<number>;
  hinted: Set<number>;
  /** The cell that was clicked last. */
  chosen: number | undefined;
  /** The cell of the dragged piece. */
  lifted: number | null;
  /** Destination and origin of the last move. */
  last: number | undefined;
  origin: number | undefined;
  /** The cell on which a piece would land. */
  landing: number | undefined;
  /** The destination of the move that waits for confirmation. */
  waits: number | undefined;
  pills: Map<number, Pill>;
  pieces: Map<number, Token>;
  /** Captured pieces that are still visible. */
  leaving: readonly Token[];
  /** Pieces that are turning over. */
  turning: ReadonlySet<number>;
  colours: [string, string];
  /** The cell that Tab focuses. */
  rover: number | undefined;
}

/** The values to show, by cell, after some clicks: on the destination of a move, or on the cell that is clicked next. */
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
