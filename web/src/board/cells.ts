/** The grid of cells over a drawing: it takes focus and clicks and has the accessible names. */

import { html, nothing, type TemplateResult } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { placeName, sideName, t } from "../i18n/text.ts";
import { indexOf } from "../protocol.ts";
import type { Seen } from "./seen.ts";
import { set } from "./set.ts";
import { extent, type Sheet } from "./sheet.ts";

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;

export function cells(
  sheet: Sheet,
  label: string,
  seen: Seen,
  focused: (square: number) => void,
): TemplateResult {
  const [left, top, right, bottom] = sheet.margin;
  const [width, height] = extent(sheet);
  // The space above an upright board belongs to its columns, too.
  const [wide, high] = sheet.size;
  const [across, down] = sheet.area;
  const hangs = seen.view.board.kind === "upright" ? top / high : 0;
  const rows = Array.from({ length: sheet.height }, (_, y) =>
    sheet.places.filter(place => place.y === y).sort((a, b) => a.x - b.x),
  );
  return html`<div
    class="cells"
    role="grid"
    aria-label=${label}
    aria-rowcount=${sheet.height}
    aria-colcount=${sheet.width}
    ${set({
      left: percent(left, width),
      right: percent(right, width),
      top: percent(top, height),
      bottom: percent(bottom, height),
      "--hangs": hangs,
      "--cell-width": percent(wide, across),
      "--cell-height": percent(high, down),
    })}
  >
    ${rows.map(
      (row, y) => html`<div role="row" aria-rowindex=${y + 1}>
        ${row.map(
          ({ cell, x, middle }) => html`<div
            role="gridcell"
            class=${classMap({
              cell: true,
              top: y === 0 && hangs > 0,
              hold: seen.marks.has(cell.square) && seen.pieces.has(cell.square),
            })}
            data-cell=${cell.square}
            data-name=${cell.name}
            aria-colindex=${x + 1}
            aria-selected=${seen.chosen === cell.square ? "true" : nothing}
            tabindex=${cell.square === seen.rover ? 0 : -1}
            aria-label=${[placeName(cell.spoken), ...edgesOf(sheet, x, y, seen), ...stateOf(cell.square, seen)].join(", ")}
            ${set({ left: percent(middle[0] - wide / 2, across), top: percent(middle[1] - high / 2, down) })}
            @focus=${() => focused(cell.square)}
          ></div>`,
        )}
      </div>`,
    )}
  </div>`;
}

/** The edges of the board next to a cell, in words. */
function edgesOf(sheet: Sheet, x: number, y: number, seen: Seen): string[] {
  const at = [y === sheet.height - 1, x === sheet.width - 1, y === 0, x === 0];
  const owners = new Set(sheet.edges.filter((_, edge) => at[edge]));
  return [...owners].map(owner => t("cell-edge", { side: sideName(seen.view, owner) }));
}

/** The state of a cell, in words. */
function stateOf(square: number, seen: Seen): string[] {
  const token = seen.pieces.get(square);
  const parts: string[] = [];
  if (token) parts.push(t(`piece-${token.kind}-${seen.colours[indexOf(token.side)]}`));
  else parts.push(t("cell-empty"));
  if (square === seen.last) parts.push(t("cell-last"));
  if (seen.won.has(square)) parts.push(t("cell-winning"));
  if (square === seen.chosen) parts.push(t("cell-chosen"));
  else if (seen.marks.has(square)) parts.push(t("cell-possible"));
  if (seen.hinted.has(square)) parts.push(t("cell-hint"));
  const pill = seen.pills.get(square);
  if (pill) parts.push(pill.spoken);
  return parts;
}
