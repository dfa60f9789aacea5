/** A game: the board, who plays, whose turn it is, the moves, and what can be done. */

import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { announce } from "../announce.ts";
import { address, Refusal } from "../api.ts";
import "../board/board.ts";
import type { BoardElement } from "../board/board.ts";
import { startsOnPiece, target } from "../board/clicks.ts";
import { piece } from "../board/pieces.ts";
import type { Pill } from "../board/seen.ts";
import { set } from "../board/set.ts";
import { entryOf } from "../games.ts";
import { coloursOf, number, said, short, sideName, t, troubleText } from "../i18n/text.ts";
import { Adviser, best, pills, share, verdict } from "../parts/advice.ts";
import { clockText, controlText } from "../parts/clock.ts";
import { PageElement } from "../parts/element.ts";
import { icon } from "../parts/icon.ts";
import { agentName } from "../parts/opponents.ts";
import { copy, download, record } from "../parts/save.ts";
import { type Ending, indexOf, type Saying, SIDES, type Side, type View } from "../protocol.ts";
import { go, rewrite, roomAddress, type Setup, write } from "../router.ts";
import { LocalSession } from "../session/local.ts";
import { local, settled } from "../session/open.ts";
import { RoomSession } from "../session/room.ts";
import type { Deed, Session } from "../session/session.ts";
import { change, mayMove, settings, storage } from "../settings.ts";
import { play as sound } from "../sound.ts";

/** Where the game is kept that was left unfinished. */
export const RESUME = "zermelo.resume";
export interface Resumable {
  hash: string;
  game: string;
}

const PACES = [0, 150, 600, 1500, 3000] as const;
const SAYINGS: Saying[] = ["hello", "good_luck", "well_played", "oops", "thanks", "good_game", "goodbye"];

@customElement("z-game")
export class GameElement extends PageElement {
  @property({ attribute: false }) setup: Setup | null = null;
  @property() code: string | null = null;

  @state() private session: Session | null = null;
  /** The move up to which the game is looked at; none: the present one. */
  @state() private ply: number | null = null;
  @state() private viewed: View | null = null;
  @state() private flipped = false;
  @state() private told = "";
  @state() private pending: string | null = null;
  @state() private hint: string | null = null;
  @state() private asking: "resign" | null = null;
  @state() private column: number | null = null;
  @state() private space: "none" | "loading" | "there" | "impossible" = "none";
  @state() private wins: [number, number, number] = [0, 0, 0];
  @state() private aim: number | null = null;
  @state() private copied = false;

  private get board(): BoardElement | null {
    return this.querySelector("z-board");
  }

  private adviser = new Adviser();
  private wantsHint = false;
  private ticking: ReturnType<typeof setInterval> | null = null;
  private toldTimer: ReturnType<typeof setTimeout> | null = null;
  private endless: ReturnType<typeof setTimeout> | null = null;
  private saidCount = 0;
  private isFocused = false;

