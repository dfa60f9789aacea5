import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { Side } from "../src/protocol.ts";
import { Clocks, control, restored } from "../src/session/clocks.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const side = (ply: number): Side => (ply % 2 === 0 ? "first" : "second");

/** Clocks with a list of the sides whose flag fell. */
function clocks(text: string, opening = 0, kept?: ReturnType<Clocks["kept"]>) {
  const flagged: Side[] = [];
  const kind = control(text);
  if (!kind) throw new Error(`${text} is no clock`);
  const made = new Clocks(kind, opening, side => flagged.push(side), kept);
  /** A move after this many milliseconds. */
  const move = (ply: number, ms: number) => {
    vi.advanceTimersByTime(ms);
    made.come(ply, side(ply));
    made.run(ply, side(ply));
  };
  return { made, flagged, move };
}

describe("the clocks of two people at one screen", () => {
  it("parse the time controls that the server accepts", () => {
    expect(control("300+3")?.startMs).toBe(300_000);
    expect(control("300+3")?.afterMove(1000)).toBe(4000);
    expect(control("move=30")?.afterMove(1000)).toBe(30_000);
    for (const text of ["none", "days=3", "", "banana", "5", "+3", "1e9+0", "move=0"])
      expect(control(text)).toBeNull();
  });

  it("run from each side's second move on", () => {
    const { made, move } = clocks("60+2");
    made.run(0, "first");
    move(1, 5000);
    move(2, 5000);
    expect(made.both()).toEqual([60_000, 60_000]);
    move(3, 5000);
    expect(made.both()).toEqual([57_000, 60_000]);
    vi.advanceTimersByTime(1500);
    expect(made.both()).toEqual([57_000, 58_500]);
  });

  it("restore the full time for each move with `move=`", () => {
    const { made, move } = clocks("move=10", 4);
    made.run(4, "first");
    move(5, 20_000);
    move(6, 20_000);
    move(7, 9000);
    expect(made.both()).toEqual([10_000, 10_000]);
  });

  it("report a fallen flag once", () => {
    const { made, flagged, move } = clocks("3+0");
    move(1, 0);
    move(2, 0);
    vi.advanceTimersByTime(2999);
    expect(flagged).toEqual([]);
    vi.advanceTimersByTime(10_000);
    expect(flagged).toEqual(["first"]);
    expect(made.both()).toEqual([0, 3000]);
    made.again();
    expect(made.both()).toEqual([3000, 3000]);
  });

  it("do not run while stopped", () => {
    const { made, flagged, move } = clocks("3+0");
    move(1, 0);
    move(2, 0);
    vi.advanceTimersByTime(1000);
    made.halt();
    vi.advanceTimersByTime(60_000);
    expect(made.both()).toEqual([2000, 3000]);
    expect(flagged).toEqual([]);
  });

  it("are restored by a takeback", () => {
    const { made, move } = clocks("60+0");
    move(1, 0);
    move(2, 0);
    move(3, 7000);
    move(4, 8000);
    expect(made.both()).toEqual([53_000, 52_000]);
    move(3, 1000);
    expect(made.both()).toEqual([53_000, 60_000]);
    move(2, 0);
    expect(made.both()).toEqual([60_000, 60_000]);
  });

  it("continue after a reload with the remaining time", () => {
    const { made, move } = clocks("60+0");
    move(1, 0);
    move(2, 0);
    move(3, 7000);
    vi.advanceTimersByTime(4000);
    const stored: unknown = JSON.parse(JSON.stringify(made.kept()));
    vi.advanceTimersByTime(50_000);
    const after = clocks("60+0", 3, restored(stored, 3)).made;
    expect(after.both()).toEqual([53_000, 56_000]);
    after.run(3, "second");
    vi.advanceTimersByTime(1000);
    expect(after.both()).toEqual([53_000, 55_000]);
    // After a step back in the browser's history, the times are those of that position.
    expect(restored(stored, 2)?.left).toEqual([60_000, 60_000]);
    expect(restored(stored, 9)).toBeUndefined();
    for (const nonsense of [null, 7, {}, { opening: 0, before: [[1]], left: [1, 2] }])
      expect(restored(nonsense, 0)).toBeUndefined();
  });
});
