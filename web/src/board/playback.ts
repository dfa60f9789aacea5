/** Shows what moves do, step by step: the pieces of a board on their way from one view to the next. */

import type { MoveView, View } from "../protocol.ts";
import { mayMove } from "../settings.ts";
import { play as sound } from "../sound.ts";
import { afterSteps } from "./effects.ts";
import { FADE_MS, STEP_MS, TURN_MS } from "./motion.ts";
import { falls } from "./sheet.ts";
import { agree, settle, step, type Token, undo } from "./tokens.ts";

/** How a piece came to where it is. */
export type Motion = { kind: "drop" | "appear" | "turn" } | { kind: "slide"; from: number };

export class Playback {
  tokens: Token[] = [];
  /** Captured pieces that are still to be seen. */
  leaving: Token[] = [];
  /** Pieces that turn over, and are still seen from both sides. */
  turning: ReadonlySet<number> = new Set();
  private view: View | null = null;
  private motions = new Map<number, Motion>();
  private timers: ReturnType<typeof setTimeout>[] = [];
  /** The move whose steps are being shown. */
  private performing: string | null = null;

  /** `changed`: the pieces are to be drawn again. */
  constructor(private readonly changed: () => void) {}

  /** What moved since it was asked last, by the numbers of the tokens. */
  takeMotions(): ReadonlyMap<number, Motion> {
    const { motions } = this;
    this.motions = new Map();
    return motions;
  }

  /** A piece is already where it is to be seen: it was brought there by hand. */
  forgetMotion(square: number): void {
    const token = this.tokens.find(token => token.square === square);
    if (token) this.motions.delete(token.id);
  }

  /** Begins with a view. */
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
    // The move is being shown already: its last step brings the board there.
    if (view.ply === before.ply + 1 && view.last?.text === this.performing) return;
    this.stop();
    if (view.ply === before.ply + 1 && view.last) {
      // Somebody else moved, or the moves are stepped through.
      this.tokens = settle(this.tokens, before.pieces);
      this.perform(view.last);
    } else this.arrive(view, view.ply === before.ply - 1 ? undo(this.tokens, before) : this.tokens);
  }

  /** Puts all pieces where the view has them, at once. */
  settle(): void {
    if (this.view) this.tokens = settle(this.tokens, this.view.pieces);
    this.changed();
  }

  /** Puts everything back as the view says, seen to move: a move was refused. */
  restore(): void {
    const { view } = this;
    if (!view) return;
    this.stop();
    // The move that was shown before its time goes back the way it came.
    const shown = view.moves.find(move => agree(this.tokens, afterSteps(view.pieces, move)));
    this.arrive(view, shown ? undo(this.tokens, { last: shown }) : this.tokens);
  }

  /** Brings tokens to a view: those that are still there are seen to move, the others are there at once. */
  private arrive(view: View, tokens: readonly Token[]): void {
    this.tokens = this.moved(settle(tokens, view.pieces), null);
    this.changed();
  }

  /** Shows the steps of a move that are not seen yet, from those on that the first clicks have shown. */
  finish(move: MoveView, clicks: number): void {
    const pieces = this.view?.pieces ?? [];
    if (agree(this.tokens, afterSteps(pieces, move))) return;
    let done = Math.min(clicks, move.steps.length);
    while (done > 0 && !agree(this.tokens, afterSteps(pieces, move, done))) done--;
    this.perform(move, done);
  }

  /** Shows the steps of a move from the `first` on, one after another; up to the `end`, if it is given. */
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

  /** Notes how tokens come to be where they are, from the present ones. `arrival`: how new ones do. */
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

  /** Shows nothing more that is under way. */
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