  override connectedCallback(): void {
    super.connectedCallback();
    this.adviser.addEventListener("change", this.advised);
    document.addEventListener("keydown", this.onPageKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.adviser.stop();
    this.adviser.removeEventListener("change", this.advised);
    document.removeEventListener("keydown", this.onPageKey);
    this.session?.stop();
    if (this.ticking) clearInterval(this.ticking);
    if (this.endless) clearTimeout(this.endless);
  }

  protected override firstUpdated(): void {
    if (this.code !== null) this.open(new RoomSession(this.code));
    else if (this.setup) {
      const setup = settled(this.setup);
      if (setup !== this.setup) {
        this.setup = setup;
        rewrite(write("play", setup));
      }
      this.flipped = setup.with === "computer" && setup.side === "second" && this.turnsBoard(setup.game);
      this.open(local(setup));
    }
  }

  /** Whether a board is seen from the other side by the second player: where pieces go towards each other. */
  private turnsBoard(game: string): boolean {
    return game.startsWith("draughts");
  }

  private open(session: Session): void {
    this.session = session;
    session.addEventListener("change", () => this.changed());
    session.addEventListener("moved", () => this.moved());
    session.addEventListener("back", () => this.wentBack());
    session.addEventListener("refused", () => this.refused());
    session.addEventListener("over", () => this.over());
    session.addEventListener("rematch", event => go(roomAddress((event as CustomEvent<string>).detail)));
    session.start();
    if (session instanceof RoomSession) this.ticking = setInterval(() => this.requestUpdate(), 200);
  }

  private changed(): void {
    const { session } = this;
    if (!session) return;
    const { shown } = session;
    if (session instanceof RoomSession && session.you === "second" && shown && this.viewed === null) {
      this.flipped = shown.board.kind === "chequered";
    }
    if (shown && this.ply === null) this.viewed = shown;
    if (session.trouble && !session.isLost)
      this.tell(troubleText(session.trouble.code, session.trouble.message));
    if (session instanceof RoomSession && session.said.length > this.saidCount) {
      const last = session.said.at(-1);
      if (last && shown && last[0] !== session.you && this.saidCount > 0) {
        const text = t("says", { name: this.nameOf(last[0]), saying: t(`saying-${last[1]}`) });
        this.tell(text);
        announce(text);
      }
      this.saidCount = session.said.length;
    }
    if (shown && (shown.board.kind === "posts" || shown.board.kind === "cube")) void this.loadSpace();
    this.consider();
    this.requestUpdate();
    // Who looks at another tab sees whose turn it is.
    if (shown) document.title = t("title-game", { turn: this.turnText(), game: this.gameName() });
    if (shown && !this.isFocused) {
      this.isFocused = true;
      // Keys play at once; nobody has to look for the board.
      void this.updateComplete.then(() => {
        if (document.activeElement?.id === "main" || document.activeElement === document.body) {
          if (matchMedia("(hover: hover)").matches) this.board?.focus();
        }
      });
    }
  }

  private async loadSpace(): Promise<void> {
    if (this.space !== "none") return;
    this.space = "loading";
    try {
      const { hasWebGl } = await import("../board/space.ts");
      this.space = hasWebGl() ? "there" : "impossible";
    } catch {
      this.space = "impossible";
    }
  }

  /* What happens. */

  private moved(): void {
    const { session } = this;
    const shown = session?.shown;
    if (!session || !shown) return;
    this.ply = null;
    this.viewed = shown;
    this.hint = null;
    this.pending = null;
    this.asking = null;
    this.quiet();
    this.keep();
    if (!session.ending) {
      const words = shown.last ? said(shown, this.mover(shown), shown.last.spoken) : "";
      announce(`${words} ${this.turnText()}`.trim());
      if (session.may("move")) sound("turn");
    }
  }

  private wentBack(): void {
    const shown = this.session?.shown;
    if (!shown) return;
    this.ply = null;
    this.viewed = shown;
    this.hint = null;
    this.keep();
    announce(`${t("taken-back")} ${this.turnText()}`);
  }

  private refused(): void {
    const { session } = this;
    this.viewed = session?.shown ?? null;
    this.pending = null;
    const trouble = session?.trouble;
    const text = trouble ? troubleText(trouble.code, trouble.message) : t("refused");
    this.tell(text);
    announce(text, true);
    void this.updateComplete.then(() => this.board?.restore());
  }

  private over(): void {
    const { session } = this;
    const shown = session?.shown;
    const ending = session?.ending;
    if (!session || !shown || !ending) return;
    this.asking = null;
    this.hint = null;
    const at = ending.outcome === "draw" ? 2 : indexOf(ending.outcome.win);
    this.wins = this.wins.map((wins, index) => (index === at ? wins + 1 : wins)) as [number, number, number];
    const words =
      shown.last && this.isByRules(ending) ? `${said(shown, this.mover(shown), shown.last.spoken)} ` : "";
    announce(`${words}${this.endText(ending)} ${this.reasonText(ending)}`, true);
    sound("end");
    this.keep();
    if (this.setup?.endless && session instanceof LocalSession && session.isWatched) {
      this.endless = setTimeout(() => this.restart(), mayMove() ? 2200 : 1200);
    }
  }

  /** Which side made the last move. */
  private mover(view: View): Side {
    const cell = view.last ? target(view.last) : undefined;
    return (
      view.pieces.find(piece => piece.square === cell)?.side ??
      (view.to_move === "first" ? "second" : "first")
    );
  }

  /** Keeps a game where it can be taken up again: in the address, and for the first page. */
  private keep(): void {
    const { session, setup } = this;
    const shown = session?.shown;
    const entry = shown ? entryOf(shown.game) : undefined;
    if (!session || !shown || !entry || session.isWatched) return;
    let hash = this.code === null ? "" : roomAddress(this.code);
    if (session instanceof LocalSession && setup) {
      hash = write("play", { ...setup, moves: shown.played });
      rewrite(hash);
    }
    const isOpen = !session.ending && shown.ply > 0;
    storage.set(RESUME, isOpen ? ({ hash, game: entry.id } satisfies Resumable) : null);
  }

  private tell(text: string): void {
    this.told = text;
    if (this.toldTimer) clearTimeout(this.toldTimer);
    this.toldTimer = setTimeout(() => {
      this.told = "";
    }, 6000);
  }

  private quiet(): void {
    this.told = "";
  }

  /* Doing. */

  private play(text: string): void {
    this.quiet();
    this.pending = null;
    this.hint = null;
    this.session?.play(text);
  }

  private stepTo(ply: number): void {
    const { session } = this;
    const shown = session?.shown;
    if (!session || !shown) return;
    const to = Math.max(0, Math.min(shown.ply, ply));
    this.pending = null;
    if (to === shown.ply) {
      this.ply = null;
      this.viewed = shown;
      this.consider();
      return;
    }
    this.ply = to;
    void session
      .at(to)
      .then(view => {
        if (this.ply !== to) return;
        this.viewed = view;
        this.consider();
        const words = view.last ? said(view, this.mover(view), view.last.spoken) : t("at-start");
        announce(words);
      })
      .catch((reason: unknown) => {
        if (reason instanceof Refusal) this.tell(t("no-connection"));
      });
  }

  private onPageKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if ((event.target as Element).closest("input, textarea, select, dialog")) return;
    const at = this.ply ?? this.session?.shown?.ply ?? 0;
    if (event.key === "<" || event.key === "[") this.stepTo(at - 1);
    else if (event.key === ">" || event.key === "]") this.stepTo(at + 1);
    else if (event.key === "/") this.querySelector<HTMLInputElement>("#typed-move")?.focus();
    else return;
    event.preventDefault();
  };

