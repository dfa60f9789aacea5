// Made by `npm run types` of docs/openapi.json, which the server's own types make. Not written by hand.
/* biome-ignore-all format: made by a program */
/* biome-ignore-all lint: made by a program */

/** An agent. */
export type AgentListing = {
  /** An example spec. */
  example: string;
  /** A one-line description. */
  help: string;
  /** The levels, if the agent has any. */
  levels?: LevelsListing[];
  /** The name in specs. */
  name: string;
  /** The spec in lists of opponents; absent if the agent is not listed there. */
  offer?: string;
  /** The parameters. */
  params: ParamListing[];
};

/** A request to analyse a position. */
export type AnalyseRequest = {
  /** The agent that analyses. The default: the proven values of the moves where the game has a solver, else `pvs`. */
  agent?: string;
  /** The game's specification. */
  game: string;
  /** The number of best moves in the last event. */
  lines?: number;
  /** The moves from the start position, in the game's notation. */
  moves?: string[];
  /** The node limit. The server's own limit holds as well. */
  nodes?: number;
  /** The start position; the default is the initial position of the game. */
  start?: string;
  /** The time limit in milliseconds. The server's own limit holds as well. */
  time_ms?: number;
};

/** A root move with what a search found about it. */
export type AnalysedMove = {
  /** Whether the score is exact, a lower or an upper bound. */
  bound: Bound;
  /** The move. */
  move: string;
  score: Score | null;
  /** The average result of the playouts, 0 to 1. */
  share: number | null;
  /** The visits of a Monte-Carlo tree search. */
  visits: number;
};

/** The state of a search while it runs, or its decision. */
export type AnalysisInfo = {
  /** The best move; `null` if the agent resigns. */
  best: string | null;
  /** The last completed depth, in plies. */
  depth: Depth;
  /** The best moves, if `lines` asked for them. */
  moves?: AnalysedMove[];
  /** The nodes searched: moves played below the root. */
  nodes: number;
  /** A remark for people. */
  note?: string;
  /** Nodes per second. */
  nps: number | null;
  /** The number of playouts. */
  playouts: number;
  /** The principal variation. */
  pv: string[];
  score: Score | null;
  /** The time of the search, in seconds. */
  seconds: number;
  /** The average result of the playouts for the side to move, 0 (loss) to 1 (win). */
  share: number | null;
};

/** An error of a request or an action. */
export type ApiError = {
  /** The index of the refused move, from 0. */
  at?: number;
  /** A stable code for programs. */
  code: string;
  /** A message for people: what is wrong, and what to do. */
  message: string;
  state?: ViewResponse;
};

/** The cells of a board and their layout. */
export type Board = {
  /** The playing cells. Other places of the board have no cell. */
  cells: Cell[];
  /** The names of the columns from the left, if the notation of moves has them. */
  columns: string[];
  /** The owners of the bottom, right, top and left edge, in games in which sides connect edges. Empty in other games. */
  edges: Side[];
  /** Groups of cells that are equivalent for a click, such as a column into which pieces fall. */
  groups: Square[][];
  /** How to draw the board. */
  kind: BoardKind;
  /** The names of the planes from the front; empty on a board of one plane. */
  planes: string[];
  /** The names of the rows from the bottom, if the notation of moves has them. */
  rows: string[];
  /** The number of columns, rows and planes. */
  size: [number, number, number];
};

/** How a board is drawn. */
export type BoardKind = "grid" | "upright" | "posts" | "cube" | "chequered" | "points" | "hexagons";

/** How a score relates to the true value at its search depth. */
export type Bound = "exact" | "lower" | "upper";

/** One cell. */
export type Cell = {
  /** Column from the left, row from the bottom and plane from the front, each from 0. */
  at: [number, number, number];
  /** A short name. */
  name: string;
  /** The spoken name. */
  spoken: Phrase;
  /** The square. */
  square: Square;
};

/** A chat message. There is no free chat. */
export type ChatPhrase = "hello" | "good_luck" | "have_fun" | "well_played" | "oops" | "thanks" | "good_game" | "goodbye";

/** The result that a player claims after the opponent has left. */
export type Claim = "win" | "draw";

