/** The grid of cells over a drawing: it has the focus, takes the clicks and has the names. */

import { html, nothing, type TemplateResult } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { placeName, t } from "../i18n/text.ts";
import { indexOf } from "../protocol.ts";
import type { Seen } from "./seen.ts";
import { set } from "./set.ts";
import { extent, type Sheet, UNIT } from "./sheet.ts";

const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;

/** The cells of a sheet. */
export function cells(
  sheet: Sheet,
  label: string,
  seen: Seen,
  focused: (square: number) => void,
): TemplateResult {
  const [left, top, right, bottom] = sheet.margin;
  const [width, height] = extent(sheet);
  // The room above an upright board belongs to its columns, too.
  const hangs = seen.view.board.kind === "upright" ? top / UNIT : 0;
  const rows = Array.from({ length: sheet.height }, (_, y) =>
    sheet.cells.filter(place => place.y === y).sort((a, b) => a.x - b.x),
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
      "--columns": sheet.width,
      "--rows": sheet.height,
      "--hangs": hangs,
    })}
  >
    ${rows.map(
      (row, y) => html`<div role="row" aria-rowindex=${y + 1}>
        ${row.map(
          ({ cell, x }) => html`<div
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
            aria-label=${nameOf(cell.square, placeName(cell.spoken), seen)}
            ${set({ "grid-column": x + 1, "grid-row": y + 1 })}
            @focus=${() => focused(cell.square)}
          ></div>`,
        )}
      </div>`,
    )}
  </div>`;
}

/** All that is to be said of a cell. */
function nameOf(square: number, place: string, seen: Seen): string {
  const token = seen.pieces.get(square);
  const parts = [place];
  if (token) parts.push(t(`piece-${token.kind}-${seen.colours[indexOf(token.side)]}`));
  else parts.push(t("cell-empty"));
  if (square === seen.last) parts.push(t("cell-last"));
  if (seen.won.has(square)) parts.push(t("cell-winning"));
  if (square === seen.chosen) parts.push(t("cell-chosen"));
  else if (seen.marks.has(square)) parts.push(t("cell-possible"));
  if (seen.hinted.has(square)) parts.push(t("cell-hint"));
  const pill = seen.pills.get(square);
  if (pill) parts.push(pill.spoken);
  return parts.join(", ");
}