  private restart(): void {
    const { session, setup } = this;
    if (!(session instanceof LocalSession) || !setup) return;
    if (this.endless) clearTimeout(this.endless);
    this.ply = null;
    this.viewed = null;
    this.hint = null;
    this.adviser.stop();
    this.setup = { ...setup, moves: [] };
    session.restart();
    if (!session.isWatched) rewrite(write("play", this.setup));
    void this.updateComplete.then(() => this.board?.focus());
  }

  /** Again, with sides changed. */
  private rematch(): void {
    const { session, setup } = this;
    if (session instanceof RoomSession) {
      session.offer("rematch");
      return;
    }
    if (!setup) return;
    if (setup.with === "computer") {
      go(write("play", { ...setup, moves: [], side: setup.side === "second" ? "first" : "second" }));
    } else this.restart();
  }

  private typed(event: Event): void {
    event.preventDefault();
    const { session } = this;
    const input = this.querySelector<HTMLInputElement>("#typed-move");
    const text = input?.value.trim() ?? "";
    if (!input || !text || !session) return;
    if (!session.may("move")) {
      const why = session.ending ? t("is-over") : t("not-your-turn");
      this.tell(why);
      announce(why, true);
      return;
    }
    const known = session.shown?.moves.find(move => move.text.toLowerCase() === text.toLowerCase());
    input.value = "";
    // A text that is not in the list is the server's to read or to refuse, with the reason.
    this.play(known?.text ?? text);
  }

  /* Advice. */

  private get mayAdvise(): boolean {
    const { session } = this;
    if (!session?.shown) return false;
    if (session instanceof RoomSession) {
      return (
        session.stage === "ended" ||
        session.state?.opponent === "computer" ||
        session.state?.opponent === "watch"
      );
    }
    return true;
  }

  /** Asks for what is to be shown of the position, if it is wished. */
  private consider(): void {
    const { session } = this;
    const shown = session?.shown;
    if (!shown || !session) return;
    const wished = (settings.scores || this.wantsHint) && this.mayAdvise;
    const ply = this.ply ?? shown.ply;
    const isOver = this.ply === null && shown.ending !== null;
    // A computer that thinks has the turn at the server.
    if (
      !wished ||
      isOver ||
      (this.ply === null && session.thinking !== null && session instanceof LocalSession)
    ) {
      if (!session.thinking || !wished) this.adviser.stop();
      return;
    }
    this.adviser.ask(shown, ply, this.wantsHint ? 1500 : 4000);
  }

  private advised = (): void => {
    const { advice } = this.adviser;
    if (this.wantsHint && advice && (advice.isDone || advice.values)) {
      this.wantsHint = false;
      const move = best(advice);
      this.hint = move;
      const view = this.viewed;
      const found = view?.moves.find(candidate => candidate.text === move);
      if (found && view) {
        const text = t("hint-says", { move: found.text });
        this.tell(text);
        announce(text);
      } else if (advice.trouble) this.tell(troubleText(advice.trouble, t("no-hint")));
      else this.tell(t("no-hint"));
    }
    this.requestUpdate();
  };

  private askHint(): void {
    this.wantsHint = true;
    this.hint = null;
    this.tell(t("hint-thinking"));
    const known = this.adviser.advice;
    this.consider();
    if (known && this.adviser.advice === known && known.isDone) this.advised();
  }

  /* Words. */

  private nameOf(side: Side): string {
    const { session } = this;
    if (!session) return "";
    const seat = session.seats[indexOf(side)];
    if (seat.kind === "computer") return agentName(seat.agent ?? "");
    if (seat.kind === "nobody") return t("nobody-yet");
    if (seat.isYours && session.yours !== null) return settings.name ? seat.name : t("you");
    return seat.name || (session.shown ? sideName(session.shown, side) : "");
  }

  private turnText(): string {
    const { session } = this;
    const shown = session?.shown;
    if (!session || !shown) return "";
    if (session.stage === "aborted") return t("aborted");
    if (session.stage === "waiting") return t("waiting-player");
    if (session.ending) return this.endText(session.ending);
    const side = shown.to_move;
    const seat = session.seats[indexOf(side)];
    if (session.isPaused) return t("paused");
    if (seat.kind === "computer")
      return t("thinks", { name: agentName(seat.agent ?? ""), side: sideName(shown, side) });
    if (seat.isYours && session.yours !== null) return t("your-turn");
    return t("turn-of", { side: sideName(shown, side) });
  }

  /** What the person has to do next. */
  private taskText(): string {
    const { session } = this;
    const shown = session?.shown;
    if (!session || !shown || !session.may("move") || this.ply !== null) return "";
    if (shown.moves.length > 0 && shown.moves.every(move => move.spoken.key.startsWith("capture"))) {
      return t("board-must-capture");
    }
    if (startsOnPiece(shown)) return t("task-piece");
    return t(`task-${shown.board.kind}`);
  }

  private isByRules(ending: Ending): boolean {
    return ["line", "board_full", "no_move", "repetition", "move_limit"].includes(ending.termination);
  }

