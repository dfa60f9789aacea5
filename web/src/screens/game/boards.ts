/** The board of a game. A 3-D board has a flat view as well. */

import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { announce } from "../../announce.ts";
import "../../board/board.ts";
import type { BoardElement } from "../../board/board.ts";
import type { Pill } from "../../board/seen.ts";
import { t } from "../../i18n/text.ts";
import { PageElement } from "../../parts/element.ts";
import type { View } from "../../protocol.ts";
import { settings } from "../../settings.ts";
import { loadSpace, type Space, tabs } from "./deep.ts";
import { gameName } from "./words.ts";

/** Events: `choose`: a move was made. `propose`: a move waits for confirmation. `tell`: an error message about a click. */
@customElement("z-boards")
export class BoardsElement extends PageElement {
  @property({ attribute: false }) view!: View;
  /** Whether the user can choose a move now. */
  @property({ type: Boolean }) active = false;
  @property({ type: Boolean }) flipped = false;
  /** The values of the moves, by their text. */
  @property({ attribute: false }) pills: ReadonlyMap<string, Pill> = new Map();
  /** The suggested move. */
  @property() hint: string | null = null;
  /** A move that waits for confirmation, or for the server. */
  @property() pending: string | null = null;

  /** The column of the cut through all depths. */
  @state() private column: number | null = null;
  @state() private space: Space = "none";
  /** The cell under the pointer or the focus. */
  @state() private aim: number | null = null;

  get board(): BoardElement | null {
    return this.querySelector("z-board");
  }

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("click", this.besides);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    document.removeEventListener("click", this.besides);
  }

  protected override async getUpdateComplete(): Promise<boolean> {
    const isDone = await super.getUpdateComplete();
    await this.board?.updateComplete;
    return isDone;
  }

  /** A click outside the side view closes it. */
  private readonly besides = (event: Event): void => {
    if (this.column === null) return;
    if ((event.target as Element).closest("z-board, z-space, .flat-bar, button, a, input, summary, label"))
      return;
    this.column = null;
  };

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("view") && this.isDeep && this.space === "none") void this.deepen();
  }

  private get isDeep(): boolean {
    return this.view.board.size[2] > 1;
  }

  private async deepen(): Promise<void> {
    this.space = "loading";
    this.space = await loadSpace();
  }

  /* Events of the boards, passed on to the screen. */

  private choose(text: string): void {
    this.dispatchEvent(new CustomEvent("choose", { detail: { text } }));
  }

  private propose(text: string | null): void {
    if (text) announce(t("confirm-move", { move: text }));
    this.dispatchEvent(new CustomEvent("propose", { detail: { text } }));
  }

  private tell(text: string): void {
    this.dispatchEvent(new CustomEvent("tell", { detail: { text } }));
  }

  protected override render(): TemplateResult {
    return html`${this.isDeep ? this.inSpace() : nothing}
      <div class="flat">
        ${
          this.isDeep
            ? tabs(this.view, this.column, column => {
                this.column = column;
              })
            : nothing
        }
        ${this.flat()}
      </div>`;
  }

  private flat(): TemplateResult {
    return html`<z-board
      .view=${this.view}
      ?active=${this.active}
      ?flipped=${this.flipped}
      ?coordinates=${settings.coordinates}
      .column=${this.column}
      .planes=${settings.planes}
      .pills=${this.pills}
      .hint=${this.hint}
      .pending=${this.pending}
      ?confirm=${settings.confirm}
      label=${t("board-label", { game: gameName(this.view.game) })}
      @choose=${(event: CustomEvent<{ text: string }>) => this.choose(event.detail.text)}
      @propose=${(event: CustomEvent<{ text: string | null }>) => this.propose(event.detail.text)}
      @tell=${(event: CustomEvent<{ text: string }>) => this.tell(event.detail.text)}
      @aim=${(event: CustomEvent<{ cell: number | null }>) => {
        this.aim = event.detail.cell;
      }}
    ></z-board>`;
  }

  private inSpace(): TemplateResult {
    if (this.space === "none" || this.space === "loading") return html`<div class="space"></div>`;
    if (this.space === "impossible") return html`<p class="quiet space-note">${t("space-impossible")}</p>`;
    return html`<z-space
      .view=${this.view}
      ?active=${this.active}
      .aim=${this.aim}
      .column=${this.column}
      .hint=${this.hint}
      @choose=${(event: CustomEvent<{ text: string }>) => {
        const { text } = event.detail;
        if (settings.confirm && this.pending !== text) this.propose(text);
        else this.choose(text);
      }}
      @lost=${() => {
        this.space = "impossible";
      }}
    ></z-space>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "z-boards": BoardsElement;
  }
}
