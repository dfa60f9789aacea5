/** The drawing of a sheet: the ground, the pieces, and the marks below and above them. */

import { nothing, svg, type TemplateResult } from "lit";
import { classMap } from "lit/directives/class-map.js";
import { repeat } from "lit/directives/repeat.js";
import { indexOf, other } from "../protocol.ts";
import { target } from "./clicks.ts";
import { before, behind, names } from "./ground.ts";
import { isSign, piece } from "./pieces.ts";
import type { Seen } from "./seen.ts";
import type { Place, Sheet } from "./sheet.ts";
import { chain, strokes } from "./strokes.ts";
import type { Token } from "./tokens.ts";

type Drawing = TemplateResult | typeof nothing;

/** The places of a sheet by cell. */
type Places = ReadonlyMap<number, Place>;

/** The whole drawing of a sheet. */
export function drawing(sheet: Sheet, seen: Seen): TemplateResult {
  const { kind } = seen.view.board;
  const places: Places = new Map(sheet.places.map(place => [place.cell.square, place]));
  const tokens = [...seen.pieces.values(), ...seen.leaving].flatMap(token => {
    const place = places.get(token.square);
    return place ? [[token, place] as const] : [];
  });
  return svg`
    ${behind(kind, sheet, seen.colours)} ${names(sheet)}
    ${underMarks(sheet, seen)} ${ghost(sheet, places, seen)}
    <g class="tokens">
      ${repeat(
        tokens,
        ([{ id }]) => id,
        ([token, place]) => tokenDrawing(token, place, seen),
      )}
    </g>
    ${before(kind, sheet)} ${overMarks(sheet, seen)} ${wonLines(sheet, places, seen)}` as TemplateResult;
}

/** A piece on its place. A piece that is turning over is drawn with both faces. */
function tokenDrawing(token: Token, { middle: [x, y] }: Place, seen: Seen): TemplateResult {
  const { kind } = seen.view.board;
  const drawn = (side: Token["side"]) => piece(token.kind, side, seen.colours[indexOf(side)], kind);
  const was = seen.turning.has(token.id) ? svg`<g class="was">${drawn(other(token.side))}</g>` : nothing;
  return svg`<g data-token=${token.id} transform="translate(${x} ${y})"
    class=${classMap({
      token: true,
      won: seen.won.has(token.square),
      chosen: seen.chosen === token.square,
      lifted: seen.lifted === token.square,
      can: seen.marks.has(token.square),
    })}><g class="lift">${was}<g class="fall">${drawn(token.side)}${
      seen.last === token.square ? lastMark(seen.colours[indexOf(token.side)]) : nothing
    }</g></g></g>` as TemplateResult;
}

/** The dot on the piece that moved last. Signs are open in the middle, so their dot is in the corner. */
function lastMark(colour: string): TemplateResult {
  return (
    isSign(colour)
      ? svg`<circle class="last corner" cx="3.900" cy="-3.900" r=".600"/>`
      : svg`<circle class="last" r=".800"/>`
  ) as TemplateResult;
}

/** The strokes through the winning cells, if all of them are on this sheet. */
function wonLines(sheet: Sheet, places: Places, { won, view }: Seen): unknown {
  const cells = [...won].flatMap(square => places.get(square) ?? []);
  if (cells.length !== won.size) return nothing;
  const winner = view.pieces.find(({ square }) => won.has(square))?.side;
  const lines =
    view.board.kind !== "hexagons"
      ? strokes(cells)
      : sheet.edges[0] === winner
        ? [chain(cells, "y", sheet.height - 1)]
        : [chain(cells, "x", sheet.width - 1)];
  return lines.map(line => {
    const points = line.map(({ middle }) => middle.join(",")).join(" ");
    return svg`<polyline class="won-line-edge" points=${points}/><polyline class="won-line" points=${points}/>`;
  });
}

/** Marks below the pieces: the origin of the last move, and the possible cells. */
function underMarks(sheet: Sheet, seen: Seen): Drawing {
  const { kind } = seen.view.board;
  const marks = sheet.places.flatMap(({ cell, middle: [cx, cy] }) => {
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

/** The preview of a drop: a piece above its column, and a faint one where it would land. */
function ghost(sheet: Sheet, places: Places, seen: Seen): Drawing {
  const { board, to_move, moves } = seen.view;
  const id = seen.colours[indexOf(to_move)];
  const cell = seen.waits ?? seen.landing;
  const move = cell === undefined ? undefined : moves.find(move => target(move) === cell);
  const placed = move?.steps.flat().find(effect => effect.do === "place");
  const place = cell === undefined ? undefined : places.get(cell);
  if (placed?.do !== "place" || !place) return nothing;
  const [x, y] = place.middle;
  const drawn = piece(placed.piece.kind, to_move, id, board.kind);
  const faint = svg`<g class=${seen.waits === undefined ? "ghost" : "ghost waits"} transform="translate(${x} ${y})">${drawn}</g>`;
  const above = board.kind === "upright" ? -5.2 : -3.2;
  // The preview would cover scores that are shown above the columns.
  const isFree = board.kind === "upright" && seen.pills.size === 0;
  const held =
    isFree || (board.kind === "posts" && sheet.margin[1] >= 7)
      ? svg`<g class="hand" transform="translate(${x} ${above}) scale(${board.kind === "upright" ? 1 : 0.8})">${drawn}</g>`
      : nothing;
  return svg`${faint}${held}` as TemplateResult;
}

/** Marks above the pieces: a hint, scores. */
function overMarks(sheet: Sheet, seen: Seen): Drawing {
  const { kind } = seen.view.board;
  const marks = sheet.places.flatMap(({ cell, middle: [cx, cy] }) => {
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
