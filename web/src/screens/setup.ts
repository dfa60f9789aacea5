/** The set-up screen: game, opponent, level, side, time control. The address contains the whole set-up. */

import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { Refusal } from "../api.ts";
import { entryOf, type GameEntry, games, type Param, valuesOf, withParams } from "../games.ts";
import { t, troubleText } from "../i18n/text.ts";
import { agentPicker } from "../parts/agents.ts";
import "../parts/bring.ts";
import { controlText } from "../parts/clock.ts";
import { choices, toggle } from "../parts/dialog.ts";
import { PageElement } from "../parts/element.ts";
import { icon } from "../parts/icon.ts";
import { withName } from "../parts/opponents.ts";
import "../parts/picture.ts";
import { type Brought, copy } from "../parts/save.ts";
import type { SideChoice } from "../protocol.ts";
import { rewrite, type Setup, usual, type With, write } from "../router.ts";
import { levelOf } from "../session/agent.ts";
import { control } from "../session/clocks.ts";
import { begin } from "../session/open.ts";
import { change, settings } from "../settings.ts";

const CLOCKS = ["none", "60+0", "180+2", "300+3", "600+5", "move=30", "days=3"];
/** Correspondence clocks are not offered at one screen. */
const CLOCKS_HERE = CLOCKS.filter(clock => !clock.startsWith("days="));

@customElement("z-setup")
export class SetupElement extends PageElement {
  @property({ attribute: false }) setup: Setup = usual();
  @state() private busy = false;
  @state() private trouble = "";
  @state() private copied = false;

  private set(part: Partial<Setup>): void {
    this.setup = { ...this.setup, ...part };
    const { clock } = this.setup;
    if (this.setup.with === "here" && !CLOCKS_HERE.includes(clock) && !control(clock))
      this.setup.clock = "none";
    if (part.agent !== undefined) {
      const level = levelOf(part.agent);
      if (level !== null) change("level", level);
    }
    this.trouble = "";
    rewrite(write("setup", this.setup));
  }

  private async start(event: Event): Promise<void> {
    event.preventDefault();
    if (this.busy) return;
    this.busy = true;
    try {
      await begin({ ...this.setup, moves: this.setup.moves });
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      this.trouble = troubleText(reason.problem.code, reason.problem.message);
    } finally {
      this.busy = false;
    }
  }

  private choose(entry: GameEntry): void {
    this.set({ game: entry.game, moves: [], start: "" });
  }