  private endText(ending: Ending): string {
    const shown = this.session?.shown;
    if (!shown) return "";
    if (ending.outcome === "draw") return t("end-draw", { count: shown.ply });
    const side = ending.outcome.win;
    return t("end-win", { side: sideName(shown, side), count: shown.ply });
  }

  private reasonText(ending: Ending): string {
    const shown = this.session?.shown;
    if (!shown) return "";
    const loser = ending.outcome === "draw" ? "first" : ending.outcome.win === "first" ? "second" : "first";
    return t(`reason-${ending.termination}`, { loser: sideName(shown, loser) });
  }

  /* Drawing. */

  protected override render(): TemplateResult {
    const { session } = this;
    if (session?.isLost) return this.lost();
    const view = this.viewed;
    const shown = session?.shown;
    const kind = shown?.board.kind ?? "grid";
    const isDeep = (shown?.board.size[2] ?? 1) > 1;
    return html`<div class="game ${isDeep ? "deep" : ""} ${kind}" @click=${this.besides}>
      <h1 class="unseen">${shown ? this.gameName() : t("play")}</h1>
      <div class="stage">
        ${this.players()} ${this.bar()}
        <div class="boards">
          ${
            view && session
              ? html`${isDeep ? this.spaceView(view) : nothing}
                <div class="flat">
                  ${isDeep ? this.flatBar(view) : nothing}
                  ${this.boardView(view)}
                </div>`
              : html`<div class="board-wait" role="status">${
                  session?.connection === "trying" ? t("no-connection") : t("loading")
                }</div>`
          }
        </div>
        ${this.line()}
      </div>
      <aside class="side">${this.panel()}</aside>
    </div>`;
  }

  private gameName(): string {
    const shown = this.session?.shown;
    const entry = shown ? entryOf(shown.game) : undefined;
    return entry ? t(`game-${entry.id}`) : (shown?.game ?? "");
  }

  private lost(): TemplateResult {
    const trouble = this.session?.trouble;
    const text = this.code
      ? t("lost-room", { code: this.code })
      : trouble
        ? troubleText(trouble.code, trouble.message)
        : t("refused");
    return html`<div class="page">
      <h1>${t("lost-title")}</h1>
      <p>${text}</p>
      ${trouble?.message && text !== trouble.message ? html`<p class="quiet">${trouble.message}</p>` : nothing}
      <p class="buttons">
        <a class="button primary" href="#/">${t("to-the-games")}</a>
        ${this.setup ? html`<a class="button" href=${write("setup", { ...this.setup, start: "", moves: [] })}>${t("change-set-up")}</a>` : nothing}
      </p>
    </div>`;
  }

  /** Who plays, with clocks. */
  private players(): TemplateResult {
    const { session } = this;
    const shown = session?.shown;
    const clocks = session instanceof RoomSession ? session.clocks() : null;
    const order: Side[] = [...SIDES];
    return html`<div class="players">
      ${order.map(side => {
        const at = indexOf(side);
        const seat = session?.seats[at];
        const isOn = shown && !session?.ending && session?.stage === "playing" && shown.to_move === side;
        const won =
          session?.ending && session.ending.outcome !== "draw" && session.ending.outcome.win === side;
        const colour = shown ? coloursOf(shown.sides)[at] : "";
        const left = clocks?.[at];
        return html`<div class="player ${isOn ? "on" : ""} ${won ? "winner" : ""}" data-side=${side}>
          ${
            shown && colour
              ? html`<svg class="player-piece" viewBox="-5 -5 10 10" aria-hidden="true">${piece(
                  shown.pieces[0]?.kind === "stone" ? "stone" : "man",
                  side,
                  colour,
                  "grid",
                )}</svg>`
              : nothing
          }
          <span class="player-name">
            <strong>${this.nameOf(side)}</strong>
            <span class="quiet">${this.seatLine(side)}</span>
          </span>
          ${seat && seat.kind === "person" && !seat.isThere ? html`<span class="away">${t("away")}</span>` : nothing}
          ${isOn && seat?.kind === "computer" && !session?.isPaused ? html`<span class="thinking" aria-hidden="true"></span>` : nothing}
          ${
            left === undefined
              ? nothing
              : html`<span class="clock ${left < 10_000 ? "low" : ""}" role="timer" aria-live="off">${clockText(left)}</span>`
          }
          ${won ? html`<span class="won-mark" aria-hidden="true">${icon("check")}</span>` : nothing}
        </div>`;
      })}
    </div>`;
  }

  private seatLine(side: Side): string {
    const { session } = this;
    const shown = session?.shown;
    if (!session || !shown) return "";
    const name = sideName(shown, side);
    return this.nameOf(side) === name ? t(side === "first" ? "moves-first" : "moves-second") : name;
  }

