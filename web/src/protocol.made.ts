// Made by `npm run types` of docs/openapi.json, which the server's own types make. Not written by hand.
/* biome-ignore-all format: made by a program */
/* biome-ignore-all lint: made by a program */

/** What somebody does in a room. */
export type Action = {
  do: "move";
  /** The move, in the game's notation. */
  move: string;
  /** How many moves were played before it; another number is refused. */
  ply: number;
} | {
  do: "resign";
} | {
  do: "offer";
  /** What. */
  offer: Offer;
} | {
  do: "decline";
  /** What. */
  offer: Offer;
} | {
  do: "abort";
} | {
  /** What. */
  claim: Claim;
  do: "claim";
} | {
  do: "say";
  /** What. */
  saying: Saying;
} | {
  do: "pause";
  /** Whether it stands still. */
  on: boolean;
} | {
  do: "pace";
  /** In milliseconds. */
  pace_ms: number;
};

/** An agent. */
export type AgentListing = {
  /** A specification. */
  example: string;
  /** What it is. */
  help: string;
  /** What its levels stand for, where it has some. */
  levels?: LevelsListing[];
  /** Its name in specifications. */
  name: string;
  /** The specification that people are offered who look for an opponent; absent: none. */
  offer?: string;
  /** Its parameters. */
  params: ParamListing[];
};

/** A wish to know what a position is worth. */
export type AnalyseRequest = {
  /** Who thinks. Not given: the values of the moves where the game is solved, else the strong search. */
  agent?: string;
  /** The game's specification. */
  game: string;
  /** How many of the best moves the last answer tells. */
  lines?: number;
  /** The moves since. */
  moves?: string[];
  /** The nodes that it may take; the server has a limit of its own. */
  nodes?: number;
  /** The position that it starts from; the initial one if not given. */
  start?: string;
  /** The time that it may take, in milliseconds; the server has a limit of its own. */
  time_ms?: number;
};

/** The cells of a board and how they lie. */
export type Board = {
  /** The cells that can be used. Where a place has none, the board has a place that is not played on. */
  cells: Cell[];
  /** The names of the columns from left to right, as moves use them; empty where moves do not. */
  columns: string[];
  /** Whose the edges are, in a game whose sides connect edges: bottom, right, top, left. Empty in other games. */
  edges: Side[];
  /** Cells that count as one for a click, such as a column into which pieces fall. A cell in none counts by itself. */
  groups: Square[][];
  /** How to draw it. */
  kind: BoardKind;
  /** The names of the planes from the front; empty where there is one. */
  planes: string[];
  /** The names of the rows from the bottom; empty where moves do not use them. */
  rows: string[];
  /** Columns, rows, planes. */
  size: [number, number, number];
};

/** How a board is drawn. */
export type BoardKind = "grid" | "upright" | "posts" | "cube" | "chequered" | "points" | "hexagons";

/** What a score says of the true value at its depth. */
export type Bound = "exact" | "lower" | "upper";

/** One cell. */
export type Cell = {
  /** Column from the left, row from the bottom, plane from the front; from 0. */
  at: [number, number, number];
  /** Its short name. */
  name: string;
  /** How it is spoken of. */
  spoken: Phrase;
  /** Its number. */
  square: Square;
};

/** A choice of sides. */
export type Choice = "first" | "second" | "random";

/** What is claimed when the opponent has left. */
export type Claim = "win" | "draw";

/** How many plies below the root a search looks. */
export type Depth = number;

/** A change on the board. */
export type Effect = {
  do: "place";
  /** The piece. */
  piece: Piece;
} | {
  do: "move";
  /** From here. */
  from: Square;
  /** To here. */
  to: Square;
} | {
  do: "remove";
  /** From here. */
  square: Square;
} | {
  do: "promote";
  /** What it becomes. */
  kind: PieceKind;
  /** Where. */
  square: Square;
} | {
  do: "flip";
  /** Where. */
  square: Square;
};

/** A finished game: who won and why it is over. */
export type Ending = {
  /** Who won. */
  outcome: Outcome;
  /** Why it is over. */
  termination: Termination;
};

