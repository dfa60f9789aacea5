/** The games that the page shows, and what of them can be chosen. How they are played is the server's. */

import { parts, spec } from "./session/agent.ts";

/** A number or a choice that belongs to a game. */
export type Param =
  | { key: string; kind: "number"; min: number; max: number; default: number; step?: number }
  | { key: string; kind: "choice"; options: readonly string[]; default: string };

export interface GameEntry {
  /** The name in addresses and texts. */
  id: string;
  /** The specification with all that makes this game. */
  game: string;
  /** What can be chosen. */
  params: readonly Param[];
  /** Games of the same rules that people know by a name. */
  variants: readonly { id: string; game: string }[];
}

const size = (key: string, min: number, max: number, initial: number, step = 1): Param => ({
  key,
  kind: "number",
  min,
  max,
  default: initial,
  step,
});

export const games: readonly GameEntry[] = [
  {
    id: "connect4",
    game: "connect4",
    params: [size("width", 1, 16, 7), size("height", 1, 16, 6), size("k", 1, 16, 4)],
    variants: [],
  },
  { id: "tictactoe", game: "tictactoe", params: [], variants: [] },
  {
    id: "gomoku",
    game: "mnk",
    params: [size("width", 1, 15, 15), size("height", 1, 15, 15), size("k", 1, 15, 5)],
    variants: [],
  },
  {
    id: "checkers",
    game: "draughts-english",
    params: [size("size", 4, 12, 8, 2)],
    variants: [],
  },
  {
    id: "draughts",
    game: "draughts-international",
    params: [size("size", 6, 12, 10, 2)],
    variants: [],
  },
  {
    id: "teeko",
    game: "teeko",
    params: [
      { key: "variant", kind: "choice", options: ["standard", "advanced"], default: "standard" },
      { key: "first-centre", kind: "choice", options: ["on", "off"], default: "on" },
    ],
    variants: [],
  },
  {
    id: "connect3d",
    game: "connect3d",
    params: [size("width", 1, 8, 6), size("depth", 1, 8, 5), size("height", 1, 8, 5), size("k", 1, 8, 4)],
    variants: [],
  },
  {
    id: "qubic",
    game: "connect3d:width=4,depth=4,height=4,gravity=off",
    params: [],
    variants: [],
  },
];

/** The entry of a game: by its whole text, else by its name. */
export function entryOf(game: string): GameEntry | undefined {
  const [name, params] = parts(game);
  if (name === "connect3d" && params.gravity === "off") return games.find(entry => entry.id === "qubic");
  if (name === "mnk" && params.width === "3" && params.height === "3" && params.k === "3") {
    return games.find(entry => entry.id === "tictactoe");
  }
  return games.find(entry => entry.game === game) ?? games.find(entry => parts(entry.game)[0] === name);
}

/** A game's text with these values of its parameters; those that are usual are left out. */
export function withParams(entry: GameEntry, values: Record<string, string>): string {
  if (entry.params.length === 0) return entry.game;
  const [name] = parts(entry.game);
  const kept = entry.params
    .map(param => [param.key, values[param.key] ?? ""] as const)
    .filter(
      ([key, value]) => value !== "" && value !== String(entry.params.find(p => p.key === key)?.default),
    );
  return spec(name, Object.fromEntries(kept));
}
