/** The screen about the project and its name. */

import { html, type TemplateResult } from "lit";
import { customElement } from "lit/decorators.js";
import { t } from "../i18n/text.ts";
import { PageElement } from "../parts/element.ts";

@customElement("z-about")
export class AboutElement extends PageElement {
  protected override render(): TemplateResult {
    return html`<div class="page about">
      <h1>${t("about-title")}</h1>
      <p class="lead">${t("about-lead")}</p>
      <p>${t("about-name")}</p>
      <h2>${t("about-free-title")}</h2>
      <p>${t("about-free")}</p>
      <h2>${t("about-privacy-title")}</h2>
      <p>${t("about-privacy")}</p>
      <h2>${t("about-terminal-title")}</h2>
      <p>${t("about-terminal")}</p>
      <pre tabindex="0" role="region" aria-label=${t("about-terminal-title")}><code>zermelo play connect4
zermelo solve connect4 --moves "4 4 4" --scores
zermelo arena run --game teeko --agent mcts --agent pvs --games 100</code></pre>
    </div>`;
  }
}