/** A message from a client. */
export type ClientMessage = {
  /** The code of the room. */
  room: string;
  /** The number of the last event that the client received. The server sends the events after it, or the whole state. */
  since?: number;
  type: "follow";
  /** Whether the client wants the `View` with each state, and its changes with each move. */
  views?: boolean;
} | {
  /** The code of the room. */
  room: string;
  type: "unfollow";
} | (RoomAction & {
  /** The client's id for this action, unique in the room. An action that is sent twice with one id is done once. */
  id: string;
  /** The code of the room. */
  room: string;
} & {
  type: "act";
}) | {
  type: "follow_lobby";
} | {
  type: "unfollow_lobby";
} | {
  type: "ping";
};

/** A search depth in plies. */
export type Depth = number;

/** A change on the board. */
export type Effect = {
  do: "place";
  /** The piece. */
  piece: Piece;
} | {
  do: "move";
  /** The origin. */
  from: Square;
  /** The destination. */
  to: Square;
} | {
  do: "remove";
  /** The square of the piece. */
  square: Square;
} | {
  do: "promote";
  /** The new kind. */
  kind: PieceKind;
  /** The square of the piece. */
  square: Square;
} | {
  do: "flip";
  /** The square of the piece. */
  square: Square;
};

/** The end of a game: the outcome and the reason. */
export type Ending = {
  /** The outcome. */
  outcome: Outcome;
  /** The reason. */
  termination: Termination;
};

/** The body of an error response. */
export type ErrorResponse = {
  /** The error. */
  error: ApiError;
};

/** An evaluator. */
export type EvaluatorListing = {
  /** A one-line description. */
  help: string;
  /** The name in specs. */
  name: string;
  /** The parameters. */
  params: ParamListing[];
};

/** What happened in a room. */
export type EventKind = {
  /** The player. */
  player: RoomPlayer;
  /** The side. */
  side: Side;
  what: "joined";
} | {
  what: "began";
} | {
  /** The clocks after the move. */
  clocks_ms?: [number, number];
  /** The move, in canonical notation. */
  move: string;
  /** The number of moves played before it. */
  ply: number;
  /** The time that the move took, in milliseconds, after lag compensation. */
  took_ms: number;
  what: "moved";
} | {
  /** The offer. */
  offer: Offer;
  what: "offered";
} | {
  /** The offer. */
  offer: Offer;
  what: "declined";
} | {
  /** The clocks as they were after that many moves. */
  clocks_ms?: [number, number];
  /** The number of moves left. */
  ply: number;
  what: "taken_back";
} | {
  /** The message. */
  saying: ChatPhrase;
  what: "said";
} | {
  /** The clocks at the end. */
  clocks_ms?: [number, number];
  /** The outcome and its reason. */
  ending: Ending;
  what: "ended";
} | {
  what: "aborted";
} | {
  /** The code of the room of the rematch. */
  room: string;
  what: "rematch";
} | {
  /** The clocks. */
  clocks_ms: [number, number];
  what: "interrupted";
} | {
  what: "resumed";
} | {
  /** Whether the game is paused. */
  on: boolean;
  what: "paused";
} | {
  /** The minimum time between moves, in milliseconds. */
  pace_ms: number;
  what: "paced";
};

/** A game. */
export type GameListing = {
  /** The evaluators. */
  evaluators: EvaluatorListing[];
  /** An example spec. */
  example: string;
  /** A one-line description. */
  help: string;
  /** The name in specs. */
  name: string;
  /** The parameters. */
  params: ParamListing[];
  /** The well-known variants. */
  presets: PresetListing[];
  /** The default evaluator of strong agents. */
  strongest: string;
  /** The default evaluator of textbook agents. */
  textbook: string;
  /** The title for people. */
  title: string;
};

/** The result of an import. */
export type Imported = {
  /** The errors, each with its location in the file. */
  refused: string[];
  /** The codes of the rooms with the imported games. */
  rooms: string[];
};

/** The type of a parameter. */
export type KindListing = {
  /** The greatest value, absent if unlimited. */
  max?: number;
  /** The least value. */
  min: number;
  type: "integer";
} | {
  /** The greatest value. */
  max: number;
  /** The least value. */
  min: number;
  type: "real";
} | {
  type: "choice";
  /** The words. */
  words: string[];
} | {
  type: "duration";
} | {
  type: "memory";
} | {
  type: "spec";
} | {
  type: "text";
} | {
  type: "file";
};

/** The levels for some games. */
export type LevelsListing = {
  /** The agent specs, weakest first. */
  agents: string[];
  /** The names of the games. */
  games: string[];
};

