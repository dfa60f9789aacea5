/** Analysis by the server: proven values of every move if the game is solved, otherwise the results of a search. */

import * as api from "../api.ts";
import type { Pill } from "../board/seen.ts";
import { t } from "../i18n/text.ts";
import type { AnalysisInfo, PositionValues, Score, Side, ViewResponse } from "../protocol.ts";

/** The analysis of a position. */
export interface Advice {
  /** Identifies the position: its moves, joined to one text. */
  key: string;
  values: PositionValues | null;
  thought: AnalysisInfo | null;
  isDone: boolean;
  trouble: string | null;
}

/** Analyses one position at a time and caches the results. */
export class Adviser extends EventTarget {
  advice: Advice | null = null;
  private run: AbortController | null = null;
  private known = new Map<string, Advice>();

  /** Analyses the position after `ply` moves. */
  ask(shown: ViewResponse, ply: number, timeMs: number): void {
    const moves = shown.played.slice(0, ply);
    const key = moves.join(" ");
    if (this.advice?.key === key) return;
    this.stop();
    const known = this.known.get(key);
    if (known) {
      this.advice = known;
      this.dispatchEvent(new Event("change"));
      return;
    }
    const advice: Advice = { key, values: null, thought: null, isDone: false, trouble: null };
    this.advice = advice;
    const run = new AbortController();
    this.run = run;
    const changed = () => {
      if (this.advice === advice) this.dispatchEvent(new Event("change"));
    };
    void api
      .analyse(
        { game: shown.game, start: shown.start, moves, time_ms: timeMs },
        {
          values: values => {
            advice.values = values;
            changed();
          },
          progress: thought => {
            advice.thought = thought;
            changed();
          },
        },
        run.signal,
      )
      .then(decision => {
        if (decision) advice.thought = decision;
        advice.isDone = true;
        this.known.set(key, advice);
      })
      .catch(reason => {
        if (run.signal.aborted) return;
        advice.trouble = reason instanceof api.Refusal ? reason.problem.code : "client/no-answer";
        advice.isDone = true;
      })
      .finally(changed);
  }

  stop(): void {
    this.run?.abort(new DOMException("not wanted any more", "AbortError"));
    this.run = null;
    this.advice = null;
  }
}

/** The best known move. */
export function best(advice: Advice): string | null {
  if (advice.values) {
    const known = advice.values.moves.filter(move => move.value !== null);
    const [first] = known.sort((a, b) => rank(b.value, b.plies, b.score) - rank(a.value, a.plies, a.score));
    if (first) return first.move;
  }
  return advice.thought?.best ?? null;
}

/** Larger is better for the side to move: quick wins first, slow losses before quick ones. */
function rank(value: "win" | "draw" | "loss" | null, plies: number | null, score: number | null): number {
  if (score !== null) return score * 1000 - (plies ?? 0) * Math.sign(score);
  if (value === "win") return 100_000 - (plies ?? 0);
  if (value === "loss") return -100_000 + (plies ?? 0);
  return 0;
}

/** The pills of all moves with a known value. */
export function pills(advice: Advice | null): Map<string, Pill> {
  const found = new Map<string, Pill>();
  const moves = advice?.values?.moves.filter(move => move.value !== null) ?? [];
  const top = Math.max(...moves.map(move => rank(move.value, move.plies, move.score)));
  for (const { move, value, plies, score } of moves) {
    if (value === null) continue;
    // Counts only the winner's moves.
    const count = plies === null ? 0 : Math.ceil(plies / 2);
    const order = rank(value, plies, score);
    found.set(move, {
      text: score !== null ? signed(score) : t(`pill-${value}`, { count }),
      tone: value,
      spoken: plies === null ? t(`worth-${value}`) : t(`worth-${value}-in`, { count }),
      rank: order,
      best: order === top,
    });
  }
  return found;
}

const signed = (score: number): string => (score > 0 ? `+${score}` : score < 0 ? `−${-score}` : "0");

/** The first side's share of the evaluation bar, 0 to 1. */
export function share(advice: Advice | null, toMove: Side): number | null {
  if (!advice) return null;
  const own = ownShare(advice);
  if (own === null) return null;
  return toMove === "first" ? own : 1 - own;
}

function ownShare({ values, thought }: Advice): number | null {
  if (values?.value) return values.value === "win" ? 0.96 : values.value === "loss" ? 0.04 : 0.5;
  if (!thought) return null;
  if (thought.share !== null && thought.score === null) return thought.share;
  return thought.score === null ? null : ofScore(thought.score);
}

function ofScore(score: Score): number {
  if (typeof score !== "number") return "win_in" in score ? 0.97 : 0.03;
  return 0.5 + 0.45 * Math.tanh(score / 120);
}

/** The evaluation in words. */
export function verdict(advice: Advice | null, mover: string, opponent: string): string {
  if (!advice) return "";
  const { values, thought } = advice;
  if (values?.value) {
    const who = values.value === "loss" ? opponent : mover;
    if (values.value === "draw") return t("verdict-draw");
    return values.plies === null
      ? t("verdict-win", { side: who })
      : t("verdict-win-in", { side: who, count: Math.ceil(values.plies / 2) });
  }
  if (thought?.score && typeof thought.score !== "number") {
    const wins = "win_in" in thought.score;
    const plies = "win_in" in thought.score ? thought.score.win_in : thought.score.loss_in;
    return t("verdict-win-in", { side: wins ? mover : opponent, count: Math.ceil(plies / 2) });
  }
  const own = ownShare(advice);
  if (own === null) return advice.isDone ? t("verdict-unknown") : t("verdict-thinking");
  if (Math.abs(own - 0.5) < 0.06) return t("verdict-even");
  const who = own > 0.5 ? mover : opponent;
  return Math.abs(own - 0.5) < 0.2
    ? t("verdict-better", { side: who })
    : t("verdict-much-better", { side: who });
}
