/**
 * A game whose state is kept in this page: people at one screen, and computers that the server runs. Each request to the server contains
 * the whole game; the server keeps no state.
 */

import * as api from "../api.ts";
import type { ClocksMs, Ending, Side, ViewResponse } from "../protocol.ts";
import { indexOf, other } from "../protocol.ts";
import { storage } from "../settings.ts";
import { chance, seeded } from "./agent.ts";
import { Clocks, control, type Kept, restored } from "./clocks.ts";
import { type Deed, type Seat, Session, troubleOf } from "./session.ts";

/** The data needed to start. */
export interface LocalGame {
  game: string;
  start: string | null;
  moves: readonly string[];
  /** The time control, used if two people play. */
  clock: string;
  /** The agent of each side; null: a person at this screen. */
  agents: readonly [string | null, string | null];
  paceMs: number;
  /** The number of random moves at the beginning. */
  randomMoves: number;
}

/** The storage key of the clocks of the last game. */
const CLOCKS = "zermelo.clocks";
interface Stored extends Kept {
  game: string;
  start: string | null;
  clock: string;
  moves: string[];
}

const RETRY_MS = [500, 1000, 2000, 4000, 8000, 15000, 30000];

export class LocalSession extends Session {
  private moves: string[];
  private run: AbortController | null = null;
  private declared: Ending | null = null;
  private fails = 0;
  private retry: ReturnType<typeof setTimeout> | null = null;
  private seeds: [number, number] = [chance(), chance()];
  private readonly opening: number;
  private time: Clocks | null = null;

  constructor(private readonly of: LocalGame) {
    super();
    this.moves = [...of.moves];
    this.opening = of.randomMoves;
    this.paceMs = of.paceMs;
    this.seats = of.agents.map(
      (agent): Seat => ({
        kind: agent === null ? "person" : "computer",
        name: "",
        agent,
        isYours: agent === null,
        isThere: true,
      }),
    ) as [Seat, Seat];
    addEventListener("online", this.again);
    addEventListener("pagehide", this.away);
    addEventListener("pageshow", this.back);
  }

  private again = (): void => {
    if (this.connection === "trying") this.next();
  };

  override start(): void {
    void this.show();
  }

  override stop(): void {
    removeEventListener("online", this.again);
    removeEventListener("pagehide", this.away);
    removeEventListener("pageshow", this.back);
    this.away();
    this.halt();
  }

  private halt(): void {
    this.run?.abort(new DOMException("another question", "AbortError"));
    this.run = null;
    if (this.retry) clearTimeout(this.retry);
    this.retry = null;
    this.thinking = null;
    this.thought = null;
    this.time?.halt();
  }

  override get mayAdvise(): boolean {
    return this.time === null || this.ending !== null;
  }

  override get clock(): string {
    return this.time ? this.of.clock : "none";
  }

  override clocks(): ClocksMs | null {
    return this.time?.both() ?? null;
  }

  /** The clocks of the current game: as stored if it is the stored game, otherwise full. */
  private wind({ played }: ViewResponse): Clocks | null {
    const { game, start, clock } = this.of;
    const kind = control(clock);
    if (!kind || !this.seats.every(seat => seat.isYours)) return null;
    const stored = storage.get<Partial<Stored>>(CLOCKS);
    const isSame =
      stored?.game === game &&
      stored.start === start &&
      stored.clock === clock &&
      played.every((move, at) => stored.moves?.[at] === move);
    const kept = isSame ? restored(stored, played.length) : undefined;
    return new Clocks(kind, played.length, side => this.flagged(side), kept);
  }

  private store(): void {
    if (!this.time) return;
    const { game, start, clock } = this.of;
    storage.set(CLOCKS, { ...this.time.kept(), game, start, clock, moves: this.moves } satisfies Stored);
  }

  /** Stops and stores the clocks when the page is left. */
  private away = (): void => {
    this.time?.halt();
    this.store();
  };

  private back = (): void => {
    if (this.shown && !this.run) this.tick(this.shown);
  };

  private flagged(side: Side): void {
    this.halt();
    this.declare({ outcome: { win: other(side) }, termination: "time" });
    this.store();
  }

