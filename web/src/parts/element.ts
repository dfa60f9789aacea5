/** Base class of all elements. They render without shadow DOM, and again when settings or language change. */

import { LitElement } from "lit";
import { changes } from "../settings.ts";

export class PageElement extends LitElement {
  private readonly redraw = (): void => this.requestUpdate();

  protected override createRenderRoot(): HTMLElement {
    return this;
  }

  override connectedCallback(): void {
    super.connectedCallback();
    changes.addEventListener("change", this.redraw);
    changes.addEventListener("spoken", this.redraw);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    changes.removeEventListener("change", this.redraw);
    changes.removeEventListener("spoken", this.redraw);
  }
}
