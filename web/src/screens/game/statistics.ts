/** Statistics of games between computers: cost, results and speed. */

import { html, nothing, type TemplateResult } from "lit";
import { number, short, sideName, t } from "../../i18n/text.ts";
import { icon } from "../../parts/icon.ts";
import { indexOf, SIDES, type Side, type ViewResponse } from "../../protocol.ts";
import type { Effort, Session } from "../../session/session.ts";

/** The minimum times per move in milliseconds, from the fastest pace to the slowest. */
const PACES = [0, 150, 600, 1500, 3000] as const;

/** `wins`: wins of the first side, wins of the second side, draws. The server does not report the search statistics of a room. */
export function statistics(
  session: Session,
  shown: ViewResponse,
  wins: readonly [number, number, number],
  isEndless: boolean,
  pace: (ms: number) => void,
): TemplateResult {
  const efforts = SIDES.map(side => session.efforts[indexOf(side)]);
  const isLocal = session.room === null;
  const [first, second, draws] = wins;
  return html`<section class="statistics" aria-label=${t("statistics")}>
    <table>
      <thead><tr><td></td>${SIDES.map((side: Side) => html`<th scope="col">${sideName(shown, side)}</th>`)}</tr></thead>
      <tbody>
        ${row(
          t("stat-moves"),
          efforts.map(({ moves }) => moves),
        )}
        ${row(t("stat-time"), efforts.map(meanTime))}
        ${
          isLocal
            ? html`${row(t("stat-nodes"), efforts.map(meanNodes))} ${row(t("stat-wins"), [first, second])}`
            : nothing
        }
      </tbody>
    </table>
    ${isLocal && draws > 0 ? html`<p class="quiet">${t("stat-draws", { count: draws })}</p>` : nothing}
    ${session.may("pause") || isEndless ? paces(session, pace) : nothing}
  </section>`;
}

const row = (label: string, cells: readonly (string | number)[]) =>
  html`<tr><th scope="row">${label}</th>${cells.map(cell => html`<td>${cell}</td>`)}</tr>`;

/** The mean time of a move, in milliseconds if it is below one second. */
function meanTime({ seconds, moves }: Effort): string {
  if (moves === 0) return "–";
  const mean = seconds / moves;
  if (mean >= 1) return t("seconds", { value: number(mean, { maximumFractionDigits: 1 }) });
  return t("milliseconds", { value: number(1000 * mean, { maximumSignificantDigits: 2 }) });
}

const meanNodes = ({ nodes, playouts, moves }: Effort): string =>
  moves === 0 ? "–" : short((playouts > 0 ? playouts : nodes) / moves);

/** The controls for pause and pace. */
function paces(session: Session, pace: (ms: number) => void): TemplateResult {
  const last = PACES.length - 1;
  const found = PACES.findIndex(ms => ms >= session.paceMs);
  const at = found < 0 ? last : found;
  return html`<div class="buttons pace">
    <button type="button" @click=${() => session.pause(!session.isPaused)}>${icon(session.isPaused ? "play" : "pause")}${session.isPaused ? t("go-on") : t("pause")}</button>
    <label class="pace-range"><span>${t("pace")}</span>
      <input type="range" min="0" max=${last} step="1" .value=${String(last - at)} aria-valuetext=${t(`pace-${at}`)}
        @input=${(event: Event) => pace(PACES[last - Number((event.target as HTMLInputElement).value)] ?? 600)} />
    </label>
  </div>`;
}