  /** The bar of the evaluation. */
  private bar(): TemplateResult | typeof nothing {
    const view = this.viewed;
    const shown = this.session?.shown;
    if (!settings.scores || !this.mayAdvise || !view || !shown) return nothing;
    const own = view.ending
      ? view.ending.outcome === "draw"
        ? 0.5
        : view.ending.outcome.win === "first"
          ? 1
          : 0
      : share(this.adviser.advice, view.to_move);
    const colours = coloursOf(view.sides);
    const words = view.ending
      ? ""
      : verdict(
          this.adviser.advice,
          sideName(view, view.to_move),
          sideName(view, view.to_move === "first" ? "second" : "first"),
        );
    return html`<div class="worth">
      <div class="worth-bar" data-first=${colours[0]} data-second=${colours[1]} aria-hidden="true">
        <div class="worth-first" data-colour=${colours[0]} ${set({ width: `${100 * (own ?? 0.5)}%` })}></div>
        <div class="worth-second" data-colour=${colours[1]}></div>
      </div>
      <p class="worth-words">${words || "\u00a0"}</p>
    </div>`;
  }

  private boardView(view: View): TemplateResult {
    const { session } = this;
    const isLive = this.ply === null;
    const waits = session instanceof RoomSession ? session.sent : null;
    return html`<z-board
      .view=${view}
      ?active=${isLive && (session?.may("move") ?? false)}
      ?flipped=${this.flipped}
      ?coordinates=${settings.coordinates}
      .column=${this.column}
      .planes=${settings.planes}
      .pills=${settings.scores && this.mayAdvise ? pills(this.adviser.advice) : NO_PILLS}
      .hint=${isLive ? this.hint : null}
      .pending=${this.pending ?? waits}
      ?confirm=${settings.confirm}
      label=${t("board-label", { game: this.gameName() })}
      @choose=${(event: CustomEvent<{ text: string }>) => this.play(event.detail.text)}
      @propose=${(event: CustomEvent<{ text: string | null }>) => {
        this.pending = event.detail.text;
        if (event.detail.text) announce(t("confirm-move", { move: event.detail.text }));
      }}
      @tell=${(event: CustomEvent<{ text: string }>) => this.tell(event.detail.text)}
      @aim=${(event: CustomEvent<{ cell: number | null }>) => {
        this.aim = event.detail.cell;
      }}
    ></z-board>`;
  }

  /** The board in space, with the flat one beside it. */
  private spaceView(view: View): TemplateResult {
    if (this.space === "none" || this.space === "loading") return html`<div class="space"></div>`;
    if (this.space === "impossible") return html`<p class="quiet space-note">${t("space-impossible")}</p>`;
    return html`<z-space
      .view=${view}
      ?active=${this.ply === null && (this.session?.may("move") ?? false)}
      .aim=${this.aim}
      .column=${this.column}
      .hint=${this.hint}
      @choose=${(event: CustomEvent<{ text: string }>) => {
        if (settings.confirm && this.pending !== event.detail.text) this.pending = event.detail.text;
        else this.play(event.detail.text);
      }}
      @lost=${() => {
        this.space = "impossible";
      }}
    ></z-space>`;
  }

  /** A click beside the side view leaves it. */
  private besides(event: Event): void {
    if (this.column === null) return;
    if ((event.target as Element).closest("z-board, z-space, .flat-bar, button, a, input, summary, label"))
      return;
    this.column = null;
  }

  /** Tabs over the flat view: all planes, or one column through all depths. */
  private flatBar(view: View): TemplateResult {
    const { columns } = view.board;
    const tab = (column: number | null, text: string, label: string) => html`<button type="button" class="tab"
      aria-pressed=${this.column === column ? "true" : "false"} aria-label=${label}
      @click=${() => {
        this.column = this.column === column ? null : column;
      }}>${text}</button>`;
    return html`<div class="flat-bar" role="group" aria-label=${t("side-views")}>
      ${tab(null, t("all-planes"), t("all-planes"))}
      ${columns.map((name, at) => tab(at, name, t("side-view-of", { column: name })))}
      <button type="button" class="tab arrange" aria-pressed=${settings.planes === "diagonal" ? "true" : "false"}
        @click=${() => change("planes", settings.planes === "diagonal" ? "row" : "diagonal")}>${t("diagonal")}</button>
    </div>`;
  }

  /** The line under the board: whose turn, what to do, what was wrong. */
  private line(): TemplateResult {
    const { session } = this;
    const shown = session?.shown;
    if (!session || !shown) return html``;
    const isTrying = session.connection === "trying";
    const text = isTrying ? t("no-connection") : this.told || this.taskText();
    const ending = session.ending;
    return html`<div class="status" data-turn=${shown.to_move}>
      <p class="turn">${this.turnText()}</p>
      <p class="told ${isTrying || this.told ? "strong" : ""}" role=${isTrying ? "status" : nothing}>${
        ending && !this.told ? this.reasonText(ending) : text || "\u00a0"
      }</p>
      ${
        this.pending && session.may("move")
          ? html`<p class="buttons">
              <button type="button" class="primary" @click=${() => this.board?.confirmMove()}>${t("confirm-move", { move: this.pending })}</button>
              <button type="button" @click=${() => {
                this.pending = null;
                this.board?.restore();
              }}>${t("cancel")}</button>
            </p>`
          : nothing
      }
    </div>`;
  }

  private panel(): TemplateResult {
    const { session } = this;
    const shown = session?.shown;
    if (!session || !shown) return html``;
    return html`
      <div class="panel-head"><h2>${this.gameName()}</h2>${this.roomLine()}</div>
      ${session instanceof RoomSession ? this.roomPanel(session) : nothing}
      ${session.stage === "ended" || session.stage === "aborted" ? this.endPanel() : nothing}
      ${session.seats.every(seat => seat.kind === "computer") ? this.statistics() : nothing}
      ${this.moveList()} ${this.actions()} ${this.moveEntry()} ${this.keysHelp()}
    `;
  }

