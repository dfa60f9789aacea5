/** The position that is shown: the current one or an earlier one. */

import type { View } from "../../protocol.ts";
import type { Session } from "../../session/session.ts";

export class Viewpoint {
  /** The number of moves before the position; null: the current position. */
  ply: number | null = null;
  /** The view of the position; null before the first. */
  view: View | null = null;

  /** `changed`: another position is shown. */
  constructor(private readonly changed: () => void) {}

  /** Shows the current position. */
  toPresent(view: View | null): void {
    this.ply = null;
    this.view = view;
    this.changed();
  }

  /** Takes a new view of the game, if the current position is shown. */
  follow(view: View): void {
    if (this.ply === null) this.toPresent(view);
  }

  /** Shows the position after `ply` moves. Returns its view, or null for the current position or if another step came first. */
  async stepTo(session: Session, ply: number): Promise<View | null> {
    const { shown } = session;
    if (!shown) return null;
    const to = Math.max(0, Math.min(shown.ply, ply));
    if (to === shown.ply) {
      this.toPresent(shown);
      return null;
    }
    this.ply = to;
    this.changed();
    const view = await session.at(to);
    if (this.ply !== to) return null;
    this.view = view;
    this.changed();
    return view;
  }
}
