/** The screen of a game: board, players, turn, moves and actions. */

import { html, nothing, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { announce } from "../announce.ts";
import { Refusal } from "../api.ts";
import type { BoardElement } from "../board/board.ts";
import { passOf, withoutClick } from "../board/clicks.ts";
import type { Pill } from "../board/seen.ts";
import { t, troubleText } from "../i18n/text.ts";
import { pills } from "../parts/advice.ts";
import { PageElement } from "../parts/element.ts";
import { copy } from "../parts/save.ts";
import { indexOf, type MoveView, type Side, type View } from "../protocol.ts";
import { go, rewrite, roomAddress, type Setup, write } from "../router.ts";
import { inRoom, isLocal, local, settled } from "../session/open.ts";
import type { Session } from "../session/session.ts";
import { change, mayMove, settings } from "../settings.ts";
import { play as sound } from "../sound.ts";
import "./game/boards.ts";
import { Counsel } from "./game/counsel.ts";
import { lost } from "./game/lost.ts";
import { Message } from "./game/message.ts";
import { type Panel, panel } from "./game/panel.ts";
import { Hurry, players } from "./game/players.ts";
import { keep } from "./game/resume.ts";
import { status } from "./game/status.ts";
import { Viewpoint } from "./game/viewpoint.ts";
import {
  endText,
  gameName,
  isByRules,
  lastText,
  mustPass,
  nameOf,
  reasonText,
  spokenTurn,
  turnText,
} from "./game/words.ts";
import { worth } from "./game/worth.ts";

const NO_PILLS: ReadonlyMap<string, Pill> = new Map();

@customElement("z-game")
export class GameElement extends PageElement implements Panel {
  @property({ attribute: false }) setup: Setup | null = null;
  @property() code: string | null = null;

  @state() private session: Session | null = null;
  @state() isFlipped = false;
  @state() isCopied = false;
  @state() isResigning = false;
  @state() wins: [number, number, number] = [0, 0, 0];
  /** A move that waits for confirmation. */
  @state() private pending: string | null = null;
  @state() private hint: string | null = null;

  private readonly viewpoint = new Viewpoint(() => this.looked());
  private readonly message = new Message(() => this.requestUpdate());
  private readonly counsel = new Counsel(
    () => this.requestUpdate(),
    (move, trouble) => this.hinted(move, trouble),
  );
  private readonly hurry = new Hurry();
  private ticking: ReturnType<typeof setInterval> | null = null;
  private endless: ReturnType<typeof setTimeout> | null = null;
  private saidCount = 0;
  /** The side for which the board was flipped automatically. */
  private turnedFor: Side | null = null;
  private isFocused = false;

  private get board(): BoardElement | null {
    return this.querySelector("z-board");
  }

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

  protected override async getUpdateComplete(): Promise<boolean> {
    const isDone = await super.getUpdateComplete();
    await this.querySelector("z-boards")?.updateComplete;
    return isDone;
  }

  protected override firstUpdated(): void {
    const { code, setup } = this;
    if (code !== null) this.open(inRoom(code));
    else if (setup && !isLocal(setup)) {
      // This game needs a room of the server, which the set-up screen creates.
      const hash = write("setup", setup);
      rewrite(hash);
      go(hash);
    } else if (setup) {
      this.setup = settled(setup);
      if (this.setup !== setup) rewrite(write("play", this.setup));
      this.open(local(this.setup));
    }
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
    // Updates clocks and claims.
    this.ticking = setInterval(() => {
      if (session.clock === "none" && !session.room) return;
      announce(this.hurry.words(session), true);
      this.requestUpdate();
    }, 200);
  }

  /* Session events. */

  private changed(): void {
    const { session } = this;
    if (!session) return;
    const { shown, trouble } = session;
    if (shown) this.turn(session, shown);
    if (shown) this.viewpoint.follow(shown);
    if (trouble && !session.isLost) this.message.show(troubleText(trouble.code, trouble.message));
    if (shown) this.listen(session);
    this.consider();
    this.requestUpdate();
    if (!shown) return;
    // The title shows whose turn it is, also in another tab.
    document.title = t("title-game", { turn: turnText(session), game: gameName(shown.game) });
    if (this.isFocused) return;
    this.takeFocus();
    if (mustPass(session)) announce(spokenTurn(session));
  }

  /** Flips the board for the second player in games where pieces move towards each other. */
  private turn({ yours }: Session, { board }: View): void {
    if (yours === this.turnedFor) return;
    this.turnedFor = yours;
    this.isFlipped = yours === "second" && board.kind === "chequered";
  }

  /** Shows and announces chat of the opponent, except for messages from before the page was opened. */
  private listen(session: Session): void {
    const { said, yours } = session;
    if (said.length <= this.saidCount) return;
    const [side, saying] = said.at(-1) ?? [];
    if (side && side !== yours && this.saidCount > 0) {
      const text = t("says", { name: nameOf(session, side), saying: t(`saying-${saying}`) });
      this.message.show(text);
      announce(text);
    }
    this.saidCount = said.length;
  }

  /** Focuses the board, so that its keys work at once. */
  private takeFocus(): void {
    this.isFocused = true;
    void this.updateComplete.then(() => {
      const { activeElement } = document;
      if (activeElement?.id !== "main" && activeElement !== document.body) return;
      if (matchMedia("(hover: hover)").matches) this.board?.focus();
    });
  }

  private moved(): void {
    const { session } = this;
    const shown = session?.shown;
    if (!session || !shown) return;
    this.pending = null;
    this.hint = null;
    this.isResigning = false;
    this.viewpoint.toPresent(shown);
    this.message.clear();
    keep(session, this.setup);
    if (!session.ending) {
      announce(`${lastText(shown)} ${spokenTurn(session)}`.trim());
      if (session.may("move")) sound("turn");
    }
  }

  private wentBack(): void {
    const { session } = this;
    const shown = session?.shown;
    if (!session || !shown) return;
    this.hint = null;
    this.viewpoint.toPresent(shown);
    keep(session, this.setup);
    announce(`${t("taken-back")} ${spokenTurn(session)}`);
  }

  private refused(): void {
    const { session } = this;
    this.pending = null;
    this.viewpoint.toPresent(session?.shown ?? null);
    const trouble = session?.trouble;
    const text = trouble ? troubleText(trouble.code, trouble.message) : t("refused");
    this.message.show(text);
    announce(text, true);
    void this.updateComplete.then(() => this.board?.restore());
  }

  private over(): void {
    const { session } = this;
    const shown = session?.shown;
    const ending = session?.ending;
    if (!session || !shown || !ending) return;
    this.isResigning = false;
    this.hint = null;
    const at = ending.outcome === "draw" ? 2 : indexOf(ending.outcome.win);
    this.wins = this.wins.map((wins, index) => (index === at ? wins + 1 : wins)) as [number, number, number];
    const words = isByRules(ending) ? lastText(shown) : "";
    announce(`${words} ${endText(shown, ending)} ${reasonText(shown, ending)}`.trim(), true);
    sound("end");
    keep(session, this.setup);
    if (this.setup?.endless && session.isWatched && session.may("restart")) {
      this.endless = setTimeout(() => this.restart(), mayMove() ? 2200 : 1200);
    }
  }

  /** Called when another position is shown. */
  private looked(): void {
    this.consider();
    this.requestUpdate();
  }

  /* Actions. */

  private play(text: string): void {
    this.message.clear();
    this.pending = null;
    this.hint = null;
    this.session?.play(text);
  }

  /** The number of moves before the position that is shown. */
  get ply(): number {
    return this.viewpoint.ply ?? this.session?.shown?.ply ?? 0;
  }

  /** The legal moves that have no cell on the board. */
  private get offBoard(): MoveView[] {
    const { view } = this.viewpoint;
    return view && this.isPresent && this.session?.may("move") ? withoutClick(view) : [];
  }

  private get pass(): MoveView | undefined {
    return passOf({ moves: this.offBoard });
  }

  get isPresent(): boolean {
    return this.viewpoint.ply === null;
  }

  async stepTo(ply: number): Promise<void> {
    if (!this.session) return;
    this.pending = null;
    try {
      const view = await this.viewpoint.stepTo(this.session, ply);
      if (view) announce(lastText(view) || t("at-start"));
    } catch (reason) {
      if (!(reason instanceof Refusal)) throw reason;
      this.tell(t("no-connection"));
    }
  }

  private onPageKey = (event: KeyboardEvent): void => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if ((event.target as Element).closest("input, textarea, select, dialog")) return;
    if (event.key === "<" || event.key === "[") void this.stepTo(this.ply - 1);
    else if (event.key === ">" || event.key === "]") void this.stepTo(this.ply + 1);
    else if (event.key === "p" && this.pass) this.board?.chooseMove(this.pass.text);
    else if (event.key === "/") this.querySelector<HTMLInputElement>("#typed-move")?.focus();
    else return;
    event.preventDefault();
  };

  restart(): void {
    const { session, setup } = this;
    if (!session?.may("restart") || !setup) return;
    if (this.endless) clearTimeout(this.endless);
    this.hint = null;
    this.viewpoint.toPresent(null);
    this.counsel.stop();
    this.setup = { ...setup, moves: [] };
    session.restart();
    if (!session.isWatched) rewrite(write("play", this.setup));
    void this.updateComplete.then(() => this.board?.focus());
  }

  /** Plays again with the sides swapped. */
  rematch(): void {
    const { session, setup } = this;
    if (session?.room) session.room.offer("rematch");
    else if (setup?.with === "computer") {
      go(write("play", { ...setup, moves: [], side: setup.side === "second" ? "first" : "second" }));
    } else this.restart();
  }

  typed(text: string): boolean {
    const { session } = this;
    if (!session?.may("move")) {
      const why = session?.ending ? t("is-over") : t("not-your-turn");
      this.tell(why);
      announce(why, true);
      return false;
    }
    const known = session.shown?.moves.find(move => move.text.toLowerCase() === text.toLowerCase());
    // A text that is not in the list is sent to the server, which parses it or returns the reason why not.
    this.play(known?.text ?? text);
    return true;
  }

  tell(text: string): void {
    this.message.show(text);
  }

  flip(): void {
    this.isFlipped = !this.isFlipped;
  }

  giveUp(): void {
    this.isResigning = true;
  }

  stay(): void {
    this.isResigning = false;
  }

  resign(): void {
    this.isResigning = false;
    this.session?.resign();
  }

  setPace(ms: number): void {
    this.session?.setPace(ms);
    if (this.setup) this.setup = { ...this.setup, pace: ms };
  }

  async copy(link: string): Promise<void> {
    if (!(await copy(link))) {
      this.tell(t("copy-failed"));
      return;
    }
    this.isCopied = true;
    announce(t("copied"));
    setTimeout(() => {
      this.isCopied = false;
    }, 2500);
  }

  /* Analysis. */

  private consider(): void {
    if (this.session) this.counsel.consider(this.session, this.viewpoint.ply);
  }

  scores(): void {
    change("scores", !settings.scores);
    this.consider();
  }

  askHint(): void {
    if (!this.session) return;
    this.hint = null;
    this.tell(t("hint-thinking"));
    this.counsel.hint(this.session, this.viewpoint.ply);
  }

  private hinted(move: string | null, trouble: string | null): void {
    this.hint = move;
    if (this.viewpoint.view?.moves.some(candidate => candidate.text === move)) {
      const text = t("hint-says", { move: move ?? "" });
      this.tell(text);
      announce(text);
    } else this.tell(trouble ? troubleText(trouble, t("no-hint")) : t("no-hint"));
  }

  /* Rendering. */

  protected override render(): TemplateResult {
    const { session } = this;
    const { view } = this.viewpoint;
    if (session?.isLost) return lost(session.trouble, this.code, this.setup);
    const shown = session?.shown;
    const kind = shown?.board.kind ?? "grid";
    const isDeep = (shown?.board.size[2] ?? 1) > 1;
    return html`<div class="game ${isDeep ? "deep" : ""} ${kind}">
      <h1 class="unseen">${shown ? gameName(shown.game) : t("play")}</h1>
      <div class="stage">
        ${players(session, view)}
        ${settings.scores && session?.mayAdvise && view ? worth(view, this.counsel.advice) : nothing}
        ${view && session ? this.boards(session, view) : this.wait()}
        ${session && shown ? this.status(session) : nothing}
      </div>
      <aside class="side">${session && shown ? panel(session, shown, this) : nothing}</aside>
    </div>`;
  }

  private wait(): TemplateResult {
    const text = this.session?.connection === "trying" ? t("no-connection") : t("loading");
    return html`<div class="boards"><div class="board-wait" role="status">${text}</div></div>`;
  }

  private boards(session: Session, view: View): TemplateResult {
    return html`<z-boards
      class="boards"
      .view=${view}
      ?active=${this.isPresent && session.may("move")}
      ?flipped=${this.isFlipped}
      .pills=${settings.scores && session.mayAdvise ? pills(this.counsel.advice) : NO_PILLS}
      .hint=${this.isPresent ? this.hint : null}
      .pending=${this.pending ?? session.sent}
      @choose=${(event: CustomEvent<{ text: string }>) => this.play(event.detail.text)}
      @propose=${(event: CustomEvent<{ text: string | null }>) => {
        this.pending = event.detail.text;
      }}
      @tell=${(event: CustomEvent<{ text: string }>) => this.tell(event.detail.text)}
    ></z-boards>`;
  }

  private status(session: Session): TemplateResult {
    return status(session, {
      isPresent: this.isPresent,
      message: this.message.text,
      pending: this.pending,
      offBoard: this.offBoard,
      choose: move => {
        this.board?.chooseMove(move.text);
        this.board?.focus();
      },
      confirm: () => {
        this.board?.confirmMove();
        this.board?.focus();
      },
      cancel: () => {
        this.pending = null;
        this.board?.restore();
        this.board?.focus();
      },
    });
  }
}
