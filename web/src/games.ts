/** The games that the page shows, and what of them can be chosen: the presets of the catalogue. */

import { type ListedGame, type ListedParam, type ListedPreset, listedGames } from "./catalogue.ts";
import type { BoardKind } from "./protocol.ts";
import { parts, spec } from "./session/agent.ts";

/** A number or a choice that belongs to a game. */
export type Param =
  | { key: string; kind: "number"; min: number; max: number; step: number }
  | { key: string; kind: "choice"; options: readonly string[] };

export interface GameEntry {
  /** The name in addresses and texts. */
  id: string;
  /** The specification with all that makes this game. */
  game: string;
  /** What can be chosen. */
  params: readonly Param[];
  /** How its board is drawn. */
  board: BoardKind;
  /** Whether there is a perfect player for it. */
  solved: boolean;
}

/** An entry with what tells it from others. */
interface Known extends GameEntry {
  rank: number;
  /** The family's name. */
  name: string;
  /** The values of the parameters by which it is recognised. */
  marks: Record<string, string>;
  /** The values that the family's parameters have where a specification does not say. */
  defaults: Record<string, string>;
}

const known: readonly Known[] = listedGames
  .flatMap(family => family.presets.map(preset => entry(family, preset)))
  .sort((a, b) => a.rank - b.rank);

/** All games, in the order in which the first page shows them. */
export const games: readonly GameEntry[] = known;

function entry(family: ListedGame, preset: ListedPreset): Known {
  const { id, game, board, solved, rank } = preset;
  const defaults = Object.fromEntries(family.params.map(param => [param.key, param.default ?? ""]));
  const values = { ...defaults, ...parts(game)[1] };
  const marks = Object.fromEntries(preset.marks.map(key => [key, values[key] ?? ""]));
  const params = family.params.filter(param => !preset.marks.includes(param.key)).flatMap(choosable);
  return { id, game, board, solved, rank, name: family.name, marks, defaults, params };
}

/** How a parameter is chosen; nothing where the page has no means to choose it. */
function choosable({ key, kind }: ListedParam): Param[] {
  if (kind.type === "integer" && kind.max !== undefined) {
    return [{ key, kind: "number", min: kind.min, max: kind.max, step: 1 }];
  }
  if (kind.type !== "choice") return [];
  const numbers = kind.words.map(Number);
  const [min = Number.NaN, next = Number.NaN] = numbers;
  const step = next - min;
  // Sizes such as 4, 6, 8 are numbers to count up and down.
  if (numbers.every((number, at) => number === min + at * step)) {
    return [{ key, kind: "number", min, max: min + (numbers.length - 1) * step, step }];
  }
  return [{ key, kind: "choice", options: kind.words }];
}

/** The entry of a game: the preset of its family whose marks it has. */
export function entryOf(game: string): GameEntry | undefined {
  const [name, params] = parts(game);
  const fits = (entry: Known) =>
    entry.name === name &&
    Object.entries(entry.marks).every(([key, value]) => (params[key] ?? entry.defaults[key]) === value);
  return known.find(entry => entry.game === game) ?? known.find(fits);
}

/** The values of a game's parameters, those that its text leaves out too. */
export function valuesOf(game: string): Record<string, string> {
  const [name, params] = parts(game);
  return { ...known.find(entry => entry.name === name)?.defaults, ...params };
}

/** A game's text with these values of its parameters; those that are usual are left out. */
export function withParams({ id, game }: GameEntry, values: Record<string, string>): string {
  const entry = known.find(entry => entry.id === id);
  if (!entry) return game;
  const all: Record<string, string> = { ...values, ...entry.marks };
  const kept = Object.entries(entry.defaults)
    .map(([key, usual]) => [key, all[key] ?? usual, usual] as const)
    .filter(([, value, usual]) => value !== usual);
  return spec(entry.name, Object.fromEntries(kept));
}
