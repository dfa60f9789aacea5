/** A game: the board, who plays, whose turn it is, the moves, and what can be done. */

import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { announce } from "../announce.ts";
import { Refusal } from "../api.ts";
import "../board/board.ts";
import type { BoardElement } from "../board/board.ts";
import type { Pill } from "../board/seen.ts";
import { entryOf } from "../games.ts";
import { t, troubleText } from "../i18n/text.ts";
import { pills } from "../parts/advice.ts";
import { PageElement } from "../parts/element.ts";
import { copy } from "../parts/save.ts";
import { indexOf, type View } from "../protocol.ts";
import { go, rewrite, roomAddress, type Setup, write } from "../router.ts";
import { LocalSession } from "../session/local.ts";
import { isLocal, local, settled } from "../session/open.ts";
import { RoomSession } from "../session/room.ts";
import type { Session } from "../session/session.ts";
import { change, mayMove, settings, storage } from "../settings.ts";
import { play as sound } from "../sound.ts";
import { actions, resignation } from "./game/actions.ts";
import { Counsel } from "./game/counsel.ts";
import { loadSpace, type Space, tabs } from "./game/deep.ts";
import { end } from "./game/end.ts";
import { entry, keysHelp } from "./game/keys.ts";
import { lost } from "./game/lost.ts";
import "./game/moves.ts";
import { notices, roomLine } from "./game/notices.ts";
import { Hurry, players } from "./game/players.ts";
import { statistics } from "./game/statistics.ts";
import {
  endText,
  gameName,
  isByRules,
  lastText,
  nameOf,
  reasonText,
  taskText,
  turnText,
} from "./game/words.ts";
import { worth } from "./game/worth.ts";

