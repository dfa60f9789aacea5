/** Pointer input on a board: hover and drag. */

/** The distance in pixels from which a movement counts as a drag. */
const SLACK = 7;

/** The part of the board that the pointer uses. */
export interface Touched extends HTMLElement {
  /** Whether the piece on a cell can be dragged now. */
  mayTake(cell: number): boolean;
  take(cell: number): void;
  /** Drops the dragged piece on a cell; null returns it to its origin. */
  put(cell: number | null): void;
  hover(cell: number | null): void;
  /** The drawing of the piece on a cell, and the number of drawing units per pixel. */
  lift(cell: number): [SVGGElement, number] | null;
}

export class Pointer {
  /** The cell of the dragged piece. */
  dragged: number | null = null;
  private press: { cell: number; x: number; y: number; pointer: number } | null = null;
  private wasDragged = false;

  constructor(private readonly board: Touched) {}

  /** Whether the current click ends a drag. Resets the state. */
  endsDrag(): boolean {
    const ends = this.wasDragged;
    this.wasDragged = false;
    return ends;
  }

  down(event: PointerEvent): void {
    if (event.button !== 0) return;
    this.wasDragged = false;
    const cell = this.cellAt(event);
    if (cell === null || !this.board.mayTake(cell)) return;
    this.press = { cell, x: event.clientX, y: event.clientY, pointer: event.pointerId };
  }

  move(event: PointerEvent): void {
    if (event.pointerType === "mouse") this.board.hover(this.cellAt(event));
    const { press } = this;
    if (!press || press.pointer !== event.pointerId) return;
    const [dx, dy] = [event.clientX - press.x, event.clientY - press.y];
    if (this.dragged === null) {
      if (Math.hypot(dx, dy) < SLACK) return;
      this.dragged = press.cell;
      this.wasDragged = true;
      (event.currentTarget as HTMLElement).setPointerCapture(event.pointerId);
      this.board.take(press.cell);
    }
    const [drawing, scale] = this.board.lift(press.cell) ?? [null, 1];
    if (drawing) drawing.style.transform = `translate(${dx * scale}px, ${dy * scale}px)`;
  }

  up(event: PointerEvent): void {
    const { press } = this;
    this.press = null;
    if (!press || this.dragged === null) return;
    this.board.lift(press.cell)?.[0].style.removeProperty("transform");
    this.dragged = null;
    const cell = event.type === "pointerup" ? this.cellAt(event) : null;
    this.board.put(cell === press.cell ? null : cell);
  }

  private cellAt(event: PointerEvent): number | null {
    const target = document
      .elementFromPoint(event.clientX, event.clientY)
      ?.closest<HTMLElement>("[data-cell]");
    return target && this.board.contains(target) ? Number(target.dataset.cell) : null;
  }
}
