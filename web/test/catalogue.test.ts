/** No text is missing in either language, and whatever the server lets be said has a text. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FluentResource } from "@fluent/bundle";
import { describe, expect, it } from "vitest";
import { games } from "../src/games.ts";
import { bundleOf } from "../src/i18n/bundle.ts";
import { glossary } from "../src/i18n/glossary.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const languages = ["en", "fr"] as const;
const texts = { en: read("src/i18n/en.ftl"), fr: read("src/i18n/fr.ftl") };

function files(folder: string, ending: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory()
      ? files(join(folder, entry.name), ending)
      : entry.name.endsWith(ending)
        ? [join(folder, entry.name)]
        : [],
  );
}

/** The ids of a catalogue with the arguments that each takes. */
function idsOf(text: string): Map<string, string[]> {
  const { body } = new FluentResource(text);
  return new Map(
    body.map(({ id, value }) => {
      const found = new Set<string>();
      JSON.stringify(value, (_, part: unknown) => {
        const { type, name } = (part ?? {}) as { type?: string; name?: string };
        if (type === "var" && name) found.add(name);
        return part;
      });
      return [id, [...found].sort()] as const;
    }),
  );
}

/** Every id that the page can ask for: those written out, and those made of a name and a word of a list. */
function wanted(): string[] {
  const sources = files(join(root, "src"), ".ts").map(path => readFileSync(path, "utf8"));
  const plain = sources.flatMap(text =>
    [...text.matchAll(/\b(?:t|tell)\(\s*"([a-z0-9_-]+)"/g)].map(found => found[1] as string),
  );
  const rust = files(join(root, "../crates/games/src"), ".rs").map(path => readFileSync(path, "utf8"));
  const keys = new Set(
    rust.flatMap(text => [...text.matchAll(/Phrase::new\(\s*"([a-z-]+)"/g)].map(found => found[1] as string)),
  );
  const draughts = ["move", "move-crowned", "capture", "capture-crowned"];
  const spaces = ["drop-on-post", "place-in-cube"];
  const places = ["square", "column-row", "column-depth-row"];
  const spoken = [...keys, ...draughts, ...spaces].filter(key => !places.includes(key));
  const sides = new Set(
    rust.flatMap(text => [...text.matchAll(/SideName \{ id: "([a-z]+)"/g)].map(found => found[1] as string)),
  );
  const outcome = readFileSync(join(root, "../crates/core/src/outcome.rs"), "utf8");
  const terminations = /pub enum Termination \{([\s\S]*?)\n\}/.exec(outcome)?.[1] ?? "";
  const snake = (name: string) => name.replace(/([a-z])([A-Z])/g, "$1_$2").toLowerCase();
  const reasons = [...terminations.matchAll(/^ {4}([A-Z][A-Za-z]+),/gm)].map(found =>
    snake(found[1] as string),
  );
  expect(reasons.length).toBeGreaterThan(10);
  const ids = games.map(game => game.id);
  const kinds = ["grid", "upright", "posts", "cube", "chequered", "points", "hexagons"];
  return [
    ...plain,
    ...places.map(key => `place-${key}`),
    ...spoken.map(key => `said-${key}`),
    ...[...sides, "blue", "orange"].map(side => `side-${side}`),
    ...reasons.map(reason => `reason-${reason}`),
    ...ids.flatMap(id => [`game-${id}`, `rules-${id}`, `rules-${id}-more`]),
    ...kinds.map(kind => `task-${kind}`),
    ...["computer", "here", "friend", "anyone", "watch"].flatMap(kind => [
      `with-${kind}`,
      `with-${kind}-help`,
    ]),
    ...[1, 2, 3, 4, 5, 6, 7, 8].map(level => `level-word-${level}`),
    ...["draw", "takeback", "rematch"].flatMap(offer => [`offer-${offer}`, `offered-${offer}`]),
    ...["hello", "good_luck", "have_fun", "well_played", "oops", "thanks", "good_game", "goodbye"].map(
      word => `saying-${word}`,
    ),
    ...["win", "draw", "loss"].flatMap(value => [`pill-${value}`, `worth-${value}`, `worth-${value}-in`]),
    ...[
      "stone-red",
      "stone-yellow",
      "stone-blue",
      "stone-orange",
      "stone-cross",
      "stone-nought",
      "stone-black",
      "stone-white",
    ].map(piece => `piece-${piece}`),
    ...["man-black", "man-white", "man-red", "king-black", "king-white"].map(piece => `piece-${piece}`),
    ...games.flatMap(game =>
      game.params.flatMap(param => [
        `param-${param.key}`,
        ...(param.kind === "choice" ? param.options.map(option => `param-${param.key}-${option}`) : []),
      ]),
    ),
    ...["minimax", "alphabeta", "pvs", "flat-mc", "mcts", "solver", "random"].flatMap(id => [
      `algorithm-${id}`,
      `algorithm-${id}-help`,
    ]),
    ...["setup", "watch", "help", "about"].map(at => `nav-${at}`),
    ...[0, 1, 2, 3, 4].map(pace => `pace-${pace}`),
    ...["columns", "up", "depth", "front", "floor", "side", "space"].map(way => `way-${way}`),
    "do-pass",
    "task-or-swap",
    "sheet-plane",
    "sheet-column",
  ];
}

describe("catalogues", () => {
  const [english, french] = [idsOf(texts.en), idsOf(texts.fr)];

  it.each(languages)("%s is read without an error", language => {
    const [, errors] = bundleOf(language, texts[language]);
    expect(errors).toEqual([]);
    // What Fluent can't read it leaves out in silence.
    const written = texts[language].split("\n").filter(line => /^[a-z][\w-]* = /.test(line)).length;
    expect(idsOf(texts[language]).size).toBe(written);
  });

  it("both languages have the same texts with the same arguments", () => {
    expect([...french.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [id, args] of english) expect([id, french.get(id)]).toEqual([id, args]);
  });

  it("nothing that is asked for is missing", () => {
    const missing = [...new Set(wanted())].filter(id => !english.has(id));
    expect(missing).toEqual([]);
  });

  it.each(languages)("%s formats every text", language => {
    const [bundle] = bundleOf(language, texts[language]);
    const args = { count: 2, days: 2, games: 2, people: 2, name: "x", value: "1" };
    for (const [id, names] of idsOf(texts[language])) {
      const errors: Error[] = [];
      const message = bundle.getMessage(id);
      const given = Object.fromEntries(
        names.map(name => [name, (args as Record<string, string | number>)[name] ?? "y"]),
      );
      const text = message?.value ? bundle.formatPattern(message.value, given, errors) : "";
      expect([id, errors]).toEqual([id, []]);
      expect(text).not.toMatch(/[{}]/);
    }
  });

  it("every code of the rules and of rooms has a text", () => {
    const rust = [
      ...files(join(root, "../crates/games/src"), ".rs"),
      ...files(join(root, "../crates/core/src"), ".rs"),
    ];
    const codes = new Set(
      rust.flatMap(path =>
        [...readFileSync(path, "utf8").matchAll(/"(move\/[a-z-]+)"/g)].map(found => found[1] as string),
      ),
    );
    const server = readFileSync(join(root, "../crates/protocol/src/problem.rs"), "utf8");
    for (const [, code] of server.matchAll(/=> "([a-z-]+\/[a-z-]+)"/g)) {
      // The others are mistakes of the page, or of what it never asks.
      if (code && !/^(request\/(?!too-many)|socket\/|record\/)/.test(code)) codes.add(code);
    }
    const missing = [...codes].map(code => `error-${code.replace("/", "-")}`).filter(id => !english.has(id));
    expect(missing).toEqual([]);
  });

  it("the glossary has both languages", () => {
    for (const [name, word] of Object.entries(glossary)) {
      for (const language of languages) expect([name, word[language].length > 0]).toEqual([name, true]);
    }
  });
});