  /** Starts the clock of the side to move, if the game has clocks. */
  private tick(shown: ViewResponse): void {
    if (!this.ending) this.time?.run(shown.played.length, shown.to_move);
    this.store();
  }

  override get ending(): Ending | null {
    return this.declared ?? this.shown?.ending ?? null;
  }

  override may(deed: Deed): boolean {
    const { shown, ending } = this;
    if (!shown) return false;
    const persons = this.seats.some(seat => seat.isYours);
    switch (deed) {
      case "move":
        return !ending && this.thinking === null && this.seats[indexOf(shown.to_move)].isYours;
      case "take-back":
        return persons && this.backTo() !== null;
      case "resign":
        return persons && !ending;
      case "draw":
        // Two people at one screen can agree to a draw. A computer accepts no offers.
        return !ending && this.seats.every(seat => seat.isYours) && shown.ply > 0;
      case "restart":
        return true;
      case "pause":
      case "pace":
        return !persons && !ending;
      default:
        return false;
    }
  }

  /** Loads the view of the current moves, then lets a computer to move think. */
  private async show(): Promise<void> {
    this.halt();
    const run = new AbortController();
    this.run = run;
    const { game, start } = this.of;
    try {
      const shown = await api.view({ game, ...(start ? { start } : {}), moves: this.moves }, run.signal);
      if (this.run !== run) return;
      this.accept(shown);
    } catch (reason) {
      if (this.run !== run) return;
      this.fail(reason);
    }
  }

  private accept(shown: ViewResponse): void {
    const before = this.shown;
    this.run = null;
    this.fails = 0;
    this.connection = "fine";
    this.trouble = null;
    this.shown = shown;
    this.moves = [...shown.played];
    this.stage = this.ending ? "ended" : "playing";
    this.remember(shown);
    this.time ??= this.wind(shown);
    this.time?.come(shown.played.length, shown.to_move);
    this.tick(shown);
    this.changed();
    if (before && shown.ply > before.ply) this.told("moved");
    if (shown.ending && !before?.ending) this.told("over");
    this.think();
  }

  private fail(reason: unknown): void {
    this.run = null;
    this.thinking = null;
    if (!(reason instanceof api.Refusal)) throw reason;
    if (reason.isLost || reason.status === 429) {
      this.connection = "trying";
      const wait = RETRY_MS[Math.min(this.fails++, RETRY_MS.length - 1)] as number;
      this.retry = setTimeout(() => this.next(), (reason.retryAfter ?? 0) * 1000 || wait);
      this.changed();
      return;
    }
    this.trouble = troubleOf(reason);
    const { state } = reason.problem;
    if (this.shown && state) {
      // The rules rejected a move. The response contains the current state.
      this.moves = [...state.played];
      this.shown = state;
      this.tick(state);
      this.told("refused");
    } else if (state) {
      // Not all moves of the link are legal. The game continues after the last legal one.
      this.moves = [...state.played];
      this.shown = state;
      this.remember(state);
      this.time ??= this.wind(state);
      this.tick(state);
      this.changed();
      this.think();
      return;
    } else if (!this.shown) {
      this.isLost = true;
    }
    this.changed();
  }

  /** Retries after a failed request. */
  private next(): void {
    void this.show();
  }

  override play(move: string): void {
    const shown = this.shown;
    if (!shown || !this.may("move")) return;
    // Timers of a page in the background may be late.
    const left = this.time?.both()[indexOf(shown.to_move)];
    if (left !== undefined && left <= 0) this.flagged(shown.to_move);
    else void this.commit(move);
  }

  private async commit(move: string): Promise<void> {
    this.halt();
    const run = new AbortController();
    this.run = run;
    this.declared = null;
    this.moves = [...this.moves, move];
    const { game, start } = this.of;
    try {
      const shown = await api.view({ game, ...(start ? { start } : {}), moves: this.moves }, run.signal);
      if (this.run === run) this.accept(shown);
    } catch (reason) {
      if (this.run === run) this.fail(reason);
    }
  }

