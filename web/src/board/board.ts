/**
 * A board that can be seen, heard, clicked, dragged and played by keys: the same for every game. What may be done, what it does and how
 * the board looks come from the view; `ground.ts` and `pieces.ts` draw it.
 *
 * The drawing is hidden from assistive technology. Over it lies a grid of cells (roles `grid`, `row`, `gridcell`) that has the focus and the
 * names.
 */

import { html, nothing, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { classMap } from "lit/directives/class-map.js";
import { repeat } from "lit/directives/repeat.js";
import { announce } from "../announce.ts";
import { coloursOf, placeName, t } from "../i18n/text.ts";
import { PageElement } from "../parts/element.ts";
import type { Cell, MoveView, View } from "../protocol.ts";
import { mayMove } from "../settings.ts";
import { play as sound } from "../sound.ts";
import { cells } from "./cells.ts";
import * as clicks from "./clicks.ts";
import { ghost, overMarks, stroke, token, underMarks } from "./drawing.ts";
import { before, behind, names } from "./ground.ts";
import { columnOf, find, first, isWalk, Typing, walk } from "./keys.ts";
import { appear, FADE_MS, fade, fall, STEP_MS, slide } from "./motion.ts";
import { Pointer, type Touched } from "./pointer.ts";
import { type Pill, pillsByCell, type Seen } from "./seen.ts";
import { set } from "./set.ts";
import { extent, falls, type Sheet, sheets, strokes, UNIT } from "./sheet.ts";
import { agree, settle, step, type Token, undo } from "./tokens.ts";

@customElement("z-board")
export class BoardElement extends PageElement implements Touched {
  @property({ attribute: false }) view!: View;
  /** Whether the person may choose a move now. */
  @property({ type: Boolean }) active = false;
  @property({ type: Boolean }) flipped = false;
  @property({ type: Boolean }) coordinates = true;
  /** The column that is cut through all depths. */
  @property({ attribute: false }) column: number | null = null;
  @property() planes: "diagonal" | "row" = "row";
  @property({ attribute: false }) pills: ReadonlyMap<string, Pill> = new Map();
  /** A move that is advised. */
  @property() hint: string | null = null;
  /** What the board is called. */
  @property() label = "";
  /** Whether a move has to be confirmed. */
  @property({ type: Boolean }) confirm = false;
  /** A move that was chosen and is to be confirmed, or waits for the server. */
  @property() pending: string | null = null;

  @state() private clicked: number[] = [];
  @state() private tokens: Token[] = [];
  @state() private hovered: number | null = null;
  @state() private leaving: Token[] = [];
  @state() private focused: number | null = null;

  private timers: ReturnType<typeof setTimeout>[] = [];
  /** Where tokens stood before the last change, to move them from there. */
  private moving = new Map<number, { from: number | null; kind: "drop" | "slide" | "appear" }>();
  private readonly typing = new Typing();
  private readonly pointer = new Pointer(this);
  /** The move whose steps are being shown. */
  private performing: string | null = null;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.stop();
  }

  /** Gives up a half-made move. */
  release(): void {
    this.clicked = [];
    this.tokens = settle(this.tokens, this.view.pieces);
  }

  /** Puts everything back as the view says, seen to move: a move was refused. */
  restore(): void {
    this.stop();
    this.clicked = [];
    this.leaving = [];
    const from = new Map(this.tokens.map(token => [token.id, token.square]));
    let tokens = this.tokens;
    for (const move of this.view.moves) {
      // The move that was shown before its time goes back the way it came.
      if (agree(tokens, move.steps.flat().reduce(clicks.apply, this.view.pieces))) {
        tokens = undo(tokens, { ...this.view, last: move });
        break;
      }
    }
    this.tokens = settle(tokens, this.view.pieces);
    for (const token of this.tokens) {
      const before = from.get(token.id);
      if (before !== undefined && before !== token.square)
        this.moving.set(token.id, { from: before, kind: "slide" });
    }
  }

  /** Sets the focus to the board. */
  override focus(): void {
    const cell = this.focused ?? first(this.sheets, this.view);
    if (cell !== undefined) this.focusCell(cell);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("view")) this.follow(changed.get("view") as View | undefined);
  }

  /** Goes from one view to the next. */
  private follow(before: View | undefined): void {
    const view = this.view;
    if (!before || before.game !== view.game || before.board.cells.length !== view.board.cells.length) {
      this.stop();
      this.clicked = [];
      this.focused = null;
      this.tokens = settle([], view.pieces);
      return;
    }
    const isNew = view.ply !== before.ply || view.last?.text !== before.last?.text;
    if (isNew || !this.active) this.clicked = [];
    if (agree(this.tokens, view.pieces)) {
      this.tokens = settle(this.tokens, view.pieces);
      return;
    }
    // The move is being shown already: its last step brings the board there.
    if (view.ply === before.ply + 1 && view.last?.text === this.performing) return;
    this.stop();
    if (view.ply === before.ply + 1 && view.last) {
      // Somebody else moved, or the moves are stepped through.
      this.tokens = settle(this.tokens, before.pieces);
      this.perform(view.last, 0);
      return;
    }
    const back = view.ply === before.ply - 1 ? undo(this.tokens, before) : this.tokens;
    const from = new Map(this.tokens.map(token => [token.id, token.square]));
    this.tokens = settle(back, view.pieces);
    for (const token of this.tokens) {
      const square = from.get(token.id);
      if (square !== undefined && square !== token.square)
        this.moving.set(token.id, { from: square, kind: "slide" });
    }
  }

  /** Shows the steps of a move from the `first` on, one after another. */
  private perform(move: MoveView, first: number): void {
    const rest = move.steps.slice(first);
    this.performing = move.text;
    const doStep = (at: number) => {
      const effects = rest[at];
      if (!effects) return;
      const removed = new Set(effects.flatMap(effect => (effect.do === "remove" ? [effect.square] : [])));
      const was = new Map(this.tokens.map(token => [token.id, token.square]));
      const gone = this.tokens.filter(token => removed.has(token.square));
      const tokens = step(this.tokens, effects);
      for (const token of tokens) {
        const from = was.get(token.id);
        if (from === undefined)
          this.moving.set(token.id, { from: null, kind: this.falls ? "drop" : "appear" });
        else if (from !== token.square) this.moving.set(token.id, { from, kind: "slide" });
      }
      this.tokens = tokens;
      if (gone.length > 0 && mayMove()) {
        this.leaving = [...this.leaving, ...gone];
        this.later(FADE_MS + STEP_MS, () => {
          this.leaving = this.leaving.filter(token => !gone.includes(token));
        });
      }
      sound(gone.length > 0 ? "capture" : this.falls ? "drop" : "move");
      if (at + 1 < rest.length) {
        if (mayMove()) this.later(STEP_MS + 40, () => doStep(at + 1));
        else doStep(at + 1);
      } else {
        this.performing = null;
      }
    };
    doStep(0);
  }

  private later(ms: number, what: () => void): void {
    this.timers.push(setTimeout(what, ms));
  }

  private stop(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.timers = [];
    this.leaving = [];
    this.performing = null;
  }

  private get falls(): boolean {
    return falls(this.view.board);
  }

  private get sheets(): Sheet[] {
    const { flipped, coordinates, column } = this;
    return sheets(this.view.board, { flipped, coordinates, column });
  }

  /* Choosing. */

  private choose(cell: number): void {
    if (!this.active) return;
    if (this.pending !== null && this.pending === this.moveTo(cell)?.text) {
      this.confirmMove();
      return;
    }
    const done = clicks.click(this.view, this.clicked, cell);
    const before = this.clicked.length;
    switch (done.do) {
      case "play":
        this.preview(done.clicked, before);
        this.clicked = [];
        this.play(done.move, done.clicked.length);
        return;
      case "choose": {
        const [move] = clicks.fitting(this.view, done.clicked);
        const restarts = done.clicked.length <= before;
        if (restarts) this.tokens = settle(this.tokens, this.view.pieces);
        this.clicked = done.clicked;
        if (move && !restarts) this.preview(done.clicked, before);
        if (done.mayStop) this.tell("board-may-stop");
        else if (done.clicked.length === 1) {
          announce(t("board-chosen", { place: this.nameOf(done.clicked[0] as number) }));
        }
        return;
      }
      case "release":
        this.release();
        announce(t("board-released"));
        return;
      case "ambiguous":
        this.tell("board-ambiguous");
        return;
      case "refuse":
        if (this.clicked.length > 0 && !this.view.pieces.some(piece => piece.square === cell)) {
          const wasFirst = this.clicked.length === 1;
          this.refuse(cell);
          if (wasFirst) this.release();
          return;
        }
        this.refuse(cell);
    }
  }

  /** The move that a first click makes, if it makes one. */
  private moveTo(cell: number): MoveView | null {
    const done = clicks.click(this.view, [], cell);
    return done.do === "play" ? done.move : null;
  }

  /** Shows the steps that the clicks have completed. */
  private preview(clicked: readonly number[], before: number): void {
    const [move] = clicks.fitting(this.view, clicked);
    if (!move) return;
    const [from, to] = [clicks.stepsDone(move, before), clicks.stepsDone(move, clicked.length)];
    if (to > from && to < move.steps.length) this.perform({ ...move, steps: move.steps.slice(0, to) }, from);
  }

  private play(move: MoveView, clickCount: number): void {
    if (this.confirm && this.pending !== move.text) {
      this.propose(move.text);
      return;
    }
    // Seen before the answer: the server only has to agree.
    const after = move.steps.flat().reduce(clicks.apply, this.view.pieces);
    if (!agree(this.tokens, after)) {
      const done = this.doneSteps(move, clickCount);
      this.perform(move, done);
    }
    this.hovered = null;
    this.dispatchEvent(new CustomEvent("choose", { detail: { text: move.text } }));
  }

  /** A move waits to be confirmed, or does no longer. */
  private propose(text: string | null): void {
    this.dispatchEvent(new CustomEvent("propose", { detail: { text } }));
  }

  /** How many steps of a move are already seen. */
  private doneSteps(move: MoveView, clickCount: number): number {
    for (let done = Math.min(clickCount, move.steps.length); done > 0; done--) {
      if (agree(this.tokens, move.steps.slice(0, done).flat().reduce(clicks.apply, this.view.pieces)))
        return done;
    }
    return 0;
  }

  /** Plays the move that waits to be confirmed. */
  confirmMove(): void {
    const move = this.view.moves.find(move => move.text === this.pending);
    if (move) this.play(move, 0);
  }

  private refuse(cell: number): void {
    const { moves, pieces, to_move } = this.view;
    const own = pieces.find(piece => piece.square === cell)?.side === to_move;
    const mustCapture = moves.length > 0 && moves.every(move => move.spoken.key.startsWith("capture"));
    sound("refused");
    if (mustCapture && this.clicked.length === 0) this.tell("board-must-capture");
    else if (own) this.tell("board-no-move-there");
    else this.tell("board-not-possible");
  }

  /** Says something about what was clicked, to be seen and heard. */
  private tell(id: string): void {
    this.dispatchEvent(new CustomEvent("tell", { detail: { text: t(id) } }));
    announce(t(id), true);
  }

  /* Pointer and keys. */

  private onClick(event: MouseEvent): void {
    if (this.pointer.endsDrag()) return;
    const cell = (event.target as Element).closest<HTMLElement>("[data-cell]");
    if (!cell) {
      if (this.clicked.length > 0) this.release();
      return;
    }
    const square = Number(cell.dataset.cell);
    this.focused = square;
    this.choose(square);
  }

  mayTake(cell: number): boolean {
    return (
      this.active &&
      this.tokens.some(token => token.square === cell) &&
      clicks.startsOnPiece(this.view) &&
      clicks.after(this.view, []).next.includes(cell)
    );
  }

  take(cell: number): void {
    this.clicked = [cell];
    this.tokens = settle(this.tokens, this.view.pieces);
  }

  put(cell: number | null): void {
    if (cell === null) {
      this.release();
      return;
    }
    this.choose(cell);
    // The hand has brought it there.
    const brought = this.tokens.find(token => token.square === cell);
    if (brought) this.moving.delete(brought.id);
  }

  lift(cell: number): [SVGGElement, number] | null {
    const id = this.tokens.find(token => token.square === cell)?.id ?? 0;
    const drawing = this.querySelector<SVGGElement>(`[data-token="${id}"] .lift`);
    const box = this.querySelector<SVGSVGElement>(".sheet svg")?.getBoundingClientRect();
    const [sheet] = this.sheets;
    return drawing && box && sheet ? [drawing, extent(sheet)[0] / box.width] : null;
  }

  hover(cell: number | null): void {
    if (cell === this.hovered) return;
    this.hovered = cell;
    this.aim(cell);
  }

  /** Tells where a piece would be put. */
  private aim(cell: number | null): void {
    this.dispatchEvent(new CustomEvent("aim", { detail: { cell } }));
  }

  private onKey(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey) return;
    const all = this.sheets;
    const here = this.focused ?? first(this.sheets, this.view);
    const place = here === undefined ? undefined : find(all, here);
    if (!place) return;
    const { key } = event;
    const { cell } = place[1];
    if (key.length > 1 || key === " ") this.typing.end();
    if (isWalk(key)) {
      const to = walk(key, event.ctrlKey, all, place);
      if (to !== undefined) this.focusCell(to);
    } else if (key === "Enter" || key === " ") {
      this.choose(cell.square);
    } else if (key === "Escape") {
      if (this.pending !== null) this.propose(null);
      else if (this.clicked.length === 0) return;
      this.release();
      announce(t("board-released"));
    } else if (event.ctrlKey || key.length !== 1 || !this.type(key.toLowerCase(), event.timeStamp, cell)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** A letter or digit: a column is played, a cell gets the focus. Returns whether it meant something. */
  private type(key: string, now: number, near: Cell): boolean {
    const { board } = this.view;
    if (board.kind !== "upright") {
      const found = this.typing.add(key, now, board, near);
      if (found) this.focusCell(found.square);
      return found !== undefined;
    }
    const cell = columnOf(board, key);
    if (!cell) return false;
    const isThere = (next: number) => clicks.isSame(this.view, next, cell.square);
    const landing = clicks.after(this.view, []).next.find(isThere) ?? cell.square;
    this.focusCell(landing);
    this.choose(landing);
    return true;
  }

  private focusCell(cell: number): void {
    this.focused = cell;
    this.hover(null);
    void this.updateComplete.then(() => {
      this.querySelector<HTMLElement>(`.cells [data-cell="${cell}"]`)?.focus();
      this.aim(cell);
    });
  }

  /* Drawing. */

  private nameOf(square: number): string {
    const cell = this.view.board.cells.find(cell => cell.square === square);
    return cell ? placeName(cell.spoken) : "";
  }

  private get seen(): Seen {
    const { last, winning } = this.view;
    const marks = this.active ? clicks.worthMark(this.view, this.clicked) : [];
    const hinted = this.view.moves.find(move => move.text === this.hint)?.path ?? [];
    const waits = this.view.moves.find(move => move.text === this.pending);
    return {
      view: this.view,
      coordinates: this.coordinates,
      marks: new Set(marks),
      won: new Set(winning),
      hinted: new Set(hinted),
      chosen: this.clicked.at(-1),
      lifted: this.pointer.dragged,
      last: last && this.clicked.length === 0 ? clicks.target(last) : undefined,
      origin: last && this.clicked.length === 0 ? clicks.origin(last) : undefined,
      landing: this.landing(),
      waits: waits ? clicks.target(waits) : undefined,
      pills: pillsByCell(this.view, this.clicked, this.pills),
      pieces: new Map(this.tokens.map(token => [token.square, token])),
      colours: coloursOf(this.view.sides),
      rover: this.focused ?? first(this.sheets, this.view),
    };
  }

  protected override render(): TemplateResult {
    const { board, winning } = this.view;
    const { seen, sheets: all } = this;
    const columns = board.size[2] > 1 ? "many" : "one";
    return html`<div
      class=${classMap({
        sheets: true,
        [board.kind]: true,
        [columns]: true,
        cut: this.column !== null,
        diagonal: this.planes === "diagonal" && board.size[2] > 1 && this.column === null,
        active: this.active,
        won: winning.length > 0,
        over: this.view.ending !== null,
      })}
      ${set({ "--planes": all.length, "--sheet-ratio": all[0] ? extent(all[0])[0] / extent(all[0])[1] : 1 })}
      @click=${this.onClick}
      @pointerdown=${(event: PointerEvent) => this.pointer.down(event)}
      @pointermove=${(event: PointerEvent) => this.pointer.move(event)}
      @pointerup=${(event: PointerEvent) => this.pointer.up(event)}
      @pointercancel=${(event: PointerEvent) => this.pointer.up(event)}
      @pointerleave=${() => this.hover(null)}
      @keydown=${this.onKey}
      @focusout=${() => this.requestUpdate()}
    >
      ${repeat(
        all,
        sheet => sheet.key,
        (sheet, at) => this.sheet(sheet, at, seen),
      )}
    </div>`;
  }

  /** Where a piece would come to lie now, with the pointer or the focus where it is. */
  private landing(): number | undefined {
    if (!this.active || this.clicked.length > 0) return undefined;
    const focus = this.querySelector(":focus-visible") ? this.focused : null;
    const aim = this.hovered ?? focus;
    if (aim === null) return undefined;
    const move = this.moveTo(aim);
    return move ? clicks.target(move) : undefined;
  }

  private sheet(sheet: Sheet, at: number, seen: Seen): TemplateResult {
    const { kind } = this.view.board;
    const [left, top] = sheet.margin;
    const [width, height] = extent(sheet);
    const places = new Map(sheet.cells.map(({ cell, x, y }) => [cell.square, [x, y] as [number, number]]));
    const shown = this.tokens.filter(token => places.has(token.square));
    const title = sheet.cut === null ? null : t(`sheet-${sheet.cut}`, { name: sheet.plane ?? "" });
    const won = [...seen.won].flatMap(square =>
      places.has(square) ? [places.get(square) as [number, number]] : [],
    );
    const isFlatWin = won.length === seen.won.size;
    const label = [this.label, title].filter(Boolean).join(", ");
    return html`<div class="sheet" data-sheet=${sheet.key} ${set({ "--at": at, "aspect-ratio": `${width} / ${height}` })}>
      ${title === null ? nothing : html`<p class="sheet-title">${title}</p>`}
      <svg viewBox="${-left} ${-top} ${width} ${height}" aria-hidden="true" focusable="false">
        ${behind(kind, sheet)} ${names(sheet, this.coordinates && kind !== "chequered")}
        ${underMarks(sheet, seen)} ${ghost(sheet, places, seen)}
        <g class="tokens">
          ${repeat(
            [...shown, ...this.leaving.filter(token => places.has(token.square))],
            token => token.id,
            one => token(one, places.get(one.square) as [number, number], seen),
          )}
        </g>
        ${before(kind, sheet)} ${overMarks(sheet, seen)}
        ${isFlatWin ? strokes(won).map(stroke) : nothing}
      </svg>
      ${cells(sheet, label, seen, square => {
        this.focused = square;
        this.requestUpdate();
      })}
    </div>`;
  }

  protected override updated(): void {
    if (this.moving.size === 0) return;
    const moves = [...this.moving];
    this.moving.clear();
    if (!mayMove()) return;
    for (const [id, { from, kind }] of moves) this.animateToken(id, from, kind);
    for (const { id } of this.leaving) {
      const drawing = this.querySelector(`[data-token="${id}"]`);
      if (drawing) fade(drawing);
    }
  }

  private animateToken(id: number, from: number | null, kind: "drop" | "slide" | "appear"): void {
    const drawing = this.querySelector(`[data-token="${id}"] .fall`);
    const token = this.tokens.find(token => token.id === id);
    const to = token && find(this.sheets, token.square);
    if (!drawing || !to) return;
    const [sheet, { x, y }] = to;
    if (kind === "drop") {
      fall(drawing, y + (this.view.board.kind === "upright" ? 1.02 : 0.8), UNIT);
    } else if (kind === "slide" && from !== null) {
      const start = find(this.sheets, from);
      if (start?.[0].key === sheet.key) slide(drawing, [(start[1].x - x) * UNIT, (start[1].y - y) * UNIT]);
    } else appear(drawing);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "z-board": BoardElement;
  }
}
