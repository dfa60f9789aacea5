/** Selection of a computer opponent: one of eight levels, or under "More" an algorithm with its switches. */

import { html, nothing, type TemplateResult } from "lit";
import { agentOf, listedAgents, takes } from "../catalogue.ts";
import type { GameEntry } from "../games.ts";
import { t } from "../i18n/text.ts";
import { level, levelOf, parts, spec } from "../session/agent.ts";
import { choices, toggle } from "./dialog.ts";
import { icon } from "./icon.ts";
import { levelPicker } from "./opponents.ts";

/** The agents in the selection. */
const OFFERED = listedAgents.filter(agent => agent.offer !== undefined);

/** The time limits that can be selected for searches. */
const TIMES = ["100ms", "500ms", "1s", "3s"];
const PLAYOUTS = ["100", "1000", "10000", "50000"];

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
  const fits = (name: string) => name !== "solver" || (entry?.solved ?? false);
  const known = OFFERED.map(({ name }) => name).filter(fits);
  const searches = takes(algorithm, "depth");
  const plays = takes(algorithm, "playouts");
  return html`<div class="agent">
    ${levelPicker(levelOf(agent), n => choose(level(n)), `${name}-level`, legend)}
    <details class="more" ?open=${!isLevel}>
      <summary>${icon("more")}${t("algorithm-more")}</summary>
      ${choices<string>(
        `${name}-algorithm`,
        t("algorithm"),
        known.map(id => [id, t(`algorithm-${id}`)] as const),
        isLevel ? "" : algorithm,
        id => choose(agentOf(id)?.offer ?? id),
      )}
      ${isLevel ? nothing : html`<p class="quiet">${t(`algorithm-${known.includes(algorithm) ? algorithm : "other"}-help`)}</p>`}
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
          takes(algorithm, "threads")
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
