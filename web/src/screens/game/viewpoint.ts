/** The position that is looked at: the present one, or one before it. */

import type { View } from "../../protocol.ts";
import type { Session } from "../../session/session.ts";

export class Viewpoint {
  /** After how many moves; none: the present position. */
  ply: number | null = null;
  /** What is seen; nothing until the game has been shown. */
  view: View | null = null;

  /** `changed`: another position is looked at. */
  constructor(private readonly changed: () => void) {}

  /** Looks at the present position, as it stands. */
  toPresent(view: View | null): void {
    this.ply = null;
    this.view = view;
    this.changed();
  }

  /** The game has gone on, or its view has come: who looks at the present position sees it. */
  follow(view: View): void {
    if (this.ply === null) this.toPresent(view);
  }

  /** Looks at the position after so many moves. The view of an earlier one, once it has come; none at the present one, or overtaken. */
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
