/** The pieces of a board as they are seen, and the marks under and over them. */

import { nothing, svg, type TemplateResult } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { type BoardKind, indexOf } from "../protocol.ts";
import { piece } from "./pieces.ts";
import type { Seen } from "./seen.ts";
import { centre, type Sheet } from "./sheet.ts";
import type { Token } from "./tokens.ts";

type Drawing = TemplateResult | typeof nothing;

/** Where the cells of a sheet lie. */
export type Places = Map<number, [number, number]>;

/** A piece on its place. */
export function token(token: Token, place: [number, number], seen: Seen): TemplateResult {
  const [x, y] = centre(...place);
  const { kind } = seen.view.board;
  const id = seen.colours[indexOf(token.side)];
  return svg`<g data-token=${token.id} transform="translate(${x} ${y})"
    class=${classMap({
      token: true,
      won: seen.won.has(token.square),
      chosen: seen.chosen === token.square,
      lifted: seen.lifted === token.square,
      can: seen.marks.has(token.square),
    })}><g class="lift"><g class="fall">${piece(token.kind, token.side, id, kind)}${
      seen.last === token.square ? lastMark(kind) : nothing
    }</g></g></g>` as TemplateResult;
}

/** The dot on the piece that moved last. Signs are open in the middle: theirs stands in the corner. */
function lastMark(kind: BoardKind): TemplateResult {
  return (
    kind === "grid"
      ? svg`<circle class="last corner" cx="3.900" cy="-3.900" r=".600"/>`
      : svg`<circle class="last" r=".800"/>`
  ) as TemplateResult;
}

/** A stroke through cells that won. */
export function stroke(line: readonly [number, number][]): TemplateResult {
  const points = line.map(([x, y]) => centre(x, y).join(",")).join(" ");
  return svg`<polyline class="won-line-edge" points=${points}/><polyline class="won-line" points=${points}/>` as TemplateResult;
}

/** Marks on the ground: where the last move began, what can be chosen. */
export function underMarks(sheet: Sheet, seen: Seen): Drawing {
  const { kind } = seen.view.board;
  const marks = sheet.cells.flatMap(({ cell, x, y }) => {
    const [cx, cy] = centre(x, y);
    const isTaken = seen.pieces.has(cell.square);
    const found: unknown[] = [];
    if (kind === "chequered" && seen.coordinates) {
      found.push(svg`<text class="number" x=${cx - 4.6} y=${cy - 2.9}>${cell.name}</text>`);
    }
    if (cell.square === seen.origin) found.push(svg`<circle class="origin" cx=${cx} cy=${cy} r="1.300"/>`);
    if (seen.marks.has(cell.square) && !isTaken) {
      found.push(svg`<circle class="may" cx=${cx} cy=${cy} r=${kind === "points" ? 2.7 : 2}/>`);
    }
    if (seen.hinted.has(cell.square) && !isTaken) {
      found.push(svg`<circle class="hinted" cx=${cx} cy=${cy} r="3.900"/>`);
    }
    return found;
  });
  return marks.length > 0 ? (svg`<g class="marks">${marks}</g>` as TemplateResult) : nothing;
}

/** The piece in the hand: over its column, and faint where it would land. */
export function ghost(sheet: Sheet, places: Places, seen: Seen): Drawing {
  const { board, to_move, moves } = seen.view;
  const id = seen.colours[indexOf(to_move)];
  const kind = moves[0]?.steps.flat().find(effect => effect.do === "place");
  const cell = seen.waits ?? seen.landing;
  const place = cell === undefined ? undefined : places.get(cell);
  if (kind?.do !== "place" || !place) return nothing;
  const [x, y] = centre(...place);
  const drawn = piece(kind.piece.kind, to_move, id, board.kind);
  const faint = svg`<g class=${seen.waits === undefined ? "ghost" : "ghost waits"} transform="translate(${x} ${y})">${drawn}</g>`;
  const above = board.kind === "upright" ? -5.2 : -3.2;
  // Where scores stand over the columns the hand would cover them.
  const isFree = board.kind === "upright" && seen.pills.size === 0;
  const held =
    isFree || (board.kind === "posts" && sheet.margin[1] >= 7)
      ? svg`<g class="hand" transform="translate(${x} ${above}) scale(${board.kind === "upright" ? 1 : 0.8})">${drawn}</g>`
      : nothing;
  return svg`${faint}${held}` as TemplateResult;
}

/** Marks over the pieces: a hint, scores. */
export function overMarks(sheet: Sheet, seen: Seen): Drawing {
  const { kind } = seen.view.board;
  const marks = sheet.cells.flatMap(({ cell, x, y }) => {
    const [cx, cy] = centre(x, y);
    const isTaken = seen.pieces.has(cell.square);
    const found: unknown[] = [];
    if (seen.hinted.has(cell.square) && isTaken) {
      found.push(svg`<circle class="hinted" cx=${cx} cy=${cy} r="4.300"/>`);
    }
    const pill = seen.pills.get(cell.square);
    if (pill) {
      const high = kind === "upright" ? -4.4 : cy + (isTaken ? 3.2 : 0);
      const half = Math.max(2.6, 0.9 + pill.text.length * 0.95);
      found.push(svg`<g class="pill ${pill.tone} ${pill.best ? "best" : ""}" transform="translate(${cx} ${high})">
        <rect x=${-half} y="-1.900" width=${2 * half} height="3.800" rx="1.900"/><text y="1.050">${pill.text}</text></g>`);
    }
    return found;
  });
  return marks.length > 0 ? (svg`<g class="over-marks">${marks}</g>` as TemplateResult) : nothing;
}
