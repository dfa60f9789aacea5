/** The line under the board: turn, task and error messages. */

import { html, nothing, type TemplateResult } from "lit";
import { t } from "../../i18n/text.ts";
import type { MoveView } from "../../protocol.ts";
import type { Session } from "../../session/session.ts";
import { moveName, reasonText, taskText, turnText } from "./words.ts";

/** The part of the screen that the line uses. */
export interface Line {
  /** Whether the current position is shown. */
  isPresent: boolean;
  /** The current message, which disappears after a while. */
  message: string;
  /** A move that waits for confirmation. */
  pending: string | null;
  /** The legal moves that have no cell on the board. */
  offBoard: readonly MoveView[];
  choose(move: MoveView): void;
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
    <div>
      <p class="turn">${turnText(session)}</p>
      <p class="told ${isStrong ? "strong" : ""}" role=${isTrying ? "status" : nothing}>${text || "\u00a0"}</p>
    </div>
    ${
      !session.may("move")
        ? nothing
        : line.pending
          ? confirmation(line.pending, line)
          : line.isPresent && line.offBoard.length > 0
            ? offBoard(line)
            : nothing
    }
  </div>`;
}

/** A button for each move that has no cell on the board, such as a pass. */
function offBoard({ offBoard, choose }: Line): TemplateResult {
  return html`<p class="buttons">${offBoard.map(
    move =>
      html`<button type="button" class="primary off-board" @click=${() => choose(move)}>${moveName(move)}</button>`,
  )}</p>`;
}

function confirmation(move: string, { confirm, cancel }: Line): TemplateResult {
  return html`<p class="buttons">
    <button type="button" class="primary" @click=${confirm}>${t("confirm-move", { move })}</button>
    <button type="button" @click=${cancel}>${t("cancel")}</button>
  </p>`;
}
