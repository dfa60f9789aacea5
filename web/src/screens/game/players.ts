/** The players and their clocks. */

import { html, nothing, type TemplateResult } from "lit";
import { piece } from "../../board/pieces.ts";
import { coloursOf, sideName, t } from "../../i18n/text.ts";
import { clockText } from "../../parts/clock.ts";
import { icon } from "../../parts/icon.ts";
import { indexOf, SIDES, type Side, type View } from "../../protocol.ts";
import type { Session } from "../../session/session.ts";
import { nameOf, pieceCounts, seatLine } from "./words.ts";

/** Below this time a clock shows a warning. */
const LOW_MS = 10_000;

/** Announces once per move that a player at this page is short of time. */
export class Hurry {
  /** The last move in which there was enough time. */
  private calm: number | null = null;

  /** The announcement that is due; empty if none. */
  words(session: Session): string {
    const { shown, ending, seats } = session;
    const left = shown ? session.clocks()?.[indexOf(shown.to_move)] : undefined;
    if (!shown || left === undefined || ending || !seats[indexOf(shown.to_move)].isYours) return "";
    const wasCalm = this.calm === shown.ply;
    this.calm = left < LOW_MS ? null : shown.ply;
    return wasCalm && left < LOW_MS ? t("time-low", { side: sideName(shown, shown.to_move) }) : "";
  }
}

/** `view`: the position that is shown. */
export function players(session: Session | null, view: View | null): TemplateResult {
  const counts = view ? pieceCounts(view) : null;
  const of = (side: Side) => counts?.[indexOf(side)] ?? null;
  return html`<div class="players">${session ? SIDES.map(side => player(session, side, of(side))) : nothing}</div>`;
}

function player(session: Session, side: Side, count: number | null): TemplateResult {
  const { shown, ending } = session;
  const seat = session.seats[indexOf(side)];
  const isOn = shown && !ending && session.stage === "playing" && shown.to_move === side;
  const won = ending && ending.outcome !== "draw" && ending.outcome.win === side;
  const colour = shown ? coloursOf(shown.sides)[indexOf(side)] : "";
  const left = session.clocks()?.[indexOf(side)];
  const kind = shown?.pieces[0]?.kind === "stone" ? "stone" : "man";
  return html`<div class="player ${isOn ? "on" : ""} ${won ? "winner" : ""}" data-side=${side}>
    ${
      colour
        ? html`<svg class="player-piece" viewBox="-5 -5 10 10" aria-hidden="true">${piece(kind, side, colour, "grid")}</svg>`
        : nothing
    }
    <span class="player-name">
      <strong>${nameOf(session, side)}</strong>
      <span class="quiet">${seatLine(session, side)}</span>
    </span>
    ${count === null ? nothing : html`<span class="count" role="img" aria-label=${t("piece-count", { count })}>${count}</span>`}
    ${seat.kind === "person" && !seat.isThere ? html`<span class="away">${t("away")}</span>` : nothing}
    ${isOn && seat.kind === "computer" && !session.isPaused ? html`<span class="thinking" aria-hidden="true"></span>` : nothing}
    ${
      left === undefined
        ? nothing
        : html`<span class="clock ${left < LOW_MS ? "low" : ""}" role="timer" aria-live="off">${clockText(left)}</span>`
    }
    ${won ? html`<span class="won-mark" aria-hidden="true">${icon("check")}</span>` : nothing}
  </div>`;
}
