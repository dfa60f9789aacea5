/** The drawing of a board without its pieces: the layers behind and in front of them. */

import { nothing, type SVGTemplateResult, svg } from "lit";
import { type BoardKind, indexOf } from "../protocol.ts";
import { CORNERS } from "./hexagons.ts";
import { nameSize, namesOf } from "./names.ts";
import { set } from "./set.ts";
import type { Sheet } from "./sheet.ts";
import { type Point, UNIT } from "./units.ts";

type Drawing = SVGTemplateResult | typeof nothing;

const range = (count: number): number[] => Array.from({ length: count }, (_, at) => at);

/** The layer behind the pieces, for pieces of these colours. */
export function behind(kind: BoardKind, sheet: Sheet, colours: readonly [string, string]): Drawing {
  const [width, height] = sheet.area;
  switch (kind) {
    case "upright":
      // Light from above falls through the holes onto the ground behind.
      return svg`<rect class="well" x=".5" y=".5" width=${width - 1} height=${height - 1} rx="3"/>`;
    case "grid":
      return isPale(colours) ? felt(sheet) : paper(sheet);
    case "chequered":
      return chequers(sheet);
    case "points":
      return linen(sheet);
    case "posts":
      return posts(sheet);
    case "cube":
      return glass(sheet);
    case "hexagons":
      return hexagons(sheet, colours);
  }
}

/** The layer in front of the pieces: the plate of an upright board, with holes. */
export function before(kind: BoardKind, sheet: Sheet): Drawing {
  if (kind !== "upright") return nothing;
  const [width, height] = sheet.area;
  const radius = 4.2;
  const holes = range(sheet.width)
    .flatMap(x =>
      range(sheet.height).map(y => {
        const [cx, cy] = [(x + 0.5) * UNIT, (y + 0.5) * UNIT];
        return `M${cx - radius} ${cy}a${radius} ${radius} 0 1 0 ${2 * radius} 0a${radius} ${radius} 0 1 0 ${-2 * radius} 0Z`;
      }),
    )
    .join("");
  const corner = 3;
  const plate = `M${corner} 0H${width - corner}a${corner} ${corner} 0 0 1 ${corner} ${corner}V${height - corner}a${corner} ${corner} 0 0 1 ${-corner} ${corner}H${corner}a${corner} ${corner} 0 0 1 ${-corner} ${-corner}V${corner}a${corner} ${corner} 0 0 1 ${corner} ${-corner}Z`;
  return svg`
    <path class="plate" fill-rule="evenodd" d=${plate + holes}/>
    <path class="hole-edges" d=${holes}/>
    <path class="plate-edge" d="M${corner} ${height - 0.4}H${width - corner}"/>
    <path class="plate-light" d="M${corner} .4H${width - corner}"/>`;
}

/** Whether a side's pieces are white, like paper. */
const isPale = (colours: readonly string[]): boolean => colours.includes("white");

/** A grid of squares in a tone between black and white pieces. */
function felt(sheet: Sheet): Drawing {
  const [width, height] = sheet.area;
  const lines = [
    ...range(sheet.width - 1).map(x => `M${(x + 1) * UNIT} 0V${height}`),
    ...range(sheet.height - 1).map(y => `M0 ${(y + 1) * UNIT}H${width}`),
  ].join("");
  return svg`
    <rect class="felt" width=${width} height=${height} rx=".600"/>
    <path class="felt-lines" d=${lines}/>
    <rect class="felt-edge" width=${width} height=${height} rx=".600"/>`;
}

/** Hexagons, with the edges in the colours of the sides that connect them. */
function hexagons(sheet: Sheet, colours: readonly [string, string]): Drawing {
  const path = (points: readonly Point[]) => `M${points.map(point => point.join(" ")).join("L")}Z`;
  const cells = sheet.places
    .map(({ middle: [x, y] }) => path(CORNERS.map(([dx, dy]) => [x + dx, y + dy])))
    .join("");
  const bands = sheet.edges.length > 0 ? (sheet.rhombus?.edges() ?? []) : [];
  return svg`
    ${bands.map((band, at) => svg`<path class="band" data-colour=${colours[indexOf(sheet.edges[at] ?? "first")]} d=${path(band)}/>`)}
    <path class=${isPale(colours) ? "hexagon felt" : "hexagon"} d=${cells}/>`;
}

