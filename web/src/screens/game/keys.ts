/** The list of keys, and the input field for moves. */

import { html, type TemplateResult } from "lit";
import { passOf } from "../../board/clicks.ts";
import { t } from "../../i18n/text.ts";
import { icon } from "../../parts/icon.ts";
import type { View } from "../../protocol.ts";

/** An input field for moves in the notation of the terminal. `example`: a legal move. `typed`: returns whether the text was accepted. */
export function entry(example: string, typed: (text: string) => boolean): TemplateResult {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const input = (event.currentTarget as HTMLFormElement).querySelector("input");
    const text = input?.value.trim();
    if (input && text && typed(text)) input.value = "";
  };
  return html`<form class="entry" @submit=${submit}>
    <label for="typed-move">${t("type-move")}</label>
    <div class="link-row">
      <input id="typed-move" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="200" placeholder=${example} />
      <button type="submit">${t("play-move")}</button>
    </div>
  </form>`;
}

export function keysHelp(shown: View): TemplateResult {
  const { kind } = shown.board;
  const isDeep = kind === "posts" || kind === "cube";
  const keys: [string, string][] = [
    [t("key-arrows"), t("key-arrows-do")],
    [t("key-enter"), t("key-enter-do")],
    ["Esc", t("key-escape-do")],
    kind === "upright"
      ? ["1–9, a–g", t("key-columns-do")]
      : [kind === "chequered" ? "1–9" : "a–o 1–9", t("key-names-do")],
    ...(isDeep ? ([["PgUp PgDn", t("key-planes-do")]] as [string, string][]) : []),
    ...(kind === "hexagons" ? ([["PgUp PgDn", t("key-third-do")]] as [string, string][]) : []),
    ...(passOf(shown) ? ([["p", t("key-pass-do")]] as [string, string][]) : []),
    ["< >", t("key-steps-do")],
    ["/", t("key-type-do")],
  ];
  return html`<details class="keys"><summary>${icon("keys")}${t("keys")}</summary>
    <dl>${keys.map(([key, does]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`)}</dl>
  </details>`;
}
