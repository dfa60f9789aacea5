/** Both languages have all texts, including those for every code and key that the server can send. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { FluentResource } from "@fluent/bundle";
import { describe, expect, it } from "vitest";
import { LEVELS, listedAgents, listedGames, texts } from "../src/catalogue.ts";
import { games } from "../src/games.ts";
import { bundleOf } from "../src/i18n/bundle.ts";
import { glossary } from "../src/i18n/glossary.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const languages = ["en", "fr"] as const;
const written = { en: read("src/i18n/en.ftl"), fr: read("src/i18n/fr.ftl") };

function files(folder: string, ending: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry =>
    entry.isDirectory()
      ? files(join(folder, entry.name), ending)
      : entry.name.endsWith(ending)
        ? [join(folder, entry.name)]
        : [],
  );
}

/** The ids of a catalogue with the arguments of each. */
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

/** Every id that the page can request: literal ids, and those composed of a prefix and a word of a list. */
function wanted(): string[] {
  const sources = files(join(root, "src"), ".ts").map(path => readFileSync(path, "utf8"));
  const plain = sources.flatMap(text =>
    [...text.matchAll(/\b(?:t|tell)\(\s*"([a-z0-9_-]+)"/g)].map(found => found[1] as string),
  );
  const { cells, moves } = texts.spoken;
  const sides = listedGames.flatMap(game =>
    game.presets.flatMap(preset => preset.sides.map(side => side.id)),
  );
  const document = JSON.parse(read("../docs/openapi.json")) as {
    components: { schemas: { Termination: { enum: string[] } } };
  };
  const reasons = document.components.schemas.Termination.enum;
  expect(reasons.length).toBeGreaterThan(10);
  const ids = games.map(game => game.id);
  const kinds = games.map(game => game.board);
  return [
    ...plain,
    ...cells.map(key => `place-${key}`),
    ...moves.map(key => `said-${key}`),
    ...[...sides, "blue", "orange"].map(side => `side-${side}`),
    ...reasons.map(reason => `reason-${reason}`),
    ...ids.flatMap(id => [`game-${id}`, `rules-${id}`, `rules-${id}-more`]),
    ...kinds.map(kind => `task-${kind}`),
    ...["computer", "here", "friend", "anyone", "watch"].flatMap(kind => [
      `with-${kind}`,
      `with-${kind}-help`,
    ]),
    ...LEVELS.map(level => `level-word-${level}`),
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
    ...listedAgents
      .filter(agent => agent.offer !== undefined)
      .flatMap(({ name }) => [`algorithm-${name}`, `algorithm-${name}-help`]),
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
  const [english, french] = [idsOf(written.en), idsOf(written.fr)];

  it.each(languages)("%s is parsed without errors", language => {
    const [, errors] = bundleOf(language, written[language]);
    expect(errors).toEqual([]);
    // Fluent silently skips entries with syntax errors.
    const lines = written[language].split("\n").filter(line => /^[a-z][\w-]* = /.test(line)).length;
    expect(idsOf(written[language]).size).toBe(lines);
  });

  it("both languages have the same texts with the same arguments", () => {
    expect([...french.keys()].sort()).toEqual([...english.keys()].sort());
    for (const [id, args] of english) expect([id, french.get(id)]).toEqual([id, args]);
  });

  it("all requested texts exist", () => {
    const missing = [...new Set(wanted())].filter(id => !english.has(id));
    expect(missing).toEqual([]);
  });

  it.each(languages)("%s formats every text", language => {
    const [bundle] = bundleOf(language, written[language]);
    const args = { count: 2, days: 2, games: 2, people: 2, name: "x", value: "1" };
    for (const [id, names] of idsOf(written[language])) {
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
    // The other codes are errors of the page itself, or of requests that it never makes.
    const isShown = (code: string) => !/^(request\/(?!too-many)|socket\/|record\/)/.test(code);
    const codes = new Set([...texts.moves, ...texts.server.filter(isShown)]);
    expect(codes.size).toBeGreaterThan(30);
    const missing = [...codes].map(code => `error-${code.replace("/", "-")}`).filter(id => !english.has(id));
    expect(missing).toEqual([]);
  });

  it("the glossary has both languages", () => {
    for (const [name, word] of Object.entries(glossary)) {
      for (const language of languages) expect([name, word[language].length > 0]).toEqual([name, true]);
    }
  });
});