/** A game in progress. */
export type LiveGame = {
  /** The clock. */
  clock: TimeControl;
  /** The player of the first side. */
  first: RoomPlayer;
  /** The game's specification. */
  game: string;
  /** The code of the room. */
  room: string;
  /** The player of the second side. */
  second: RoomPlayer;
  /** The number of watchers. */
  watchers: number;
};

/** The lobby: seeks, pools and games in progress. */
export type Lobby = {
  /** The most watched games in progress, the most watched first. */
  live: LiveGame[];
  /** The number of people connected. */
  people: number;
  /** The number of games in progress. */
  playing: number;
  /** The pools in which people wait. */
  pools: PoolStatus[];
  /** The open seeks. */
  seeks: Seek[];
};

/** The code of a new or joined room. */
export type Made = {
  room: string;
};

/** The proven value of a move, from the point of view of the side that plays it. */
export type MoveValue = {
  /** The move. */
  move: string;
  plies: Ply | null;
  /** The score in the game's own convention. */
  score: number | null;
  value: Wdl | null;
};

/** A legal move for display. */
export type MoveView = Moving & {
  /** The text of the move. */
  text: string;
};

/** How a move is made, and its changes on the board. */
export type Moving = {
  /** The cells to click, in order. No two moves of a position have the same path. Empty for a move that is made without a click, such as a pass: a user interface offers a button or a key for it. */
  path: Square[];
  /** The spoken form. */
  spoken: Phrase;
  /** The changes of each step of the path that changes the board, in order. A move without a path has at most one step. */
  steps: Effect[][];
};

/** A request to become a guest, or to change the name. */
export type NewGuest = {
  /** The name; the server makes one up if it is missing. */
  name?: string;
};

/** A request for a new room, and the settings of its game. */
export type NewRoom = {
  /** The time control. */
  clock?: TimeControl;
  /** The game's specification. */
  game: string;
  /** Moves that are played before the game begins. */
  opening?: string[];
  /** The opponent. */
  opponent: Opponent;
  /** The side of the person who makes the room. */
  side?: SideChoice;
  /** The start position; the default is the initial position of the game. */
  start?: string;
};

/** A proposal of one player to the other. */
export type Offer = "draw" | "takeback" | "rematch";

/** The opponent of the person who makes a room. */
export type Opponent = {
  kind: "friend";
} | {
  kind: "anyone";
} | {
  kind: "pool";
} | {
  /** The specification of its agent, such as `level:n=3`. */
  agent: string;
  kind: "computer";
} | {
  /** The specification of the agent of the first side. */
  first: string;
  kind: "watch";
  /** The minimum time between moves, in milliseconds. */
  pace_ms?: number;
  /** The specification of the agent of the second side. */
  second: string;
};

/** The kind of an [`Opponent`], without its parameters. */
export type OpponentKind = "friend" | "anyone" | "pool" | "computer" | "watch";

/** The result of a game, independent of a point of view. [`Wdl`] is the result of one side. */
export type Outcome = {
  /** A side won. */
  win: Side;
} | "draw";

/** A parameter. */
export type ParamListing = {
  /** The default value, or `null`. */
  default: string | null;
  /** A one-line description. */
  help: string;
  /** The key. */
  key: string;
  /** The accepted values as data. */
  kind: KindListing;
  /** The accepted values, for people. */
  value: string;
};

/** A translatable text: the key of a message with its arguments. */
export type Phrase = {
  /** The named arguments. */
  args: [string, string][];
  /** The key of the message. */
  key: string;
};

/** A piece on the board. */
export type Piece = {
  /** The kind of piece. */
  kind: PieceKind;
  /** The owner. */
  side: Side;
  /** The square of the piece. */
  square: Square;
};

/** Kinds of pieces. */
export type PieceKind = "stone" | "man" | "king";

/** A number of plies (moves of one side): from the start of a game, or as a distance ("wins in 7 plies"). */
export type Ply = number;

/** A pool (one game and one clock) in which people wait to be paired. */
export type PoolStatus = {
  /** The clock. */
  clock: TimeControl;
  /** The game's specification. */
  game: string;
  /** The number of people who wait. */
  waiting: number;
};

/** The proven value of a position and of its moves, from the point of view of the side to move. */
export type PositionValues = {
  /** The legal moves in the order of generation. */
  moves: MoveValue[];
  plies: Ply | null;
  /** The score in the game's own convention. */
  score: number | null;
  value: Wdl | null;
};

