/** The home screen: a board in play, a title, and every game as a small moving picture. */

import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import { Refusal } from "../api.ts";
import { type GameEntry, games } from "../games.ts";
import { t, troubleText } from "../i18n/text.ts";
import { PageElement } from "../parts/element.ts";
import "../parts/picture.ts";
import { icon } from "../parts/icon.ts";
import { levelPicker, levelWord, withName } from "../parts/opponents.ts";
import { type Setup, usual, type With, write } from "../router.ts";
import { level } from "../session/agent.ts";
import { begin } from "../session/open.ts";
import { change, settings, storage } from "../settings.ts";
import { RESUME, type Resumable } from "./game/resume.ts";

@customElement("z-home")
export class HomeElement extends PageElement {
  @state() private with: With = "computer";
  @state() private busy: string | null = null;
  @state() private trouble: string | null = null;

  private setup(entry: GameEntry): Setup {
    return { ...usual(entry.game), with: this.with, agent: level(settings.level) };
  }

  private async play(entry: GameEntry): Promise<void> {
    if (this.busy) return;
    this.busy = entry.id;
    this.trouble = null;
    try {
      await begin(this.setup(entry));
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      this.trouble = troubleText(reason.problem.code, reason.problem.message);
    } finally {
      this.busy = null;
    }
  }

  private tile(entry: GameEntry): TemplateResult {
    const name = t(`game-${entry.id}`);
    return html`<li class="tile">
      <button type="button" class="tile-play" ?disabled=${this.busy === entry.id} @click=${() => this.play(entry)}
        aria-describedby="home-with">
        <z-picture game=${entry.id}></z-picture>
        <span class="tile-name">${name}</span>
      </button>
      <a class="tile-more" href=${write("setup", this.setup(entry))} aria-label=${t("home-set-up-game", { game: name })}>
        ${icon("settings")}
      </a>
    </li>`;
  }

  protected override render(): TemplateResult {
    const kinds: With[] = ["computer", "here", "friend", "anyone"];
    const resume = storage.get<Resumable>(RESUME);
    const [first] = games as [GameEntry];
    return html`<div class="home">
      <section class="hero" aria-labelledby="home-title">
        <div class="hero-board"><z-picture game=${first.id} pace="1300"></z-picture></div>
        <div class="hero-words">
          <h1 id="home-title">${t("home-title", { games: games.length })}</h1>
          <p class="lead">${t("home-lead")}</p>
          <div class="hero-play">
            <button type="button" class="primary big" @click=${() => this.play(first)}>${t("play")}</button>
            ${
              resume?.hash
                ? html`<a class="button" href=${resume.hash}>${t("home-resume", {
                    game: t(`game-${resume.game}`),
                  })}</a>`
                : nothing
            }
          </div>
        </div>
      </section>
      <section class="choose" aria-labelledby="choose-title">
        <h2 id="choose-title" class="unseen">${t("home-games")}</h2>
        <div class="against" id="home-with">
          <fieldset class="choices">
            <legend>${t("home-against")}</legend>
            <div class="row">
              ${kinds.map(
                kind => html`<label class="choice">
                  <input type="radio" name="with" value=${kind} .checked=${this.with === kind}
                    @change=${() => {
                      this.with = kind;
                    }} />
                  <span>${withName(kind)}</span>
                </label>`,
              )}
            </div>
          </fieldset>
          ${
            this.with === "computer"
              ? levelPicker(settings.level, value => {
                  change("level", value);
                  this.requestUpdate();
                })
              : html`<p class="quiet hint-line">${t(`with-${this.with}-help`)}</p>`
          }
          ${this.with === "computer" ? html`<p class="unseen">${levelWord(settings.level)}</p>` : nothing}
        </div>
        ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
        <ul class="tiles">
          ${games.map(entry => this.tile(entry))}
        </ul>
      </section>
    </div>`;
  }
}
