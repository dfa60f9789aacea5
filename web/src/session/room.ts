/** A game in a room of the server. The server keeps the state; this page shows it and sends actions. */

import * as api from "../api.ts";
import type {
  ChatPhrase,
  ClocksMs,
  Ending,
  Offer,
  RoomAction,
  RoomEvent,
  RoomPlayer,
  RoomState,
  RoomStatus,
  ServerMessage,
  Side,
  View,
  ViewResponse,
} from "../protocol.ts";
import { indexOf, other } from "../protocol.ts";
import { settings } from "../settings.ts";
import { type Deed, empty, idle, type Room, type Seat, Session } from "./session.ts";
import { type RoomFollower, wire } from "./socket.ts";

/** An action in progress. The server executes an id once, even if it is sent several times. */
interface Waiting {
  id: string;
  action: RoomAction;
}

let actions = 0;

export class RoomSession extends Session implements Room, RoomFollower {
  state: RoomState | null = null;
  /** The side of this page; null for a spectator. */
  you: Side | null = null;
  /** The time from which a claim is possible (`performance.now()`); null: no claim. */
  claimAt: number | null = null;
  private waiting: Waiting | null = null;
  private clocksAt = 0;
  private readonly nonce = Math.random().toString(36).slice(2, 8);

  constructor(readonly code: string) {
    super();
    this.stage = "waiting";
  }

  override start(): void {
    wire.follow(this.code, this);
  }

  override stop(): void {
    wire.unfollow(this.code, this);
  }

  connected(isConnected: boolean): void {
    this.connection = isConnected ? "fine" : "trying";
    this.changed();
  }

  override get ending(): Ending | null {
    return this.state?.ending ?? this.shown?.ending ?? null;
  }

  override get room(): Room {
    return this;
  }

  override get yours(): Side | null {
    return this.you;
  }

  get mayJoin(): boolean {
    const { state } = this;
    return state !== null && state.stage === "waiting" && this.you === null;
  }

  /** The move that waits for the server's acknowledgement. */
  override get sent(): string | null {
    return this.waiting?.action.do === "move" ? this.waiting.action.move : null;
  }

  async join(): Promise<void> {
    try {
      await api.guest(settings.name || undefined);
      await api.joinRoom(this.code);
      // The connection is bound to the identity, which may be new.
      wire.renew();
    } catch (reason) {
      if (!(reason instanceof api.Refusal)) throw reason;
      this.trouble = reason.problem;
      this.changed();
    }
  }

  override get mayAdvise(): boolean {
    const { opponent } = this.state ?? {};
    return this.stage === "ended" || opponent === "computer" || opponent === "watch";
  }

  override get clock(): string {
    return this.state?.clock ?? "none";
  }

  override clocks(): ClocksMs | null {
    const { state } = this;
    if (!state?.clocks_ms) return null;
    const clocks: ClocksMs = [...state.clocks_ms];
    if (state.running) clocks[indexOf(state.running)] -= performance.now() - this.clocksAt;
    return clocks;
  }

  override may(deed: Deed): boolean {
    const { state, you, shown } = this;
    if (!state || !shown) return false;
    const plays = you !== null;
    const isPlaying = state.stage === "playing";
    const isComputer = state.opponent === "computer";
    switch (deed) {
      case "move":
        return isPlaying && you === shown.to_move && this.waiting === null;
      case "take-back":
        return plays && isPlaying && state.moves.length > state.opening && !this.hasOffered("takeback");
      case "draw":
        return (
          plays &&
          isPlaying &&
          !isComputer &&
          !this.hasOffered("draw") &&
          state.moves.length - state.opening > 1
        );
      case "resign":
        return plays && isPlaying && state.moves.length - state.opening > 1;
      case "abort":
        return plays && (state.stage === "waiting" || (isPlaying && state.moves.length - state.opening <= 1));
      case "rematch":
        return plays && state.stage === "ended" && !state.rematch && !this.hasOffered("rematch");
      case "claim-win":
      case "claim-draw":
        return plays && isPlaying && this.claimAt !== null && performance.now() >= this.claimAt;
      case "say":
        return plays && !isComputer && state.stage !== "waiting" && state.stage !== "aborted";
      case "pause":
      case "pace":
        return state.opponent === "watch" && isPlaying;
      default:
        return false;
    }
  }

  private hasOffered(offer: Offer): boolean {
    return this.offers.some(([side, what]) => side === this.you && what === offer);
  }

  get proposed(): Offer[] {
    if (this.you === null) return [];
    return this.offers.filter(([side]) => side !== this.you).map(([, offer]) => offer);
  }

  private act(action: RoomAction): void {
    const id = `${this.nonce}-${++actions}`;
    if (action.do === "move") this.waiting = { id, action };
    const isSent = wire.send({ type: "act", room: this.code, id, ...action });
    if (!isSent && action.do !== "move") {
      this.trouble = { code: "client/no-answer", message: "" };
    }
    this.changed();
  }

  override play(move: string): void {
    const { state } = this;
    if (!state || !this.may("move")) return;
    this.trouble = null;
    this.act({ do: "move", ply: state.moves.length, move });
  }

  override takeBack(): void {
    if (this.may("take-back")) this.act({ do: "offer", offer: "takeback" });
  }

  override resign(): void {
    if (this.may("resign")) this.act({ do: "resign" });
  }

  override draw(): void {
    if (this.may("draw")) this.offer("draw");
  }

  offer(offer: Offer): void {
    this.act({ do: "offer", offer });
  }

  decline(offer: Offer): void {
    this.act({ do: "decline", offer });
  }

