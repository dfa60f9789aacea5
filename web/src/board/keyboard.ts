/** Keyboard input on a board: navigation between cells, cells by name, and selection. */

import type { Cell, View } from "../protocol.ts";
import * as clicks from "./clicks.ts";
import { columnOf, find, isWalk, Typing, walk } from "./keys.ts";
import type { Sheet } from "./sheet.ts";

/** The part of the board that the keyboard uses. */
export interface Keyed {
  readonly view: View;
  readonly sheets: readonly Sheet[];
  /** The cell that has the focus, or would get it. */
  readonly rover: number | undefined;
  focusCell(cell: number): void;
  choose(cell: number): void;
  /** Cancels the selection or the confirmation. Returns whether there was one. */
  escape(): boolean;
}

export class Keyboard {
  private readonly typing = new Typing();

  constructor(private readonly board: Keyed) {}

  press(event: KeyboardEvent): void {
    if (event.altKey || event.metaKey || !this.does(event)) return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** Handles a key. Returns whether the key has a meaning. */
  private does({ key, ctrlKey, timeStamp }: KeyboardEvent): boolean {
    const { board } = this;
    const { rover, sheets } = board;
    const place = rover === undefined ? undefined : find(sheets, rover);
    if (!place) return false;
    const { cell } = place[1];
    if (key.length > 1 || key === " ") this.typing.end();
    if (isWalk(key)) {
      const to = walk(key, ctrlKey, sheets, place, board.view.board.kind);
      if (to !== undefined) board.focusCell(to);
      return true;
    }
    if (key === "Enter" || key === " ") {
      board.choose(cell.square);
      return true;
    }
    if (key === "Escape") return board.escape();
    return !ctrlKey && key.length === 1 && this.type(key.toLowerCase(), timeStamp, cell);
  }

  /** Handles a letter or digit. On an upright board it plays the column, on other boards it focuses the cell. */
  private type(key: string, now: number, near: Cell): boolean {
    const { view } = this.board;
    if (view.board.kind !== "upright") {
      const found = this.typing.add(key, now, view.board, near);
      if (found) this.board.focusCell(found.square);
      return found !== undefined;
    }
    const cell = columnOf(view.board, key);
    if (!cell) return false;
    const isThere = (next: number) => clicks.isSame(view, next, cell.square);
    const landing = clicks.after(view, []).next.find(isThere) ?? cell.square;
    this.board.focusCell(landing);
    this.board.choose(landing);
    return true;
  }
}
