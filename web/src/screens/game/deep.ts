/** The views of a 3-D board: the tabs that select its planes or a column through all depths. */

import { html, type TemplateResult } from "lit";
import { t } from "../../i18n/text.ts";
import type { View } from "../../protocol.ts";
import { change, settings } from "../../settings.ts";

/** The state of the 3-D view. */
export type Space = "none" | "loading" | "there" | "impossible";

/** Loads the code of the 3-D view. */
export async function loadSpace(): Promise<Space> {
  try {
    const { hasWebGl } = await import("../../board/space.ts");
    return hasWebGl() ? "there" : "impossible";
  } catch {
    return "impossible";
  }
}

/** Tabs above the flat view: all planes, or one column through all depths. */
export function tabs(
  view: View,
  column: number | null,
  choose: (column: number | null) => void,
): TemplateResult {
  const tab = (to: number | null, text: string, label: string) => html`<button type="button" class="tab"
    aria-pressed=${column === to ? "true" : "false"} aria-label=${label}
    @click=${() => choose(column === to ? null : to)}>${text}</button>`;
  const isDiagonal = settings.planes === "diagonal";
  return html`<div class="flat-bar" role="group" aria-label=${t("side-views")}>
    ${tab(null, t("all-planes"), t("all-planes"))}
    ${view.board.columns.map((name, at) => tab(at, name, t("side-view-of", { column: name })))}
    <button type="button" class="tab arrange" aria-pressed=${isDiagonal ? "true" : "false"}
      @click=${() => change("planes", isDiagonal ? "row" : "diagonal")}>${t("diagonal")}</button>
  </div>`;
}
