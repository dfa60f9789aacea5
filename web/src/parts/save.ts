/** Import and export of files, and the clipboard. */

import { convert, type FileKind } from "../api.ts";
import type { Ending, ViewResponse } from "../protocol.ts";
import type { Seat } from "../session/session.ts";

/** The largest file that the server accepts, in bytes. */
export const MAX_FILE = 1 << 20;

const ENDINGS: Record<FileKind, string> = { json: "jsonl", csv: "csv", pdn: "pdn" };
const TYPES: Record<FileKind, string> = {
  json: "application/jsonl",
  csv: "text/csv",
  pdn: "application/x-draughts-pdn",
};

/** The file formats in which a game can be saved. PDN is only for draughts. */
export const kindsOf = ({ board }: ViewResponse): FileKind[] =>
  board.kind === "chequered" ? ["json", "csv", "pdn"] : ["json", "csv"];

/** A game as one line of a JSON Lines file (docs/records.md). */
export function record(shown: ViewResponse, ending: Ending | null, seats: readonly [Seat, Seat]): string {
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

/** Downloads a game that this page keeps. The server converts it to formats other than JSON. */
export async function save(line: string, game: string, kind: FileKind): Promise<void> {
  const text = kind === "json" ? line : await convert(line, "json", kind);
  download(`zermelo-${game.split(":")[0]}.${ENDINGS[kind]}`, TYPES[kind], text);
}

/** Guesses the format of a file from its first line. */
export function kindOf(text: string): FileKind {
  const [first = ""] = text
    .replace(/^\uFEFF/, "")
    .trimStart()
    .split("\n", 1);
  if (first.startsWith("{")) return "json";
  return /(^|,)"?moves"?\s*(,|$)/.test(first) ? "csv" : "pdn";
}

/** An imported game. */
export interface Brought {
  game: string;
  start: string;
  moves: string[];
  /** The number of games in the file; this is the first. */
  count: number;
}

/** Imports a file of games in any format. */
export async function bring(text: string): Promise<Brought> {
  const lines = (await convert(text, kindOf(text), "json")).trim().split("\n");
  const { game, start, moves } = JSON.parse(lines[0] ?? "") as Brought;
  return { game, start: start ?? "", moves, count: lines.length };
}

function download(name: string, type: string, text: string): void {
  const url = URL.createObjectURL(new Blob([text], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Copies a text to the clipboard. Returns whether it succeeded. */
export async function copy(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without HTTPS or without permission: copy from a selection instead.
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