/** Where the game is kept that was left unfinished. */
export const RESUME = "zermelo.resume";
export interface Resumable {
  hash: string;
  game: string;
}

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
  @state() private space: Space = "none";
  @state() private wins: [number, number, number] = [0, 0, 0];
  @state() private aim: number | null = null;
  @state() private copied = false;

  private get board(): BoardElement | null {
    return this.querySelector("z-board");
  }

  private counsel = new Counsel(
    () => this.requestUpdate(),
    (move, trouble) => this.hinted(move, trouble),
  );
  private hurry = new Hurry();
  private ticking: ReturnType<typeof setInterval> | null = null;
  private toldTimer: ReturnType<typeof setTimeout> | null = null;
  private endless: ReturnType<typeof setTimeout> | null = null;
  private saidCount = 0;
  private isFocused = false;

  override connectedCallback(): void {
    super.connectedCallback();
    document.addEventListener("keydown", this.onPageKey);
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.counsel.stop();
    document.removeEventListener("keydown", this.onPageKey);
    this.session?.stop();
    if (this.ticking) clearInterval(this.ticking);
    if (this.endless) clearTimeout(this.endless);
  }

  protected override firstUpdated(): void {
    if (this.code !== null) this.open(new RoomSession(this.code));
    else if (this.setup && !isLocal(this.setup)) {
      // Such a game has to be made by the server first.
      const hash = write("setup", this.setup);
      rewrite(hash);
      go(hash);
    } else if (this.setup) {
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
    return entryOf(game)?.board === "chequered";
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
    // Clocks and claims count down.
    this.ticking = setInterval(() => {
      if (session.clock === "none" && !(session instanceof RoomSession)) return;
      announce(this.hurry.words(session), true);
      this.requestUpdate();
    }, 200);
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
        const text = t("says", { name: nameOf(session, last[0]), saying: t(`saying-${last[1]}`) });
        this.tell(text);
        announce(text);
      }
      this.saidCount = session.said.length;
    }
    if (shown && (shown.board.kind === "posts" || shown.board.kind === "cube")) void this.deepen();
    this.consider();
    this.requestUpdate();
    // Who looks at another tab sees whose turn it is.
    if (shown) document.title = t("title-game", { turn: turnText(session), game: gameName(shown.game) });
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

  private async deepen(): Promise<void> {
    if (this.space !== "none") return;
    this.space = "loading";
    this.space = await loadSpace();
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
      announce(`${lastText(shown)} ${turnText(session)}`.trim());
      if (session.may("move")) sound("turn");
    }
  }

  private wentBack(): void {
    const { session } = this;
    const shown = session?.shown;
    if (!session || !shown) return;
    this.ply = null;
    this.viewed = shown;
    this.hint = null;
    this.keep();
    announce(`${t("taken-back")} ${turnText(session)}`);
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
    const words = isByRules(ending) ? lastText(shown) : "";
    announce(`${words} ${endText(shown, ending)} ${reasonText(shown, ending)}`.trim(), true);
    sound("end");
    this.keep();
    if (this.setup?.endless && session instanceof LocalSession && session.isWatched) {
      this.endless = setTimeout(() => this.restart(), mayMove() ? 2200 : 1200);
    }
  }

  /** Keeps a game where it can be taken up again: in the address, and for the first page. */
  private keep(): void {
    const { session, setup } = this;
    const shown = session?.shown;
    const known = shown ? entryOf(shown.game) : undefined;
    if (!session || !shown || !known || session.isWatched) return;
    let hash = this.code === null ? "" : roomAddress(this.code);
    if (session instanceof LocalSession && setup) {
      hash = write("play", { ...setup, moves: shown.played });
      rewrite(hash);
    }
    const isOpen = !session.ending && shown.ply > 0;
    storage.set(RESUME, isOpen ? ({ hash, game: known.id } satisfies Resumable) : null);
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
        announce(lastText(view) || t("at-start"));
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
    this.counsel.stop();
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

  /** Plays a move that was typed; whether it was this page's turn. */
  private typed(text: string): boolean {
    const { session } = this;
    if (!session?.may("move")) {
      const why = session?.ending ? t("is-over") : t("not-your-turn");
      this.tell(why);
      announce(why, true);
      return false;
    }
    const known = session.shown?.moves.find(move => move.text.toLowerCase() === text.toLowerCase());
    // A text that is not in the list is the server's to read or to refuse, with the reason.
    this.play(known?.text ?? text);
    return true;
  }

  /* Advice. */

  private consider(): void {
    if (this.session) this.counsel.consider(this.session, this.ply);
  }

  private askHint(): void {
    if (!this.session) return;
    this.hint = null;
    this.tell(t("hint-thinking"));
    this.counsel.hint(this.session, this.ply);
  }

  private hinted(move: string | null, trouble: string | null): void {
    this.hint = move;
    if (this.viewed?.moves.some(candidate => candidate.text === move)) {
      const text = t("hint-says", { move: move ?? "" });
      this.tell(text);
      announce(text);
    } else this.tell(trouble ? troubleText(trouble, t("no-hint")) : t("no-hint"));
  }

  /* Drawing. */

  protected override render(): TemplateResult {
    const { session, viewed } = this;
    if (session?.isLost) return lost(session.trouble, this.code, this.setup);
    const shown = session?.shown;
    const kind = shown?.board.kind ?? "grid";
    const isDeep = (shown?.board.size[2] ?? 1) > 1;
    return html`<div class="game ${isDeep ? "deep" : ""} ${kind}" @click=${this.besides}>
      <h1 class="unseen">${shown ? gameName(shown.game) : t("play")}</h1>
      <div class="stage">
        ${players(session)}
        ${settings.scores && session?.mayAdvise && viewed ? worth(viewed, this.counsel.advice) : nothing}
        <div class="boards">
          ${
            viewed && session
              ? html`${isDeep ? this.spaceView(viewed) : nothing}
                <div class="flat">
                  ${
                    isDeep
                      ? tabs(viewed, this.column, column => {
                          this.column = column;
                        })
                      : nothing
                  }
                  ${this.boardView(viewed, session)}
                </div>`
              : html`<div class="board-wait" role="status">${
                  session?.connection === "trying" ? t("no-connection") : t("loading")
                }</div>`
          }
        </div>
        ${session?.shown ? this.line(session) : nothing}
      </div>
      <aside class="side">${session?.shown ? this.panel(session) : nothing}</aside>
    </div>`;
  }

  private boardView(view: View, session: Session): TemplateResult {
    const isLive = this.ply === null;
    const waits = session instanceof RoomSession ? session.sent : null;
    return html`<z-board
      .view=${view}
      ?active=${isLive && session.may("move")}
      ?flipped=${this.flipped}
      ?coordinates=${settings.coordinates}
      .column=${this.column}
      .planes=${settings.planes}
      .pills=${settings.scores && session.mayAdvise ? pills(this.counsel.advice) : NO_PILLS}
      .hint=${isLive ? this.hint : null}
      .pending=${this.pending ?? waits}
      ?confirm=${settings.confirm}
      label=${t("board-label", { game: gameName(view.game) })}
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

  /** The line under the board: whose turn, what to do, what was wrong. */
  private line(session: Session): TemplateResult {
    const { shown, ending } = session;
    const isTrying = session.connection === "trying";
    const task = this.ply === null ? taskText(session) : "";
    const reason = shown && ending ? reasonText(shown, ending) : "";
    const text = isTrying ? t("no-connection") : this.told || reason || task;
    return html`<div class="status" data-turn=${shown?.to_move ?? nothing}>
      <p class="turn">${turnText(session)}</p>
      <p class="told ${isTrying || this.told ? "strong" : ""}" role=${isTrying ? "status" : nothing}>${text || "\u00a0"}</p>
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

  private panel(session: Session): TemplateResult {
    const { shown } = session;
    if (!shown) return html``;
    const isOver = session.stage === "ended" || session.stage === "aborted";
    return html`
      <div class="panel-head"><h2>${gameName(shown.game)}</h2>${roomLine(session.clock, session.watchers)}</div>
      ${session instanceof RoomSession ? notices(session, this.copied, link => this.copyLink(link)) : nothing}
      ${isOver ? end(session, this.setup, () => this.rematch()) : nothing}
      ${
        session.seats.every(seat => seat.kind === "computer")
          ? statistics(session, shown, this.wins, this.setup?.endless ?? false, pace => {
              session.setPace(pace);
              if (this.setup) this.setup = { ...this.setup, pace };
            })
          : nothing
      }
      <z-moves class="moves" .played=${shown.played} .at=${this.ply ?? shown.ply}
        @step=${(event: CustomEvent<{ ply: number }>) => this.stepTo(event.detail.ply)}></z-moves>
      ${this.deeds(session)}
      ${
        session.isWatched || session.stage !== "playing"
          ? nothing
          : entry(shown.moves[0]?.text ?? "", text => this.typed(text))
      }
      ${keysHelp(shown.board.kind)}
    `;
  }

  private deeds(session: Session): TemplateResult {
    const stay = () => {
      this.asking = null;
    };
    if (this.asking === "resign") {
      return resignation(() => {
        stay();
        session.resign();
      }, stay);
    }
    return actions(session, {
      isPresent: this.ply === null,
      isFlipped: this.flipped,
      isCopied: this.copied,
      hint: () => this.askHint(),
      scores: () => {
        change("scores", !settings.scores);
        this.consider();
      },
      flip: () => {
        this.flipped = !this.flipped;
      },
      giveUp: () => {
        this.asking = "resign";
      },
      restart: () => this.restart(),
      copy: () => this.copyLink(location.href),
      tell: text => this.tell(text),
    });
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
}

const NO_PILLS: ReadonlyMap<string, Pill> = new Map();
