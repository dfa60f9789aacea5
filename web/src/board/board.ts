/**
 * The board, which can be used by pointer, keyboard and screen reader. It is the same for every game. Legal moves, their effects and the
 * layout come from the view.
 *
 * The drawing is hidden from assistive technology. The grid of cells over it (roles `grid`, `row`, `gridcell`) has the focus and the
 * accessible names.
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

/** Matches screens on which a board may be higher than wide. */
const TALL = matchMedia("(max-aspect-ratio: 4/5)");

/**
 * Events: `choose`: a move was made. `propose`: a move waits for confirmation. `aim`: the pointer or focus is on a cell. `tell`: an error
 * message about a click.
 */
@customElement("z-board")
export class BoardElement extends PageElement implements Touched, Keyed, Chosen {
  @property({ attribute: false }) view!: View;
  /** Whether the user can choose a move now. */
  @property({ type: Boolean }) active = false;
  @property({ type: Boolean }) flipped = false;
  @property({ type: Boolean }) coordinates = true;
  /** The column of the cut through all depths. */
  @property({ attribute: false }) column: number | null = null;
  @property() planes: "diagonal" | "row" = "row";
  @property({ attribute: false }) pills: ReadonlyMap<string, Pill> = new Map();
  /** The suggested move. */
  @property() hint: string | null = null;
  /** The accessible name of the board. */
  @property() label = "";
  /** Whether moves must be confirmed. */
  @property({ type: Boolean }) confirm = false;
  /** A move that waits for confirmation, or for the server. */
  @property() pending: string | null = null;

  /** Whether the board has more vertical than horizontal space. */
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

  /** Restores the position of the view, with an animation, after a move was rejected. */
  restore(): void {
    this.selection.reset();
    this.playback.restore();
  }

  override focus(): void {
    if (this.rover !== undefined) this.focusCell(this.rover);
  }

  protected override willUpdate(changed: PropertyValues<this>): void {
    if (changed.has("view")) this.follow(changed.get("view") as View | undefined);
  }

  /** Updates the state for a new view. */
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

  /** The cell that Tab focuses (roving tabindex). */
  get rover(): number | undefined {
    return this.focused ?? first(this.sheets, this.view);
  }

  nameOf(square: number): string {
    const cell = this.view.board.cells.find(cell => cell.square === square);
    return cell ? placeName(cell.spoken) : "";
  }

  /* Choosing moves. */

  choose(cell: number): void {
    if (!this.active) return;
    if (this.pending !== null && this.pending === this.selection.moveTo(cell)?.text) this.confirmMove();
    else this.selection.choose(cell);
    this.requestUpdate();
  }

  /** Plays a move that has no cell on the board, or asks for confirmation. */
  chooseMove(text: string): void {
    const move = this.view.moves.find(move => move.text === text);
    if (move && this.active) this.play(move, 0);
  }

  play(move: MoveView, clickCount: number): void {
    if (this.confirm && this.pending !== move.text) {
      this.propose(move.text);
      return;
    }
    // The move is shown before the server confirms it.
    this.playback.finish(move, clickCount);
    this.hovered = null;
    this.dispatchEvent(new CustomEvent("choose", { detail: { text: move.text } }));
  }

  /** Sets the move that waits for confirmation; null clears it. */
  private propose(text: string | null): void {
    this.dispatchEvent(new CustomEvent("propose", { detail: { text } }));
  }

  /** Plays the move that waits for confirmation. */
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

  /* Pointer and keyboard. */

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
    // The piece was dragged there, so it needs no animation.
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

  /** Reports the cell on which a piece would be placed. */
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

  /* Rendering. */

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

  /** The cell on which a piece would land, from the position of the pointer or the focus. */
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
