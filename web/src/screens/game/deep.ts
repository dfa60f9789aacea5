/** A board in three dimensions beside its flat view: which planes are shown, or which column through all depths. */

import { html, type TemplateResult } from "lit";
import { t } from "../../i18n/text.ts";
import type { View } from "../../protocol.ts";
import { change, settings } from "../../settings.ts";

/** Whether the browser can draw in three dimensions. */
export type Space = "none" | "loading" | "there" | "impossible";

/** Loads what draws in three dimensions. */
export async function loadSpace(): Promise<Space> {
  try {
    const { hasWebGl } = await import("../../board/space.ts");
    return hasWebGl() ? "there" : "impossible";
  } catch {
    return "impossible";
  }
}

/** Tabs over the flat view: all planes, or one column through all depths. */
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
