/**
 * A board that can be seen, heard, clicked, dragged and played by keys: the same for every game. What may be done, what it does and how
 * the board looks come from the view.
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
import type { MoveView, View } from "../protocol.ts";
import { mayMove } from "../settings.ts";
import { cells } from "./cells.ts";
import * as clicks from "./clicks.ts";
import { drawing } from "./drawing.ts";
import { Keyboard, type Keyed } from "./keyboard.ts";
import { find, first } from "./keys.ts";
import { appear, fade, fall, slide, turn } from "./motion.ts";
import { type Motion, Playback } from "./playback.ts";
import { Pointer, type Touched } from "./pointer.ts";
import { type Pill, pillsByCell, type Seen } from "./seen.ts";
import { type Chosen, Selection } from "./selection.ts";
import { set } from "./set.ts";
import { extent, type Sheet, sheets } from "./sheet.ts";
import { UNIT } from "./units.ts";

/** A screen on which a board may be higher than wide. */
const TALL = matchMedia("(max-aspect-ratio: 4/5)");

/**
 * Tells by the events `choose` and `propose` which move is made or is to be confirmed, by `aim` which cell is pointed at, by `tell` what a
 * click could not do.
 */
@customElement("z-board")
export class BoardElement extends PageElement implements Touched, Keyed, Chosen {
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

  /** Whether there is more room from top to bottom than from side to side. */
  @state() private isTall = TALL.matches;
  @state() private hovered: number | null = null;
  @state() private focused: number | null = null;

  readonly playback = new Playback(() => this.requestUpdate());
  private readonly selection = new Selection(this);
  private readonly keyboard = new Keyboard(this);
  private readonly pointer = new Pointer(this);

  private readonly turned = (): void => {
    this.isTall = TALL.matches;
  };

  override connectedCallback(): void {
    super.connectedCallback();
    TALL.addEventListener("change", this.turned);
    this.turned();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    TALL.removeEventListener("change", this.turned);
    this.playback.stop();
  }

  /** Puts everything back as the view says, seen to move: a move was refused. */
  restore(): void {
    this.selection.reset();
    this.playback.restore();
  }

