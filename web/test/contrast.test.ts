/** Pieces and lines have a contrast of at least 3:1 to their background in both themes. */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const tokens = readFileSync(join(import.meta.dirname, "../src/style/tokens.css"), "utf8");

/** The colours of a token in the light and in the dark theme. */
function colours(name: string): [string, string] {
  const [, value = ""] = new RegExp(`--${name}:\\s*([^;]+);`).exec(tokens) ?? [];
  const found = value.match(/#[0-9a-f]{6}/g) ?? [];
  const [light, dark = light] = found;
  if (!light || !dark) throw new Error(`no colour: --${name}`);
  return [light, dark];
}

/** Relative luminance as defined by WCAG 2. */
function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map(at => {
    const part = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function contrast(one: string, other: string): number {
  const [bright = 0, dark = 0] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return (bright + 0.05) / (dark + 0.05);
}

describe("contrast", () => {
  it.each([
    ["black", "felt"],
    ["white", "felt"],
    ["felt-line", "felt"],
    ["felt-mark", "felt"],
    ["red", "hexagon"],
    ["blue", "hexagon"],
    ["hexagon-line", "hexagon"],
    ["hexagon-mark", "hexagon"],
    // The outline of coloured edges.
    ["ink", "ground"],
  ])("of %s on %s", (name, ground) => {
    const [light, dark] = colours(name);
    const [lightGround, darkGround] = colours(ground);
    expect([contrast(light, lightGround), contrast(dark, darkGround)].filter(ratio => ratio < 3)).toEqual([]);
  });
});
