/** The result of a game and the buttons to continue. */

import { html, nothing, type TemplateResult } from "lit";
import { t } from "../../i18n/text.ts";
import { type Setup, write } from "../../router.ts";
import type { Session } from "../../session/session.ts";
import { endText, reasonText } from "./words.ts";

export function end(session: Session, setup: Setup | null, again: () => void): TemplateResult {
  const { shown, ending } = session;
  const isRoom = session.room !== null;
  const word = isRoom || setup?.with === "computer" ? t("rematch") : t("again");
  return html`<section class="end" aria-label=${t("result")}>
    <p class="end-title">${shown && ending ? endText(shown, ending) : t("aborted")}</p>
    <p class="quiet">${shown && ending ? reasonText(shown, ending) : nothing}</p>
    <div class="buttons">
      ${
        !isRoom || session.may("rematch")
          ? html`<button type="button" class="primary" @click=${again}>${word}</button>`
          : nothing
      }
      ${setup ? html`<a class="button" href=${write("setup", { ...setup, moves: [] })}>${t("change-set-up")}</a>` : nothing}
      <a class="button" href="#/">${t("main-menu")}</a>
    </div>
  </section>`;
}