/** Rooms, the newest first. */
export type Entries = {
  /** What to ask for as `before` to get those that are older; none: there are none. */
  more?: string;
  /** The rooms. */
  rooms: Entry[];
};

/** A room in a list. */
export type Entry = {
  /** When it was made: milliseconds since 1970, UTC. */
  created_ms: number;
  /** When it ended. */
  ended_ms: number | null;
  /** The name of the first player. */
  first: string;
  /** The game's specification. */
  game: string;
  outcome: Outcome | null;
  /** How many moves were played. */
  plies: number;
  /** Its code. */
  room: string;
  /** The name of the second player. */
  second: string;
  /** How far it is. */
  stage: Stage;
  termination: Termination | null;
};

/** An evaluator. */
export type EvaluatorListing = {
  /** What it knows. */
  help: string;
  /** Its name in specifications. */
  name: string;
  /** Its parameters. */
  params: ParamListing[];
};

/** Something that happened in a room. It is stored before it is told. */
export type Event = What & {
  /** When: milliseconds since 1970, UTC. */
  at_ms: number;
  by?: Side;
  /** The id of the action that brought it about, which whoever sent it chose. */
  id?: string;
  /** Its number, from 1 without gaps. */
  seq: number;
};

/** The body of an answer that is an error. */
export type Failure = {
  /** What was wrong. */
  error: Problem;
};

