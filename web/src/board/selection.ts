/** The selected cells, and the effect of selecting another one. */

import { announce } from "../announce.ts";
import { t } from "../i18n/text.ts";
import type { MoveView, View } from "../protocol.ts";
import { play as sound } from "../sound.ts";
import * as clicks from "./clicks.ts";
import type { Playback } from "./playback.ts";

/** The part of the board that the selection uses. */
export interface Chosen {
  readonly view: View;
  readonly playback: Playback;
  /** Plays a complete move, after this number of clicks. */
  play(move: MoveView, clicks: number): void;
  /** Shows and announces a message about the selection. */
  tell(id: string): void;
  /** The name of a cell. */
  nameOf(square: number): string;
}

export class Selection {
  /** The cells in the order of selection. */
  cells: readonly number[] = [];

  constructor(private readonly board: Chosen) {}

  get isEmpty(): boolean {
    return this.cells.length === 0;
  }

  /** Replaces the selection. */
  reset(cells: readonly number[] = []): void {
    this.cells = cells;
  }

  /** Cancels an incomplete move. */
  release(): void {
    this.cells = [];
    this.board.playback.settle();
  }

  /** The move that this cell alone completes, if there is one. */
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

  /** Extends the selection, or replaces it by another piece. */
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
    // A click on an empty cell clears the selection of a single piece.
    if (!standing && this.cells.length === 1) this.release();
  }
}
