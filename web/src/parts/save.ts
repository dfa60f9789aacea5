/** Files and the clipboard: what is taken along. */

import type { Ending, Shown } from "../protocol.ts";
import type { Seat } from "../session/session.ts";

/** A game as one line of a file of games (docs/records.md). */
export function record(shown: Shown, ending: Ending | null, seats: readonly [Seat, Seat]): string {
  const player = (seat: Seat) => seat.agent ?? "human";
  const winner = ending === null ? null : ending.outcome === "draw" ? "draw" : ending.outcome.win;
  return `${JSON.stringify({
    game: shown.game,
    start: shown.start,
    moves: shown.played,
    winner,
    ...(ending ? { termination: ending.termination } : {}),
    first: player(seats[0]),
    second: player(seats[1]),
    date: new Date().toISOString().replace(/\.\d+Z$/, "Z"),
  })}\n`;
}

/** Gives a person a file. */
export function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Puts a text onto the clipboard; whether it went. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without encryption, or denied: by way of a selection.
    const area = document.createElement("textarea");
    area.value = text;
    area.className = "unseen";
    document.body.append(area);
    area.select();
    const went = document.execCommand("copy");
    area.remove();
    return went;
  }
}
