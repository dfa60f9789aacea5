/** Names and controls for opponents, shared by several screens. */

import { html, type TemplateResult } from "lit";
import { LEVELS } from "../catalogue.ts";
import { t } from "../i18n/text.ts";
import type { With } from "../router.ts";
import { levelOf, nameOf } from "../session/agent.ts";

export const withName = (kind: With): string => t(`with-${kind}`);
export const levelWord = (level: number): string => t(`level-word-${level}`);

/** The display name of an agent. */
export function agentName(agent: string): string {
  const level = levelOf(agent);
  return level === null ? t("agent-name", { name: nameOf(agent) }) : t("level-name", { level });
}

/** A row of buttons for the levels. */
export function levelPicker(
  level: number | null,
  choose: (level: number) => void,
  name = "level",
  legend = t("level"),
): TemplateResult {
  return html`<fieldset class="choices levels">
    <legend>${legend}${level === null ? "" : html` <span class="legend-word">${levelWord(level)}</span>`}</legend>
    <div class="row">
      ${LEVELS.map(
        n => html`<label class="choice">
          <input type="radio" name=${name} value=${n} aria-label=${t("level-option", { level: n, word: levelWord(n) })}
            .checked=${n === level} @change=${() => choose(n)} />
          <span>${n}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}
