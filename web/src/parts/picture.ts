/** A small picture that replays a recorded game, without the server. */

import { html, nothing, svg, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { repeat } from "lit/directives/repeat.js";
import { before, behind } from "../board/ground.ts";
import { turn } from "../board/motion.ts";
import { piece } from "../board/pieces.ts";
import { extent, type Sheet, sheets } from "../board/sheet.ts";
import { settle, step, type Token } from "../board/tokens.ts";
import { type Point, UNIT } from "../board/units.ts";
import { type Picture, pictures } from "../catalogue.ts";
import { games } from "../games.ts";
import { coloursOf } from "../i18n/text.ts";
import type { Board } from "../protocol.ts";
import { mayMove } from "../settings.ts";
import { PageElement } from "./element.ts";

const isDeep = ({ size }: Picture): boolean => size[2] > 1;

function boardOf(demo: Picture): Board {
  return {
    kind: demo.board,
    size: demo.size,
    cells: demo.cells.map(([square, x, y, z]) => ({
      square,
      name: "",
      at: [x, y, z],
      spoken: { key: "", args: [] },
    })),
    columns: [],
    rows: [],
    planes: [],
    groups: [],
    edges: demo.edges ?? [],
  };
}

@customElement("z-picture")
export class PictureElement extends PageElement {
  /** The id of the game. */
  @property() game = games[0]?.id ?? "";
  /** Milliseconds per move. */
  @property({ type: Number }) pace = 1600;
  /** Whether it shows a still position from the middle of the game. */
  @property({ type: Boolean }) still = false;

  @state() private tokens: Token[] = [];
  @state() private at = 0;
  private sheet: Sheet | null = null;
  private timer: ReturnType<typeof setTimeout> | null = null;
  private watch: IntersectionObserver | null = null;
  private isSeen = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.watch = new IntersectionObserver(entries => {
      this.isSeen = entries.some(entry => entry.isIntersecting);
      this.schedule();
    });
    this.watch.observe(this);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.watch?.disconnect();
    this.isSeen = false;
    this.schedule();
  }

  private get demo(): Picture {
    return (pictures[this.game] ?? pictures[games[0]?.id ?? ""]) as Picture;
  }

  protected override willUpdate(changed: Map<string, unknown>): void {
    if (!changed.has("game")) return;
    [this.sheet = null] = sheets(boardOf(this.demo), { flipped: false, coordinates: false, column: null });
    this.begin(Math.floor(this.demo.moves.length * 0.45));
  }

  /** Shows the position after `at` moves. */
  private begin(at: number): void {
    const { demo } = this;
    let tokens: Token[] = settle([], demo.pieces);
    for (const effects of demo.moves.slice(0, at)) tokens = step(tokens, effects);
    this.tokens = tokens;
    this.at = at;
  }

  private schedule(): void {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    if (!this.isSeen || this.still || !mayMove()) return;
    const isOver = this.at >= this.demo.moves.length;
    // Random delays, so that the pictures do not all move at the same time.
    const wait = (isOver ? 3 : 1) * this.pace * (0.8 + 0.4 * Math.random());
    this.timer = setTimeout(() => {
      this.next();
      this.schedule();
    }, wait);
  }

  private next(): void {
    const { demo } = this;
    const effects = demo.moves[this.at];
    if (!effects) {
      this.begin(Math.floor(demo.moves.length * 0.2));
      return;
    }
    const before = new Map(this.tokens.map(token => [token.id, token]));
    this.tokens = step(this.tokens, effects);
    this.at++;
    void this.updateComplete.then(() => {
      for (const token of this.tokens) {
        const was = before.get(token.id);
        if (was?.square !== token.square) this.animateToken(token, was?.square);
        else if (was.side !== token.side) this.turn(token);
      }
    });
  }

  private turn({ id }: Token): void {
    const element = this.querySelector<SVGGElement>(`[data-token="${id}"] .fall`);
    if (element) turn(element, null);
  }

  private animateToken(token: Token, from: number | undefined): void {
    const element = this.querySelector<SVGGElement>(`[data-token="${token.id}"] .fall`);
    if (!element) return;
    const [x, y] = this.placeOf(token.square);
    const falls = this.demo.board === "upright" || this.demo.board === "posts";
    if (from !== undefined) {
      const [fx, fy] = this.placeOf(from);
      element.animate([{ transform: `translate(${fx - x}px, ${fy - y}px)` }, { transform: "none" }], {
        duration: 260,
        easing: "cubic-bezier(.3,.1,.25,1)",
      });
    } else if (falls) {
      const fall = this.demo.board === "upright" ? y + UNIT : 26;
      element.animate(
        [
          { transform: `translateY(${-fall}px)`, easing: "cubic-bezier(.5,0,1,.7)" },
          { transform: "none", offset: 0.74, easing: "ease-out" },
          { transform: "translateY(-1.2px)", offset: 0.86, easing: "ease-in" },
          { transform: "none" },
        ],
        { duration: 420 },
      );
    } else {
      element.animate(
        [
          { transform: "scale(.5)", opacity: 0 },
          { transform: "none", opacity: 1 },
        ],
        { duration: 160 },
      );
    }
  }

  /** The centre of a square in the drawing. */
  private placeOf(square: number): Point {
    if (!isDeep(this.demo)) {
      const place = this.sheet?.places.find(({ cell }) => cell.square === square);
      return place?.middle ?? [0, 0];
    }
    const [, x = 0, y = 0, z = 0] = this.demo.cells.find(([at]) => at === square) ?? [];
    return this.slant(x, y, z);
  }

  /** Projects a point in space, as seen from a corner above. */
  private slant(x: number, y: number, z: number): [number, number] {
    const lift = this.demo.board === "cube" ? 17 : 8.2;
    return [x * 9 + z * 4.6 + 5, -y * lift - z * (this.demo.board === "cube" ? 4 : 4.6)];
  }

  protected override render(): TemplateResult {
    if (!this.sheet) return html``;
    return isDeep(this.demo) ? this.deep() : this.flat(this.sheet);
  }

  private flat(sheet: Sheet): TemplateResult {
    const kind = this.demo.board;
    const [width, height] = extent(sheet);
    const [left, top] = sheet.margin;
    const head = kind === "upright" ? 0.9 * UNIT : 0;
    return html`<svg viewBox="${-left} ${-top + head} ${width} ${height - head}" aria-hidden="true" focusable="false">
      ${behind(kind, sheet, this.colours)}
      <g class="tokens">${this.drawTokens(this.tokens)}</g>
      ${before(kind, sheet)}
    </svg>`;
  }

  private get colours(): [string, string] {
    return coloursOf(this.demo.sides.map(id => ({ id, text: "", mark: "" })));
  }

  private drawTokens(tokens: readonly Token[]): unknown {
    const { demo } = this;
    const { colours } = this;
    const isWon = this.at === demo.moves.length ? new Set(demo.winning) : null;
    return repeat(
      tokens,
      token => token.id,
      token => {
        const [x, y] = this.placeOf(token.square);
        const dim = isWon && isWon.size > 0 && !isWon.has(token.square);
        return svg`<g class=${dim ? "token dim" : "token"} data-token=${token.id} transform="translate(${x} ${y})">
          <g class="fall">${piece(token.kind, token.side, token.side === "first" ? colours[0] : colours[1], demo.board)}</g></g>`;
      },
    );
  }

  /** A 3-D board, seen from a corner above. */
  private deep(): TemplateResult {
    const { demo } = this;
    const [width, height, planes] = demo.size;
    const corner = (x: number, y: number, z: number) => this.slant(x, y, z).join(" ");
    const [right] = this.slant(width - 1, 0, planes - 1);
    const [, top] = this.slant(0, height - 1, planes - 1);
    const range = (count: number) => Array.from({ length: count }, (_, at) => at);
    const floor = (y: number) =>
      `M${corner(-0.6, y, -0.6)}L${corner(width - 0.4, y, -0.6)}L${corner(width - 0.4, y, planes - 0.4)}L${corner(-0.6, y, planes - 0.4)}Z`;
    const depth = (square: number) => {
      const [, x = 0, y = 0, z = 0] = demo.cells.find(([at]) => at === square) ?? [];
      return y * 10_000 - z * 100 + x;
    };
    const sorted = [...this.tokens].sort((a, b) => depth(a.square) - depth(b.square));
    const floors = demo.board === "cube" ? range(height) : [0];
    const posts =
      demo.board === "posts"
        ? range(planes)
            .reverse()
            .flatMap(z =>
              range(width).map(x => {
                const [px, py] = this.slant(x, 0, z);
                const [, ty] = this.slant(x, height - 0.4, z);
                return svg`<line class="post" x1=${px} x2=${px} y1=${py + 3} y2=${ty}/>`;
              }),
            )
        : nothing;
    return html`<svg viewBox="-3 ${top - 6} ${right + 12} ${-top + 14}" aria-hidden="true" focusable="false">
      ${floors.map(
        y => svg`<g transform="translate(0 ${demo.board === "cube" ? 1 : 3.5})"><path class=${demo.board === "cube" ? "glass" : "base"} d=${floor(y)}/></g>
        ${
          demo.board === "cube"
            ? svg`<g class="tokens">${demo.cells
                .filter(cell => cell[2] === y)
                .map(([, x, , z]) => {
                  const [cx, cy] = this.slant(x, y, z);
                  return svg`<circle class="bead" cx=${cx} cy=${cy} r="1"/>`;
                })}${this.drawTokens(sorted.filter(token => demo.cells.find(([at]) => at === token.square)?.[2] === y))}</g>`
            : nothing
        }`,
      )}
      ${posts}
      ${demo.board === "posts" ? svg`<g class="tokens">${this.drawTokens(sorted)}</g>` : nothing}
    </svg>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "z-picture": PictureElement;
  }
}
