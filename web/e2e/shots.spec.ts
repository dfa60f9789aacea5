/** Screenshots of every screen at three widths, light and dark, for visual inspection. */

import type { Page } from "@playwright/test";
import { expect, test } from "./page.ts";

const screens: [string, string][] = [
  ["home", ""],
  ["setup", "#/setup?game=connect3d&agent=mcts:playouts=1000"],
  ["setup-watch", "#/setup?game=draughts-english&with=watch"],
  ["setup-here", "#/setup?game=draughts-international&with=here&clock=300%2B3&moves=32-28"],
  ["waiting", "#/setup?game=connect4&with=friend"],
  ["clock", "#/play?game=teeko&with=here&clock=300%2B3&moves=c3,b2,d3"],
  ["scores", "#/play?game=connect4&with=here&moves=4,4,4,4"],
  ["tictactoe", "#/play?game=tictactoe&with=here&moves=b2,a1,c3"],
  ["gomoku", "#/play?game=mnk&with=here&moves=h8,h9,g7,i9,g9,f9,i7,h7,g8"],
  ["connect4", "#/play?game=connect4&moves=4,4,5,3,3,2"],
  ["connect4-won", "#/play?game=connect4&with=here&moves=4,5,4,5,4,5,4"],
  ["checkers", "#/play?game=draughts-english&with=here&moves=11-15,22-18,15x22,25x18,12-16"],
  ["draughts", "#/play?game=draughts-international&with=here&moves=32-28,18-23,34-29,23x34"],
  ["teeko", "#/play?game=teeko&with=here&moves=c3,b2,d3,b3,c4,b4,d2,e1"],
  ["connect3d", "#/play?game=connect3d&with=here&moves=c3,d3,c3,c4,d2,e1,b2,b5,f5,d3"],
  [
    "qubic",
    "#/play?game=connect3d:width=4,depth=4,height=4,gravity=off&with=here&moves=b22,c22,c33,a11,d44,b44",
  ],
  ["reversi", "#/play?game=reversi&with=here&moves=e6,d6,c5,b4,b5,f6,a3,f4,f5,g4,d7,c6,c7,c8"],
  ["reversi-pass", "#/play?game=reversi&with=here&moves=d3,c3,e6,d2,d1,e1,b2,c1"],
  ["hex", "#/play?game=hex&with=here&moves=f6,e5,g7,d5,h6,c4,e7,f8,d8,b6,c9"],
  ["hex-swap", "#/play?game=hex&with=here&moves=c2"],
  ["hex-won", "#/play?game=hex:size=5&with=here&moves=c1,a1,c2,a2,c3,a3,b4,d4,b5"],
  ["watch", "#/watch"],
  ["watching", "#/play?game=connect4&with=watch&agent=level:n=3&agent2=level:n=4&pace=150"],
  ["help", "#/help"],
  ["about", "#/about"],
  ["nowhere", "#/nowhere"],
];

/** Takes a screenshot of a screen. */
async function picture(page: Page, name: string, hash: string): Promise<void> {
  if (name.startsWith("scores")) {
    await page.addInitScript(() => localStorage.setItem("zermelo.settings", '{"scores":true}'));
  }
  await page.goto(hash);
  await expect(page.locator("h1").first()).toBeAttached();
  if (hash.startsWith("#/play")) await expect(page.locator("z-board .cells").first()).toBeVisible();
  if (name.startsWith("waiting-")) {
    await page.locator("form button[type=submit]").click();
    await expect(page.locator(".notice")).toBeVisible();
  }
  await page.waitForTimeout(1200);
  await page.screenshot({ path: `shots/${name}.png`, fullPage: true });
}

for (const width of [360, 800, 1440]) {
  for (const scheme of ["light", "dark"] as const) {
    test.describe(`${width} px, ${scheme}`, () => {
      test.use({
        viewport: { width, height: width === 360 ? 740 : 900 },
        colorScheme: scheme,
        hasTouch: width === 360,
      });
      for (const [name, hash] of screens) {
        test(name, ({ page }) => picture(page, `${name}-${width}-${scheme}`, hash));
      }
    });
  }
}

test.describe("French", () => {
  test.use({ viewport: { width: 360, height: 740 }, locale: "fr-FR" });
  for (const [name, hash] of screens) test(name, ({ page }) => picture(page, `${name}-360-french`, hash));
});

test.describe("the settings", () => {
  for (const width of [360, 1440]) {
    test(`${width} px`, async ({ page }) => {
      await page.setViewportSize({ width, height: 740 });
      await page.goto("");
      await page.getByRole("button", { name: "Settings" }).click();
      await page.screenshot({ path: `shots/settings-${width}.png` });
    });
  }
});
