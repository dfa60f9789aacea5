/** The watch screen: live games, open seeks, and games between computers. */

import { html, nothing, type TemplateResult } from "lit";
import { customElement, state } from "lit/decorators.js";
import * as api from "../api.ts";
import { entryOf, games } from "../games.ts";
import { t, troubleText } from "../i18n/text.ts";
import { controlText } from "../parts/clock.ts";
import { PageElement } from "../parts/element.ts";
import { agentName } from "../parts/opponents.ts";
import "../parts/picture.ts";
import type { Lobby, RoomPlayer } from "../protocol.ts";
import { go, roomAddress, usual, write } from "../router.ts";
import { level } from "../session/agent.ts";
import { wire } from "../session/socket.ts";
import { settings } from "../settings.ts";

const name = (player: RoomPlayer): string =>
  player.kind === "person" ? player.name : agentName(player.agent);
const gameName = (game: string): string => {
  const entry = entryOf(game);
  return entry ? t(`game-${entry.id}`) : game;
};

@customElement("z-watch")
export class WatchElement extends PageElement {
  @state() private lobby: Lobby | null = null;
  @state() private trouble = "";

  private readonly hear = (lobby: Lobby): void => {
    this.lobby = lobby;
  };
  private readonly wireChanged = (): void => this.requestUpdate();

  override connectedCallback(): void {
    super.connectedCallback();
    wire.followLobby(this.hear);
    wire.addEventListener("change", this.wireChanged);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    wire.unfollowLobby(this.hear);
    wire.removeEventListener("change", this.wireChanged);
  }

  private async take(room: string): Promise<void> {
    try {
      await api.guest(settings.name || undefined);
      await api.joinRoom(room);
      wire.renew();
      go(roomAddress(room));
    } catch (reason) {
      if (!(reason instanceof api.Refusal)) throw reason;
      this.trouble = troubleText(reason.problem.code, reason.problem.message);
    }
  }

  protected override render(): TemplateResult {
    const { lobby } = this;
    const setup = { ...usual(), with: "watch" as const, agent: level(6), agent2: level(7) };
    const isOff = !wire.isConnected && !lobby;
    return html`<div class="page watch">
      <h1>${t("watch-title")}</h1>
      <section aria-labelledby="watch-computers">
        <h2 id="watch-computers">${t("watch-computers")}</h2>
        <p class="quiet">${t("watch-computers-text")}</p>
        <div class="watch-row">
          ${games.slice(0, 4).map(
            entry => html`<a class="watch-tile" href=${write("play", { ...setup, game: entry.game })}>
              <z-picture game=${entry.id}></z-picture><span>${t(`game-${entry.id}`)}</span></a>`,
          )}
        </div>
        <p><a class="button" href=${write("setup", setup)}>${t("watch-set-up")}</a></p>
      </section>
      <section aria-labelledby="watch-live">
        <h2 id="watch-live">${t("watch-live")}${lobby ? html` <span class="quiet">${t("watch-playing", { games: lobby.playing, people: lobby.people })}</span>` : nothing}</h2>
        ${isOff ? html`<p class="quiet" role="status">${t("watch-connecting")}</p>` : nothing}
        ${lobby && lobby.live.length === 0 ? html`<p class="quiet">${t("watch-none")}</p>` : nothing}
        <ul class="rows">
          ${lobby?.live.map(
            game => html`<li><a class="row-link" href=${roomAddress(game.room)}>
              <strong>${gameName(game.game)}</strong>
              <span>${t("versus", { first: name(game.first), second: name(game.second) })}</span>
              <span class="quiet">${controlText(game.clock)}</span>
              ${game.watchers > 0 ? html`<span class="quiet">${t("watchers", { count: game.watchers })}</span>` : nothing}
            </a></li>`,
          )}
        </ul>
      </section>
      <section aria-labelledby="watch-seeks">
        <h2 id="watch-seeks">${t("watch-seeks")}</h2>
        ${this.trouble ? html`<p class="trouble" role="alert">${this.trouble}</p>` : nothing}
        ${lobby && lobby.seeks.length === 0 && lobby.pools.length === 0 ? html`<p class="quiet">${t("watch-no-seeks")}</p>` : nothing}
        <ul class="rows">
          ${lobby?.seeks.map(
            seek => html`<li><button type="button" class="row-link" @click=${() => this.take(seek.room)}>
              <strong>${gameName(seek.game)}</strong><span>${name(seek.player)}</span>
              <span class="quiet">${controlText(seek.clock)}</span><span class="row-do">${t("join")}</span></button></li>`,
          )}
          ${lobby?.pools.map(
            pool => html`<li><a class="row-link" href=${write("setup", { ...usual(pool.game), with: "anyone", clock: pool.clock })}>
              <strong>${gameName(pool.game)}</strong><span>${t("pool-waiting", { count: pool.waiting })}</span>
              <span class="quiet">${controlText(pool.clock)}</span><span class="row-do">${t("join")}</span></a></li>`,
          )}
        </ul>
        <p><a class="button" href=${write("setup", { ...usual(), with: "anyone" })}>${t("watch-seek")}</a></p>
      </section>
    </div>`;
  }
}
