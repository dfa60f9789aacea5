/** The panel beside the board: game, room, result, moves, actions. */

import { html, nothing, type TemplateResult } from "lit";
import type { ViewResponse } from "../../protocol.ts";
import type { Setup } from "../../router.ts";
import type { Session } from "../../session/session.ts";
import { actions, type Hands, resignation } from "./actions.ts";
import { end } from "./end.ts";
import { entry, keysHelp } from "./keys.ts";
import "./moves.ts";
import { notices, roomLine } from "./notices.ts";
import { statistics } from "./statistics.ts";
import { gameName } from "./words.ts";

/** The part of the screen that the panel uses. */
export interface Panel extends Hands {
  /** The initial set-up, if the game was set up on this page. */
  setup: Setup | null;
  /** The number of moves before the position that is shown. */
  ply: number;
  /** Whether the confirmation to resign is shown. */
  isResigning: boolean;
  /** Wins of the first side, wins of the second side, draws. */
  wins: readonly [number, number, number];
  resign(): void;
  /** Cancels the resignation. */
  stay(): void;
  rematch(): void;
  setPace(ms: number): void;
  stepTo(ply: number): void;
  /** Plays a typed move. Returns whether it was this page's turn. */
  typed(text: string): boolean;
}

export function panel(session: Session, shown: ViewResponse, of: Panel): TemplateResult {
  const isOver = session.stage === "ended" || session.stage === "aborted";
  const isOfComputers = session.seats.every(seat => seat.kind === "computer");
  return html`
    <div class="panel-head"><h2>${gameName(shown.game)}</h2>${roomLine(session.clock, session.watchers)}</div>
    ${notices(session, of.isCopied, link => of.copy(link))}
    ${isOver ? end(session, of.setup, () => of.rematch()) : nothing}
    ${
      isOfComputers
        ? statistics(session, shown, of.wins, of.setup?.endless ?? false, ms => of.setPace(ms))
        : nothing
    }
    <z-moves class="moves" .played=${shown.played} .at=${of.ply}
      @step=${(event: CustomEvent<{ ply: number }>) => of.stepTo(event.detail.ply)}></z-moves>
    ${
      of.isResigning
        ? resignation(
            () => of.resign(),
            () => of.stay(),
          )
        : actions(session, of)
    }
    ${
      session.isWatched || session.stage !== "playing"
        ? nothing
        : entry(shown.moves[0]?.text ?? "", text => of.typed(text))
    }
    ${keysHelp(shown)}
  `;
}
