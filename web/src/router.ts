/** Routes in the fragment of the address. They work without the server, and a link contains the whole set-up. */

import { games } from "./games.ts";
import type { SideChoice } from "./protocol.ts";
import { level } from "./session/agent.ts";

/** The kind of opponent. */
export type With = "computer" | "here" | "friend" | "anyone" | "watch";

/** The set-up of a game. */
export interface Setup {
  game: string;
  with: With;
  /** The computer, or the first of two. */
  agent: string;
  /** The second of two computers. */
  agent2: string;
  side: SideChoice;
  clock: string;
  start: string;
  moves: string[];
  pace: number;
  endless: boolean;
  random: boolean;
}

export type Route =
  | { at: "home" }
  | { at: "setup"; setup: Setup }
  | { at: "play"; setup: Setup }
  | { at: "room"; code: string }
  | { at: "watch" }
  | { at: "help"; game: string | null }
  | { at: "about" }
  | { at: "nowhere"; text: string };

export const usual = (game = games[0]?.game ?? ""): Setup => ({
  game,
  with: "computer",
  agent: level(3),
  agent2: level(3),
  side: "first",
  clock: "none",
  start: "",
  moves: [],
  pace: 600,
  endless: false,
  random: false,
});

const WITH: readonly string[] = ["computer", "here", "friend", "anyone", "watch"];
const CHOICES: readonly string[] = ["first", "second", "random"];
/** Longer texts cannot be moves of any game. */
const LONGEST = 100_000;

/** Parses an address. Missing values get their defaults. Wrong values are left for the server to reject. */
export function read(hash: string): Route {
  const text = hash.replace(/^#\/?/, "");
  if (text.length > LONGEST) return { at: "nowhere", text: text.slice(0, 40) };
  const [path = "", query = ""] = text.split(/\?(.*)/s);
  const [head = "", tail] = path.split("/");
  const decoded = decode(tail);
  switch (head) {
    case "":
      return { at: "home" };
    case "setup":
    case "play":
      return { at: head, setup: readSetup(new URLSearchParams(query)) };
    case "room":
      return decoded ? { at: "room", code: decoded } : { at: "nowhere", text };
    case "watch":
    case "about":
      return { at: head };
    case "help":
      return { at: "help", game: decoded ?? null };
    default:
      return { at: "nowhere", text };
  }
}

function decode(text: string | undefined): string | undefined {
  if (!text) return undefined;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function readSetup(query: URLSearchParams): Setup {
  const setup = usual(query.get("game") ?? undefined);
  const kind = query.get("with");
  if (kind && WITH.includes(kind)) setup.with = kind as With;
  const side = query.get("side");
  if (side && CHOICES.includes(side)) setup.side = side as SideChoice;
  setup.agent = query.get("agent") ?? setup.agent;
  setup.agent2 = query.get("agent2") ?? setup.agent2;
  setup.clock = query.get("clock") ?? setup.clock;
  setup.start = query.get("start") ?? "";
  setup.moves = (query.get("moves") ?? "").split(/[\s,]+/).filter(move => move !== "");
  const pace = Number(query.get("pace") ?? setup.pace);
  setup.pace = Number.isFinite(pace) ? Math.min(10_000, Math.max(0, pace)) : setup.pace;
  setup.endless = query.get("endless") === "on";
  setup.random = query.get("random") === "on";
  return setup;
}

/** The address of a set-up. Default values are omitted. */
export function write(at: "setup" | "play", setup: Setup): string {
  const usually = usual(setup.game);
  const parts: [string, string][] = [["game", setup.game]];
  const add = (key: string, value: string, when: boolean) => {
    if (when) parts.push([key, value]);
  };
  add("with", setup.with, setup.with !== usually.with);
  add("agent", setup.agent, setup.with === "computer" || setup.with === "watch");
  add("agent2", setup.agent2, setup.with === "watch");
  add("side", setup.side, setup.side !== usually.side);
  add("clock", setup.clock, setup.clock !== usually.clock);
  add("start", setup.start, setup.start !== "");
  add("pace", String(setup.pace), setup.with === "watch" && setup.pace !== usually.pace);
  add("endless", "on", setup.endless);
  add("random", "on", setup.random);
  add("moves", setup.moves.join(","), setup.moves.length > 0);
  const text = parts.map(([key, value]) => `${key}=${encode(value)}`).join("&");
  return `#/${at}?${text}`;
}

/** Encodes with as few escapes as an address allows. */
const encode = (text: string): string =>
  encodeURIComponent(text).replace(/%(3A|2C|3D|2F|28|29)/g, code => decodeURIComponent(code));

export const roomAddress = (code: string): string => `#/room/${encodeURIComponent(code)}`;

/** Navigates to an address and adds a history entry. */
export function go(hash: string): void {
  if (location.hash === hash) dispatchEvent(new HashChangeEvent("hashchange"));
  else location.hash = hash;
}

/** Replaces the current address, without a history entry and without a change of screen. */
export function rewrite(hash: string): void {
  try {
    history.replaceState(null, "", hash);
  } catch {
    // Browsers limit the rate of history updates. The next move updates the address.
  }
}