  private roomLine(): TemplateResult | typeof nothing {
    const { session } = this;
    if (!(session instanceof RoomSession) || !session.state) return nothing;
    const { clock } = session.state;
    return html`<p class="quiet">${clock === "none" ? nothing : controlText(clock)}
      ${session.watchers > 0 ? html`<span>${t("watchers", { count: session.watchers })}</span>` : nothing}</p>`;
  }

  private roomPanel(session: RoomSession): TemplateResult {
    const { state } = session;
    if (!state) return html``;
    const link = new URL(roomAddress(session.code), location.href).href;
    const parts: TemplateResult[] = [];
    if (session.mayJoin) {
      parts.push(html`<div class="notice"><p>${t("join-text")}</p>
        <button type="button" class="primary" @click=${() => session.join()}>${t("join")}</button></div>`);
    } else if (state.stage === "waiting" && session.you) {
      parts.push(html`<div class="notice">
        <p>${state.opponent === "friend" ? t("wait-friend") : t("wait-anyone")}</p>
        <div class="link-row"><input readonly aria-label=${t("link")} value=${link} @focus=${(event: Event) => (event.target as HTMLInputElement).select()} />
          <button type="button" class="primary" @click=${() => this.copyLink(link)}>${this.copied ? t("copied") : t("copy")}</button></div>
      </div>`);
    }
    for (const offer of session.proposed) {
      parts.push(html`<div class="notice" role="status">
        <p>${t(`offer-${offer}`, { name: this.nameOf(session.opponentSide ?? "first") })}</p>
        <div class="buttons"><button type="button" class="primary" @click=${() => session.offer(offer)}>${t("accept")}</button>
          <button type="button" @click=${() => session.decline(offer)}>${t("decline")}</button></div>
      </div>`);
    }
    for (const [side, offer] of session.offers) {
      if (side !== session.you) continue;
      parts.push(html`<div class="notice"><p>${t(`offered-${offer}`)}</p>
        <button type="button" @click=${() => session.decline(offer)}>${t("withdraw")}</button></div>`);
    }
    if (session.claimAt !== null && session.stage === "playing" && session.you) {
      const left = Math.ceil((session.claimAt - performance.now()) / 1000);
      parts.push(
        left > 0
          ? html`<div class="notice"><p>${t("claim-soon", { seconds: left })}</p></div>`
          : html`<div class="notice" role="status"><p>${t("claim-now")}</p><div class="buttons">
              <button type="button" class="primary" @click=${() => session.claim("win")}>${t("claim-win")}</button>
              <button type="button" @click=${() => session.claim("draw")}>${t("claim-draw")}</button></div></div>`,
      );
    }
    if (session.state?.rematch) {
      parts.push(
        html`<div class="notice"><a class="button primary" href=${roomAddress(session.state.rematch)}>${t("to-rematch")}</a></div>`,
      );
    }
    if (session.may("say")) {
      parts.push(html`<details class="sayings"><summary>${t("say")}</summary><div class="chips">
        ${SAYINGS.map(saying => html`<button type="button" class="chip" @click=${() => session.say(saying)}>${t(`saying-${saying}`)}</button>`)}
      </div></details>`);
    }
    return html`${parts}`;
  }

  private async copyLink(link: string): Promise<void> {
    if (await copy(link)) {
      this.copied = true;
      announce(t("copied"));
      setTimeout(() => {
        this.copied = false;
      }, 2500);
    } else this.tell(t("copy-failed"));
  }

  private endPanel(): TemplateResult {
    const { session, setup } = this;
    if (!session) return html``;
    const ending = session.ending;
    return html`<section class="end" aria-label=${t("result")}>
      <p class="end-title">${ending ? this.endText(ending) : t("aborted")}</p>
      <p class="quiet">${ending ? this.reasonText(ending) : nothing}</p>
      <div class="buttons">
        ${
          session instanceof RoomSession
            ? session.may("rematch")
              ? html`<button type="button" class="primary" @click=${() => this.rematch()}>${t("rematch")}</button>`
              : nothing
            : html`<button type="button" class="primary" @click=${() => this.rematch()}>${
                setup?.with === "computer" ? t("rematch") : t("again")
              }</button>`
        }
        ${setup ? html`<a class="button" href=${write("setup", { ...setup, moves: [], start: setup.start })}>${t("change-set-up")}</a>` : nothing}
        <a class="button" href="#/">${t("main-menu")}</a>
      </div>
    </section>`;
  }