  /** Sets the focus to the board. */
  override focus(): void {
    if (this.rover !== undefined) this.focusCell(this.rover);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("view")) this.follow(changed.get("view") as View | undefined);
  }

  /** Goes from one view to the next. */
  private follow(before: View | undefined): void {
    const { view } = this;
    if (!before || before.game !== view.game || before.board.cells.length !== view.board.cells.length) {
      this.selection.reset();
      this.focused = null;
      this.playback.begin(view);
      return;
    }
    const isNew = view.ply !== before.ply || view.last?.text !== before.last?.text;
    if (isNew || !this.active) this.selection.reset();
    this.playback.follow(view);
  }

  get sheets(): Sheet[] {
    const { flipped, coordinates, column, isTall } = this;
    return sheets(this.view.board, { flipped, coordinates, column, isTall });
  }

  /** The cell that Tab goes to. */
  get rover(): number | undefined {
    return this.focused ?? first(this.sheets, this.view);
  }

  nameOf(square: number): string {
    const cell = this.view.board.cells.find(cell => cell.square === square);
    return cell ? placeName(cell.spoken) : "";
  }

  /* Choosing. */

  choose(cell: number): void {
    if (!this.active) return;
    if (this.pending !== null && this.pending === this.selection.moveTo(cell)?.text) this.confirmMove();
    else this.selection.choose(cell);
    this.requestUpdate();
  }

  /** Plays a move that needs no click, or asks whether it is meant. */
  chooseMove(text: string): void {
    const move = this.view.moves.find(move => move.text === text);
    if (move && this.active) this.play(move, 0);
  }

  play(move: MoveView, clickCount: number): void {
    if (this.confirm && this.pending !== move.text) {
      this.propose(move.text);
      return;
    }
    // Seen before the answer: the server only has to agree.
    this.playback.finish(move, clickCount);
    this.hovered = null;
    this.dispatchEvent(new CustomEvent("choose", { detail: { text: move.text } }));
  }

  /** A move waits to be confirmed, or does no longer. */
  private propose(text: string | null): void {
    this.dispatchEvent(new CustomEvent("propose", { detail: { text } }));
  }

  /** Plays the move that waits to be confirmed. */
  confirmMove(): void {
    if (this.pending !== null) this.chooseMove(this.pending);
  }

  escape(): boolean {
    if (this.pending !== null) this.propose(null);
    else if (this.selection.isEmpty) return false;
    this.selection.release();
    announce(t("board-released"));
    return true;
  }

  tell(id: string): void {
    this.dispatchEvent(new CustomEvent("tell", { detail: { text: t(id) } }));
    announce(t(id), true);
  }

  /* Pointer and keys. */

  private onClick(event: MouseEvent): void {
    if (this.pointer.endsDrag()) return;
    const cell = (event.target as Element).closest<HTMLElement>("[data-cell]");
    if (!cell) {
      if (!this.selection.isEmpty) this.selection.release();
      return;
    }
    const square = Number(cell.dataset.cell);
    this.focused = square;
    this.choose(square);
  }

  mayTake(cell: number): boolean {
    return (
      this.active &&
      this.playback.tokens.some(token => token.square === cell) &&
      clicks.startsOnPiece(this.view) &&
      clicks.after(this.view, []).next.includes(cell)
    );
  }

  take(cell: number): void {
    this.selection.reset([cell]);
    this.playback.settle();
  }

  put(cell: number | null): void {
    if (cell === null) {
      this.selection.release();
      return;
    }
    this.choose(cell);
    // The hand has brought it there.
    this.playback.forgetMotion(cell);
  }

  lift(cell: number): [SVGGElement, number] | null {
    const id = this.playback.tokens.find(token => token.square === cell)?.id ?? 0;
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

  focusCell(cell: number): void {
    this.focused = cell;
    this.hover(null);
    void this.updateComplete.then(() => {
      this.querySelector<HTMLElement>(`.cells [data-cell="${cell}"]`)?.focus();
      this.aim(cell);
    });
  }

  /* Drawing. */

  private get seen(): Seen {
    const { view, selection, playback } = this;
    const { last, winning, moves } = view;
    const isUntouched = selection.isEmpty;
    const waits = moves.find(move => move.text === this.pending);
    return {
      view,
      coordinates: this.coordinates,
      marks: new Set(this.active ? clicks.worthMark(view, selection.cells) : []),
      won: new Set(winning),
      hinted: new Set(moves.find(move => move.text === this.hint)?.path),
      chosen: selection.cells.at(-1),
      lifted: this.pointer.dragged,
      last: last && isUntouched ? clicks.target(last) : undefined,
      origin: last && isUntouched ? clicks.origin(last) : undefined,
      landing: this.landing(),
      waits: waits ? clicks.target(waits) : undefined,
      pills: pillsByCell(view, selection.cells, this.pills),
      pieces: new Map(playback.tokens.map(token => [token.square, token])),
      leaving: playback.leaving,
      turning: playback.turning,
      colours: coloursOf(view.sides),
      rover: this.rover,
    };
  }

  /** Where a piece would come to lie now, with the pointer or the focus where it is. */
  private landing(): number | undefined {
    if (!this.active || !this.selection.isEmpty) return undefined;
    const focus = this.querySelector(":focus-visible") ? this.focused : null;
    const aim = this.hovered ?? focus;
    if (aim === null) return undefined;
    const move = this.selection.moveTo(aim);
    return move ? clicks.target(move) : undefined;
  }

  protected override render(): TemplateResult {
    const { board, winning, ending } = this.view;
    const { seen, sheets: all } = this;
    const isDeep = board.size[2] > 1;
    return html`<div
      class=${classMap({
        sheets: true,
        [board.kind]: true,
        [isDeep ? "many" : "one"]: true,
        cut: this.column !== null,
        diagonal: this.planes === "diagonal" && isDeep && this.column === null,
        active: this.active,
        won: winning.length > 0,
        over: ending !== null,
      })}
      ${set({ "--planes": all.length, "--sheet-ratio": all[0] ? extent(all[0])[0] / extent(all[0])[1] : 1 })}
      @click=${this.onClick}
      @pointerdown=${(event: PointerEvent) => this.pointer.down(event)}
      @pointermove=${(event: PointerEvent) => this.pointer.move(event)}
      @pointerup=${(event: PointerEvent) => this.pointer.up(event)}
      @pointercancel=${(event: PointerEvent) => this.pointer.up(event)}
      @pointerleave=${() => this.hover(null)}
      @keydown=${(event: KeyboardEvent) => this.keyboard.press(event)}
      @focusout=${() => this.requestUpdate()}
    >
      ${repeat(
        all,
        sheet => sheet.key,
        (sheet, at) => this.sheet(sheet, at, seen),
      )}
    </div>`;
  }

  private sheet(sheet: Sheet, at: number, seen: Seen): TemplateResult {
    const [left, top] = sheet.margin;
    const [width, height] = extent(sheet);
    const title = sheet.cut === null ? null : t(`sheet-${sheet.cut}`, { name: sheet.plane ?? "" });
    const label = [this.label, title].filter(Boolean).join(", ");
    return html`<div class="sheet" data-sheet=${sheet.key} ${set({ "--at": at, "aspect-ratio": `${width} / ${height}` })}>
      ${title === null ? nothing : html`<p class="sheet-title">${title}</p>`}
      <svg viewBox="${-left} ${-top} ${width} ${height}" aria-hidden="true" focusable="false">${drawing(sheet, seen)}</svg>
      ${cells(sheet, label, seen, square => {
        this.focused = square;
        this.requestUpdate();
      })}
    </div>`;
  }

  protected override updated(): void {
    const motions = this.playback.takeMotions();
    if (motions.size === 0 || !mayMove()) return;
    for (const [id, motion] of motions) this.animateToken(id, motion);
    for (const { id } of this.playback.leaving) {
      const drawing = this.querySelector(`[data-token="${id}"]`);
      if (drawing) fade(drawing);
    }
  }

  private animateToken(id: number, motion: Motion): void {
    const drawing = this.querySelector(`[data-token="${id}"] .fall`);
    const token = this.playback.tokens.find(token => token.id === id);
    const to = token && find(this.sheets, token.square);
    if (!drawing || !to) return;
    const [sheet, place] = to;
    switch (motion.kind) {
      case "drop":
        fall(drawing, place.y + (this.view.board.kind === "upright" ? 1.02 : 0.8), UNIT);
        break;
      case "slide": {
        const from = find(this.sheets, motion.from);
        const [x, y] = place.middle;
        if (from?.[0].key === sheet.key) slide(drawing, [from[1].middle[0] - x, from[1].middle[1] - y]);
        break;
      }
      case "turn":
        turn(drawing, this.querySelector(`[data-token="${id}"] .was`));
        break;
      case "appear":
        appear(drawing);
    }
  }
}

declare global {
  interface HTMLElementTagNameMap {
    "z-board": BoardElement;
  }
}
