/** The cells that are chosen so far, and what choosing another one does. */

import { announce } from "../announce.ts";
import { t } from "../i18n/text.ts";
import type { MoveView, View } from "../protocol.ts";
import { play as sound } from "../sound.ts";
import * as clicks from "./clicks.ts";
import type { Playback } from "./playback.ts";

/** What a board lends to its selection. */
export interface Chosen {
  readonly view: View;
  readonly playback: Playback;
  /** A move is complete after so many clicks. */
  play(move: MoveView, clicks: number): void;
  /** Says something about what was chosen, to be seen and heard. */
  tell(id: string): void;
  /** What a cell is called. */
  nameOf(square: number): string;
}

export class Selection {
  /** The cells, in the order in which they were chosen. */
  cells: readonly number[] = [];

  constructor(private readonly board: Chosen) {}

  get isEmpty(): boolean {
    return this.cells.length === 0;
  }

  /** Begins again, with these cells. */
  reset(cells: readonly number[] = []): void {
    this.cells = cells;
  }

  /** Gives up a half-made move. */
  release(): void {
    this.cells = [];
    this.board.playback.settle();
  }

  /** The move that is complete with this cell alone, if one is. */
  moveTo(cell: number): MoveView | null {
    const done = clicks.click(this.board.view, [], cell);
    return done.do === "play" ? done.move : null;
  }

  choose(cell: number): void {
    const { board } = this;
    const done = clicks.click(board.view, this.cells, cell);
    switch (done.do) {
      case "play":
        this.preview(done.clicked);
        this.cells = [];
        board.play(done.move, done.clicked.length);
        return;
      case "choose":
        this.extend(done.clicked);
        if (done.mayStop) board.tell("board-may-stop");
        else if (done.clicked.length === 1)
          announce(t("board-chosen", { place: board.nameOf(done.clicked[0] as number) }));
        return;
      case "release":
        this.release();
        announce(t("board-released"));
        return;
      case "ambiguous":
        board.tell("board-ambiguous");
        return;
      case "refuse":
        this.refuse(cell);
    }
  }

  /** More is chosen, or another piece instead. */
  private extend(cells: readonly number[]): void {
    if (cells.length <= this.cells.length) this.board.playback.settle();
    else this.preview(cells);
    this.cells = cells;
  }

  /** Shows the steps that the clicks have completed. */
  private preview(cells: readonly number[]): void {
    const [move] = clicks.fitting(this.board.view, cells);
    if (!move) return;
    const [from, to] = [clicks.stepsDone(move, this.cells.length), clicks.stepsDone(move, cells.length)];
    if (to > from && to < move.steps.length) this.board.playback.perform(move, from, to);
  }

  private refuse(cell: number): void {
    const { moves, pieces, to_move } = this.board.view;
    const standing = pieces.find(piece => piece.square === cell);
    const mustCapture = moves.length > 0 && moves.every(move => move.spoken.key.startsWith("capture"));
    sound("refused");
    if (mustCapture && this.isEmpty) this.board.tell("board-must-capture");
    else if (standing?.side === to_move) this.board.tell("board-no-move-there");
    else this.board.tell("board-not-possible");
    // A piece that was chosen alone is let go by a click on an empty cell.
    if (!standing && this.cells.length === 1) this.release();
  }
}
