/**
 * What the server says and takes, as docs/server-protocol.md tells it. Names are those of the wire.
 * Nothing here is a rule of a game.
 */

export type Side = "first" | "second";
export type Wdl = "win" | "draw" | "loss";
export type Outcome = "draw" | { win: Side };
export type Termination =
  | "line"
  | "board_full"
  | "no_move"
  | "repetition"
  | "move_limit"
  | "time"
  | "resignation"
  | "agreement"
  | "illegal_move"
  | "crash"
  | "stall"
  | "disconnect"
  | "adjudication"
  | "abandoned";
export interface Ending {
  outcome: Outcome;
  termination: Termination;
}

export type BoardKind = "grid" | "upright" | "posts" | "cube" | "chequered" | "points";
export type PieceKind = "stone" | "man" | "king";
export interface Phrase {
  key: string;
  args: [string, string][];
}
export interface Cell {
  square: number;
  name: string;
  /** Column from the left, row from the bottom, plane from the front. */
  at: [number, number, number];
  spoken: Phrase;
}
export interface Board {
  kind: BoardKind;
  size: [number, number, number];
  cells: Cell[];
  columns: string[];
  rows: string[];
  planes: string[];
  groups: number[][];
}
export interface SideName {
  id: string;
  text: string;
  mark: string;
}
export interface Piece {
  square: number;
  side: Side;
  kind: PieceKind;
}
export type Effect =
  | { do: "place"; piece: Piece }
  | { do: "move"; from: number; to: number }
  | { do: "remove"; square: number }
  | { do: "promote"; square: number; kind: PieceKind };
export interface MoveView {
  text: string;
  spoken: Phrase;
  path: number[];
  steps: Effect[][];
}
export interface View {
  game: string;
  board: Board;
  sides: [SideName, SideName];
  pieces: Piece[];
  last: MoveView | null;
  winning: number[];
  to_move: Side;
  ply: number;
  ending: Ending | null;
  moves: MoveView[];
}

export interface Place {
  game: string;
  start?: string;
  moves: string[];
}
export interface Shown extends View {
  start: string;
  position: string;
  played: string[];
}

export interface AnalyseRequest extends Place {
  agent?: string;
  lines?: number;
  time_ms?: number;
  nodes?: number;
}
export type Score = number | { win_in: number } | { loss_in: number };
export interface RootLine {
  move: string;
  score: Score | null;
  bound: "exact" | "lower" | "upper";
  share: number | null;
  visits: number;
}
export interface Thought {
  depth: number;
  score: Score | null;
  share: number | null;
  nodes: number;
  playouts: number;
  nps: number | null;
  seconds: number;
  pv: string[];
  best: string | null;
  moves?: RootLine[];
  note?: string;
}
export interface MoveValue {
  move: string;
  value: Wdl | null;
  plies: number | null;
  score: number | null;
}
export interface Values {
  value: Wdl | null;
  plies: number | null;
  score: number | null;
  moves: MoveValue[];
}

export interface Problem {
  code: string;
  message: string;
  at?: number;
  state?: Shown;
}

/* Rooms. */

export type Choice = "first" | "second" | "random";
export type Opponent =
  | { kind: "friend" }
  | { kind: "anyone" }
  | { kind: "pool" }
  | { kind: "computer"; agent: string }
  | { kind: "watch"; first: string; second: string; pace_ms: number };
export type OpponentKind = Opponent["kind"];
export interface NewRoom {
  game: string;
  start?: string;
  opening?: string[];
  opponent: Opponent;
  side?: Choice;
  clock?: string;
}
export type Player = { kind: "person"; id: string; name: string } | { kind: "computer"; agent: string };
export type Stage = "waiting" | "playing" | "ended" | "aborted";
export type Offer = "draw" | "takeback" | "rematch";
export type Saying =
  | "hello"
  | "good_luck"
  | "have_fun"
  | "well_played"
  | "oops"
  | "thanks"
  | "good_game"
  | "goodbye";
export type Claim = "win" | "draw";
export type Action =
  | { do: "move"; ply: number; move: string }
  | { do: "resign" }
  | { do: "offer"; offer: Offer }
  | { do: "decline"; offer: Offer }
  | { do: "abort" }
  | { do: "claim"; claim: Claim }
  | { do: "say"; saying: Saying }
  | { do: "pause"; on: boolean }
  | { do: "pace"; pace_ms: number };
export type ClocksMs = [number, number];
export type What =
  | { what: "joined"; side: Side; player: Player }
  | { what: "began" }
  | { what: "moved"; ply: number; move: string; took_ms: number; clocks_ms?: ClocksMs }
  | { what: "offered"; offer: Offer }
  | { what: "declined"; offer: Offer }
  | { what: "taken_back"; ply: number; clocks_ms?: ClocksMs }
  | { what: "said"; saying: Saying }
  | { what: "ended"; ending: Ending; clocks_ms?: ClocksMs }
  | { what: "aborted" }
  | { what: "rematch"; room: string }
  | { what: "interrupted"; clocks_ms: ClocksMs }
  | { what: "resumed" }
  | { what: "paused"; on: boolean }
  | { what: "paced"; pace_ms: number };
export type Event = { seq: number; at_ms: number; by?: Side; id?: string } & What;
export interface Presence {
  first: boolean;
  second: boolean;
  watchers: number;
  claim_in_ms?: number;
}
export interface RoomState {
  room: string;
  seq: number;
  game: string;
  start: string;
  opponent: OpponentKind;
  clock: string;
  first: Player | null;
  second: Player | null;
  stage: Stage;
  moves: string[];
  took_ms: number[];
  opening: number;
  clocks_ms: ClocksMs | null;
  running: Side | null;
  offers: [Side, Offer][];
  said: [Side, Saying][];
  ending: Ending | null;
  rematch: string | null;
  paused: boolean;
  pace_ms: number;
  presence: Presence;
}
export interface Me {
  id: string;
  name: string;
}
export interface Seek {
  room: string;
  game: string;
  clock: string;
  side: Choice;
  player: Player;
}
export interface Live {
  room: string;
  game: string;
  clock: string;
  first: Player;
  second: Player;
  watchers: number;
}
export interface Pool {
  game: string;
  clock: string;
  waiting: number;
}
export interface Lobby {
  seeks: Seek[];
  pools: Pool[];
  live: Live[];
  playing: number;
  people: number;
}
export type FromClient =
  | { type: "follow"; room: string; since?: number; views: boolean }
  | { type: "unfollow"; room: string }
  | ({ type: "act"; room: string; id: string } & Action)
  | { type: "follow_lobby" }
  | { type: "unfollow_lobby" }
  | { type: "ping" };
export type FromServer =
  | { type: "hello"; version: number; you: Me | null }
  | { type: "state"; you: Side | null; state: RoomState; view?: View }
  | { type: "event"; room: string; event: Event; view?: View }
  | { type: "presence"; room: string; presence: Presence }
  | { type: "lobby"; lobby: Lobby }
  | { type: "pong" }
  | { type: "error"; room?: string; id?: string; error: Problem };

/** The version of the protocol that this page speaks. */
export const VERSION = 1;

export const SIDES: readonly [Side, Side] = ["first", "second"];
export const indexOf = (side: Side): 0 | 1 => (side === "first" ? 0 : 1);
export const other = (side: Side): Side => (side === "first" ? "second" : "first");
