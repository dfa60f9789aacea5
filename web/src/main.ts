/** The application element: navigation, routing and settings. */

import "./style/page.css";
import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { keyed } from "lit/directives/keyed.js";
import { listen } from "./announce.ts";
import { speak, t } from "./i18n/text.ts";
import { PageElement } from "./parts/element.ts";
import "./parts/dialog.ts";
import { icon } from "./parts/icon.ts";
import { type Route, read } from "./router.ts";
import "./screens/home.ts";
import "./screens/game.ts";
import { wire } from "./session/socket.ts";
import { applySettings, changes, settings } from "./settings.ts";

applySettings();

/** Screens that are loaded on demand. */
const later = {
  setup: () => import("./screens/setup.ts"),
  watch: () => import("./screens/watch.ts"),
  help: () => import("./screens/help.ts"),
  about: () => import("./screens/about.ts"),
} as const;

@customElement("z-app")
export class AppElement extends PageElement {
  @state() private route: Route = read(location.hash);
  @state() private language = "";
  @state() private settingsOpen = false;
  @state() private turn = 0;
  @state() private failed = false;
  /** Whether the server's protocol version differs from this page's. */
  @state() private isOlder = false;

  override connectedCallback(): void {
    super.connectedCallback();
    wire.addEventListener("older", () => {
      this.isOlder = true;
    });
    addEventListener("hashchange", () => void this.arrive(true));
    changes.addEventListener("change", () => void this.refresh());
    void this.refresh().then(() => this.arrive(false));
  }

  private async refresh(): Promise<void> {
    if (this.language !== settings.language) {
      await speak(settings.language);
      this.language = settings.language;
      changes.dispatchEvent(new Event("spoken"));
    }
    this.requestUpdate();
  }

  private async arrive(isMove: boolean): Promise<void> {
    const route = read(location.hash);
    this.failed = false;
    if (route.at in later) {
      try {
        await later[route.at as keyof typeof later]();
      } catch {
        this.failed = true;
      }
    }
    this.route = route;
    if (isMove) this.turn++;
    await this.updateComplete;
    document.title = this.titleOf();
    if (!isMove) return;
    scrollTo(0, 0);
    this.querySelector<HTMLElement>("main")?.focus({ preventScroll: true });
  }

  private titleOf(): string {
    switch (this.route.at) {
      case "home":
        return t("title");
      case "nowhere":
        return t("title-of", { screen: t("nowhere-title") });
      case "play":
      case "room":
        return t("title-of", { screen: t("play") });
      default:
        return t("title-of", { screen: t(`nav-${this.route.at}`) });
    }
  }

  private screen(): TemplateResult {
    const { route } = this;
    if (this.failed) {
      return html`<div class="page"><h1>${t("lost-title")}</h1><p>${t("lost-screen")}</p>
        <p><button type="button" class="primary" @click=${() => this.arrive(true)}>${t("try-again")}</button></p></div>`;
    }
    switch (route.at) {
      case "home":
        return html`<z-home></z-home>`;
      case "setup":
        return html`<z-setup .setup=${route.setup}></z-setup>`;
      case "play":
        return html`<z-game .setup=${route.setup}></z-game>`;
      case "room":
        return html`<z-game .code=${route.code}></z-game>`;
      case "watch":
        return html`<z-watch></z-watch>`;
      case "help":
        return html`<z-help .game=${route.game}></z-help>`;
      case "about":
        return html`<z-about></z-about>`;
      case "nowhere":
        return html`<div class="page"><h1>${t("nowhere-title")}</h1><p>${t("nowhere-text", { address: route.text })}</p>
          <p><a class="button primary" href="#/">${t("to-the-games")}</a></p></div>`;
    }
  }

  protected override render(): TemplateResult {
    if (!this.language) return html``;
    const { at } = this.route;
    const link = (to: string, here: boolean, text: string) =>
      html`<a href=${to} aria-current=${here ? "page" : nothing}>${text}</a>`;
    return html`
      <a class="skip" href="#main" @click=${(event: Event) => {
        event.preventDefault();
        this.querySelector<HTMLElement>("main")?.focus();
      }}>${t("skip")}</a>
      <header class="top">
        <a class="wordmark" href="#/" aria-label=${t("title")}>
          <img src="./icon.svg" alt="" width="28" height="28" /><span aria-hidden="true">Zermelo</span>
        </a>
        <nav aria-label=${t("nav")}>
          ${link("#/", at === "home" || at === "setup", t("play"))}
          ${link("#/watch", at === "watch", t("nav-watch"))}
          ${link("#/help", at === "help", t("nav-help"))}
          ${link("#/about", at === "about", t("nav-about"))}
        </nav>
        <button type="button" class="plain icon-only" aria-label=${t("settings")} aria-haspopup="dialog"
          @click=${() => {
            this.settingsOpen = true;
          }}>${icon("settings")}</button>
      </header>
      ${
        this.isOlder
          ? html`<p class="banner" role="alert">${t("older")}
              <button type="button" @click=${() => location.reload()}>${t("reload")}</button></p>`
          : nothing
      }
      <main id="main" tabindex="-1">${keyed(this.turn, this.screen())}</main>
      <z-settings ?open=${this.settingsOpen} @close=${() => {
        this.settingsOpen = false;
      }}></z-settings>
    `;
  }
}

listen(document.body);
