/** What the server is asked about the position that is looked at: values where they are wished, a hint when somebody asks for one. */

import { type Advice, Adviser, best } from "../../parts/advice.ts";
import type { Session } from "../../session/session.ts";
import { settings } from "../../settings.ts";

const HINT_MS = 1500;
const SCORES_MS = 4000;

export class Counsel {
  private readonly adviser = new Adviser();
  private wantsHint = false;

  /** `changed`: more is known. `hinted`: the move that was asked for, or the code of what went wrong. */
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

  /** Asks about a game after so many moves, or as it stands now, if that is wished. */
  consider(session: Session, ply: number | null): void {
    const { shown, thinking } = session;
    if (!shown) return;
    const isWished = (settings.scores || this.wantsHint) && session.mayAdvise;
    const isOver = ply === null && shown.ending !== null;
    // The move that this page asks a computer for comes first; the analysis waits.
    const isBusy = ply === null && thinking !== null && session.room === null;
    if (isWished && !isOver && !isBusy) {
      this.adviser.ask(shown, ply ?? shown.ply, this.wantsHint ? HINT_MS : SCORES_MS);
    } else if (!thinking || !isWished) this.adviser.stop();
  }

  /** Asks for a good move. */
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
