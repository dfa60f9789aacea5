/**
 * A game that this page keeps: people at one screen, and computers that are asked for each move. The server is told the whole game with
 * each question and remembers nothing.
 */

import * as api from "../api.ts";
import type { Ending, MoveView, Shown, Side } from "../protocol.ts";
import { indexOf, other } from "../protocol.ts";
import { chance, seeded } from "./agent.ts";
import { type Deed, idle, type Seat, Session, troubleOf } from "./session.ts";

/** What the page has to know to begin. */
export interface LocalGame {
  game: string;
  start: string | null;
  moves: readonly string[];
  /** The computer of each side; none: a person at this screen. */
  agents: readonly [string | null, string | null];
  paceMs: number;
  /** How many moves are played by chance at the beginning. */
  randomMoves: number;
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
  }

  private again = (): void => {
    if (this.connection === "trying") this.next();
  };

  override start(): void {
    void this.show();
  }

  override stop(): void {
    removeEventListener("online", this.again);
    this.halt();
  }

  private halt(): void {
    this.run?.abort(new DOMException("another question", "AbortError"));
    this.run = null;
    if (this.retry) clearTimeout(this.retry);
    this.retry = null;
    this.thinking = null;
    this.thought = null;
  }

  override get mayAdvise(): boolean {
    return true;
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
        // Two people at one screen can agree; a computer is not asked.
        return !ending && this.seats.every(seat => seat.isYours) && shown.ply > 0;
      case "again":
        return true;
      case "pause":
      case "pace":
        return !persons && !ending;
      default:
        return false;
    }
  }

  /** Shows the moves as they are, then lets the next one play. */
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
      this.fail(reason, null);
    }
  }

  private accept(shown: Shown): void {
    const before = this.shown;
    this.fails = 0;
    this.connection = "fine";
    this.trouble = null;
    this.shown = shown;
    this.moves = [...shown.played];
    this.stage = this.ending ? "ended" : "playing";
    this.remember(shown);
    this.changed();
    if (before && shown.ply > before.ply) this.told("moved");
    if (shown.ending && !before?.ending) this.told("over");
    this.think();
  }

  private fail(reason: unknown, move: string | null): void {
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
    if (move !== null && state) {
      // The rules refused it: the server tells how it stands.
      this.moves = [...state.played];
      this.shown = state;
      this.told("refused");
    } else if (!this.shown && state) {
      // A link whose moves can't all be played: as far as they go.
      this.moves = [...state.played];
      this.shown = state;
      this.remember(state);
      this.changed();
      this.think();
      return;
    } else if (!this.shown) {
      this.isLost = true;
    }
    this.changed();
  }

  /** Goes on after a break. */
  private next(): void {
    void this.show();
  }

  override play(move: string): void {
    const shown = this.shown;
    if (!shown || !this.may("move")) return;
    void this.commit(move);
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
      if (this.run === run) this.fail(reason, move);
    }
  }

  /** Lets the computer on move think, if one is. */
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

  private byChance(shown: Shown): void {
    const move = shown.moves[chance() % shown.moves.length];
    if (move) void this.commit(move.text);
  }

  private async ask(shown: Shown, agent: string): Promise<void> {
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
      // A move that comes at once is not seen to be made.
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
      if (this.run === run) this.fail(reason, null);
    }
  }

  private count(side: Side, seconds: number, nodes: number, playouts: number): void {
    const effort = this.efforts[indexOf(side)];
    effort.moves++;
    effort.seconds += seconds;
    effort.nodes += nodes;
    effort.playouts += playouts;
  }

  /** To how many moves a take-back goes: the last move of a person at this screen is undone. */
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

  /** Both people at the screen agree on a draw. */
  agreeDraw(): void {
    if (this.may("draw")) this.declare({ outcome: "draw", termination: "agreement" });
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

  /** The same game from the beginning. */
  restart(): void {
    this.halt();
    this.seeds = [chance(), chance()];
    this.declared = null;
    this.moves = [];
    this.shown = null;
    this.trouble = null;
    this.stage = "playing";
    void this.show();
  }

  /** What the computers needed is counted anew. */
  forget(): void {
    this.efforts = [idle(), idle()];
  }

  /** The move that a text means, among those that are possible. */
  find(text: string): MoveView | undefined {
    return this.shown?.moves.find(move => move.text === text);
  }
}
