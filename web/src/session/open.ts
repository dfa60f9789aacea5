/** Opens the game of a set-up: kept in this page, or in a room of the server. */

import * as api from "../api.ts";
import type { NewRoom } from "../protocol.ts";
import { go, roomAddress, type Setup, write } from "../router.ts";
import { settings } from "../settings.ts";
import { chance } from "./agent.ts";
import { LocalSession } from "./local.ts";
import { RoomSession } from "./room.ts";
import type { Session } from "./session.ts";

/** Whether a game is kept in the page. Games between remote players and games against a computer with a clock need a room. */
export function isLocal(setup: Setup): boolean {
  if (setup.with === "here" || setup.with === "watch") return true;
  return setup.with === "computer" && setup.clock === "none";
}

/** The set-up with a random side replaced by its result, so that a reload keeps the side. */
export function settled(setup: Setup): Setup {
  if (setup.side !== "random") return setup;
  return { ...setup, side: chance() % 2 === 0 ? "first" : "second" };
}

/** Starts a game and navigates to it. */
export async function begin(setup: Setup): Promise<void> {
  if (isLocal(setup)) {
    go(write("play", settled(setup)));
    return;
  }
  const code = await room(setup);
  go(roomAddress(code));
}

/** Creates a room for the set-up and returns its code. */
export async function room(setup: Setup): Promise<string> {
  await api.guest(settings.name || undefined);
  const wish: NewRoom = {
    game: setup.game,
    opponent:
      setup.with === "computer"
        ? { kind: "computer", agent: setup.agent }
        : setup.with === "anyone"
          ? { kind: "pool" }
          : { kind: "friend" },
    side: setup.with === "anyone" ? "random" : setup.side,
    clock: setup.clock,
  };
  if (setup.start) wish.start = setup.start;
  if (setup.moves.length > 0) wish.opening = setup.moves;
  const made = await api.makeRoom(wish);
  return made.room;
}

export const inRoom = (code: string): Session => new RoomSession(code);

export function local(setup: Setup): Session {
  const agents: [string | null, string | null] =
    setup.with === "here"
      ? [null, null]
      : setup.with === "watch"
        ? [setup.agent, setup.agent2]
        : setup.side === "second"
          ? [setup.agent, null]
          : [null, setup.agent];
  return new LocalSession({
    game: setup.game,
    start: setup.start || null,
    moves: setup.moves,
    clock: setup.with === "here" ? setup.clock : "none",
    agents,
    paceMs: setup.with === "watch" ? setup.pace : 0,
    randomMoves: setup.random ? 1 : 0,
  });
}