  abort(): void {
    this.act({ do: "abort" });
  }

  claim(claim: "win" | "draw"): void {
    this.act({ do: "claim", claim });
  }

  say(saying: ChatPhrase): void {
    this.act({ do: "say", saying });
  }

  override pause(on: boolean): void {
    this.act({ do: "pause", on });
  }

  override setPace(ms: number): void {
    this.act({ do: "pace", pace_ms: ms });
  }

  hear(message: ServerMessage): void {
    switch (message.type) {
      case "state":
        this.you = message.you;
        this.whole(message.state, message.view ?? null);
        break;
      case "event":
        this.happened(message.event, message.status ?? null, message.view ?? null);
        break;
      case "presence":
        if (this.state) {
          this.state.presence = message.presence;
          this.seated(this.state);
          this.changed();
        }
        break;
      case "error":
        this.refused(message.id ?? null, message.error.code, message.error.message);
        break;
    }
  }

  private refused(id: string | null, code: string, message: string): void {
    if (!this.state && (code === "room/unknown" || code === "request/message")) this.isLost = true;
    const wasMove = this.waiting !== null && (id === null || id === this.waiting.id);
    if (wasMove) this.waiting = null;
    this.trouble = { code, message };
    if (wasMove) this.told("refused");
    this.changed();
  }

  private whole(state: RoomState, view: View | null): void {
    const before = this.state;
    this.state = state;
    this.isLost = false;
    this.take(state);
    this.seated(state);
    const plies = this.shown?.played.length ?? 0;
    if (view) this.show(view);
    this.waitingAgain(state);
    this.changed();
    if (before && state.moves.length > plies) this.told("moved");
    if (before && state.stage === "ended" && before.stage !== "ended") this.told("over");
  }

  /** Takes over the state of the room. Its clocks were read when the server sent the message. */
  private take(state: RoomState): void {
    this.clocksAt = performance.now() - Math.min(wire.lagMs, 500);
    this.stage = state.stage;
    this.offers = state.offers;
    this.said = state.said;
    this.isPaused = state.paused;
    this.paceMs = state.pace_ms;
  }

  /** Sends a move again that was sent into a broken connection, if it is still valid. */
  private waitingAgain(state: RoomState): void {
    const { waiting } = this;
    if (!waiting) return;
    const { action } = waiting;
    if (state.stage === "playing" && action.do === "move" && action.ply === state.moves.length) {
      wire.send({ type: "act", room: this.code, id: waiting.id, ...action });
      return;
    }
    const isDone = action.do === "move" && state.moves[action.ply] === action.move;
    this.waiting = null;
    if (!isDone) this.told("refused");
  }

  private show(view: View): void {
    const { state } = this;
    if (!state) return;
    const shown: ViewResponse = { ...view, start: state.start, position: "", played: [...state.moves] };
    // The ending is the server's: it may differ from that of the rules, for example by time.
    if (state.ending) {
      shown.ending = state.ending;
      shown.moves = [];
    }
    this.shown = shown;
    this.remember(shown);
    this.efforts = [idle(), idle()];
    for (const [ply, ms] of state.took_ms.entries()) {
      if (ply < state.opening) continue;
      const side = (state.moves.length - ply) % 2 === 0 ? shown.to_move : other(shown.to_move);
      const effort = this.efforts[indexOf(side)];
      effort.moves++;
      effort.seconds += ms / 1000;
    }
  }

  private seated(state: RoomState): void {
    const seat = (player: RoomPlayer | null, side: Side): Seat => {
      if (!player) return empty();
      const isThere = player.kind === "computer" || state.presence[side];
      return player.kind === "person"
        ? { kind: "person", name: player.name, agent: null, isYours: this.you === side, isThere }
        : { kind: "computer", name: "", agent: player.agent, isYours: false, isThere };
    };
    this.seats = [seat(state.first, "first"), seat(state.second, "second")];
    this.watchers = state.presence.watchers;
    const wait = state.presence.claim_in_ms;
    this.claimAt = wait === undefined ? null : performance.now() + wait;
    const { shown } = this;
    const onMove = shown && state.stage === "playing" ? this.seats[indexOf(shown.to_move)] : null;
    this.thinking = onMove?.kind === "computer" && shown ? shown.to_move : null;
  }

  /** Handles an event. The server tells the result: `status` is the status of the room after the event. */
  private happened(event: RoomEvent, status: RoomStatus | null, view: Partial<View> | null): void {
    const { state } = this;
    if (!state || event.seq <= state.seq) return;
    if (event.seq !== state.seq + 1 || !status) {
      // An event was missed. Requests the whole state instead of patching.
      wire.resync(this.code);
      return;
    }
    Object.assign(state, status);
    state.seq = event.seq;
    if (event.what === "moved" || event.what === "taken_back") {
      state.moves = state.moves.slice(0, event.ply);
      state.took_ms = state.took_ms.slice(0, event.ply);
    }
    if (event.what === "moved") {
      state.moves.push(event.move);
      state.took_ms.push(event.took_ms);
    }
    if (event.id !== undefined && event.id === this.waiting?.id) this.waiting = null;
    this.take(state);
    if (view && this.shown) this.show({ ...this.shown, ...view });
    else if (this.shown && state.ending) this.show(this.shown);
    this.seated(state);
    this.changed();
    if (event.what === "moved") this.told("moved");
    else if (event.what === "taken_back") this.told("back");
    else if (event.what === "ended") this.told("over");
    if (event.what === "rematch") this.dispatchEvent(new CustomEvent("rematch", { detail: event.room }));
  }
}
