/** The drawing of pieces. The first side has a raised ring, the second an engraved cross, so that they also differ in shape. */

import { nothing, type SVGTemplateResult, svg } from "lit";
import type { BoardKind, PieceKind, Side } from "../protocol.ts";

/** Whether a side is drawn as a sign (X or O) instead of a disc. */
export const isSign = (id: string): boolean => id === "cross" || id === "nought";

/** A piece, centred on the origin. */
export function piece(kind: PieceKind, side: Side, id: string, board: BoardKind): SVGTemplateResult {
  if (id === "cross") {
    return svg`<g class="piece cross"><path d="M-2.6-2.6 2.6 2.6M2.6-2.6-2.6 2.600"/></g>`;
  }
  if (id === "nought") return svg`<g class="piece nought"><circle r="2.8"/></g>`;
  const radius = {
    upright: 3.95,
    posts: 3.7,
    cube: 3.7,
    chequered: 3.9,
    points: 3.3,
    grid: 4.1,
    hexagons: 3.7,
  }[board];
  const scale = radius / 4;
  const rim = board === "chequered" ? svg`<circle class="rim" r="3.500"/>` : nothing;
  const mark =
    kind === "king"
      ? svg`<path class="crown" d="M-2.100 1.300 L-2.400 -1.300 L-1.100 -.300 L0 -1.900 L1.100 -.300 L2.400 -1.300 L2.100 1.300 Z"/>`
      : side === "first"
        ? svg`<circle class="ring" r="2.350"/>`
        : svg`<path class="engraved" d="M-1.450-1.450 1.450 1.450M1.450-1.450-1.450 1.450"/>`;
  return svg`<g class="piece disc" data-colour=${id} transform="scale(${scale})">
    <circle class="body" r="4"/>${rim}${mark}
    ${kind === "king" ? (side === "first" ? svg`<circle class="ring thin" r="3.100"/>` : nothing) : nothing}
  </g>`;
}
