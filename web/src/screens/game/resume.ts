/** Where an unfinished game is kept: in the address, and for the first page. */

import { entryOf } from "../../games.ts";
import { rewrite, roomAddress, type Setup, write } from "../../router.ts";
import type { Session } from "../../session/session.ts";
import { storage } from "../../settings.ts";

/** The key of the game that was left unfinished. */
export const RESUME = "zermelo.resume";

export interface Resumable {
  hash: string;
  game: string;
}

/** Keeps a game as it stands. `setup`: what it began with, where this page keeps it. */
export function keep(session: Session, setup: Setup | null): void {
  const { shown, room } = session;
  const known = shown ? entryOf(shown.game) : undefined;
  if (!shown || !known || session.isWatched) return;
  let hash = "";
  if (room) hash = roomAddress(room.code);
  else if (setup) {
    hash = write("play", { ...setup, moves: shown.played });
    rewrite(hash);
  }
  const isOpen = !session.ending && shown.ply > 0;
  storage.set(RESUME, isOpen ? ({ hash, game: known.id } satisfies Resumable) : null);
}