  protected override render(): TemplateResult {
    const { setup } = this;
    const entry = entryOf(setup.game);
    const kinds: With[] = ["computer", "here", "friend", "anyone", "watch"];
    return html`<div class="page setup">
      <h1>${t("setup-title")}</h1>
      <form @submit=${this.start}>
        <fieldset class="game-choices">
          <legend>${t("setup-game")}</legend>
          <div class="game-row">
            ${games.map(
              game => html`<label class="game-choice">
                <input type="radio" name="game" value=${game.id} .checked=${entry?.id === game.id} @change=${() => this.choose(game)} />
                <span class="game-face"><z-picture game=${game.id} still></z-picture><span>${t(`game-${game.id}`)}</span></span>
              </label>`,
            )}
          </div>
        </fieldset>
        ${entry ? this.params(entry) : html`<p class="trouble">${t("setup-unknown-game", { game: setup.game })}</p>`}
        ${choices<With>(
          "with",
          t("home-against"),
          kinds.map(kind => [kind, withName(kind)] as const),
          setup.with,
          kind => this.set({ with: kind }),
        )}
        <p class="quiet">${t(`with-${setup.with}-help`)}</p>
        ${setup.with === "computer" ? agentPicker(entry, setup.agent, agent => this.set({ agent }), "agent", t("level")) : nothing}
        ${setup.with === "watch" ? this.watchers(entry) : nothing}
        ${
          setup.with === "computer" || setup.with === "friend"
            ? choices<SideChoice>(
                "side",
                t("setup-side"),
                [
                  ["first", t("side-first")],
                  ["second", t("side-second")],
                  ["random", t("side-random")],
                ],
                setup.side,
                side => this.set({ side }),
              )
            : nothing
        }
        ${
          setup.with !== "watch"
            ? choices<string>(
                "clock",
                t("setup-clock"),
                this.clocks.map(clock => [clock, controlText(clock)] as const),
                setup.clock,
                clock => this.set({ clock }),
              )
            : nothing
        }
        ${
          setup.with === "friend" || setup.with === "anyone"
            ? html`<label class="field"><span>${t("setup-name")}</span>
                <input maxlength="20" autocomplete="nickname" .value=${settings.name} @change=${(
                  event: Event,
                ) => change("name", (event.target as HTMLInputElement).value.trim())} /></label>`
            : nothing
        }
        <details class="more" ?open=${setup.start !== "" || setup.moves.length > 0}>
          <summary>${icon("more")}${t("setup-position")}</summary>
          <label class="field"><span>${t("setup-start")}</span>
            <input spellcheck="false" .value=${setup.start} @change=${(event: Event) =>
              this.set({ start: (event.target as HTMLInputElement).value.trim() })} /></label>
          <label class="field"><span>${t("setup-moves")}</span>
            <input spellcheck="false" .value=${setup.moves.join(" ")} @change=${(event: Event) =>
              this.set({
                moves: (event.target as HTMLInputElement).value.split(/[\s,]+/).filter(Boolean),
              })} /></label>
          <z-bring @brought=${({ detail: { game, start, moves } }: CustomEvent<Brought>) =>
            this.set({ game, start, moves })}></z-bring>
        </details>
        ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
        <div class="buttons start-row">
          <button type="submit" class="primary big" ?disabled=${this.busy}>${setup.with === "watch" ? t("start-watching") : setup.with === "friend" ? t("start-friend") : setup.with === "anyone" ? t("start-anyone") : t("play")}</button>
          <button type="button" @click=${async () => {
            this.copied = await copy(location.href);
          }}>${icon("link")}${this.copied ? t("copied") : t("copy-set-up")}</button>
        </div>
      </form>
    </div>`;
  }

  /** The selectable time controls, including that of the link. */
  private get clocks(): string[] {
    const { clock, with: kind } = this.setup;
    const usual = kind === "here" ? CLOCKS_HERE : CLOCKS;
    return usual.includes(clock) || !control(clock) ? usual : [...usual, clock];
  }

  private params(entry: GameEntry): TemplateResult | typeof nothing {
    if (entry.params.length === 0) return nothing;
    const values = valuesOf(this.setup.game);
    const put = (key: string, value: string) =>
      this.set({ game: withParams(entry, { ...values, [key]: value }), moves: [], start: "" });
    const one = (param: Param) => {
      const value = values[param.key] ?? "";
      if (param.kind === "choice") {
        return choices<string>(
          param.key,
          t(`param-${param.key}`),
          param.options.map(option => [option, t(`param-${param.key}-${option}`)] as const),
          value,
          choice => put(param.key, choice),
        );
      }
      const { step } = param;
      const now = Number(value);
      const go = (to: number) => put(param.key, String(Math.min(param.max, Math.max(param.min, to))));
      return html`<div class="stepper" role="group" aria-label=${t(`param-${param.key}`)}>
        <span>${t(`param-${param.key}`)}</span>
        <button type="button" aria-label=${t("less")} ?disabled=${now <= param.min} @click=${() => go(now - step)}>−</button>
        <output>${value}</output>
        <button type="button" aria-label=${t("more")} ?disabled=${now >= param.max} @click=${() => go(now + step)}>+</button>
      </div>`;
    };
    return html`<div class="params">${entry.params.map(one)}</div>`;
  }

  private watchers(entry: GameEntry | undefined): TemplateResult {
    const { setup } = this;
    return html`<div class="two">
        <div>${agentPicker(entry, setup.agent, agent => this.set({ agent }), "agent", t("watch-first"))}</div>
        <div>${agentPicker(entry, setup.agent2, agent2 => this.set({ agent2 }), "agent2", t("watch-second"))}</div>
      </div>
      <div class="switches">
        ${toggle(t("endless"), setup.endless, endless => this.set({ endless }))}
        ${toggle(t("random-first"), setup.random, random => this.set({ random }))}
      </div>`;
  }
}
