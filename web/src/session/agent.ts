/** Agent specifications: parsed and written as on the server, as far as the page needs it. */

import { LEVELS, takes } from "../catalogue.ts";

/** The name of an agent's algorithm. */
export const nameOf = (agent: string): string => agent.split(":")[0] ?? agent;

/** The level of an agent specification, or null if it is not a level. */
export function levelOf(agent: string): number | null {
  const found = /^level:n=(\d+)$/.exec(agent);
  const n = Number(found?.[1]);
  return LEVELS.includes(n) ? n : null;
}

export const level = (n: number): string => `level:n=${n}`;

/** The agent with a seed, so that it does not play the same game twice. Agents without a seed parameter are returned unchanged. */
export function seeded(agent: string, seed: number): string {
  if (!takes(nameOf(agent), "seed") || /\bseed=/.test(agent)) return agent;
  return `${agent}${agent.includes(":") ? "," : ":"}seed=${seed}`;
}

/** A random seed. */
export const chance = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;

/** A specification from its parts. Empty parameters are omitted. */
export function spec(name: string, params: Record<string, string>): string {
  const parts = Object.entries(params).filter(([, value]) => value !== "");
  return parts.length === 0 ? name : `${name}:${parts.map(([key, value]) => `${key}=${value}`).join(",")}`;
}

/** The parts of a specification. Values in parentheses or quotes are not split. */
export function parts(text: string): [string, Record<string, string>] {
  const at = text.indexOf(":");
  if (at < 0) return [text, {}];
  const params: Record<string, string> = {};
  for (const part of text.slice(at + 1).match(/(?:\([^)]*\)|"[^"]*"|[^,])+/g) ?? []) {
    const equals = part.indexOf("=");
    if (equals > 0) params[part.slice(0, equals)] = part.slice(equals + 1);
  }
  return [text.slice(0, at), params];
}