function paper(sheet: Sheet): Drawing {
  const [width, height] = sheet.area;
  const isBare = sheet.width <= 4 && sheet.height <= 4;
  const inner = (count: number) => range(count + 1).filter(at => !isBare || (at > 0 && at < count));
  const lines = [
    ...inner(sheet.width).map(x => `M${x * UNIT} ${isBare ? 1 : 0}V${height - (isBare ? 1 : 0)}`),
    ...inner(sheet.height).map(y => `M${isBare ? 1 : 0} ${y * UNIT}H${width - (isBare ? 1 : 0)}`),
  ].join("");
  const round = isBare ? nothing : svg`<rect class="paper-edge" width=${width} height=${height} rx=".600"/>`;
  return svg`${isBare ? nothing : svg`<rect class="paper" width=${width} height=${height} rx=".600"/>`}<path class=${isBare ? "paper-strokes" : "paper-lines"} d=${lines}/>${round}`;
}

function chequers(sheet: Sheet): Drawing {
  const [width, height] = sheet.area;
  const dark = sheet.places.map(({ x, y }) => `M${x * UNIT} ${y * UNIT}h${UNIT}v${UNIT}h${-UNIT}Z`).join("");
  return svg`
    <rect class="wood-frame" x="-1" y="-1" width=${width + 2} height=${height + 2} rx="1.200"/>
    <rect class="wood-light" width=${width} height=${height}/>
    <path class="wood-dark" d=${dark}/>`;
}

/** Points joined along rows, columns and diagonals. */
function linen(sheet: Sheet): Drawing {
  const [width, height] = sheet.area;
  const there = new Set(sheet.places.map(({ x, y }) => `${x},${y}`));
  const at = (x: number, y: number) => `${(x + 0.5) * UNIT} ${(y + 0.5) * UNIT}`;
  const lines = sheet.places
    .flatMap(({ x, y }) =>
      [
        [1, 0],
        [0, 1],
        [1, 1],
        [-1, 1],
      ]
        .map(([dx, dy]) => [x + (dx as number), y + (dy as number)] as const)
        .filter(([a, b]) => there.has(`${a},${b}`))
        .map(([a, b]) => `M${at(x, y)}L${at(a, b)}`),
    )
    .join("");
  return svg`
    <rect class="linen" width=${width} height=${height} rx="3"/>
    <path class="linen-lines" d=${lines}/>
    ${sheet.places.map(({ x, y }) => svg`<circle class="linen-point" cx=${(x + 0.5) * UNIT} cy=${(y + 0.5) * UNIT} r="3.700"/>`)}`;
}

function posts(sheet: Sheet): Drawing {
  const [width, height] = sheet.area;
  return svg`
    <rect class="base" x="0" y=${height - 0.2} width=${width} height="1.400" rx=".700"/>
    ${range(sheet.width).map(x => svg`<line class="post" x1=${(x + 0.5) * UNIT} x2=${(x + 0.5) * UNIT} y1="-1" y2=${height}/>`)}
    ${sheet.places.map(({ x, y }) => svg`<circle class="bead" cx=${(x + 0.5) * UNIT} cy=${(y + 0.5) * UNIT} r="3.700"/>`)}`;
}

function glass(sheet: Sheet): Drawing {
  const [width, height] = sheet.area;
  return svg`
    <rect class="glass" width=${width} height=${height} rx="2"/>
    ${sheet.places.map(({ x, y }) => svg`<circle class="bead" cx=${(x + 0.5) * UNIT} cy=${(y + 0.5) * UNIT} r="3.700"/>`)}`;
}

/** The names of columns and rows. */
export function names(sheet: Sheet): Drawing {
  if (!sheet.isNamed) return nothing;
  const size = nameSize(sheet);
  return svg`<g class="names" ${set({ "--name-size": `${size}px` })}>
    ${namesOf(sheet).map(({ text, middle: [x, y] }) => svg`<text class="name" x=${x} y=${y + 0.35 * size}>${text}</text>`)}
  </g>`;
}
