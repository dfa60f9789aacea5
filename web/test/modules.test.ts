/** Imports have no cycles. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "../src");

/** The modules with their imports. */
const imports = new Map(
  readdirSync(root, { recursive: true, encoding: "utf8" })
    .filter(path => path.endsWith(".ts"))
    .map(path => {
      const text = readFileSync(join(root, path), "utf8");
      const found = [...text.matchAll(/(?:from|import)\s*\(?\s*"(\.[^"]+\.ts)"/g)];
      return [path, found.map(([, to]) => normalize(join(dirname(path), to as string)))] as const;
    }),
);

describe("modules", () => {
  it("have no import cycles", () => {
    const done = new Set<string>();
    const visit = (path: string, above: readonly string[]): void => {
      const at = above.indexOf(path);
      expect(at < 0 ? [] : [...above.slice(at), path]).toEqual([]);
      if (done.has(path)) return;
      for (const next of imports.get(path) ?? []) visit(next, [...above, path]);
      done.add(path);
    };
    for (const path of imports.keys()) visit(path, []);
    expect(done.size).toBeGreaterThan(50);
  });

  it("of screens do not import the session classes", () => {
    const screens = [...imports].filter(([path]) => path.startsWith("screens/"));
    const found = screens.filter(([, to]) => to.some(path => /^session\/(room|local)\.ts$/.test(path)));
    expect(found.map(([path]) => path)).toEqual([]);
  });
});
