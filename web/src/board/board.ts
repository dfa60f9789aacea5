/**
 * A board that can be seen, heard, clicked, dragged and played by keys: the same for every game. What may be done, what it does and how
 * the board looks come from the view; `ground.ts` and `pieces.ts` draw it.
 *
 * The drawing is hidden from assistive technology. Over it lies a grid of cells (roles `grid`, `row`, `gridcell`) that has the focus and the
 * names.
 */

import { html, nothing, type PropertyValues, svg, type TemplateResult } from "lit";
import { customElement, property, state } from "lit/decorators.js";
import { classMap } from "lit/directives/class-map.js";
import { repeat } from "lit/directives/repeat.js";
import { announce } from "../announce.ts";
import { coloursOf, placeName, sideName, t } from "../i18n/text.ts";
import { PageElement } from "../parts/element.ts";
import { indexOf, type MoveView, type View } from "../protocol.ts";
import { mayMove } from "../settings.ts";
import { play as sound } from "../sound.ts";
import * as clicks from "./clicks.ts";
import { before, behind, names } from "./ground.ts";
import { piece } from "./pieces.ts";
import { set } from "./set.ts";
import { centre, extent, type Sheet, sheets, strokes, UNIT } from "./sheet.ts";
import { agree, settle, step, type Token, undo } from "./tokens.ts";

/** What a move is worth, to be written over it. */
export interface Pill {
  text: string;
  tone: "win" | "draw" | "loss" | "plain";
  spoken: string;
  /** Larger is better; the best of several moves from one cell is shown. */
  rank: number;
  best: boolean;
}

const STEP_MS = 210;
const FADE_MS = 220;
/** Keys that come within this time spell one name. */
const TYPING_MS = 1200;

@customElement("z-board")
export class BoardElement extends PageElement {
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
  @state() private dragged: number | null = null;

  private timers: ReturnType<typeof setTimeout>[] = [];
  /** Where tokens stood before the last change, to move them from there. */
  private moving = new Map<number, { from: number | null; kind: "drop" | "slide" | "appear" }>();
  private typed = "";
  private typedAt = 0;
  private press: { cell: number; x: number; y: number; pointer: number } | null = null;
  private wasDragged = false;
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
    const cell = this.focused ?? this.firstCell();
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
    return this.view.board.kind === "upright" || this.view.board.kind === "posts";
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
      this.dispatchEvent(new CustomEvent("propose", { detail: { text: move.text } }));
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

  private cellAt(event: PointerEvent | MouseEvent): number | null {
    const target = document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest<HTMLElement>("[data-cell]");
    if (!target || !this.contains(target)) return null;
    return Number(target.dataset.cell);
  }

  private onClick(event: MouseEvent): void {
    if (this.wasDragged) {
      this.wasDragged = false;
      return;
    }
    const cell = (event.target as Element).closest<HTMLElement>("[data-cell]");
    if (!cell) {
      if (this.clicked.length > 0) this.release();
      return;
    }
    const square = Number(cell.dataset.cell);
    this.focused = square;
    this.choose(square);
  }

