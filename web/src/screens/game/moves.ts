/** The list of moves, and the buttons to step through it. */

import { html, nothing, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { t } from "../../i18n/text.ts";
import { PageElement } from "../../parts/element.ts";
import { type Icon, icon } from "../../parts/icon.ts";

/** Event: `step`, with the number of moves after which the game is to be shown. */
@customElement("z-moves")
export class MovesElement extends PageElement {
  @property({ attribute: false }) played: readonly string[] = [];
  /** The number of moves before the position that is shown. */
  @property({ attribute: false }) at = 0;

  private go(ply: number): void {
    this.dispatchEvent(new CustomEvent("step", { detail: { ply } }));
  }

  protected override render(): TemplateResult {
    const { played, at } = this;
    const rows = Array.from({ length: Math.ceil(played.length / 2) }, (_, row) => row);
    return html`
      <div class="move-list" tabindex="0" role="region" aria-label=${t("moves")}>
        ${
          rows.length === 0
            ? html`<p class="quiet">${t("no-moves")}</p>`
            : html`<ol>${rows.map(
                row =>
                  html`<li><span class="move-number">${row + 1}</span>${this.move(2 * row)}${this.move(2 * row + 1)}</li>`,
              )}</ol>`
        }
      </div>
      <div class="steps">
        ${this.step("first", t("step-first"), 0, at === 0)}
        ${this.step("previous", t("step-back"), at - 1, at === 0)}
        ${this.step("next", t("step-forward"), at + 1, at >= played.length)}
        ${this.step("last", t("step-last"), played.length, at >= played.length)}
      </div>`;
  }

  private move(ply: number): TemplateResult {
    const text = this.played[ply];
    if (text === undefined) return html`<span></span>`;
    return html`<button type="button" class="move" aria-current=${ply + 1 === this.at ? "step" : nothing}
      @click=${() => this.go(ply + 1)}>${text}</button>`;
  }

  private step(sign: Icon, label: string, ply: number, isEnd: boolean): TemplateResult {
    return html`<button type="button" class="icon-only" aria-label=${label} ?disabled=${isEnd}
      @click=${() => this.go(ply)}>${icon(sign)}</button>`;
  }

  protected override updated(): void {
    // Keeps the move that is shown in view.
    const list = this.querySelector<HTMLElement>(".move-list");
    if (!list) return;
    const current = list.querySelector<HTMLElement>(".move[aria-current]");
    if (!current) {
      list.scrollTop = 0;
      return;
    }
    const top = current.offsetTop;
    const bottom = top + current.offsetHeight;
    if (top < list.scrollTop) list.scrollTop = top - 8;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 8;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "z-moves": MovesElement;
  }
}
