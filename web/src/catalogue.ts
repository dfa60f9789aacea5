/** The games, agents and pictures of the program, from `catalogue.made.json`, which `zermelo serve catalogue` generates. */

import made from "./catalogue.made.json" with { type: "json" };
import type {
  AgentListing,
  BoardKind,
  Effect,
  GameListing,
  ParamListing,
  Piece,
  PresetListing,
  Side,
} from "./protocol.ts";

/** A parameter. The page has its own texts to describe it. */
export type ListedParam = Omit<ParamListing, "value" | "help">;

/** A game with its parameters and presets. */
export type ListedGame = Omit<GameListing, "help" | "example" | "evaluators" | "params"> & {
  params: ListedParam[];
};

export type ListedPreset = PresetListing;

export type ListedAgent = Omit<AgentListing, "help" | "example" | "levels" | "params"> & {
  params: ListedParam[];
};

/** A picture of a game that plays by itself. */
export interface Picture {
  board: BoardKind;
  /** Columns, rows, planes. */
  size: [number, number, number];
  /** The cells: number, column, row, plane. */
  cells: [number, number, number, number][];
  /** The sides to which the edges belong, in games that connect edges. */
  edges?: Side[];
  sides: [string, string];
  /** The pieces at the start. */
  pieces: Piece[];
  /** The effects of each move. */
  moves: Effect[][];
  winning: number[];
}

interface Catalogue {
  games: ListedGame[];
  agents: ListedAgent[];
  pictures: Record<string, Picture>;
  /** The keys for which a text is required. */
  texts: {
    spoken: { cells: string[]; moves: string[] };
    /** Error codes of illegal moves. */
    moves: string[];
    /** Error codes of the server itself. */
    server: string[];
  };
}

const catalogue = made as unknown as Catalogue;

export const { games: listedGames, agents: listedAgents, pictures, texts } = catalogue;

export const agentOf = (name: string): ListedAgent | undefined =>
  listedAgents.find(agent => agent.name === name);

export const takes = (name: string, key: string): boolean =>
  agentOf(name)?.params.some(param => param.key === key) ?? false;

const steps = agentOf("level")?.params.find(param => param.key === "n")?.kind;

/** The levels, from weakest to strongest. */
export const LEVELS: readonly number[] =
  steps?.type === "integer" ? Array.from({ length: steps.max ?? 0 }, (_, at) => at + 1) : [];
