/** The rules of each game in short, and drawings of all winning lines in 3-D. */

import { html, nothing, svg, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { games } from "../games.ts";
import { t } from "../i18n/text.ts";
import { PageElement } from "../parts/element.ts";
import "../parts/picture.ts";
import { usual, write } from "../router.ts";

/** The thirteen directions of a line in space: column, row, depth. */
const WAYS: [number, number, number, string][] = [
  [1, 0, 0, "columns"],
  [0, 1, 0, "up"],
  [0, 0, 1, "depth"],
  [1, 1, 0, "front"],
  [1, -1, 0, "front"],
  [1, 0, 1, "floor"],
  [1, 0, -1, "floor"],
  [0, 1, 1, "side"],
  [0, 1, -1, "side"],
  [1, 1, 1, "space"],
  [1, 1, -1, "space"],
  [1, -1, 1, "space"],
  [1, -1, -1, "space"],
];

/** A line in a cube of four by four by four, seen from a corner above. */
function way([dx, dy, dz]: [number, number, number, string]): TemplateResult {
  const slant = (x: number, y: number, z: number) => [x * 9 + z * 4.6, -y * 8.4 - z * 3.6] as const;
  const start = (d: number, middle: number) => (d > 0 ? 0 : d < 0 ? 3 : middle);
  const [x, y, z] = [start(dx, 1), start(dy, 0), start(dz, 1)];
  const balls = [0, 1, 2, 3].map(at => [x + dx * at, y + dy * at, z + dz * at] as const);
  const point = (p: readonly [number, number, number]) => slant(...p).join(" ");
  const edges = [
    [
      [0, 0, 0],
      [3, 0, 0],
    ],
    [
      [0, 0, 3],
      [3, 0, 3],
    ],
    [
      [0, 3, 0],
      [3, 3, 0],
    ],
    [
      [0, 3, 3],
      [3, 3, 3],
    ],
    [
      [0, 0, 0],
      [0, 3, 0],
    ],
    [
      [3, 0, 0],
      [3, 3, 0],
    ],
    [
      [0, 0, 3],
      [0, 3, 3],
    ],
    [
      [3, 0, 3],
      [3, 3, 3],
    ],
    [
      [0, 0, 0],
      [0, 0, 3],
    ],
    [
      [3, 0, 0],
      [3, 0, 3],
    ],
    [
      [0, 3, 0],
      [0, 3, 3],
    ],
    [
      [3, 3, 0],
      [3, 3, 3],
    ],
  ] as [[number, number, number], [number, number, number]][];
  const [first, , , last] = balls;
  return html`<svg class="way" viewBox="-6 -43 53 49" aria-hidden="true">
    ${svg`<path class="cube-edges" d=${edges.map(([a, b]) => `M${point(a)}L${point(b)}`).join("")}/>`}
    ${first && last ? svg`<path class="way-line" d="M${point(first)}L${point(last)}"/>` : nothing}
    ${balls.map(ball => svg`<circle class="way-ball" cx=${slant(...ball)[0]} cy=${slant(...ball)[1]} r="3.300"/>`)}
  </svg>`;
}

@customElement("z-help")
export class HelpElement extends PageElement {
  @property() game: string | null = null;

  protected override firstUpdated(): void {
    if (this.game) this.querySelector(`#help-${CSS.escape(this.game)}`)?.scrollIntoView();
  }

  protected override render(): TemplateResult {
    return html`<div class="page help">
      <h1>${t("help-title")}</h1>
      <p class="lead">${t("help-lead")}</p>
      ${games.map(
        entry => html`<section id="help-${entry.id}" class="rules" aria-labelledby="help-title-${entry.id}">
          <div class="rules-picture"><z-picture game=${entry.id}></z-picture></div>
          <div>
            <h2 id="help-title-${entry.id}">${t(`game-${entry.id}`)}</h2>
            <p>${t(`rules-${entry.id}`)}</p>
            <p>${t(`rules-${entry.id}-more`)}</p>
            <p><a class="button" href=${write("play", usual(entry.game))}>${t("play")}</a></p>
          </div>
        </section>`,
      )}
      <section aria-labelledby="ways-title">
        <h2 id="ways-title">${t("ways-title")}</h2>
        <p>${t("ways-text")}</p>
        <ul class="ways">
          ${WAYS.map(direction => html`<li>${way(direction)}<span>${t(`way-${direction[3]}`)}</span></li>`)}
        </ul>
      </section>
    </div>`;
  }
}
