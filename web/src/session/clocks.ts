/** The clocks of two people at one screen. As in a room of the server, they run from each side's second move on. */

import { type ClocksMs, indexOf, other, type Side } from "../protocol.ts";

/** A time control. */
export interface Control {
  startMs: number;
  /** The remaining time of a player after a move. */
  afterMove(leftMs: number): number;
}

/** Parses seconds to milliseconds; null if out of the range that the server accepts. */
function within(text: string | undefined, least: number, most: number): number | null {
  const seconds = /^\d+(\.\d+)?$/.test(text ?? "") ? Number(text) : Number.NaN;
  return seconds >= least && seconds <= most ? 1000 * seconds : null;
}

/** Parses a time control: `300+3` (seconds for the game and per move) or `move=30`; null if there is none. */
export function control(text: string): Control | null {
  if (text.startsWith("move=")) {
    const time = within(text.slice("move=".length), 1, 3600);
    return time === null ? null : { startMs: time, afterMove: () => time };
  }
  const [base, increment] = text.split("+");
  const [startMs, gained] = [within(base, 1, 10_800), within(increment, 0, 180)];
  if (startMs === null || gained === null) return null;
  return { startMs, afterMove: left => left + gained };
}

/** The stored state of clocks, to continue after a reload. */
export interface Kept {
  /** The number of moves played when the clocks were set up. */
  opening: number;
  /** The remaining times of both sides before each move since then, the current move last. */
  before: ClocksMs[];
  left: ClocksMs;
}

/** Two clocks, of which at most one runs. */
export class Clocks {
  private opening: number;
  private before: ClocksMs[];
  private left: ClocksMs;
  private running: { side: Side; since: number } | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  /** `flag` is called when a side runs out of time. */
  constructor(
    private readonly control: Control,
    opening: number,
    private readonly flag: (side: Side) => void,
    kept?: Kept,
  ) {
    const start: ClocksMs = [control.startMs, control.startMs];
    this.opening = kept?.opening ?? opening;
    this.before = kept?.before ?? [start];
    this.left = kept?.left ?? start;
  }

  /** The current remaining times of both sides. */
  both(): ClocksMs {
    const left: ClocksMs = [...this.left];
    const { running } = this;
    if (running) {
      const at = indexOf(running.side);
      left[at] = Math.max(0, left[at] - (performance.now() - running.since));
    }
    return left;
  }

  /** Stops the running clock. */
  halt(): void {
    this.left = this.both();
    this.running = null;
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  /** Starts the clock of the side to move, unless one side has not made its first move yet. */
  run(ply: number, mover: Side): void {
    this.halt();
    if (!this.runs(ply)) return;
    this.running = { side: mover, since: performance.now() };
    this.timer = setTimeout(() => {
      this.halt();
      this.flag(mover);
    }, this.left[indexOf(mover)]);
  }

  /** Updates the times for a position: after one more move, with its increment; or after a takeback, with the times at that position. */
  come(ply: number, mover: Side): void {
    this.halt();
    const known = ply - this.opening;
    const now = this.before.length - 1;
    if (known === now + 1) {
      const at = indexOf(other(mover));
      if (this.runs(ply - 1)) this.left[at] = this.control.afterMove(this.left[at]);
      this.before.push([...this.left]);
    } else if (known >= 0 && known < now) {
      this.before.length = known + 1;
      this.left = [...(this.before[known] as ClocksMs)];
    }
  }

  /** Gives the side to move the time back that it spent on the current move. */
  again(): void {
    this.halt();
    this.left = [...(this.before.at(-1) as ClocksMs)];
  }

  private runs(ply: number): boolean {
    return ply - this.opening >= 2;
  }

  /** The state to store. */
  kept(): Kept {
    return { opening: this.opening, before: this.before, left: this.both() };
  }
}

/** Checks a stored state, for a game with this many moves. If the game is shorter than the stored one, the state is cut to its length. */
export function restored(kept: unknown, plies: number): Kept | undefined {
  const { opening, before, left } = (kept ?? {}) as Partial<Kept>;
  const isPair = (pair: unknown): pair is ClocksMs =>
    Array.isArray(pair) && pair.length === 2 && pair.every(ms => Number.isFinite(ms));
  if (!Number.isInteger(opening) || !Array.isArray(before) || !before.every(isPair) || !isPair(left)) return;
  const known = plies - (opening as number);
  const then = before[known];
  if (!then) return;
  const isPresent = known === before.length - 1;
  return {
    opening: opening as number,
    before: before.slice(0, known + 1),
    left: isPresent ? left : [...then],
  };
}