/** What a client says. */
export type FromClient = {
  /** Its code. */
  room: string;
  /** The number of the last event that it heard: it gets those since, or the whole state. */
  since?: number;
  type: "follow";
  /** Whether it wants the `View` with each state, and what changes of it with each move. */
  views?: boolean;
} | {
  /** Its code. */
  room: string;
  type: "unfollow";
} | (Action & {
  /** A name of its own for this action, unique in the room: what is sent twice is done once. */
  id: string;
  /** Its code. */
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

/** What the server says. */
export type FromServer = {
  type: "hello";
  /** The version of the protocol. */
  version: number;
  you: Me | null;
} | {
  /** The room. */
  state: RoomState;
  type: "state";
  view?: View;
  you: Side | null;
} | {
  /** What. */
  event: Event;
  /** Where. */
  room: string;
  status?: RoomStatus;
  type: "event";
  view?: Seen;
} | {
  /** Who. */
  presence: Presence;
  /** Where. */
  room: string;
  type: "presence";
} | {
  /** All of them. */
  lobby: Lobby;
  type: "lobby";
} | {
  type: "pong";
} | {
  /** Why. */
  error: Problem;
  /** Which action. */
  id?: string;
  /** In which room. */
  room?: string;
  type: "error";
};

/** A game. */
export type GameListing = {
  /** The evaluators of its positions. */
  evaluators: EvaluatorListing[];
  /** A specification. */
  example: string;
  /** What it is. */
  help: string;
  /** Its name in specifications. */
  name: string;
  /** Its parameters. */
  params: ParamListing[];
  /** What people know it by. */
  presets: PresetListing[];
  /** The evaluator that strong players take by default. */
  strongest: string;
  /** The evaluator that textbook players take by default. */
  textbook: string;
  /** What people call it. */
  title: string;
};

/** What became of a file. */
export type Imported = {
  /** What was refused, with its place. */
  refused: string[];
  /** The rooms in which its games are. */
  rooms: string[];
};

/** What a parameter takes. */
export type KindListing = {
  /** The greatest; absent: none. */
  max?: number;
  /** The least. */
  min: number;
  type: "integer";
} | {
  /** The greatest. */
  max: number;
  /** The least. */
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

/** What the levels of some games stand for, the weakest first. */
export type LevelsListing = {
  /** The agents. */
  agents: string[];
  /** The games, by name. */
  games: string[];
};

/** A game that goes on. */
export type Live = {
  /** The clock. */
  clock: TimeControl;
  /** Who plays the first side. */
  first: Player;
  /** The game's specification. */
  game: string;
  /** The room. */
  room: string;
  /** Who plays the second side. */
  second: Player;
  /** How many watch. */
  watchers: number;
};

/** What goes on. */
export type Lobby = {
  /** Games that go on, the most watched first; not all of them. */
  live: Live[];
  /** How many people are connected. */
  people: number;
  /** How many games go on. */
  playing: number;
  /** Pools in which somebody waits. */
  pools: Pool[];
  /** Who waits for anybody. */
  seeks: Seek[];
};

/** Where one plays. */
export type Made = {
  room: string;
};

/** Who one is. */
export type Me = {
  /** For all to see. */
  id: string;
  /** For all to see, too. */
  name: string;
};

/** The proven value of a move, from the view of the side that plays it. */
export type MoveValue = {
  /** The move. */
  move: string;
  plies: Ply | null;
  /** The game's usual score. */
  score: number | null;
  value: Wdl | null;
};

/** A legal move, ready to be shown. */
export type MoveView = Moving & {
  /** Its text. */
  text: string;
};

/** How a move is made and what it does. */
export type Moving = {
  /** The cells to click, in order. No two moves of a position have the same path. Empty for a move that is made without a click, such as a pass: a front end offers a button or a key for it. */
  path: Square[];
  /** The spoken form. */
  spoken: Phrase;
  /** What happens with each step of the path that changes the board, in order. A move without a path has one step at most. */
  steps: Effect[][];
};

/** A name that somebody would like to have. */
export type NewGuest = {
  /** The name; one is made up if it is not given. */
  name?: string;
};

/** A wish for a game. */
export type NewRoom = {
  /** With which clock. */
  clock?: TimeControl;
  /** The game's specification. */
  game: string;
  /** Moves that are played before the players begin. */
  opening?: string[];
  /** Against whom. */
  opponent: Opponent;
  /** On which side. */
  side?: Choice;
  /** The position that it starts from; the initial one if not given. */
  start?: string;
};

/** What one player proposes to the other. */
export type Offer = "draw" | "takeback" | "rematch";

/** Against whom one plays. */
export type Opponent = {
  kind: "friend";
} | {
  kind: "anyone";
} | {
  kind: "pool";
} | {
  /** Its specification, such as `level:n=3`. */
  agent: string;
  kind: "computer";
} | {
  /** Who plays the first side. */
  first: string;
  kind: "watch";
  /** How long each move stands at least, in milliseconds. */
  pace_ms?: number;
  /** Who plays the second side. */
  second: string;
};

/** The kind of an [`Opponent`], without its figures. */
export type OpponentKind = "friend" | "anyone" | "pool" | "computer" | "watch";

/** Who won. Absolute: it does not depend on who asks. [`Wdl`] is the same from one side's view. */
export type Outcome = {
  /** That side won. */
  win: Side;
} | "draw";

/** A parameter. */
export type ParamListing = {
  /** `null`: none. */
  default: string | null;
  /** What it is for. */
  help: string;
  /** Its name. */
  key: string;
  /** The same as data. */
  kind: KindListing;
  /** What it takes, in words. */
  value: string;
};

/** Something to be said, as data: a key of a catalogue of texts with its arguments. Never glued from strings. */
export type Phrase = {
  /** The arguments, named. */
  args: [string, string][];
  /** The key. */
  key: string;
};

/** What stands on a cell. */
export type Piece = {
  /** What it is. */
  kind: PieceKind;
  /** Whose. */
  side: Side;
  /** Where. */
  square: Square;
};

/** Kinds of pieces. */
export type PieceKind = "stone" | "man" | "king";

/** Where a game stands: the rules, a start and the moves since. */
export type Place = {
  /** The game's specification. */
  game: string;
  /** The moves since, in the game's notation. */
  moves?: string[];
  /** The position that it starts from; the initial one if not given. */
  start?: string;
};

/** Who sits at a side. */
export type Player = {
  /** Who it is, for all to see. */
  id: string;
  kind: "person";
  /** What they call themselves. */
  name: string;
} | {
  /** Its specification. */
  agent: string;
  kind: "computer";
};

/** A number of moves played, each side's counted. From the start of a game, or as a distance ("wins in 7 plies"). */
export type Ply = number;

/** A pool in which somebody waits. */
export type Pool = {
  /** The clock. */
  clock: TimeControl;
  /** The game's specification. */
  game: string;
  /** How many wait. */
  waiting: number;
};

/** Who is there. It is told when it changes, and is not kept. */
export type Presence = {
  /** In how many milliseconds the side that is there may claim the game, because the other left; 0: now. */
  claim_in_ms?: number;
  /** Whether the first player follows the room; a computer always does. */
  first: boolean;
  /** Whether the second player does. */
  second: boolean;
  /** How many others do. */
  watchers: number;
};

/** A game as people look for it: a family with some of its parameters chosen. */
export type PresetListing = {
  /** How its board is drawn. */
  board: BoardKind;
  /** The specification. */
  game: string;
  /** Its name in addresses and in the keys of texts. */
  id: string;
  /** The parameters that tell it from the other presets of the same game. */
  marks: string[];
  /** Its rank among the presets of all games, the first first. */
  rank: number;
  /** What people call the two sides. */
  sides: [SideName, SideName];
  /** Whether there is a perfect player for it. */
  solved: boolean;
  /** What people call it. */
  title: string;
};

/** An error: what was wrong and what would be right. */
export type Problem = {
  /** Which move was refused, counted from 0. */
  at?: number;
  /** A stable code for programs. */
  code: string;
  /** The same in words. */
  message: string;
  state?: Shown;
};

/** A room as it stands. Events change it ([`apply`](Self::apply)), wherever it is kept. */
export type RoomState = RoomStatus & {
  /** The clock. */
  clock: TimeControl;
  /** The game's specification. */
  game: string;
  /** The moves, in their usual text. */
  moves: string[];
  /** How many of the moves are the opening. */
  opening: number;
  /** Whom whoever made the room wished to play. */
  opponent: OpponentKind;
  /** Who is there. */
  presence: Presence;
  /** Its code. */
  room: string;
  /** The number of the last event. */
  seq: number;
  /** The text of the position that it started from. */
  start: string;
  /** How long each took, in milliseconds; 0 for those of the opening. */
  took_ms: number[];
};

/** What events change of a room, all but the list of moves. */
export type RoomStatus = {
  /** What the clocks show now. */
  clocks_ms: [number, number] | null;
  ending: Ending | null;
  first: Player | null;
  /** The proposals that stand. */
  offers: (["first" | "second", "draw" | "takeback" | "rematch"])[];
  /** How long each move of a computer's game stands at least, in milliseconds. */
  pace_ms: number;
  /** Whether a computer's game stands still. */
  paused: boolean;
  /** Where the players play again. */
  rematch: string | null;
  running: Side | null;
  /** What was said last. */
  said: (["first" | "second", "hello" | "good_luck" | "have_fun" | "well_played" | "oops" | "thanks" | "good_game" | "goodbye"])[];
  second: Player | null;
  /** How far it is. */
  stage: Stage;
};

/** What one move is worth to a search. */
export type RootLine = {
  /** Whether the score is exact. */
  bound: Bound;
  /** The move. */
  move: string;
  score: Score | null;
  /** The share of points that playouts brought. */
  share: number | null;
  /** How often a Monte-Carlo search went there. */
  visits: number;
};

/** What can be said: there is no free chat. */
export type Saying = "hello" | "good_luck" | "have_fun" | "well_played" | "oops" | "thanks" | "good_game" | "goodbye";

/** A guess as a number, or in how many plies the side wins or loses */
export type Score = number | {
  win_in: number;
} | {
  loss_in: number;
};

/** Somebody waits for an opponent, whoever it is. */
export type Seek = {
  /** The clock. */
  clock: TimeControl;
  /** The game's specification. */
  game: string;
  /** Who waits. */
  player: Player;
  /** The room. */
  room: string;
  /** Which side the other would play. */
  side: Choice;
};

/** What of a view changes while a game goes on. */
export type Seen = {
  ending: Ending | null;
  last: MoveView | null;
  /** The legal moves, in the order of generation; empty when the game is over. */
  moves: MoveView[];
  /** What stands on the board. */
  pieces: Piece[];
  /** How many moves were played. */
  ply: Ply;
  /** Who moves next. */
  to_move: Side;
  /** The cells of the winning lines. */
  winning: Square[];
};

/** All that is to be seen of a place. */
export type Shown = View & {
  /** The moves played, in their usual text. */
  played: string[];
  /** The text of the present position. */
  position: string;
  /** The text of the position that the game started from. */
  start: string;
};

/** One of the two players. `First` is whoever moves first from the initial position of a game.  What people call the sides (red and yellow, black and white) is the game's to say: [`Scene::side_names`](crate::Scene::side_names). */
export type Side = "first" | "second";

/** What people call a side. */
export type SideName = {
  /** A word for programs and catalogues of translations: `yellow`. */
  id: string;
  /** One character that stands for its pieces where nothing else can be drawn. */
  mark: string;
  /** The word in English: `Yellow`. */
  text: string;
};

/** A place on a board, numbered by the game: its bit in the game's bitboards. */
export type Square = number;

/** What stage a room is in. */
export type Stage = "waiting" | "playing" | "ended" | "aborted";

/** Why a game is over. */
export type Termination = "line" | "board_full" | "no_move" | "points" | "connection" | "repetition" | "move_limit" | "time" | "resignation" | "agreement" | "illegal_move" | "crash" | "stall" | "disconnect" | "adjudication" | "abandoned";

/** What a search would decide if it ended now, or what it decided. */
export type Thought = {
  /** The move to play; none where it would resign. */
  best: string | null;
  /** The last depth that was finished. */
  depth: Depth;
  /** The best moves, where they were asked for. */
  moves?: RootLine[];
  /** The moves played below the root. */
  nodes: number;
  /** Something that a person should know. */
  note?: string;
  /** Nodes a second. */
  nps: number | null;
  /** The games played out. */
  playouts: number;
  /** The expected line. */
  pv: string[];
  score: Score | null;
  /** The time that it took. */
  seconds: number;
  /** The share of points that playouts brought, 0 to 1. */
  share: number | null;
};

/** A clock: `none`, `300+3`, `move=30` or `days=3` */
export type TimeControl = string;

/** The proven value of a position and of the moves whose values are known, from the view of the side to move. */
export type Values = {
  /** Each legal move, in the order of generation. */
  moves: MoveValue[];
  plies: Ply | null;
  /** The game's usual score. */
  score: number | null;
  value: Wdl | null;
};

/** All that is to be seen of a game at one moment. */
export type View = {
  /** The board. */
  board: Board;
  ending: Ending | null;
  /** The game's specification. */
  game: string;
  last: MoveView | null;
  /** The legal moves, in the order of generation; empty when the game is over. */
  moves: MoveView[];
  /** What stands on the board. */
  pieces: Piece[];
  /** How many moves were played. */
  ply: Ply;
  /** The names of the sides. */
  sides: [SideName, SideName];
  /** Who moves next. */
  to_move: Side;
  /** The cells of the winning lines. */
  winning: Square[];
};

/** Win, draw or loss from one side's view; ordered, the better the greater. */
export type Wdl = "loss" | "draw" | "win";

/** What happened. */
export type What = {
  /** Who. */
  player: Player;
  /** Which. */
  side: Side;
  what: "joined";
} | {
  what: "began";
} | {
  /** The clocks after it. */
  clocks_ms?: [number, number];
  /** The move, in its usual text. */
  move: string;
  /** How many moves were played before it. */
  ply: number;
  /** How long it took, lag taken off. */
  took_ms: number;
  what: "moved";
} | {
  /** What. */
  offer: Offer;
  what: "offered";
} | {
  /** What. */
  offer: Offer;
  what: "declined";
} | {
  /** The clocks as they were then. */
  clocks_ms?: [number, number];
  /** How many moves are left. */
  ply: number;
  what: "taken_back";
} | {
  /** What. */
  saying: Saying;
  what: "said";
} | {
  /** The clocks at the end. */
  clocks_ms?: [number, number];
  /** How. */
  ending: Ending;
  what: "ended";
} | {
  what: "aborted";
} | {
  /** In this room. */
  room: string;
  what: "rematch";
} | {
  /** The clocks. */
  clocks_ms: [number, number];
  what: "interrupted";
} | {
  what: "resumed";
} | {
  /** Whether it stands still. */
  on: boolean;
  what: "paused";
} | {
  /** How long each move stands at least, in milliseconds. */
  pace_ms: number;
  what: "paced";
};
