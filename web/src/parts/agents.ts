/** A computer to play: one of eight levels, or under "More" an algorithm with its switches. */

import { html, nothing, type TemplateResult } from "lit";
import type { GameEntry } from "../games.ts";
import { t } from "../i18n/text.ts";
import { level, levelOf, parts, spec } from "../session/agent.ts";
import { choices, toggle } from "./dialog.ts";
import { icon } from "./icon.ts";
import { levelPicker } from "./opponents.ts";

/** The algorithms as people know them, and the agent behind each. */
const ALGORITHMS = ["minimax", "alphabeta", "pvs", "flat-mc", "mcts", "solver", "random"] as const;
type Algorithm = (typeof ALGORITHMS)[number];

/** Games that have a perfect player. */
const SOLVED = new Set(["connect4", "tictactoe", "teeko"]);
/** What a search may take where its agent thinks for a time. */
const TIMES = ["100ms", "500ms", "1s", "3s"];
const PLAYOUTS = ["100", "1000", "10000", "50000"];

/** What an algorithm is given when it is chosen. */
function initial(algorithm: Algorithm): string {
  switch (algorithm) {
    case "minimax":
      return "minimax:depth=3";
    case "alphabeta":
      return "alphabeta:depth=4";
    case "pvs":
      return "pvs:time=1s";
    case "flat-mc":
      return "flat-mc:playouts=1000";
    case "mcts":
      return "mcts:playouts=1000";
    case "solver":
    case "random":
      return algorithm;
  }
}

/** Chooses a computer. */
export function agentPicker(
  entry: GameEntry | undefined,
  agent: string,
  choose: (agent: string) => void,
  name: string,
  legend: string,
): TemplateResult {
  const [algorithm, params] = parts(agent);
  const put = (key: string, value: string) => choose(spec(algorithm, { ...params, [key]: value }));
  const only = (key: string, value: string) => {
    const { depth: _d, time: _t, nodes: _n, playouts: _p, ...rest } = params;
    choose(spec(algorithm, { [key]: value, ...rest }));
  };
  const isLevel = levelOf(agent) !== null;
  const known = ALGORITHMS.filter(id => id !== "solver" || (entry && SOLVED.has(entry.id)));
  const searches = ["minimax", "alphabeta", "pvs"].includes(algorithm);
  const plays = ["flat-mc", "mcts"].includes(algorithm);
  return html`<div class="agent">
    ${levelPicker(levelOf(agent), n => choose(level(n)), `${name}-level`, legend)}
    <details class="more" ?open=${!isLevel}>
      <summary>${icon("more")}${t("algorithm-more")}</summary>
      ${choices<string>(
        `${name}-algorithm`,
        t("algorithm"),
        known.map(id => [id, t(`algorithm-${id}`)] as const),
        isLevel ? "" : algorithm,
        id => choose(initial(id as Algorithm)),
      )}
      ${isLevel ? nothing : html`<p class="quiet">${t(`algorithm-${(ALGORITHMS as readonly string[]).includes(algorithm) ? algorithm : "other"}-help`)}</p>`}
      ${
        searches
          ? html`${choices<string>(
              `${name}-depth`,
              t("search-depth"),
              ["1", "2", "3", "4", "5", "6", "8", "10"].map(depth => [depth, depth] as const),
              params.depth ?? "",
              depth => only("depth", depth),
            )}
            ${choices<string>(
              `${name}-time`,
              t("search-time"),
              TIMES.map(
                time =>
                  [
                    time,
                    t("time-value", { time: time.replace("ms", " ms").replace(/(\d)s$/, "$1 s") }),
                  ] as const,
              ),
              params.time ?? "",
              time => only("time", time),
            )}`
          : nothing
      }
      ${
        plays
          ? choices<string>(
              `${name}-playouts`,
              t("playouts"),
              PLAYOUTS.map(count => [count, count] as const),
              params.playouts ?? "",
              count => only("playouts", count),
            )
          : nothing
      }
      <div class="switches">
        ${
          algorithm === "minimax" || algorithm === "alphabeta"
            ? toggle(t("switch-alphabeta"), algorithm === "alphabeta", on =>
                choose(spec(on ? "alphabeta" : "minimax", params)),
              )
            : nothing
        }
        ${
          ["minimax", "alphabeta", "flat-mc", "mcts", "pvs"].includes(algorithm)
            ? toggle(t("switch-threads"), params.threads !== undefined && params.threads !== "1", on =>
                put("threads", on ? "2" : ""),
              )
            : nothing
        }
      </div>
      ${isLevel ? nothing : html`<p class="quiet spec"><code>${agent}</code></p>`}
    </details>
  </div>`;
}
