/** All colours are tokens. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const tokens = read("src/style/tokens.css");

function files(folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap(entry => {
    const path = join(folder, entry.name);
    return entry.isDirectory() ? files(path) : /\.(css|ts)$/.test(entry.name) ? [path] : [];
  });
}

describe("colours", () => {
  it("are defined only in tokens.css", () => {
    const found = files("src")
      .filter(path => !path.endsWith("tokens.css") && !path.endsWith(".made.ts"))
      .flatMap(path =>
        [
          ...read(path).matchAll(
            /#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})(?![\w-])|\b(?:rgba?|hsla?|oklch)\(\d/gi,
          ),
        ].map(colour => `${path}: ${colour[0]}`),
      )
      // The fallback where the browser can't read a token.
      .filter(colour => !colour.endsWith("space.ts: #888888"));
    expect(found).toEqual([]);
  });

  it("that are used are defined", () => {
    const named = files("src").flatMap(path =>
      [...read(path).matchAll(/var\(--([a-z-]+)\)/g)].map(name => name[1]),
    );
    const own = new Set(
      files("src").flatMap(path => [...read(path).matchAll(/--([a-z-]+)["']?[:,]/g)].map(name => name[1])),
    );
    expect([...new Set(named)].filter(name => !own.has(name))).toEqual([]);
  });

  it("of the browser's frame equal the ground", () => {
    const [, light, dark] = /--ground: light-dark\((#\w+), (#\w+)\)/.exec(tokens) ?? [];
    const page = read("index.html");
    expect([...page.matchAll(/name="theme-color" content="(#\w+)"/g)].map(found => found[1])).toEqual([
      light,
      dark,
    ]);
    const manifest = JSON.parse(read("public/manifest.webmanifest")) as Record<string, string>;
    expect([manifest.background_color, manifest.theme_color]).toEqual([light, light]);
  });
});
