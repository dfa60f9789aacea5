/** A game in a room. The messages are those of fixtures/room/frames.jsonl, which are generated from the server's types. */

import { readFileSync } from "node:fs";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RoomState, ServerMessage, Side, ViewResponse } from "../src/protocol.ts";
import type { RoomSession } from "../src/session/room.ts";

/** A server message, and the state of the room after it, unless something else happened at the same time. */
interface Line {
  script: string;
  frame: ServerMessage;
  state?: Partial<RoomState>;
}

const kept = readFileSync(new URL("../../fixtures/room/frames.jsonl", import.meta.url), "utf8");
const lines: Line[] = kept
  .trim()
  .split("\n")
  // The first line tells the source of the file.
  .slice(1)
  .map(line => JSON.parse(line) as Line);
const names = [...new Set(lines.map(line => line.script))];

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("document", {
    baseURI: "http://here/",
    addEventListener: () => undefined,
    visibilityState: "visible",
  });
  vi.stubGlobal("navigator", { language: "en" });
  vi.stubGlobal("localStorage", {
    getItem: () => null,
    setItem: () => undefined,
    removeItem: () => undefined,
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

async function session(): Promise<RoomSession> {
  const { RoomSession } = await import("../src/session/room.ts");
  return new RoomSession("table");
}

/** A copy, because a session modifies the messages it receives. */
const frame = (line: Line): ServerMessage => structuredClone(line.frame);
const whatOf = (line: Line): string =>
  line.frame.type === "event" ? line.frame.event.what : line.frame.type;
const of = (script: string): Line[] => lines.filter(line => line.script === script);

/** A view that contains only whose turn it is. */
function shows(made: RoomSession, toMove: Side): void {
  made.shown = { to_move: toMove, played: made.state?.moves ?? [], ending: null } as unknown as ViewResponse;
}

/** A session after a script, up to the n-th event of a kind, with a view. */
async function heard(script: string, what: string, count = 1, toMove: Side = "first"): Promise<RoomSession> {
  const made = await session();
  let left = count;
  for (const line of of(script)) {
    const isLast = whatOf(line) === what && --left === 0;
    if (isLast) shows(made, toMove);
    made.hear(frame(line));
    if (isLast) return made;
  }
  throw new Error(`${script}: no ${what}`);
}

describe("a game in a room", () => {
  it.each(names)("has the server's state after each event: %s", async script => {
    const made = await session();
    for (const line of of(script)) {
      made.hear(frame(line));
      if (!line.state) continue;
      expect(made.state, whatOf(line)).toMatchObject(line.state);
      expect(made.offers, whatOf(line)).toEqual(line.state.offers);
      expect(made.stage, whatOf(line)).toBe(line.state.stage);
      expect(made.said, whatOf(line)).toEqual(line.state.said);
    }
  });

  it("clears offers after a move", async () => {
    const made = await heard("offers", "offered");
    expect(made.proposed).toEqual(["draw"]);
    const moved = await heard("offers", "moved", 3);
    expect(moved.proposed).toEqual([]);
  });

  it("clears offers after a rematch or an abort", async () => {
    expect((await heard("offers", "rematch")).offers).toEqual([]);
    expect((await heard("called off", "aborted")).offers).toEqual([]);
  });

  it("runs a correspondence clock from the first move on", async () => {
    const made = await heard("days", "moved", 1, "second");
    const before = made.clocks();
    vi.advanceTimersByTime(5000);
    const [first, second] = made.clocks() ?? [];
    expect([first, second]).toEqual([before?.[0], (before?.[1] ?? 0) - 5000]);
  });

  it("does not run the clock of a computer", async () => {
    const made = await heard("computer", "moved", 3, "second");
    expect(made.state?.moves).toHaveLength(3);
    const before = made.clocks();
    vi.advanceTimersByTime(5000);
    expect(made.clocks()).toEqual(before);
  });

  it("keeps a clock running during other events", async () => {
    const made = await heard("offers", "offered");
    expect(made.state?.running).toBe("first");
    expect(made.clocks()).toEqual([55_000, 60_000]);
    vi.advanceTimersByTime(1000);
    const said = of("offers").find(line => whatOf(line) === "said");
    if (said) made.hear(frame(said));
    expect(made.clocks()).toEqual([54_000, 60_000]);
  });

  it("allows a draw offer only after each side has moved", async () => {
    for (const [moves, may] of [
      [1, false],
      [2, true],
    ] as const) {
      const made = await heard("offers", "moved", moves);
      expect(made.may("draw")).toBe(may);
    }
  });

  it("requests the whole state after a missed event, without patching", async () => {
    const { wire } = await import("../src/session/socket.ts");
    const resync = vi.spyOn(wire, "resync");
    const made = await heard("days", "began");
    const later = of("days").at(-1);
    if (later) made.hear(frame(later));
    expect(resync).toHaveBeenCalledWith("table");
    expect(made.state?.moves).toEqual([]);
    resync.mockRestore();
  });
});