  /** What two computers needed, and who won how often. */
  private statistics(): TemplateResult {
    const { session } = this;
    const shown = session?.shown;
    if (!session || !shown) return html``;
    const mean = (total: number, count: number) => (count === 0 ? null : total / count);
    const row = (label: string, cells: (string | number)[]) =>
      html`<tr><th scope="row">${label}</th>${cells.map(cell => html`<td>${cell}</td>`)}</tr>`;
    const both = <T>(of: (side: Side) => T): T[] => SIDES.map(of);
    const effort = (side: Side) => session.efforts[indexOf(side)];
    const local = session instanceof LocalSession;
    return html`<section class="statistics" aria-label=${t("statistics")}>
      <table>
        <thead><tr><td></td>${SIDES.map(side => html`<th scope="col">${sideName(shown, side)}</th>`)}</tr></thead>
        <tbody>
          ${
            local
              ? html`${row(
                  t("stat-moves"),
                  both(side => effort(side).moves),
                )}
                ${row(
                  t("stat-time"),
                  both(side => {
                    const seconds = mean(effort(side).seconds, effort(side).moves);
                    return seconds === null ? "–" : timeText(seconds);
                  }),
                )}
                ${row(
                  t("stat-nodes"),
                  both(side => {
                    const { nodes, playouts, moves } = effort(side);
                    const value = mean(playouts > 0 ? playouts : nodes, moves);
                    return value === null ? "–" : short(value);
                  }),
                )}`
              : nothing
          }
          ${row(t("stat-wins"), [this.wins[0], this.wins[1]])}
        </tbody>
      </table>
      ${this.wins[2] > 0 ? html`<p class="quiet">${t("stat-draws", { count: this.wins[2] })}</p>` : nothing}
      ${
        session.may("pause") || this.setup?.endless
          ? html`<div class="buttons pace">
              <button type="button" @click=${() => this.pause()}>${icon(session.isPaused ? "play" : "pause")}${session.isPaused ? t("go-on") : t("pause")}</button>
              <label class="pace-range"><span>${t("pace")}</span>
                <input type="range" min="0" max=${PACES.length - 1} step="1"
                  .value=${String(PACES.length - 1 - this.paceAt(session.paceMs))}
                  aria-valuetext=${t(`pace-${this.paceAt(session.paceMs)}`)}
                  @input=${(event: Event) => this.setPace(Number((event.target as HTMLInputElement).value))} />
              </label>
            </div>`
          : nothing
      }
    </section>`;
  }

  private paceAt(ms: number): number {
    const at = PACES.findIndex(pace => pace >= ms);
    return at < 0 ? PACES.length - 1 : at;
  }

  private setPace(slider: number): void {
    const { session } = this;
    const pace = PACES[PACES.length - 1 - slider] ?? 600;
    if (session instanceof LocalSession || session instanceof RoomSession) session.setPace(pace);
    if (this.setup) this.setup = { ...this.setup, pace };
  }

  private pause(): void {
    const { session } = this;
    if (session instanceof LocalSession || session instanceof RoomSession) session.pause(!session.isPaused);
  }

  private moveList(): TemplateResult {
    const shown = this.session?.shown;
    if (!shown) return html``;
    const at = this.ply ?? shown.ply;
    const rows: [number, (string | undefined)[]][] = [];
    for (let ply = 0; ply < shown.played.length; ply += 2) rows.push([ply, shown.played.slice(ply, ply + 2)]);
    const button = (ply: number, text: string | undefined) =>
      text === undefined
        ? html`<span></span>`
        : html`<button type="button" class="move" aria-current=${ply + 1 === at ? "step" : nothing}
            @click=${() => this.stepTo(ply + 1)}>${text}</button>`;
    return html`<div class="moves">
      <div class="move-list" tabindex="0" role="region" aria-label=${t("moves")}>
        ${
          rows.length === 0
            ? html`<p class="quiet">${t("no-moves")}</p>`
            : html`<ol>${rows.map(([ply, [a, b]]) => html`<li><span class="move-number">${ply / 2 + 1}</span>${button(ply, a)}${button(ply + 1, b)}</li>`)}</ol>`
        }
      </div>
      <div class="steps">
        <button type="button" class="icon-only" aria-label=${t("step-first")} ?disabled=${at === 0} @click=${() => this.stepTo(0)}>${icon("first")}</button>
        <button type="button" class="icon-only" aria-label=${t("step-back")} ?disabled=${at === 0} @click=${() => this.stepTo(at - 1)}>${icon("previous")}</button>
        <button type="button" class="icon-only" aria-label=${t("step-forward")} ?disabled=${at >= shown.ply} @click=${() => this.stepTo(at + 1)}>${icon("next")}</button>
        <button type="button" class="icon-only" aria-label=${t("step-last")} ?disabled=${at >= shown.ply} @click=${() => this.stepTo(shown.ply)}>${icon("last")}</button>
      </div>
    </div>`;
  }

