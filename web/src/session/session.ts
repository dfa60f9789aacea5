/** A game that is played or watched, wherever it is kept: what a screen shows of it and what can be done. */

import type { Refusal } from "../api.ts";
import * as api from "../api.ts";
import type {
  AnalysisInfo,
  ChatPhrase,
  ClocksMs,
  Ending,
  Offer,
  RoomState,
  Side,
  Stage,
  View,
  ViewResponse,
} from "../protocol.ts";

/** Who sits at a side. */
export interface Seat {
  /** `nobody`: the side waits for a player. */
  kind: "person" | "computer" | "nobody";
  /** What a person calls themselves; empty where the side's colour says enough. */
  name: string;
  /** A computer's specification. */
  agent: string | null;
  /** Whether this page plays it. */
  isYours: boolean;
  /** Whether who plays it is connected. */
  isThere: boolean;
}

/** What a computer needed for its moves in this sitting. */
export interface Effort {
  moves: number;
  seconds: number;
  nodes: number;
  playouts: number;
}

/** Whether the server answers. */
export type Connection = "fine" | "trying";

/** What can be done now. */
export type Deed =
  | "move"
  | "take-back"
  | "draw"
  | "resign"
  | "abort"
  | "restart"
  | "rematch"
  | "claim-win"
  | "claim-draw"
  | "say"
  | "pause"
  | "pace";

/** Why a move or deed was refused, or what went wrong. */
export interface Trouble {
  code: string;
  message: string;
}

/** What a game has when a server keeps it for players who are apart: an opponent to be found, proposals, claims, words. */
export interface Room {
  readonly code: string;
  /** What the server said last; nothing until it has. */
  readonly state: RoomState | null;
  /** Whether a side is free to be taken by whoever sees this page. */
  readonly mayJoin: boolean;
  /** What the other side proposes. */
  readonly proposed: readonly Offer[];
  /** When the opponent, who left, loses the right to come back (`performance.now()`). */
  readonly claimAt: number | null;
  join(): Promise<void>;
  /** Proposes something, or accepts it where the other side proposes it. */
  offer(offer: Offer): void;
  decline(offer: Offer): void;
  abort(): void;
  claim(claim: "win" | "draw"): void;
  say(saying: ChatPhrase): void;
}

/**
 * Changes are told by the events `change`, `moved` (a move of anybody), `back`, `refused`, `over` and `rematch`.
 *
 * A screen asks a session what it can do: `may` says what is possible now, `room` is there where a server keeps the game.
 */
export abstract class Session extends EventTarget {
  /** What is to be seen; nothing until the server has answered. */
  shown: ViewResponse | null = null;
  seats: [Seat, Seat] = [empty(), empty()];
  stage: Stage = "playing";
  connection: Connection = "fine";
  trouble: Trouble | null = null;
  /** Whether nothing can come of this game any more: it does not exist. */
  isLost = false;
  /** What the computer on move has found so far. */
  thought: AnalysisInfo | null = null;
  thinking: Side | null = null;
  efforts: [Effort, Effort] = [idle(), idle()];
  isPaused = false;
  paceMs = 0;
  offers: [Side, Offer][] = [];
  said: [Side, ChatPhrase][] = [];
  watchers = 0;

  /** Whether computers alone play. */
  get isWatched(): boolean {
    return !this.seats.some(seat => seat.isYours);
  }

  /** The kind of clock. */
  get clock(): string {
    return "none";
  }

  /** What both clocks show now, where there are some. */
  clocks(): ClocksMs | null {
    return null;
  }

  /** How the game stands: told by the view, or by whoever keeps the game. */
  get ending(): Ending | null {
    return this.shown?.ending ?? null;
  }

  /** The room that keeps the game; none: this page keeps it. */
  get room(): Room | null {
    return null;
  }

  /** A move that waits for the server's answer. */
  get sent(): string | null {
    return null;
  }

  /** The same game from the beginning, where it may `restart`. */
  restart(): void {}

  abstract start(): void;
  abstract stop(): void;
  /** Whether something can be done now. */
  abstract may(deed: Deed): boolean;
  abstract play(move: string): void;
  abstract takeBack(): void;
  abstract resign(): void;
  /** Agrees a draw where both players are here, else proposes one. */
  abstract draw(): void;
  /** Stops computers that play each other, or lets them go on. */
  abstract pause(on: boolean): void;
  /** How long each of their moves stands at least. */
  abstract setPace(ms: number): void;
  /** Whether the server may be asked what moves are worth: not while people play in earnest. */
  abstract get mayAdvise(): boolean;

  /** The side that this page plays, where it plays one alone. */
  get yours(): Side | null {
    const [first, second] = this.seats;
    if (first.isYours === second.isYours) return null;
    return first.isYours ? "first" : "second";
  }

  protected changed(): void {
    this.dispatchEvent(new Event("change"));
  }

  protected told(what: "moved" | "refused" | "over" | "back"): void {
    this.dispatchEvent(new Event(what));
  }

  private readonly views = new Map<string, ViewResponse>();

  /** The view after so many moves, remembered. */
  async at(ply: number): Promise<View> {
    const shown = this.shown;
    if (!shown) throw new Error("nothing is shown yet");
    if (ply >= shown.played.length) return shown;
    const moves = shown.played.slice(0, ply);
    const key = moves.join(" ");
    const known = this.views.get(key);
    if (known) return known;
    const view = await api.view({ game: shown.game, start: shown.start, moves });
    this.views.set(key, view);
    return view;
  }

  protected remember(shown: ViewResponse): void {
    if (this.views.size > 400) this.views.clear();
    this.views.set(shown.played.join(" "), shown);
  }
}

export const empty = (): Seat => ({ kind: "nobody", name: "", agent: null, isYours: false, isThere: false });
export const idle = (): Effort => ({ moves: 0, seconds: 0, nodes: 0, playouts: 0 });

/** What a person reads of a refusal. */
export const troubleOf = (refusal: Refusal): Trouble => ({ ...refusal.problem });
