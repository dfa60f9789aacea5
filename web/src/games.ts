/** The games that the page shows, with the parameters that can be set. They are the presets of the catalogue. */

import { type ListedGame, type ListedParam, type ListedPreset, listedGames } from "./catalogue.ts";
import type { BoardKind } from "./protocol.ts";
import { parts, spec } from "./session/agent.ts";

/** A parameter of a game, as shown in the set-up. */
export type Param =
  | { key: string; kind: "number"; min: number; max: number; step: number }
  | { key: string; kind: "choice"; options: readonly string[] };

export interface GameEntry {
  /** The name used in addresses and text ids. */
  id: string;
  /** The full specification of the preset. */
  game: string;
  /** The parameters that can be set. */
  params: readonly Param[];
  /** The kind of drawing of its board. */
  board: BoardKind;
  /** Whether a perfect player exists for it. */
  solved: boolean;
}

/** An entry with the data needed to recognise it from a specification. */
interface Known extends GameEntry {
  rank: number;
  /** The name of the game family. */
  name: string;
  /** The parameter values by which the preset is recognised. */
  marks: Record<string, string>;
  /** The default values of the family's parameters. */
  defaults: Record<string, string>;
}

const known: readonly Known[] = listedGames
  .flatMap(family => family.presets.map(preset => entry(family, preset)))
  .sort((a, b) => a.rank - b.rank);

/** All games, in the order of the home screen. */
export const games: readonly GameEntry[] = known;

function entry(family: ListedGame, preset: ListedPreset): Known {
  const { id, game, board, solved, rank } = preset;
  const defaults = Object.fromEntries(family.params.map(param => [param.key, param.default ?? ""]));
  const values = { ...defaults, ...parts(game)[1] };
  const marks = Object.fromEntries(preset.marks.map(key => [key, values[key] ?? ""]));
  const params = family.params.filter(param => !preset.marks.includes(param.key)).flatMap(choosable);
  return { id, game, board, solved, rank, name: family.name, marks, defaults, params };
}

/** The control for a parameter; empty if the page has no control for its type. */
function choosable({ key, kind }: ListedParam): Param[] {
  if (kind.type === "integer" && kind.max !== undefined) {
    return [{ key, kind: "number", min: kind.min, max: kind.max, step: 1 }];
  }
  if (kind.type !== "choice") return [];
  const numbers = kind.words.map(Number);
  const [min = Number.NaN, next = Number.NaN] = numbers;
  const step = next - min;
  // Evenly spaced sizes, such as 4, 6, 8, are shown as a number with a step.
  if (numbers.every((number, at) => number === min + at * step)) {
    return [{ key, kind: "number", min, max: min + (numbers.length - 1) * step, step }];
  }
  return [{ key, kind: "choice", options: kind.words }];
}

/** The entry of a game specification: the preset of its family whose marks match. */
export function entryOf(game: string): GameEntry | undefined {
  const [name, params] = parts(game);
  const fits = (entry: Known) =>
    entry.name === name &&
    Object.entries(entry.marks).every(([key, value]) => (params[key] ?? entry.defaults[key]) === value);
  return known.find(entry => entry.game === game) ?? known.find(fits);
}

/** The parameter values of a specification, with defaults for those that it omits. */
export function valuesOf(game: string): Record<string, string> {
  const [name, params] = parts(game);
  return { ...known.find(entry => entry.name === name)?.defaults, ...params };
}

/** The specification with these parameter values. Default values are omitted. */
export function withParams({ id, game }: GameEntry, values: Record<string, string>): string {
  const entry = known.find(entry => entry.id === id);
  if (!entry) return game;
  const all: Record<string, string> = { ...values, ...entry.marks };
  const kept = Object.entries(entry.defaults)
    .map(([key, usual]) => [key, all[key] ?? usual, usual] as const)
    .filter(([, value, usual]) => value !== usual);
  return spec(entry.name, Object.fromEntries(kept));
}
