/** The games, agents and pictures that the program has (`catalogue.made.json`, which `zermelo serve catalogue` writes). */

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

/** A parameter. What it is for is said by the page's own texts. */
export type ListedParam = Omit<ParamListing, "value" | "help">;

/** A game with its parameters and the presets that people know it by. */
export type ListedGame = Omit<GameListing, "help" | "example" | "evaluators" | "params"> & {
  params: ListedParam[];
};

/** A preset of a game. */
export type ListedPreset = PresetListing;

/** An agent with its parameters. */
export type ListedAgent = Omit<AgentListing, "help" | "example" | "levels" | "params"> & {
  params: ListedParam[];
};

/** A picture of a game that plays itself. */
export interface Picture {
  board: BoardKind;
  /** Columns, rows, planes. */
  size: [number, number, number];
  /** The cells: number, column, row, plane. */
  cells: [number, number, number, number][];
  /** Whose the edges are, where sides connect them. */
  edges?: Side[];
  sides: [string, string];
  /** What stands on the board at the start. */
  pieces: Piece[];
  /** What each move changes. */
  moves: Effect[][];
  winning: number[];
}

interface Catalogue {
  games: ListedGame[];
  agents: ListedAgent[];
  pictures: Record<string, Picture>;
  /** The words for which a catalogue of texts is needed. */
  texts: {
    spoken: { cells: string[]; moves: string[] };
    /** The codes of refused moves. */
    moves: string[];
    /** The server's own codes. */
    server: string[];
  };
}

const catalogue = made as unknown as Catalogue;

export const { games: listedGames, agents: listedAgents, pictures, texts } = catalogue;

/** An agent by its name. */
export const agentOf = (name: string): ListedAgent | undefined =>
  listedAgents.find(agent => agent.name === name);

/** Whether an agent has a parameter. */
export const takes = (name: string, key: string): boolean =>
  agentOf(name)?.params.some(param => param.key === key) ?? false;

const steps = agentOf("level")?.params.find(param => param.key === "n")?.kind;

/** The levels, the weakest first. */
export const LEVELS: readonly number[] =
  steps?.type === "integer" ? Array.from({ length: steps.max ?? 0 }, (_, at) => at + 1) : [];
