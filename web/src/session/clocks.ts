/** The clocks of two people at one screen, which run as the server's do in a room: from each side's second move on. */

import { type ClocksMs, indexOf, other, type Side } from "../protocol.ts";

/** How long the players may think. */
export interface Control {
  startMs: number;
  /** What a player has after a move, from what was left. */
  afterMove(leftMs: number): number;
}

/** Milliseconds of a text of seconds, if they are as many as the server takes. */
function within(text: string | undefined, least: number, most: number): number | null {
  const seconds = /^\d+(\.\d+)?$/.test(text ?? "") ? Number(text) : Number.NaN;
  return seconds >= least && seconds <= most ? 1000 * seconds : null;
}

/** The control that a text means: `300+3` (seconds for the game and with each move) or `move=30`; nothing where nobody is hurried. */
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

/** What is stored of clocks, to go on after a reload. */
export interface Kept {
  /** How many moves had been played when the clocks were set up. */
  opening: number;
  /** What both had before each move since, the present one last. */
  before: ClocksMs[];
  left: ClocksMs;
}

/** Two clocks of which at most one runs. */
export class Clocks {
  private opening: number;
  private before: ClocksMs[];
  private left: ClocksMs;
  private running: { side: Side; since: number } | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;

  /** `flag`: a side is out of time. */
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

  /** What both have left now. */
  both(): ClocksMs {
    const left: ClocksMs = [...this.left];
    const { running } = this;
    if (running) {
      const at = indexOf(running.side);
      left[at] = Math.max(0, left[at] - (performance.now() - running.since));
    }
    return left;
  }

  /** Stands still with what is left now. */
  halt(): void {
    this.left = this.both();
    this.running = null;
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
  }

  /** The clock of whoever is to move runs after so many moves: not before each side has made its first. */
  run(ply: number, mover: Side): void {
    this.halt();
    if (!this.runs(ply)) return;
    this.running = { side: mover, since: performance.now() };
    this.timer = setTimeout(() => {
      this.halt();
      this.flag(mover);
    }, this.left[indexOf(mover)]);
  }

  /** Comes to a position: by one move, which gives what a move gives; back, with what was left then; or there already. */
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

  /** Gives whoever is to move the time back that was spent on the present move. */
  again(): void {
    this.halt();
    this.left = [...(this.before.at(-1) as ClocksMs)];
  }

  private runs(ply: number): boolean {
    return ply - this.opening >= 2;
  }

  /** What is to be stored. */
  kept(): Kept {
    return { opening: this.opening, before: this.before, left: this.both() };
  }
}

/** Whether something stored is what `kept` made, for a game with so many moves; as far as the game goes, if it goes less far. */
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
