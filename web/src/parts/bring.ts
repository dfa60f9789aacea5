/** Import of a game from a file or a text. */

import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { announce } from "../announce.ts";
import { Refusal } from "../api.ts";
import { t, troubleText } from "../i18n/text.ts";
import { PageElement } from "./element.ts";
import { bring, MAX_FILE } from "./save.ts";

/** Event: `brought`, with the imported game. */
@customElement("z-bring")
export class BringElement extends PageElement {
  @state() private trouble = "";
  /** The error message of the server, with line and column. */
  @state() private detail = "";
  @state() private note = "";

  private async read(text: string): Promise<void> {
    this.trouble = this.detail = this.note = "";
    if (text.trim() === "") return;
    if (new Blob([text]).size > MAX_FILE) this.trouble = t("bring-too-large");
    else await this.send(text);
  }

  private async send(text: string): Promise<void> {
    try {
      const brought = await bring(text);
      this.note = t("bring-done", { count: brought.count, moves: brought.moves.length }).trim();
      announce(this.note);
      this.dispatchEvent(new CustomEvent("brought", { detail: brought }));
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      const { code, message } = reason.problem;
      this.trouble = reason.isLost ? t("no-answer") : troubleText(code, message);
      this.detail = reason.isLost || message === this.trouble ? "" : message;
    }
  }

  private async open(event: Event): Promise<void> {
    const input = event.target as HTMLInputElement;
    const file = input.files?.[0];
    input.value = "";
    if (!file) return;
    // One byte more than the limit is enough to detect a file that is too large.
    await this.read(await file.slice(0, MAX_FILE + 1).text());
  }

  protected override render(): TemplateResult {
    return html`<div class="bring">
      <label class="field"><span>${t("bring-text")}</span>
        <textarea rows="2" spellcheck="false" @change=${(event: Event) =>
          this.read((event.target as HTMLTextAreaElement).value)}></textarea></label>
      <label class="button file">${t("bring-file")}<input type="file" accept=".jsonl,.json,.csv,.pdn,.txt,text/*" @change=${this.open} /></label>
      ${this.note ? html`<p class="quiet">${this.note}</p>` : nothing}
      ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
      ${this.detail ? html`<p class="quiet">${this.detail}</p>` : nothing}
    </div>`;
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "z-bring": BringElement;
  }
}