  private actions(): TemplateResult {
    const { session } = this;
    if (!session) return html``;
    const may = (deed: Deed) => session.may(deed);
    const isOver = session.ending !== null || session.stage === "aborted";
    const room = session instanceof RoomSession ? session : null;
    if (this.asking === "resign") {
      return html`<div class="notice" role="alertdialog" aria-label=${t("resign-ask")}>
        <p>${t("resign-ask")}</p>
        <div class="buttons"><button type="button" class="primary" @click=${() => {
          this.asking = null;
          session.resign();
        }}>${t("resign")}</button><button type="button" @click=${() => {
          this.asking = null;
        }}>${t("cancel")}</button></div>
      </div>`;
    }
    return html`<div class="actions">
      ${
        session.isWatched
          ? nothing
          : html`<button type="button" ?disabled=${!may("take-back")} @click=${() => session.takeBack()}>${icon("back")}${t("take-back")}</button>`
      }
      ${
        this.mayAdvise && !isOver && !session.isWatched
          ? html`<button type="button" ?disabled=${!may("move") || this.ply !== null} @click=${() => this.askHint()}>${icon("hint")}${t("hint")}</button>`
          : nothing
      }
      ${
        this.mayAdvise
          ? html`<button type="button" aria-pressed=${settings.scores ? "true" : "false"} @click=${() => {
              change("scores", !settings.scores);
              this.consider();
            }}>${icon("scores")}${t("scores")}</button>`
          : nothing
      }
      <button type="button" aria-pressed=${this.flipped ? "true" : "false"} @click=${() => {
        this.flipped = !this.flipped;
      }}>${icon("flip")}${t("flip")}</button>
      ${
        may("draw")
          ? html`<button type="button" @click=${() => {
              if (session instanceof LocalSession) session.agreeDraw();
              else room?.offer("draw");
            }}>${icon("draw")}${room ? t("offer-a-draw") : t("agree-draw")}</button>`
          : nothing
      }
      ${may("abort") ? html`<button type="button" @click=${() => room?.abort()}>${icon("close")}${t("abort")}</button>` : nothing}
      ${
        may("resign")
          ? html`<button type="button" @click=${() => {
              this.asking = "resign";
            }}>${icon("flag")}${t("resign")}</button>`
          : nothing
      }
      ${session instanceof LocalSession && !isOver ? html`<button type="button" @click=${() => this.restart()}>${icon("again")}${t("new-game")}</button>` : nothing}
      <button type="button" @click=${() => this.copyLink(location.href)}>${icon("link")}${this.copied ? t("copied") : t("copy-link")}</button>
      ${this.exports()}
    </div>`;
  }

  private exports(): TemplateResult {
    const { session } = this;
    const shown = session?.shown;
    if (!session || !shown || shown.ply === 0) return html``;
    if (session instanceof RoomSession) {
      const door = (format: string) => {
        const url = address(`rooms/${encodeURIComponent(session.code)}/export`);
        url.searchParams.set("format", format);
        return url.href;
      };
      const formats = shown.board.kind === "chequered" ? ["json", "csv", "pdn"] : ["json", "csv"];
      return html`${formats.map(format => html`<a class="button" download href=${door(format)}>${icon("save")}${t("export-as", { format: format.toUpperCase() })}</a>`)}`;
    }
    const name = `zermelo-${shown.game.split(":")[0]}.jsonl`;
    return html`<button type="button" @click=${() => download(name, "application/jsonl", record(shown, session.ending, session.seats))}>${icon("save")}${t("export")}</button>`;
  }

  /** The same moves as in the terminal, typed. */
  private moveEntry(): TemplateResult {
    const { session } = this;
    if (!session || session.isWatched || session.ending) return html``;
    return html`<form class="entry" @submit=${this.typed}>
      <label for="typed-move">${t("type-move")}</label>
      <div class="link-row">
        <input id="typed-move" autocomplete="off" autocapitalize="off" spellcheck="false" maxlength="200"
          placeholder=${session.shown?.moves[0]?.text ?? ""} />
        <button type="submit">${t("play-move")}</button>
      </div>
    </form>`;
  }

  private keysHelp(): TemplateResult {
    const kind = this.session?.shown?.board.kind;
    if (!kind) return html``;
    const keys: [string, string][] = [
      [t("key-arrows"), t("key-arrows-do")],
      [t("key-enter"), t("key-enter-do")],
      ["Esc", t("key-escape-do")],
      kind === "upright"
        ? ["1–9, a–g", t("key-columns-do")]
        : [kind === "chequered" ? "1–9" : "a–o 1–9", t("key-names-do")],
      ...(kind === "posts" || kind === "cube"
        ? ([["PgUp PgDn", t("key-planes-do")]] as [string, string][])
        : []),
      ["< >", t("key-steps-do")],
      ["/", t("key-type-do")],
    ];
    return html`<details class="keys"><summary>${icon("keys")}${t("keys")}</summary>
      <dl>${keys.map(([key, does]) => html`<div><dt><kbd>${key}</kbd></dt><dd>${does}</dd></div>`)}</dl>
    </details>`;
  }

  protected override updated(): void {
    // The move that is looked at is in sight.
    const current = this.querySelector<HTMLElement>(".move[aria-current]");
    const list = this.querySelector<HTMLElement>(".move-list");
    if (!list) return;
    if (!current) {
      list.scrollTop = 0;
      return;
    }
    const [top, bottom] = [
      current.offsetTop - list.offsetTop,
      current.offsetTop - list.offsetTop + current.offsetHeight,
    ];
    if (top < list.scrollTop) list.scrollTop = top - 8;
    else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 8;
  }
}

/** A time of thinking: milliseconds where it is short. */
function timeText(seconds: number): string {
  if (seconds >= 1) return t("seconds", { value: number(seconds, { maximumFractionDigits: 1 }) });
  return t("milliseconds", { value: number(1000 * seconds, { maximumSignificantDigits: 2 }) });
}

const NO_PILLS: ReadonlyMap<string, Pill> = new Map();
