/** Requests analysis of the position that is shown: values if they are switched on, and hints on request. */

import { type Advice, Adviser, best } from "../../parts/advice.ts";
import type { Session } from "../../session/session.ts";
import { settings } from "../../settings.ts";

const HINT_MS = 1500;
const SCORES_MS = 4000;

export class Counsel {
  private readonly adviser = new Adviser();
  private wantsHint = false;

  /** `changed`: new results. `hinted`: the result of a request for a hint, a move or an error code. */
  constructor(
    private readonly changed: () => void,
    private readonly hinted: (move: string | null, trouble: string | null) => void,
  ) {
    this.adviser.addEventListener("change", () => this.heard());
  }

  get advice(): Advice | null {
    return this.adviser.advice;
  }

  stop(): void {
    this.adviser.stop();
  }

  /** Analyses the position after `ply` moves (null: the current one), if scores or a hint are wanted. */
  consider(session: Session, ply: number | null): void {
    const { shown, thinking } = session;
    if (!shown) return;
    const isWished = (settings.scores || this.wantsHint) && session.mayAdvise;
    const isOver = ply === null && shown.ending !== null;
    // A search for the computer's own move has priority over analysis.
    const isBusy = ply === null && thinking !== null && session.room === null;
    if (isWished && !isOver && !isBusy) {
      this.adviser.ask(shown, ply ?? shown.ply, this.wantsHint ? HINT_MS : SCORES_MS);
    } else if (!thinking || !isWished) this.adviser.stop();
  }

  /** Requests a hint. */
  hint(session: Session, ply: number | null): void {
    this.wantsHint = true;
    const known = this.advice;
    this.consider(session, ply);
    if (known?.isDone && this.advice === known) this.heard();
  }

  private heard(): void {
    const { advice } = this;
    if (this.wantsHint && advice && (advice.isDone || advice.values)) {
      this.wantsHint = false;
      this.hinted(best(advice), advice.trouble);
    }
    this.changed();
  }
}
