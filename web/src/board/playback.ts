/** Animates moves step by step, from one view to the next. */

import type { MoveView, View } from "../protocol.ts";
import { mayMove } from "../settings.ts";
import { play as sound } from "../sound.ts";
import { afterSteps } from "./effects.ts";
import { FADE_MS, STEP_MS, TURN_MS } from "./motion.ts";
import { falls } from "./sheet.ts";
import { agree, settle, step, type Token, undo } from "./tokens.ts";

/** How a piece reached its cell. */
export type Motion = { kind: "drop" | "appear" | "turn" } | { kind: "slide"; from: number };

export class Playback {
  tokens: Token[] = [];
  /** Captured pieces that are still visible. */
  leaving: Token[] = [];
  /** Ids of pieces that are turning over, with both faces visible. */
  turning: ReadonlySet<number> = new Set();
  private view: View | null = null;
  private motions = new Map<number, Motion>();
  private timers: ReturnType<typeof setTimeout>[] = [];
  /** The move that is being animated. */
  private performing: string | null = null;

  /** `changed`: the pieces must be drawn again. */
  constructor(private readonly changed: () => void) {}

  /** The animations since the last call, by token id. */
  takeMotions(): ReadonlyMap<number, Motion> {
    const { motions } = this;
    this.motions = new Map();
    return motions;
  }

  /** Drops the animation of a piece that was dragged to its cell. */
  forgetMotion(square: number): void {
    const token = this.tokens.find(token => token.square === square);
    if (token) this.motions.delete(token.id);
  }

  /** Starts with a view, without animation. */
  begin(view: View): void {
    this.stop();
    this.view = view;
    this.tokens = settle([], view.pieces);
    this.changed();
  }

  /** Goes from one view to the next. */
  follow(view: View): void {
    const before = this.view;
    this.view = view;
    if (!before) {
      this.begin(view);
      return;
    }
    if (agree(this.tokens, view.pieces)) {
      this.tokens = settle(this.tokens, view.pieces);
      return;
    }
    // The move is already being animated; its last step reaches this view.
    if (view.ply === before.ply + 1 && view.last?.text === this.performing) return;
    this.stop();
    if (view.ply === before.ply + 1 && view.last) {
      // The opponent moved, or the user steps through the moves.
      this.tokens = settle(this.tokens, before.pieces);
      this.perform(view.last);
    } else this.arrive(view, view.ply === before.ply - 1 ? undo(this.tokens, before) : this.tokens);
  }

  /** Puts all pieces on their cells of the view, without animation. */
  settle(): void {
    if (this.view) this.tokens = settle(this.tokens, this.view.pieces);
    this.changed();
  }

  /** Returns to the view with an animation, after a move was rejected. */
  restore(): void {
    const { view } = this;
    if (!view) return;
    this.stop();
    // The rejected move was already shown: its pieces go back along their path.
    const shown = view.moves.find(move => agree(this.tokens, afterSteps(view.pieces, move)));
    this.arrive(view, shown ? undo(this.tokens, { last: shown }) : this.tokens);
  }

  /** Moves the tokens to a view. Tokens that remain are animated, new ones appear without animation. */
  private arrive(view: View, tokens: readonly Token[]): void {
    this.tokens = this.moved(settle(tokens, view.pieces), null);
    this.changed();
  }

  /** Shows the remaining steps of a move, after the steps that the clicks have already shown. */
  finish(move: MoveView, clicks: number): void {
    const pieces = this.view?.pieces ?? [];
    if (agree(this.tokens, afterSteps(pieces, move))) return;
    let done = Math.min(clicks, move.steps.length);
    while (done > 0 && !agree(this.tokens, afterSteps(pieces, move, done))) done--;
    this.perform(move, done);
  }

  /** Shows the steps of a move one after another, from `first` up to, but not including, `end`. */
  perform(move: MoveView, first = 0, end = move.steps.length): void {
    const rest = move.steps.slice(first, end);
    this.performing = move.text;
    const doStep = (at: number) => {
      const effects = rest[at];
      if (!effects) return;
      const removed = new Set(effects.flatMap(effect => (effect.do === "remove" ? [effect.square] : [])));
      const gone = this.tokens.filter(token => removed.has(token.square));
      const arrival = this.falls ? "drop" : "appear";
      this.tokens = this.moved(step(this.tokens, effects), arrival);
      if (gone.length > 0) this.fade(gone);
      sound(gone.length > 0 ? "capture" : this.falls ? "drop" : "move");
      this.changed();
      if (at + 1 >= rest.length) this.performing = null;
      else if (mayMove()) this.later(STEP_MS + 40, () => doStep(at + 1));
      else doStep(at + 1);
    };
    doStep(0);
  }

  /** Records how each token reaches its new cell. `arrival`: the animation of new tokens. */
  private moved(tokens: Token[], arrival: "drop" | "appear" | null): Token[] {
    const before = new Map(this.tokens.map(token => [token.id, token]));
    const turned: number[] = [];
    for (const { id, square, side } of tokens) {
      const was = before.get(id);
      if (!was && arrival) this.motions.set(id, { kind: arrival });
      if (!was) continue;
      if (was.square !== square) this.motions.set(id, { kind: "slide", from: was.square });
      else if (was.side !== side) {
        this.motions.set(id, { kind: "turn" });
        turned.push(id);
      }
    }
    if (turned.length > 0) this.turn(turned);
    return tokens;
  }

  private fade(gone: readonly Token[]): void {
    if (!mayMove()) return;
    this.leaving = [...this.leaving, ...gone];
    this.later(FADE_MS + STEP_MS, () => {
      this.leaving = this.leaving.filter(token => !gone.includes(token));
    });
  }

  private turn(ids: readonly number[]): void {
    if (!mayMove()) return;
    this.turning = new Set([...this.turning, ...ids]);
    this.later(TURN_MS, () => {
      this.turning = new Set([...this.turning].filter(id => !ids.includes(id)));
    });
  }

  private later(ms: number, what: () => void): void {
    this.timers.push(
      setTimeout(() => {
        what();
        this.changed();
      }, ms),
    );
  }

  /** Stops all animations. */
  stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
    this.leaving = [];
    this.turning = new Set();
    this.performing = null;
  }

  private get falls(): boolean {
    return this.view !== null && falls(this.view.board);
  }
}