  /** Starts the search if a computer is to move. */
  private think(): void {
    const shown = this.shown;
    if (!shown || this.ending || this.isPaused) return;
    if (shown.ply < this.opening && shown.ply === this.moves.length) {
      this.byChance(shown);
      return;
    }
    const seat = this.seats[indexOf(shown.to_move)];
    if (seat.agent === null) return;
    void this.ask(shown, seat.agent);
  }

  private byChance(shown: ViewResponse): void {
    const move = shown.moves[chance() % shown.moves.length];
    if (move) void this.commit(move.text);
  }

  private async ask(shown: ViewResponse, agent: string): Promise<void> {
    const run = new AbortController();
    this.run = run;
    const side = shown.to_move;
    this.thinking = side;
    this.thought = null;
    const began = performance.now();
    this.changed();
    try {
      const { game, start } = this.of;
      const decision = await api.analyse(
        {
          game,
          ...(start ? { start } : {}),
          moves: this.moves,
          agent: seeded(agent, (this.seeds[indexOf(side)] + shown.ply) >>> 0),
        },
        {
          progress: thought => {
            if (this.run !== run) return;
            this.thought = thought;
            this.changed();
          },
        },
        run.signal,
      );
      // A minimum delay, so that the user sees the move being made.
      const least = Math.max(this.paceMs, this.isWatched ? 0 : 350);
      const rest = least - (performance.now() - began);
      if (rest > 0) await new Promise(done => setTimeout(done, rest));
      if (this.run !== run) return;
      if (decision) this.count(side, decision.seconds, decision.nodes, decision.playouts);
      this.run = null;
      this.thinking = null;
      if (decision?.best) await this.commit(decision.best);
      else {
        this.declared = { outcome: { win: other(side) }, termination: "resignation" };
        this.stage = "ended";
        this.changed();
        this.told("over");
      }
    } catch (reason) {
      if (this.run === run) this.fail(reason);
    }
  }

  private count(side: Side, seconds: number, nodes: number, playouts: number): void {
    const effort = this.efforts[indexOf(side)];
    effort.moves++;
    effort.seconds += seconds;
    effort.nodes += nodes;
    effort.playouts += playouts;
  }

  /** The number of moves that remain after a takeback: the last move by a person at this screen is undone. */
  private backTo(): number | null {
    const shown = this.shown;
    if (!shown || shown.ply === 0) return null;
    let to = shown.ply - 1;
    if (this.declared) return shown.ply;
    const sideAt = (ply: number): Side =>
      (shown.ply - ply) % 2 === 0 ? shown.to_move : other(shown.to_move);
    while (to > 0 && !this.seats[indexOf(sideAt(to))].isYours) to--;
    return this.seats[indexOf(sideAt(to))].isYours ? to : null;
  }

  override takeBack(): void {
    const to = this.backTo();
    if (to === null) return;
    if (this.declared?.termination === "time") this.time?.again();
    this.declared = null;
    this.moves = this.moves.slice(0, to);
    void this.show().then(() => this.told("back"));
  }

  override resign(): void {
    const shown = this.shown;
    if (!shown || !this.may("resign")) return;
    this.halt();
    const loser = this.yours ?? shown.to_move;
    this.declare({ outcome: { win: other(loser) }, termination: "resignation" });
  }

  override draw(): void {
    if (!this.may("draw")) return;
    this.halt();
    this.declare({ outcome: "draw", termination: "agreement" });
  }

  private declare(ending: Ending): void {
    this.declared = ending;
    this.stage = "ended";
    this.changed();
    this.told("over");
  }

  override pause(on: boolean): void {
    this.isPaused = on;
    if (on) this.halt();
    else this.think();
    this.changed();
  }

  override setPace(ms: number): void {
    this.paceMs = ms;
    this.changed();
  }

  override restart(): void {
    this.halt();
    this.seeds = [chance(), chance()];
    this.declared = null;
    this.moves = [];
    this.time = null;
    storage.set(CLOCKS, null);
    this.shown = null;
    this.trouble = null;
    this.stage = "playing";
    void this.show();
  }
}
