/** A native modal dialog: it keeps the focus inside and closes with Escape. */

import { html, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import { t } from "../i18n/text.ts";
import {
  type Colours,
  change,
  type Language,
  type Settings,
  settings,
  storage,
  type Theme,
} from "../settings.ts";
import { play } from "../sound.ts";
import { PageElement } from "./element.ts";
import { icon } from "./icon.ts";

/** A group of radio buttons. */
export function choices<T extends string>(
  name: string,
  legend: string,
  options: readonly (readonly [T, string])[],
  value: T,
  choose: (value: T) => void,
): TemplateResult {
  return html`<fieldset class="choices">
    <legend>${legend}</legend>
    <div class="row">
      ${options.map(
        ([id, text]) => html`<label class="choice">
          <input type="radio" name=${name} value=${id} .checked=${id === value} @change=${() => choose(id)} />
          <span>${text}</span>
        </label>`,
      )}
    </div>
  </fieldset>`;
}

/** A checkbox. */
export function toggle(text: string, value: boolean, choose: (on: boolean) => void): TemplateResult {
  return html`<label class="switch">
    <input type="checkbox" role="switch" .checked=${value} @change=${(event: Event) =>
      choose((event.target as HTMLInputElement).checked)} />
    <span class="track" aria-hidden="true"></span>
    <span>${text}</span>
  </label>`;
}

@customElement("z-settings")
export class SettingsElement extends PageElement {
  @property({ type: Boolean }) open = false;

  protected override updated(): void {
    const dialog = this.querySelector("dialog");
    if (this.open && !dialog?.open) dialog?.showModal();
    if (!this.open && dialog?.open) dialog.close();
  }

  private close(): void {
    this.dispatchEvent(new Event("close"));
  }

  private set<K extends keyof Settings>(key: K, value: Settings[K]): void {
    change(key, value);
    if (key === "sound") play("turn");
    this.requestUpdate();
  }

  protected override render(): TemplateResult {
    return html`<dialog
      aria-labelledby="settings-title"
      @close=${this.close}
      @click=${(event: Event) => {
        if (event.target === event.currentTarget) this.close();
      }}
    >
      <div class="dialog">
        <header>
          <h2 id="settings-title">${t("settings")}</h2>
          <button type="button" class="plain icon-only" aria-label=${t("close")} @click=${this.close}>${icon("close")}</button>
        </header>
        ${choices<Language>(
          "language",
          t("settings-language"),
          [
            ["en", "English"],
            ["fr", "Français"],
          ],
          settings.language,
          value => this.set("language", value),
        )}
        ${choices<Theme>(
          "theme",
          t("settings-theme"),
          [
            ["system", t("theme-system")],
            ["light", t("theme-light")],
            ["dark", t("theme-dark")],
          ],
          settings.theme,
          value => this.set("theme", value),
        )}
        ${choices<Colours>(
          "colours",
          t("settings-colours"),
          [
            ["classic", t("colours-classic")],
            ["blue-orange", t("colours-blue-orange")],
          ],
          settings.colours,
          value => this.set("colours", value),
        )}
        <label class="field"><span>${t("setup-name")}</span>
          <input maxlength="20" autocomplete="nickname" .value=${settings.name} @change=${(event: Event) =>
            this.set("name", (event.target as HTMLInputElement).value.trim())} /></label>
        <div class="switches">
          ${toggle(t("settings-coordinates"), settings.coordinates, on => this.set("coordinates", on))}
          ${toggle(t("settings-sound"), settings.sound, on => this.set("sound", on))}
          ${toggle(t("settings-motion"), settings.motion, on => this.set("motion", on))}
          ${toggle(t("settings-confirm"), settings.confirm, on => this.set("confirm", on))}
        </div>
        <p class="quiet">${storage.isDenied ? t("settings-denied") : t("settings-kept")}</p>
      </div>
    </dialog>`;
  }
}