  private onDown(event: PointerEvent): void {
    if (event.button !== 0 || !this.active) return;
    const cell = this.cellAt(event);
    this.wasDragged = false;
    if (cell === null || !this.tokens.some(token => token.square === cell)) return;
    const firsts = clicks.after(this.view, []).next;
    if (!clicks.startsOnPiece(this.view) || !firsts.includes(cell)) return;
    this.press = { cell, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  }

  private onMove(event: PointerEvent): void {
    if (event.pointerType === "mouse") {
      const cell = this.cellAt(event);
      if (cell !== this.hovered) this.hover(cell);
    }
    const press = this.press;
    if (!press || press.pointer !== event.pointerId) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (this.dragged === null) {
      if (Math.hypot(dx, dy) < 7) return;
      this.dragged = press.cell;
      this.wasDragged = true;
      (this.querySelector(".sheets") as HTMLElement).setPointerCapture(event.pointerId);
      this.clicked = [press.cell];
      this.tokens = settle(this.tokens, this.view.pieces);
    }
    const token = this.querySelector<SVGGElement>(`[data-token="${this.tokenAt(press.cell)}"] .lift`);
    const box = this.querySelector<SVGSVGElement>(".sheet svg")?.getBoundingClientRect();
    const [sheet] = this.sheets;
    if (token && box && sheet) {
      const scale = extent(sheet)[0] / box.width;
      token.style.transform = `translate(${dx * scale}px, ${dy * scale}px)`;
    }
  }

  private onUp(event: PointerEvent): void {
    const press = this.press;
    this.press = null;
    if (!press || this.dragged === null) return;
    const token = this.querySelector<SVGGElement>(`[data-token="${this.tokenAt(press.cell)}"] .lift`);
    token?.style.removeProperty("transform");
    this.dragged = null;
    const cell = event.type === "pointerup" ? this.cellAt(event) : null;
    if (cell === null || cell === press.cell) this.release();
    else this.choose(cell);
  }

  private tokenAt(square: number): number {
    return this.tokens.find(token => token.square === square)?.id ?? 0;
  }

  private hover(cell: number | null): void {
    this.hovered = cell;
    this.dispatchEvent(new CustomEvent("aim", { detail: { cell } }));
  }

  private onKey(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey) return;
    const here = this.focused ?? this.firstCell();
    if (here === undefined) return;
    const all = this.sheets;
    const sheet = all.findIndex(sheet => sheet.cells.some(({ cell }) => cell.square === here));
    const at = all[sheet]?.cells.find(({ cell }) => cell.square === here);
    const shown = all[sheet];
    if (!at || !shown) return;
    const go = (cell: number | undefined) => {
      if (cell !== undefined) this.focusCell(cell);
    };
    const line = (test: (place: { x: number; y: number }) => boolean) => shown.cells.filter(test);
    const nearest = (places: Sheet["cells"], far: (place: Sheet["cells"][number]) => number) =>
      [...places].sort((a, b) => far(a) - far(b))[0]?.cell.square;
    const beside = (dx: number, dy: number) => {
      const ahead = line(({ x, y }) => (dx !== 0 ? (x - at.x) * dx > 0 : (y - at.y) * dy > 0));
      // Straight ahead first; on a chequered board that is a square of the next row.
      return nearest(ahead, ({ x, y }) =>
        dx !== 0
          ? Math.abs(x - at.x) + 3 * Math.abs(y - at.y)
          : 3 * Math.abs(y - at.y) + Math.abs(x - at.x) * 1.01,
      );
    };
    // Any other key ends a name that is being typed.
    if (event.key.length > 1 || event.key === " ") this.typed = "";
    switch (event.key) {
      case "ArrowLeft":
        go(beside(-1, 0));
        break;
      case "ArrowRight":
        go(beside(1, 0));
        break;
      case "ArrowUp":
        go(beside(0, -1));
        break;
      case "ArrowDown":
        go(beside(0, 1));
        break;
      case "Home":
        go(
          nearest(event.ctrlKey ? line(() => true) : line(({ y }) => y === at.y), ({ x, y }) => x + 100 * y),
        );
        break;
      case "End":
        go(
          nearest(event.ctrlKey ? line(() => true) : line(({ y }) => y === at.y), ({ x, y }) => -x - 100 * y),
        );
        break;
      case "PageUp":
      case "PageDown": {
        const next = all[sheet + (event.key === "PageDown" ? 1 : -1)];
        go(next?.cells.find(({ x, y }) => x === at.x && y === at.y)?.cell.square);
        break;
      }
      case "Enter":
      case " ":
        this.choose(here);
        break;
      case "Escape":
        if (this.pending !== null) this.dispatchEvent(new CustomEvent("propose", { detail: { text: null } }));
        else if (this.clicked.length === 0) return;
        this.release();
        announce(t("board-released"));
        break;
      default:
        if (
          event.ctrlKey ||
          event.key.length !== 1 ||
          !this.type(event.key.toLowerCase(), event.timeStamp, at.cell.at)
        )
          return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /** A letter or digit: the name of a column or a cell. Returns whether it meant something. */
  private type(key: string, now: number, at: readonly [number, number, number]): boolean {
    const { board } = this.view;
    this.typed = now - this.typedAt < TYPING_MS ? this.typed + key : key;
    this.typedAt = now;
    if (board.kind === "upright") {
      // Columns have digits; letters stand for them where no column has one.
      let column = board.columns.indexOf(key);
      if (column < 0 && !board.columns.some(name => /[a-z]/.test(name))) column = key.charCodeAt(0) - 97;
      const cell = board.cells.find(cell => cell.at[0] === column);
      if (!cell) return false;
      const landing = clicks
        .after(this.view, [])
        .next.find(next => clicks.isSame(this.view, next, cell.square));
      this.focusCell(landing ?? cell.square);
      this.choose(landing ?? cell.square);
      return true;
    }
    const exact = board.cells.find(cell => cell.name === this.typed);
    const begins = board.cells.filter(cell => cell.name.startsWith(this.typed));
    const found = exact ?? begins.find(cell => cell.at[1] === at[1] && cell.at[2] === at[2]) ?? begins[0];
    if (!found) {
      this.typed = key;
      const again = board.cells.find(cell => cell.name.startsWith(key));
      if (!again) return false;
      this.focusCell(again.square);
      return true;
    }
    this.focusCell(found.square);
    return true;
  }

  private firstCell(): number | undefined {
    const { board, last } = this.view;
    const near = last ? clicks.target(last) : undefined;
    if (
      near !== undefined &&
      this.sheets.some(sheet => sheet.cells.some(({ cell }) => cell.square === near))
    ) {
      return near;
    }
    const all = this.sheets.flatMap(sheet => sheet.cells);
    const [width, height] = board.size;
    const far = ({ cell }: Sheet["cells"][number]) =>
      Math.abs(cell.at[0] - (width - 1) / 2) +
      Math.abs(cell.at[1] - (this.falls ? 0 : (height - 1) / 2)) +
      cell.at[2];
    return [...all].sort((a, b) => far(a) - far(b))[0]?.cell.square;
  }

  private focusCell(cell: number): void {
    this.focused = cell;
    this.hover(null);
    void this.updateComplete.then(() => {
      this.querySelector<HTMLElement>(`.cells [data-cell="${cell}"]`)?.focus();
      this.dispatchEvent(new CustomEvent("aim", { detail: { cell } }));
    });
  }

  /* Drawing. */

  private nameOf(square: number): string {
    const cell = this.view.board.cells.find(cell => cell.square === square);
    return cell ? placeName(cell.spoken) : "";
  }

  protected override render(): TemplateResult {
    const { board, last, winning } = this.view;
    const all = this.sheets;
    const columns = board.size[2] > 1 ? "many" : "one";
    const marks = this.active ? clicks.worthMark(this.view, this.clicked) : [];
    const hinted = this.view.moves.find(move => move.text === this.hint)?.path ?? [];
    const waits = this.view.moves.find(move => move.text === this.pending);
    const seen: Seen = {
      marks: new Set(marks),
      won: new Set(winning),
      hinted: new Set(hinted),
      last: last && this.clicked.length === 0 ? clicks.target(last) : undefined,
      origin: last && this.clicked.length === 0 ? clicks.origin(last) : undefined,
      landing: this.landing(),
      waits: waits ? clicks.target(waits) : undefined,
      pills: this.pillsByCell(),
      pieces: new Map(this.tokens.map(token => [token.square, token])),
      colours: coloursOf(this.view.sides),
      rover: this.focused ?? this.firstCell(),
    };
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
      @pointerdown=${this.onDown}
      @pointermove=${this.onMove}
      @pointerup=${this.onUp}
      @pointercancel=${this.onUp}
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

  private pillsByCell(): Map<number, Pill> {
    const found = new Map<number, Pill>();
    if (this.pills.size === 0) return found;
    for (const move of clicks.fitting(this.view, this.clicked)) {
      const pill = this.pills.get(move.text);
      const cell = move.path[this.clicked.length] ?? move.path.at(-1);
      if (!pill || cell === undefined) continue;
      const shownAt = this.falls ? (clicks.target(move) ?? cell) : cell;
      const before = found.get(shownAt);
      if (!before || before.rank < pill.rank) found.set(shownAt, pill);
    }
    return found;
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
    return html`<div class="sheet" data-sheet=${sheet.key} ${set({ "--at": at, "aspect-ratio": `${width} / ${height}` })}>
      ${title === null ? nothing : html`<p class="sheet-title">${title}</p>`}
      <svg viewBox="${-left} ${-top} ${width} ${height}" aria-hidden="true" focusable="false">
        ${behind(kind, sheet)} ${names(sheet, this.coordinates && kind !== "chequered")}
        ${this.squareMarks(sheet, seen)} ${this.ghost(sheet, places, seen)}
        <g class="tokens">
          ${repeat(
            [...shown, ...this.leaving.filter(token => places.has(token.square))],
            token => token.id,
            token => this.token(token, places.get(token.square) as [number, number], seen),
          )}
        </g>
        ${before(kind, sheet)} ${this.overMarks(sheet, seen)}
        ${isFlatWin ? strokes(won).map(line => this.stroke(line)) : nothing}
      </svg>
      ${this.overlay(sheet, title, seen, [width, height])}
    </div>`;
  }

  private stroke(line: readonly [number, number][]): TemplateResult {
    const points = line.map(([x, y]) => centre(x, y).join(",")).join(" ");
    return svg`<polyline class="won-line-edge" points=${points}/><polyline class="won-line" points=${points}/>` as TemplateResult;
  }

  private token(token: Token, place: [number, number], seen: Seen): TemplateResult {
    const [x, y] = centre(...place);
    const id = seen.colours[indexOf(token.side)];
    return svg`<g data-token=${token.id} transform="translate(${x} ${y})"
      class=${classMap({
        token: true,
        won: seen.won.has(token.square),
        chosen: this.clicked.length > 0 && this.isChosen(token.square),
        lifted: this.dragged === token.square,
        can: seen.marks.has(token.square),
      })}><g class="lift"><g class="fall">${piece(token.kind, token.side, id, this.view.board.kind)}</g></g></g>` as TemplateResult;
  }

  /** A piece that was chosen stands where the clicks have brought it. */
  private isChosen(square: number): boolean {
    return this.clicked.at(-1) === square;
  }

  /** Marks on the ground: where the last move began, what can be chosen. */
  private squareMarks(sheet: Sheet, seen: Seen): TemplateResult | typeof nothing {
    const marks = sheet.cells.flatMap(({ cell, x, y }) => {
      const [cx, cy] = centre(x, y);
      const isTaken = seen.pieces.has(cell.square);
      const found: unknown[] = [];
      if (this.view.board.kind === "chequered" && this.coordinates) {
        found.push(svg`<text class="number" x=${cx - 4.6} y=${cy - 2.9}>${cell.name}</text>`);
      }
      if (cell.square === seen.origin) found.push(svg`<circle class="origin" cx=${cx} cy=${cy} r="1.300"/>`);
      if (seen.marks.has(cell.square) && !isTaken) {
        found.push(
          svg`<circle class="may" cx=${cx} cy=${cy} r=${this.view.board.kind === "points" ? 2.7 : 2}/>`,
        );
      }
      if (seen.hinted.has(cell.square) && !isTaken) {
        found.push(svg`<circle class="hinted" cx=${cx} cy=${cy} r="3.900"/>`);
      }
      return found;
    });
    return marks.length > 0 ? (svg`<g class="marks">${marks}</g>` as TemplateResult) : nothing;
  }

  /** The piece in the hand: over its column, and faint where it would land. */
  private ghost(
    sheet: Sheet,
    places: Map<number, [number, number]>,
    seen: Seen,
  ): TemplateResult | typeof nothing {
    const { board, to_move } = this.view;
    const id = seen.colours[indexOf(to_move)];
    const kind = this.view.moves[0]?.steps.flat().find(effect => effect.do === "place");
    const cell = seen.waits ?? seen.landing;
    const place = cell === undefined ? undefined : places.get(cell);
    if (kind?.do !== "place" || !place) return nothing;
    const [x, y] = centre(...place);
    const drawn = piece(kind.piece.kind, to_move, id, board.kind);
    const faint = svg`<g class=${seen.waits === undefined ? "ghost" : "ghost waits"} transform="translate(${x} ${y})">${drawn}</g>`;
    const above = board.kind === "upright" ? -5.2 : -3.2;
    const held =
      board.kind === "upright" || (board.kind === "posts" && sheet.margin[1] >= 7)
        ? svg`<g class="hand" transform="translate(${x} ${above}) scale(${board.kind === "upright" ? 1 : 0.8})">${drawn}</g>`
        : nothing;
    return svg`${faint}${held}` as TemplateResult;
  }

  /** Marks over the pieces: the last move, a hint, scores. */
  private overMarks(sheet: Sheet, seen: Seen): TemplateResult | typeof nothing {
    const marks = sheet.cells.flatMap(({ cell, x, y }) => {
      const [cx, cy] = centre(x, y);
      const found: unknown[] = [];
      if (cell.square === seen.last && seen.pieces.has(cell.square)) {
        // Signs are open in the middle: their dot stands in the corner.
        const isOpen = this.view.board.kind === "grid";
        const off = isOpen ? 3.9 : 0;
        found.push(
          svg`<circle class=${isOpen ? "last corner" : "last"} cx=${cx + off} cy=${cy - off} r=${isOpen ? 0.6 : 0.8}/>`,
        );
      }
      if (seen.hinted.has(cell.square) && seen.pieces.has(cell.square)) {
        found.push(svg`<circle class="hinted" cx=${cx} cy=${cy} r="4.300"/>`);
      }
      const pill = seen.pills.get(cell.square);
      if (pill) {
        const high =
          this.view.board.kind === "upright" ? -4.4 : cy + (seen.pieces.has(cell.square) ? 3.2 : 0);
        const half = Math.max(2.6, 0.9 + pill.text.length * 0.95);
        found.push(svg`<g class="pill ${pill.tone} ${pill.best ? "best" : ""}" transform="translate(${cx} ${high})">
          <rect x=${-half} y="-1.900" width=${2 * half} height="3.800" rx="1.900"/><text y="1.050">${pill.text}</text></g>`);
      }
      return found;
    });
    return marks.length > 0 ? (svg`<g class="over-marks">${marks}</g>` as TemplateResult) : nothing;
  }

  /** The cells that have focus and names. */
  private overlay(
    sheet: Sheet,
    title: string | null,
    seen: Seen,
    [width, height]: [number, number],
  ): TemplateResult {
    const [left, top, right, bottom] = sheet.margin;
    const percent = (part: number, whole: number) => `${(100 * part) / whole}%`;
    // The room above an upright board belongs to its columns, too.
    const hangs = this.view.board.kind === "upright" ? top / UNIT : 0;
    const rows = Array.from({ length: sheet.height }, (_, y) =>
      sheet.cells.filter(place => place.y === y).sort((a, b) => a.x - b.x),
    );
    const label = [this.label, title].filter(Boolean).join(", ");
    return html`<div
      class="cells"
      role="grid"
      aria-label=${label}
      aria-rowcount=${sheet.height}
      aria-colcount=${sheet.width}
      ${set({
        left: percent(left, width),
        right: percent(right, width),
        top: percent(top, height),
        bottom: percent(bottom, height),
        "--columns": sheet.width,
        "--rows": sheet.height,
        "--hangs": hangs,
      })}
    >
      ${rows.map(
        (row, y) => html`<div role="row" aria-rowindex=${y + 1}>
          ${row.map(({ cell, x }) => {
            const label = this.cellLabel(cell.square, placeName(cell.spoken), seen);
            return html`<div
              role="gridcell"
              class=${classMap({
                cell: true,
                top: y === 0 && hangs > 0,
                hold: seen.marks.has(cell.square) && seen.pieces.has(cell.square),
              })}
              data-cell=${cell.square}
              data-name=${cell.name}
              aria-colindex=${x + 1}
              aria-selected=${this.isChosen(cell.square) ? "true" : nothing}
              tabindex=${cell.square === seen.rover ? 0 : -1}
              aria-label=${label}
              ${set({ "grid-column": x + 1, "grid-row": y + 1 })}
              @focus=${() => this.onFocus(cell.square)}
            ></div>`;
          })}
        </div>`,
      )}
    </div>`;
  }

  private onFocus(square: number): void {
    this.focused = square;
    this.requestUpdate();
  }

  private cellLabel(square: number, place: string, seen: Seen): string {
    const token = seen.pieces.get(square);
    const parts = [place];
    if (token) parts.push(t(`piece-${token.kind}-${seen.colours[indexOf(token.side)]}`));
    else parts.push(t("cell-empty"));
    if (square === seen.last) parts.push(t("cell-last"));
    if (seen.won.has(square)) parts.push(t("cell-winning"));
    if (this.isChosen(square)) parts.push(t("cell-chosen"));
    else if (seen.marks.has(square)) parts.push(t("cell-possible"));
    if (seen.hinted.has(square)) parts.push(t("cell-hint"));
    const pill = seen.pills.get(square);
    if (pill) parts.push(pill.spoken);
    return parts.join(", ");
  }

  protected override updated(): void {
    if (this.moving.size === 0) return;
    const moves = [...this.moving];
    this.moving.clear();
    if (!mayMove()) return;
    for (const [id, { from, kind }] of moves) this.animateToken(id, from, kind);
    for (const element of this.querySelectorAll<SVGGElement>("[data-token]")) {
      if (this.leaving.some(token => token.id === Number(element.dataset.token))) {
        element.animate([{ opacity: 1 }, { opacity: 0 }], {
          duration: FADE_MS,
          delay: STEP_MS * 0.6,
          fill: "both",
          easing: "ease-in",
        });
      }
    }
  }

  private animateToken(id: number, from: number | null, kind: "drop" | "slide" | "appear"): void {
    const element = this.querySelector<SVGGElement>(`[data-token="${id}"] .fall`);
    const token = this.tokens.find(token => token.id === id);
    if (!element || !token) return;
    const place = (square: number) => {
      for (const sheet of this.sheets) {
        const found = sheet.cells.find(({ cell }) => cell.square === square);
        if (found) return { sheet, ...found };
      }
      return undefined;
    };
    const to = place(token.square);
    if (!to) return;
    if (kind === "drop") {
      const fall = to.y * UNIT + (this.view.board.kind === "upright" ? 10.2 : 8);
      const rows = fall / UNIT;
      // Time goes with the root of the height; one small bounce.
      const time = Math.min(430, 130 * Math.sqrt(rows) + 60);
      const bounce = Math.min(1.6, 0.22 * rows);
      element.animate(
        [
          { transform: `translateY(${-fall}px)`, easing: "cubic-bezier(.45,0,1,.75)" },
          { transform: "translateY(0)", offset: 0.7, easing: "cubic-bezier(0,.4,.6,1)" },
          { transform: `translateY(${-bounce}px)`, offset: 0.84, easing: "cubic-bezier(.4,0,1,.6)" },
          { transform: "translateY(0)" },
        ],
        { duration: time },
      );
    } else if (kind === "slide" && from !== null) {
      const start = place(from);
      if (!start || start.sheet !== to.sheet) return;
      const [dx, dy] = [(start.x - to.x) * UNIT, (start.y - to.y) * UNIT];
      element.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "translate(0, 0)" }], {
        duration: STEP_MS,
        easing: "cubic-bezier(.3,.1,.25,1)",
      });
    } else {
      element.animate(
        [
          { transform: "scale(.6)", opacity: 0.3 },
          { transform: "scale(1)", opacity: 1 },
        ],
        {
          duration: 130,
          easing: "ease-out",
        },
      );
    }
  }

  /** What the board says of itself: whose turn, and what is chosen. */
  get status(): string {
    return sideName(this.view, this.view.to_move);
  }
}

/** What is to be seen beside the pieces. */
interface Seen {
  marks: Set<number>;
  won: Set<number>;
  hinted: Set<number>;
  last: number | undefined;
  origin: number | undefined;
  landing: number | undefined;
  waits: number | undefined;
  pills: Map<number, Pill>;
  pieces: Map<number, Token>;
  colours: [string, string];
  rover: number | undefined;
}

declare global {
  interface HTMLElementTagNameMap {
    "z-board": BoardElement;
  }
}
