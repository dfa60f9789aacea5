/** The evaluation bar with the evaluation in words. */

import { html, type TemplateResult } from "lit";
import { set } from "../../board/set.ts";
import { coloursOf, sideName } from "../../i18n/text.ts";
import { type Advice, share, verdict } from "../../parts/advice.ts";
import { type Ending, other, type View } from "../../protocol.ts";

export function worth(view: View, advice: Advice | null): TemplateResult {
  const { ending, to_move } = view;
  const own = ending ? shareOf(ending) : share(advice, to_move);
  const [first, second] = coloursOf(view.sides);
  const words = ending ? "" : verdict(advice, sideName(view, to_move), sideName(view, other(to_move)));
  return html`<div class="worth">
    <div class="worth-bar" data-first=${first} data-second=${second} aria-hidden="true">
      <div class="worth-first" data-colour=${first} ${set({ width: `${100 * (own ?? 0.5)}%` })}></div>
      <div class="worth-second" data-colour=${second}></div>
    </div>
    <p class="worth-words">${words || "\u00a0"}</p>
  </div>`;
}

/** The first side's share of a finished game. */
function shareOf({ outcome }: Ending): number {
  if (outcome === "draw") return 0.5;
  return outcome.win === "first" ? 1 : 0;
}
