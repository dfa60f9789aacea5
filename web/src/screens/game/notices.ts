/** The notices of a room: waiting for a player, offers, an absent opponent, chat. */

import { html, nothing, type TemplateResult } from "lit";
import { t } from "../../i18n/text.ts";
import { controlText } from "../../parts/clock.ts";
import { type ChatPhrase, other } from "../../protocol.ts";
import { roomAddress } from "../../router.ts";
import type { Room, Session } from "../../session/session.ts";
import { nameOf } from "./words.ts";

const SAYINGS: ChatPhrase[] = ["hello", "good_luck", "well_played", "oops", "thanks", "good_game", "goodbye"];

/** The room's time control and the number of spectators. */
export function roomLine(clock: string, watchers: number): TemplateResult | typeof nothing {
  if (clock === "none" && watchers === 0) return nothing;
  return html`<p class="quiet">${clock === "none" ? nothing : controlText(clock)}
    ${watchers > 0 ? html`<span>${t("watchers", { count: watchers })}</span>` : nothing}</p>`;
}

export function notices(
  session: Session,
  isCopied: boolean,
  copy: (link: string) => void,
): TemplateResult | typeof nothing {
  const { room } = session;
  const state = room?.state;
  if (!room || !state) return nothing;
  return html`${place(session, room, isCopied, copy)} ${offers(session, room)} ${claim(session, room)}
    ${
      state.rematch
        ? html`<div class="notice"><a class="button primary" href=${roomAddress(state.rematch)}>${t("to-rematch")}</a></div>`
        : nothing
    }
    ${
      session.may("say")
        ? html`<details class="sayings"><summary>${t("say")}</summary><div class="chips">
            ${SAYINGS.map(saying => html`<button type="button" class="chip" @click=${() => room.say(saying)}>${t(`saying-${saying}`)}</button>`)}
          </div></details>`
        : nothing
    }`;
}

/** A free side to join, or the link while waiting for a player. */
function place(session: Session, room: Room, isCopied: boolean, copy: (link: string) => void): unknown {
  if (room.mayJoin) {
    return html`<div class="notice"><p>${t("join-text")}</p>
      <button type="button" class="primary" @click=${() => room.join()}>${t("join")}</button></div>`;
  }
  const { state } = room;
  if (state?.stage !== "waiting" || !session.yours) return nothing;
  const link = new URL(roomAddress(room.code), location.href).href;
  return html`<div class="notice">
    <p>${state.opponent === "friend" ? t("wait-friend") : t("wait-anyone")}</p>
    <div class="link-row"><input readonly aria-label=${t("link")} value=${link} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
      <button type="button" class="primary" @click=${() => copy(link)}>${isCopied ? t("copied") : t("copy")}</button></div>
  </div>`;
}

/** The offers of the other side and of this page. */
function offers(session: Session, room: Room): unknown {
  const { yours } = session;
  const own = session.offers.filter(([side]) => side === yours);
  return html`${room.proposed.map(
    offer => html`<div class="notice" role="status">
      <p>${t(`offer-${offer}`, { name: nameOf(session, other(yours ?? "second")) })}</p>
      <div class="buttons"><button type="button" class="primary" @click=${() => room.offer(offer)}>${t("accept")}</button>
        <button type="button" @click=${() => room.decline(offer)}>${t("decline")}</button></div>
    </div>`,
  )}
  ${own.map(
    ([, offer]) => html`<div class="notice"><p>${t(`offered-${offer}`)}</p>
      <button type="button" @click=${() => room.decline(offer)}>${t("withdraw")}</button></div>`,
  )}`;
}

/** The notice that the opponent has left, with the claim. */
function claim(session: Session, room: Room): unknown {
  if (room.claimAt === null || session.stage !== "playing" || !session.yours) return nothing;
  const left = Math.ceil((room.claimAt - performance.now()) / 1000);
  if (left > 0) return html`<div class="notice"><p>${t("claim-soon", { seconds: left })}</p></div>`;
  return html`<div class="notice" role="status"><p>${t("claim-now")}</p><div class="buttons">
    <button type="button" class="primary" @click=${() => room.claim("win")}>${t("claim-win")}</button>
    <button type="button" @click=${() => room.claim("draw")}>${t("claim-draw")}</button></div></div>`;
}
