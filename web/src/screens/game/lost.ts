/** The screen for a game that does not exist. */

import { html, nothing, type TemplateResult } from "lit";
import { t, troubleText } from "../../i18n/text.ts";
import { type Setup, write } from "../../router.ts";
import type { Trouble } from "../../session/session.ts";

/** `code`: the code of the missing room. `setup`: the set-up of a game that the server rejected. */
export function lost(trouble: Trouble | null, code: string | null, setup: Setup | null): TemplateResult {
  const text = code
    ? t("lost-room", { code })
    : trouble
      ? troubleText(trouble.code, trouble.message)
      : t("refused");
  return html`<div class="page">
    <h1>${t("lost-title")}</h1>
    <p>${text}</p>
    ${trouble?.message && text !== trouble.message ? html`<p class="quiet">${trouble.message}</p>` : nothing}
    <p class="buttons">
      <a class="button primary" href="#/">${t("to-the-games")}</a>
      ${setup ? html`<a class="button" href=${write("setup", { ...setup, start: "", moves: [] })}>${t("change-set-up")}</a>` : nothing}
    </p>
  </div>`;
}
