/** What is said of a game: names, whose turn it is, what to do, how it ended. */

import { startsOnPiece, target } from "../../board/clicks.ts";
import { entryOf } from "../../games.ts";
import { said, sideName, t } from "../../i18n/text.ts";
import { agentName } from "../../parts/opponents.ts";
import { type Ending, indexOf, other, type Shown, type Side, type View } from "../../protocol.ts";
import type { Session } from "../../session/session.ts";
import { settings } from "../../settings.ts";

/** How a game is called; one that the page does not know by its specification. */
export function gameName(game: string): string {
  const entry = entryOf(game);
  return entry ? t(`game-${entry.id}`) : game;
}

/** Who plays a side. */
export function nameOf(session: Session, side: Side): string {
  const seat = session.seats[indexOf(side)];
  if (seat.kind === "computer") return agentName(seat.agent ?? "");
  if (seat.kind === "nobody") return t("nobody-yet");
  if (seat.isYours && session.yours !== null) return settings.name ? seat.name : t("you");
  return seat.name || (session.shown ? sideName(session.shown, side) : "");
}

/** What stands below a name: the side's colour, or whether it begins. */
export function seatLine(session: Session, side: Side): string {
  if (!session.shown) return "";
  const name = sideName(session.shown, side);
  return nameOf(session, side) === name ? t(`moves-${side}`) : name;
}

export function turnText(session: Session): string {
  const { shown, ending } = session;
  if (!shown) return "";
  if (session.stage === "aborted") return t("aborted");
  if (session.stage === "waiting") return t("waiting-player");
  if (ending) return endText(shown, ending);
  if (session.isPaused) return t("paused");
  const side = shown.to_move;
  const seat = session.seats[indexOf(side)];
  if (seat.kind === "computer") {
    return t("thinks", { name: agentName(seat.agent ?? ""), side: sideName(shown, side) });
  }
  if (seat.isYours && session.yours !== null) return t("your-turn");
  return t("turn-of", { side: sideName(shown, side) });
}

/** What the person has to do next. */
export function taskText(session: Session): string {
  const { shown } = session;
  if (!shown || !session.may("move")) return "";
  if (shown.moves.length > 0 && shown.moves.every(move => move.spoken.key.startsWith("capture"))) {
    return t("board-must-capture");
  }
  if (startsOnPiece(shown)) return t("task-piece");
  return t(`task-${shown.board.kind}`);
}

/** What the last move of a view was. */
export function lastText(view: View): string {
  if (!view.last) return "";
  const cell = target(view.last);
  const mover = view.pieces.find(piece => piece.square === cell)?.side ?? other(view.to_move);
  return said(view, mover, view.last.spoken);
}

/** Whether a move ended it. */
export const isByRules = ({ termination }: Ending): boolean =>
  ["line", "board_full", "no_move", "points", "connection", "repetition", "move_limit"].includes(termination);

export function endText(shown: Shown, { outcome }: Ending): string {
  if (outcome === "draw") return t("end-draw", { count: shown.ply });
  return t("end-win", { side: sideName(shown, outcome.win), count: shown.ply });
}

export function reasonText(shown: Shown, { outcome, termination }: Ending): string {
  const loser = outcome === "draw" ? "first" : other(outcome.win);
  return t(`reason-${termination}`, { loser: sideName(shown, loser) });
}
