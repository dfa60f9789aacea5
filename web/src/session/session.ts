/** A game that is played or watched, independent of where its state is kept: its data for screens, and its actions. */

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

/** The player of a side. */
export interface Seat {
  /** `nobody`: the side waits for a player. */
  kind: "person" | "computer" | "nobody";
  /** The name of a person; empty if only the side's colour is shown. */
  name: string;
  /** The specification of a computer's agent. */
  agent: string | null;
  /** Whether this page plays the side. */
  isYours: boolean;
  /** Whether the player is connected. */
  isThere: boolean;
}

/** The total cost of a computer's moves since the page opened the game. */
export interface Effort {
  moves: number;
  seconds: number;
  nodes: number;
  playouts: number;
}

/** Whether the server answers. */
export type Connection = "fine" | "trying";

/** An action that may be possible. */
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

/** The reason why a move or action was rejected, or another error. */
export interface Trouble {
  code: string;
  message: string;
}

/** The extra functions of a game in a room of the server: joining, offers, claims, chat. */
export interface Room {
  readonly code: string;
  /** The last state from the server; null before the first. */
  readonly state: RoomState | null;
  /** Whether a side is free for the user of this page. */
  readonly mayJoin: boolean;
  /** The offers of the other side. */
  readonly proposed: readonly Offer[];
  /** The time from which the game can be claimed because the opponent has left (`performance.now()`). */
  readonly claimAt: number | null;
  join(): Promise<void>;
  /** Makes an offer, or accepts the same offer of the other side. */
  offer(offer: Offer): void;
  decline(offer: Offer): void;
  abort(): void;
  claim(claim: "win" | "draw"): void;
  say(saying: ChatPhrase): void;
}

/**
 * Events: `change`, `moved` (a move by either side), `back`, `refused`, `over` and `rematch`.
 *
 * Screens do not depend on the subclass: `may` tells which actions are possible now, and `room` is null if the page keeps the game.
 */
export abstract class Session extends EventTarget {
  /** The current view; null before the first answer of the server. */
  shown: ViewResponse | null = null;
  seats: [Seat, Seat] = [empty(), empty()];
  stage: Stage = "playing";
  connection: Connection = "fine";
  trouble: Trouble | null = null;
  /** Whether the game does not exist. */
  isLost = false;
  /** The intermediate result of the computer that is thinking. */
  thought: AnalysisInfo | null = null;
  thinking: Side | null = null;
  efforts: [Effort, Effort] = [idle(), idle()];
  isPaused = false;
  paceMs = 0;
  offers: [Side, Offer][] = [];
  said: [Side, ChatPhrase][] = [];
  watchers = 0;

  /** Whether this page plays neither side. */
  get isWatched(): boolean {
    return !this.seats.some(seat => seat.isYours);
  }

  /** The time control. */
  get clock(): string {
    return "none";
  }

  /** The current times of both clocks; null without clocks. */
  clocks(): ClocksMs | null {
    return null;
  }

  /** The ending: by the rules, or as declared by the keeper of the state. */
  get ending(): Ending | null {
    return this.shown?.ending ?? null;
  }

  /** The room of the game; null if this page keeps the game. */
  get room(): Room | null {
    return null;
  }

  /** A move that waits for the server's answer. */
  get sent(): string | null {
    return null;
  }

  /** Starts the game again, if `restart` is possible. */
  restart(): void {}

  abstract start(): void;
  abstract stop(): void;
  /** Whether an action is possible now. */
  abstract may(deed: Deed): boolean;
  abstract play(move: string): void;
  abstract takeBack(): void;
  abstract resign(): void;
  /** Ends the game in a draw if both players are at this screen, otherwise offers a draw. */
  abstract draw(): void;
  /** Pauses or continues a game between computers. */
  abstract pause(on: boolean): void;
  /** Sets the minimum time for each move of a computer, in milliseconds. */
  abstract setPace(ms: number): void;
  /** Whether analysis is allowed. It is not while people play with a clock or over the network. */
  abstract get mayAdvise(): boolean;

  /** The side of this page; null if it plays both or neither. */
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

  /** The view after `ply` moves, cached. */
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

export const troubleOf = (refusal: Refusal): Trouble => ({ ...refusal.problem });
