/** A game at one screen with a clock, with a mock server. */

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { LocalSession as Local } from "../src/session/local.ts";

/** The delay of the server's answers, in milliseconds. */
let delayMs = 0;
const stored = new Map<string, string>();

/** The server's view after these moves. All moves are legal except `x`. */
function shown(played: string[]) {
  return {
    played,
    ply: played.length,
    to_move: played.length % 2 === 0 ? "first" : "second",
    game: "connect4",
    start: "",
    moves: [{ text: "4" }],
    ending: null,
  };
}

beforeEach(() => {
  vi.useFakeTimers();
  delayMs = 0;
  stored.clear();
  vi.stubGlobal("addEventListener", () => undefined);
  vi.stubGlobal("removeEventListener", () => undefined);
  vi.stubGlobal("navigator", { language: "en" });
  vi.stubGlobal("document", { baseURI: "http://here/", addEventListener: () => undefined });
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  });
  vi.stubGlobal("fetch", async (_: URL, { body }: { body: string }) => {
    await new Promise(done => setTimeout(done, delayMs));
    const { moves } = JSON.parse(body) as { moves: string[] };
    if (moves.at(-1) !== "x") return new Response(JSON.stringify(shown(moves)));
    const error = { code: "move/taken", message: "taken", state: shown(moves.slice(0, -1)) };
    return new Response(JSON.stringify({ error }), { status: 422 });
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

const wait = (ms: number) => vi.advanceTimersByTimeAsync(ms);

async function game(moves: string[] = [], clock = "60+0"): Promise<Local> {
  const { LocalSession } = await import("../src/session/local.ts");
  const session = new LocalSession({
    game: "connect4",
    start: null,
    moves,
    clock,
    agents: [null, null],
    paceMs: 0,
    randomMoves: 0,
  });
  session.start();
  await wait(0);
  return session;
}

async function play(session: Local, ...moves: string[]): Promise<void> {
  for (const move of moves) {
    session.play(move);
    await wait(delayMs);
  }
}

describe("the possible actions of a session", () => {
  it("at one screen include restart and draw, without a room", async () => {
    const session = await game();
    expect([session.room, session.sent, session.may("restart")]).toEqual([null, null, true]);
    expect([session.may("draw"), session.may("rematch"), session.may("abort")]).toEqual([
      false,
      false,
      false,
    ]);
    await play(session, "1");
    expect(session.may("draw")).toBe(true);
    session.draw();
    expect(session.ending).toEqual({ outcome: "draw", termination: "agreement" });
    session.restart();
    await wait(0);
    expect([session.ending, session.shown?.played]).toEqual([null, []]);
  });

  it("in a room depend on the room", async () => {
    const { RoomSession } = await import("../src/session/room.ts");
    const session = new RoomSession("abc");
    expect([session.room?.code, session.may("restart"), session.may("move")]).toEqual(["abc", false, false]);
  });
});

describe("a game at one screen with a clock", () => {
  it("charges thinking time, but not the server's time or the time of a rejected move", async () => {
    const session = await game();
    await play(session, "1", "2");
    await wait(10_000);
    delayMs = 5000;
    await play(session, "3");
    expect(session.clocks()).toEqual([50_000, 60_000]);
    await wait(7000);
    await play(session, "x");
    expect(session.shown?.played).toEqual(["1", "2", "3"]);
    expect(session.clocks()).toEqual([50_000, 53_000]);
    await wait(1000);
    expect(session.clocks()).toEqual([50_000, 52_000]);
  });

  it("ends when a flag falls, and continues after a takeback", async () => {
    const session = await game();
    const over = vi.fn();
    session.addEventListener("over", over);
    await play(session, "1", "2");
    expect(session.mayAdvise).toBe(false);
    await wait(60_000);
    expect(session.ending).toEqual({ outcome: { win: "second" }, termination: "time" });
    expect([session.stage, session.may("move"), session.mayAdvise]).toEqual(["ended", false, true]);
    expect(over).toHaveBeenCalledTimes(1);
    session.takeBack();
    await wait(0);
    expect([session.ending, session.clocks()]).toEqual([null, [60_000, 60_000]]);
    await wait(60_000);
    expect(session.ending?.termination).toBe("time");
  });

  it("stops when a player resigns", async () => {
    const session = await game();
    await play(session, "1", "2");
    await wait(5000);
    session.resign();
    await wait(90_000);
    expect([session.ending?.termination, session.clocks()]).toEqual(["resignation", [55_000, 60_000]]);
  });

  it("continues after a reload, and starts with full clocks in another game", async () => {
    const before = await game();
    await play(before, "1", "2", "3");
    await wait(20_000);
    before.stop();
    await wait(99_000);
    const after = await game(["1", "2", "3"]);
    expect(after.clocks()).toEqual([60_000, 40_000]);
    after.stop();
    const other = await game(["1", "2", "7"]);
    expect(other.clocks()).toEqual([60_000, 60_000]);
    other.restart();
    await wait(0);
    expect(other.clocks()).toEqual([60_000, 60_000]);
  });

  it("has no clock if the link has none or an invalid one", async () => {
    for (const clock of ["none", "days=3", "banana"]) {
      const session = await game([], clock);
      expect([session.clock, session.clocks(), session.mayAdvise]).toEqual(["none", null, true]);
    }
  });
});
