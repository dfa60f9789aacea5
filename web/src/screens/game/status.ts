/** The line under the board: whose turn it is, what is to be done, what was wrong. */

import { html, nothing, type TemplateResult } from "lit";
import { t } from "../../i18n/text.ts";
import type { Session } from "../../session/session.ts";
import { reasonText, taskText, turnText } from "./words.ts";

/** What the screen lends to the line. */
export interface Line {
  /** Whether the present position is looked at. */
  isPresent: boolean;
  /** What was said last, for a while. */
  message: string;
  /** A move that is to be confirmed. */
  pending: string | null;
  confirm(): void;
  cancel(): void;
}

export function status(session: Session, line: Line): TemplateResult {
  const { shown, ending } = session;
  const isTrying = session.connection === "trying";
  const task = line.isPresent ? taskText(session) : "";
  const reason = shown && ending ? reasonText(shown, ending) : "";
  const text = isTrying ? t("no-connection") : line.message || reason || task;
  const isStrong = isTrying || line.message !== "";
  return html`<div class="status" data-turn=${shown?.to_move ?? nothing}>
    <p class="turn">${turnText(session)}</p>
    <p class="told ${isStrong ? "strong" : ""}" role=${isTrying ? "status" : nothing}>${text || "\u00a0"}</p>
    ${line.pending && session.may("move") ? confirmation(line.pending, line) : nothing}
  </div>`;
}

function confirmation(move: string, { confirm, cancel }: Line): TemplateResult {
  return html`<p class="buttons">
    <button type="button" class="primary" @click=${confirm}>${t("confirm-move", { move })}</button>
    <button type="button" @click=${cancel}>${t("cancel")}</button>
  </p>`;
}
