/** The board of a game; one in three dimensions is seen in space as well, beside its flat view. */

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

/** Tells by the events `choose` and `propose` which move is made or is to be confirmed, by `tell` what a click could not do. */
@customElement("z-boards")
export class BoardsElement extends PageElement {
  @property({ attribute: false }) view!: View;
  /** Whether the person may choose a move now. */
  @property({ type: Boolean }) active = false;
  @property({ type: Boolean }) flipped = false;
  /** What the moves are worth, by their texts. */
  @property({ attribute: false }) pills: ReadonlyMap<string, Pill> = new Map();
  /** A move that is advised. */
  @property() hint: string | null = null;
  /** A move that is to be confirmed, or waits for the server. */
  @property() pending: string | null = null;

  /** The column that is cut through all depths. */
  @state() private column: number | null = null;
  @state() private space: Space = "none";
  /** The cell that is pointed at. */
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

  /** A click beside the side view leaves it. */
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

  /* What the boards tell goes on to the screen. */

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
