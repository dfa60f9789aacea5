/** Texts about a game: names, turn, task, result. */

import { startsOnPiece, target, withoutClick } from "../../board/clicks.ts";
import { entryOf } from "../../games.ts";
import { has, said, sideName, t } from "../../i18n/text.ts";
import { agentName } from "../../parts/opponents.ts";
import {
  type Ending,
  indexOf,
  type MoveView,
  other,
  type Side,
  type View,
  type ViewResponse,
} from "../../protocol.ts";
import type { Session } from "../../session/session.ts";
import { settings } from "../../settings.ts";

/** The name of a game; its specification if it is not in the catalogue. */
export function gameName(game: string): string {
  const entry = entryOf(game);
  return entry ? t(`game-${entry.id}`) : game;
}

/** The name of the player of a side. */
export function nameOf(session: Session, side: Side): string {
  const seat = session.seats[indexOf(side)];
  if (seat.kind === "computer") return agentName(seat.agent ?? "");
  if (seat.kind === "nobody") return t("nobody-yet");
  if (seat.isYours && session.yours !== null) return settings.name ? seat.name : t("you");
  return seat.name || (session.shown ? sideName(session.shown, side) : "");
}

/** The text below a name: the side's colour, or whether it moves first. */
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

/** What the user has to do next. */
export function taskText(session: Session): string {
  const { shown } = session;
  if (!shown || !session.may("move")) return "";
  if (shown.moves.length > 0 && shown.moves.every(move => move.spoken.key.startsWith("capture"))) {
    return t("board-must-capture");
  }
  if (mustPass(session)) return t("task-pass");
  if (startsOnPiece(shown)) return t("task-piece");
  const special = shown.moves.map(({ spoken }) => `task-or-${spoken.key}`).find(has);
  return t(special ?? `task-${shown.board.kind}`);
}

/** Whether all legal moves are without a cell on the board. */
export function mustPass(session: Session): boolean {
  const { shown } = session;
  if (!shown || !session.may("move")) return false;
  return shown.moves.length > 0 && withoutClick(shown).length === shown.moves.length;
}

/** The name of a move that has no cell on the board. */
export function moveName({ spoken, text }: MoveView): string {
  const id = `do-${spoken.key}`;
  return has(id) ? t(id) : text;
}

/** The piece counts of both sides, in games where moves place a piece and turn others over (Reversi); null in other games. */
export function pieceCounts({ pieces, moves, last }: View): [number, number] | null {
  const turnsOver = ({ steps }: MoveView) => {
    const effects = new Set(steps.flat().map(effect => effect.do));
    return effects.has("place") && effects.has("flip");
  };
  if (!moves.some(turnsOver) && !(last && turnsOver(last))) return null;
  return [0, 1].map(at => pieces.filter(({ side }) => indexOf(side) === at).length) as [number, number];
}

/** Whose turn it is, and whether only a pass is possible. */
export const spokenTurn = (session: Session): string =>
  mustPass(session) ? `${turnText(session)}. ${t("task-pass")}` : turnText(session);

/** The announcement of the last move of a view. */
export function lastText(view: View): string {
  if (!view.last) return "";
  const cell = target(view.last);
  const mover = view.pieces.find(piece => piece.square === cell)?.side ?? other(view.to_move);
  return said(view, mover, view.last.spoken);
}

/** Whether a move ended the game. */
export const isByRules = ({ termination }: Ending): boolean =>
  ["line", "board_full", "no_move", "points", "connection", "repetition", "move_limit"].includes(termination);

export function endText(shown: ViewResponse, { outcome }: Ending): string {
  if (outcome === "draw") return t("end-draw", { count: shown.ply });
  return t("end-win", { side: sideName(shown, outcome.win), count: shown.ply });
}

export function reasonText(shown: ViewResponse, { outcome, termination }: Ending): string {
  const loser = outcome === "draw" ? "first" : other(outcome.win);
  return t(`reason-${termination}`, { loser: sideName(shown, loser) });
}