/** Which players are connected. It is sent when it changes, and is not stored. */
export type Presence = {
  /** The time in milliseconds until the side that stayed may claim the game; 0 means now. Missing if nobody left. */
  claim_in_ms?: number;
  /** Whether the first player is connected to the room; a computer always is. */
  first: boolean;
  /** Whether the second player is connected. */
  second: boolean;
  /** The number of watchers. */
  watchers: number;
};

/** A well-known game: a family with some parameters fixed. */
export type PresetListing = {
  /** The kind of board. */
  board: BoardKind;
  /** The game spec. */
  game: string;
  /** The id in URLs and in the keys of texts. */
  id: string;
  /** The parameters that distinguish it from other presets of the same game. */
  marks: string[];
  /** The sort key among all presets, ascending. */
  rank: number;
  /** The names of the two sides. */
  sides: [SideName, SideName];
  /** Whether the agent `solver` plays it perfectly. */
  solved: boolean;
  /** The title for people. */
  title: string;
};

/** A guest as everybody sees it: public id and name. */
export type Profile = {
  id: string;
  name: string;
};

/** An action of a person in a room. */
export type RoomAction = {
  do: "move";
  /** The move, in the game's notation. */
  move: string;
  /** The number of moves played before it. The server refuses a move for another position. */
  ply: number;
} | {
  do: "resign";
} | {
  do: "offer";
  /** The offer. */
  offer: Offer;
} | {
  do: "decline";
  /** The offer. */
  offer: Offer;
} | {
  do: "abort";
} | {
  /** The claimed result. */
  claim: Claim;
  do: "claim";
} | {
  do: "say";
  /** The message. */
  saying: ChatPhrase;
} | {
  do: "pause";
  /** Whether the game is paused. */
  on: boolean;
} | {
  do: "pace";
  /** The time in milliseconds. */
  pace_ms: number;
};

/** An event in a room. It is stored before it is sent. */
export type RoomEvent = EventKind & {
  /** The time of the event: milliseconds since 1970, UTC. */
  at_ms: number;
  by?: Side;
  /** The client's id of the action that caused it. */
  id?: string;
  /** The number of the event, from 1 without gaps. */
  seq: number;
};

/** A page of rooms, the newest first. */
export type RoomList = {
  /** The value of `before` that asks for the next, older page; missing on the last page. */
  more?: string;
  /** The rooms. */
  rooms: RoomSummary[];
};

/** The player of a side. */
export type RoomPlayer = {
  /** The public id. */
  id: string;
  kind: "person";
  /** The name. */
  name: string;
} | {
  /** Its specification. */
  agent: string;
  kind: "computer";
};

/** The state of a room. On server and clients, events change it by [`apply`](Self::apply). */
export type RoomState = RoomStatus & {
  /** The time control. */
  clock: TimeControl;
  /** The game's specification. */
  game: string;
  /** The moves, in canonical notation. */
  moves: string[];
  /** The number of moves that belong to the opening. */
  opening: number;
  /** The kind of opponent that the owner of the room asked for. */
  opponent: OpponentKind;
  /** Which players are connected. */
  presence: Presence;
  /** The code of the room. */
  room: string;
  /** The number of the last event. */
  seq: number;
  /** The text of the start position. */
  start: string;
  /** The time of each move in milliseconds; 0 for moves of the opening. */
  took_ms: number[];
};

/** All that events change in a room except its list of moves. */
export type RoomStatus = {
  /** The clocks, in milliseconds; `null` without a time control. */
  clocks_ms: [number, number] | null;
  ending: Ending | null;
  first: RoomPlayer | null;
  /** The open offers, each with the side that made it. */
  offers: (["first" | "second", "draw" | "takeback" | "rematch"])[];
  /** The minimum time between moves of a game between computers, in milliseconds. */
  pace_ms: number;
  /** Whether a game between computers is paused. */
  paused: boolean;
  /** The code of the room of the rematch. */
  rematch: string | null;
  running: Side | null;
  /** The last chat messages, each with the side that sent it. */
  said: (["first" | "second", "hello" | "good_luck" | "have_fun" | "well_played" | "oops" | "thanks" | "good_game" | "goodbye"])[];
  second: RoomPlayer | null;
  /** The stage of the room. */
  stage: Stage;
};

