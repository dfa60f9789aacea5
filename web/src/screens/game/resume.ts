/** Stores an unfinished game in the address and for the home screen. */

import { entryOf } from "../../games.ts";
import { rewrite, roomAddress, type Setup, write } from "../../router.ts";
import type { Session } from "../../session/session.ts";
import { storage } from "../../settings.ts";

/** The storage key of the unfinished game. */
export const RESUME = "zermelo.resume";

export interface Resumable {
  hash: string;
  game: string;
}

/** Stores the current state. `setup`: the initial set-up, if this page keeps the game. */
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
