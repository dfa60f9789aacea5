/** The action buttons beside the board. */

import { html, nothing, type TemplateResult } from "lit";
import { t } from "../../i18n/text.ts";
import { type Icon, icon } from "../../parts/icon.ts";
import type { Session } from "../../session/session.ts";
import { settings } from "../../settings.ts";
import { saves } from "./saves.ts";

/** The part of the screen that the buttons use. */
export interface Hands {
  /** Whether the current position is shown. */
  isPresent: boolean;
  isFlipped: boolean;
  isCopied: boolean;
  askHint(): void;
  scores(): void;
  flip(): void;
  /** Asks for confirmation to resign. */
  giveUp(): void;
  restart(): void;
  copy(link: string): void;
  tell(text: string): void;
}

const button = (sign: Icon, text: string, act: () => void, isOff = false) =>
  html`<button type="button" ?disabled=${isOff} @click=${act}>${icon(sign)}${text}</button>`;

const toggle = (sign: Icon, text: string, isOn: boolean, act: () => void) =>
  html`<button type="button" aria-pressed=${isOn ? "true" : "false"} @click=${act}>${icon(sign)}${text}</button>`;

export function actions(session: Session, hands: Hands): TemplateResult {
  const { room } = session;
  const isOver = session.ending !== null || session.stage === "aborted";
  return html`<div class="actions">
    ${session.isWatched ? nothing : button("back", t("take-back"), () => session.takeBack(), !session.may("take-back"))}
    ${
      session.mayAdvise && !isOver && !session.isWatched
        ? button("hint", t("hint"), () => hands.askHint(), !session.may("move") || !hands.isPresent)
        : nothing
    }
    ${session.mayAdvise ? toggle("scores", t("scores"), settings.scores, () => hands.scores()) : nothing}
    ${toggle("flip", t("flip"), hands.isFlipped, () => hands.flip())}
    ${session.may("draw") ? button("draw", room ? t("offer-a-draw") : t("agree-draw"), () => session.draw()) : nothing}
    ${room && session.may("abort") ? button("close", t("abort"), () => room.abort()) : nothing}
    ${session.may("resign") ? button("flag", t("resign"), () => hands.giveUp()) : nothing}
    ${session.may("restart") && !isOver ? button("again", t("new-game"), () => hands.restart()) : nothing}
    ${button("link", hands.isCopied ? t("copied") : t("copy-link"), () => hands.copy(location.href))}
    ${saves(session, text => hands.tell(text))}
  </div>`;
}

/** The confirmation, which prevents resigning by mistake. */
export function resignation(resign: () => void, stay: () => void): TemplateResult {
  return html`<div class="notice" role="alertdialog" aria-label=${t("resign-ask")}>
    <p>${t("resign-ask")}</p>
    <div class="buttons"><button type="button" class="primary" @click=${resign}>${t("resign")}</button><button
      type="button" @click=${stay}>${t("cancel")}</button></div>
  </div>`;
}