/** A room in a list. */
export type RoomSummary = {
  /** When the room was made: milliseconds since 1970, UTC. */
  created_ms: number;
  /** When the game ended: milliseconds since 1970, UTC. */
  ended_ms: number | null;
  /** The name of the first player. */
  first: string;
  /** The game's specification. */
  game: string;
  outcome: Outcome | null;
  /** The number of moves played. */
  plies: number;
  /** The code of the room. */
  room: string;
  /** The name of the second player. */
  second: string;
  /** The stage of the room. */
  stage: Stage;
  termination: Termination | null;
};

/** An estimate as a number, or the number of plies in which the side wins or loses */
export type Score = number | {
  win_in: number;
} | {
  loss_in: number;
};

/** A person who waits for any opponent. */
export type Seek = {
  /** The clock. */
  clock: TimeControl;
  /** The game's specification. */
  game: string;
  /** The person who waits. */
  player: RoomPlayer;
  /** The code of the room. */
  room: string;
  /** The side that the opponent will play. */
  side: SideChoice;
};

/** A message from the server. */
export type ServerMessage = {
  type: "hello";
  /** The version of the protocol. */
  version: number;
  you: Profile | null;
} | {
  /** The state of the room. */
  state: RoomState;
  type: "state";
  view?: View;
  you: Side | null;
} | {
  /** The event. */
  event: RoomEvent;
  /** The code of the room. */
  room: string;
  status?: RoomStatus;
  type: "event";
  view?: ViewUpdate;
} | {
  /** The presence of players and watchers. */
  presence: Presence;
  /** The code of the room. */
  room: string;
  type: "presence";
} | {
  /** Seeks, pools and games in progress. */
  lobby: Lobby;
  type: "lobby";
} | {
  type: "pong";
} | {
  /** The error. */
  error: ApiError;
  /** The id of the refused action. */
  id?: string;
  /** The code of the room, if the error belongs to one. */
  room?: string;
  type: "error";
};

/** One of the two players. `First` moves first in the initial position of a game.  [`Scene::side_names`](crate::Scene::side_names) has the names of the sides, such as red and yellow. */
export type Side = "first" | "second";

/** The requested side. */
export type SideChoice = "first" | "second" | "random";

/** The name of a side. */
export type SideName = {
  /** An identifier for programs and translations: `yellow`. */
  id: string;
  /** A character for its pieces on text displays. */
  mark: string;
  /** The English name: `Yellow`. */
  text: string;
};

/** A square of a board: the index of its bit in the bitboards of the game. */
export type Square = number;

/** The stage of a room. */
export type Stage = "waiting" | "playing" | "ended" | "aborted";

/** Why a game is over. */
export type Termination = "line" | "board_full" | "no_move" | "points" | "connection" | "repetition" | "move_limit" | "time" | "resignation" | "agreement" | "illegal_move" | "crash" | "stall" | "disconnect" | "adjudication" | "abandoned";

/** A clock: `none`, `300+3`, `move=30` or `days=3` */
export type TimeControl = string;

/** The state of a game for display. */
export type View = {
  /** The board. */
  board: Board;
  ending: Ending | null;
  /** The game's specification. */
  game: string;
  last: MoveView | null;
  /** The legal moves, in the order of generation; empty if the game is over. */
  moves: MoveView[];
  /** The pieces on the board. */
  pieces: Piece[];
  /** The number of moves played. */
  ply: Ply;
  /** The names of the sides. */
  sides: [SideName, SideName];
  /** The side to move. */
  to_move: Side;
  /** The cells of the winning lines. */
  winning: Square[];
};

/** A position: the game, a start position and the moves from there. */
export type ViewRequest = {
  /** The game's specification. */
  game: string;
  /** The moves from the start position, in the game's notation. */
  moves?: string[];
  /** The start position; the default is the initial position of the game. */
  start?: string;
};

/** The view of a position: board, pieces and legal moves. */
export type ViewResponse = View & {
  /** The moves played, in canonical notation. */
  played: string[];
  /** The text of the current position. */
  position: string;
  /** The text of the start position. */
  start: string;
};

/** The part of a view that changes during a game: all but the board. */
export type ViewUpdate = {
  ending: Ending | null;
  last: MoveView | null;
  /** The legal moves in the order of generation; empty after the end of the game. */
  moves: MoveView[];
  /** The pieces on the board. */
  pieces: Piece[];
  /** The number of moves played. */
  ply: Ply;
  /** The side to move. */
  to_move: Side;
  /** The cells of the winning lines. */
  winning: Square[];
};

/** Win, draw or loss of one side. A better result is greater. */
export type Wdl = "loss" | "draw" | "win";
