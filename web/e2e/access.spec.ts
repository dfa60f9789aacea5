/** Accessibility: axe finds nothing on any screen, announcements, focus. Also: French. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";
import { games } from "../src/games.ts";
import { cell, expect, test, turn } from "./page.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

async function findings(page: Page): Promise<string[]> {
  // Injected as a test script, so that the page's content security policy stays unchanged.
  await page.evaluate(axe);
  return page.evaluate(async () => {
    const { axe } = window as unknown as {
      axe: {
        run(): Promise<{ violations: { id: string; nodes: { html: string; failureSummary: string }[] }[] }>;
      };
    };
    const { violations } = await axe.run();
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(node => `${id}: ${node.html.slice(0, 160)} ${node.failureSummary}`),
    );
  });
}

const screens: [string, string][] = [
  ["home", ""],
  ["set-up", "#/setup?game=connect3d&agent=mcts:playouts=1000"],
  ["set-up of two computers", "#/setup?game=teeko&with=watch"],
  ["tic-tac-toe", "#/play?game=tictactoe&with=here&moves=b2,a1"],
  ["five in a row", "#/play?game=mnk&with=here&moves=h8,h9"],
  ["connect four", "#/play?game=connect4&with=here&moves=4,4,3"],
  ["connect four, won", "#/play?game=connect4&with=here&moves=4,5,4,5,4,5,4"],
  ["checkers", "#/play?game=draughts-english&with=here&moves=11-15,22-18"],
  ["draughts", "#/play?game=draughts-international&with=here&moves=32-28"],
  ["teeko", "#/play?game=teeko&with=here&moves=c3,b2"],
  ["3-D", "#/play?game=connect3d&with=here&moves=c3,d3"],
  ["qubic", "#/play?game=connect3d:width=4,depth=4,height=4,gravity=off&with=here&moves=b22"],
  ["reversi, only a pass", "#/play?game=reversi&with=here&moves=d3,c3,e6,d2,d1,e1,b2,c1"],
  ["hex", "#/play?game=hex&with=here&moves=f6,e5"],
  ["watch", "#/watch"],
  ["help", "#/help"],
  ["about", "#/about"],
  ["nothing", "#/nowhere"],
];

for (const scheme of ["light", "dark"] as const) {
  for (const width of [320, 1280]) {
    test.describe(`axe, ${scheme}, ${width} px`, () => {
      test.use({ colorScheme: scheme, viewport: { width, height: 900 } });
      for (const [name, hash] of screens) {
        test(name, async ({ page }) => {
          await page.goto(hash);
          await expect(page.locator("h1").first()).toBeAttached();
          if (hash.startsWith("#/play")) await expect(page.locator("z-board .cells").first()).toBeVisible();
          expect(await findings(page)).toEqual([]);
          const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          expect(over, "nothing is wider than the page").toBeLessThanOrEqual(0);
        });
      }
    });
  }
}

test("axe: the settings", async ({ page }) => {
  await page.goto("");
  await page.getByRole("button", { name: "Settings" }).click();
  await expect(page.getByRole("dialog")).toBeVisible();
  expect(await findings(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("each move and the turn are announced", async ({ page }) => {
  await page.goto("#/play?game=connect4&with=here");
  const said = page.locator('[data-live="polite"]');
  await turn(page);
  await page.keyboard.press("4");
  await expect(said).toHaveText("Red plays column 4, row 1. Yellow to move");
  await page.keyboard.press("d");
  await expect(said).toHaveText("Yellow plays column 4, row 2. Red to move");
  await expect(page.getByRole("grid")).toHaveAccessibleName("Connect Four board");
  await expect(page.getByRole("gridcell", { name: "column 4, row 2, yellow disc, last move" })).toBeVisible();
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(said).toHaveText("Taken back. Yellow to move");
});

test("the computer’s answer is announced", async ({ page }) => {
  await page.goto("#/play?game=connect4&agent=level:n=2");
  await turn(page);
  await page.keyboard.press("4");
  await expect(page.locator('[data-live="polite"]')).toHaveText(/Yellow plays column \d, row \d\. Your turn/);
});

test.describe("refusals", () => {
  // The browser logs every response with an error status.
  test.use({ allowed: [/status of 422/] });
  test("the reason for an illegal move is announced", async ({ page }) => {
    await page.goto("#/play?game=draughts-english&with=here&moves=11-15,22-18");
    await turn(page);
    await page.locator('[data-name="9"]').click();
    await expect(page.locator('[data-live="assertive"]')).toHaveText("You have to capture.");
    await expect(page.locator(".told")).toHaveText("You have to capture.");
    await page.locator("#typed-move").fill("9-14");
    await page.locator("#typed-move").press("Enter");
    await expect(page.locator('[data-live="assertive"]')).toHaveText(/You have to capture/);
    await expect(page.locator(".move")).toHaveCount(2);
  });
});

test("a selected man can be changed and deselected", async ({ page }) => {
  await page.goto("#/play?game=draughts-english&with=here");
  await turn(page);
  await page.locator('[data-name="11"]').click();
  await expect(page.locator('[data-name="11"]')).toHaveAttribute("aria-selected", "true");
  await page.locator('[data-name="10"]').click();
  await expect(page.locator('[data-name="10"]')).toHaveAttribute("aria-selected", "true");
  await page.locator('[data-name="10"]').click();
  await expect(page.locator("[aria-selected=true]")).toHaveCount(0);
});

for (const [how, squares] of [
  ["step by step", ["10", "19", "28"]],
  ["by its last square", ["10", "28"]],
] as const) {
  test(`a multiple capture is played ${how}`, async ({ page }) => {
    await page.goto("#/play?game=draughts-english&with=here&start=B:W15,24,32:B10");
    await turn(page);
    for (const name of squares) await page.locator(`.cells [data-name="${name}"]`).click();
    await expect(page.locator(".move")).toHaveText(["10x28"]);
    await expect(page.locator('[data-live="polite"]')).toHaveText(
      "Black jumps from 10 to 28 and captures 2. White to move",
    );
    await expect(page.locator(".token")).toHaveCount(2);
  });
}

test("a move waits for confirmation if the setting is on", async ({ page }) => {
  await page.goto("#/play?game=connect4&with=here");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.getByLabel("Confirm each move").check();
  await page.keyboard.press("Escape");
  await page.locator('.cells [data-name="4.1"]').click();
  await expect(page.locator(".move")).toHaveCount(0);
  await page.getByRole("button", { name: "Play 4" }).click();
  await expect(page.locator(".move")).toHaveText(["4"]);
});

test("a man is dragged", async ({ page }) => {
  await page.goto("#/play?game=draughts-english&with=here");
  await turn(page);
  await page.locator('[data-name="11"]').dragTo(page.locator('[data-name="15"]'));
  await expect(page.locator(".move")).toHaveText(["11-15"]);
});

test("a man is animated on its way", async ({ page }) => {
  await page.goto("#/play?game=draughts-english&with=here");
  await turn(page);
  const wasSeen = await page.evaluate(async () => {
    const frame = () => new Promise(requestAnimationFrame);
    for (const name of ["11", "15"]) {
      document.querySelector<HTMLElement>(`.cells [data-name="${name}"]`)?.click();
      await frame();
    }
    return document.getAnimations().some(({ effect }) => {
      const { target } = effect as KeyframeEffect;
      return target?.classList.contains("fall") ?? false;
    });
  });
  expect(wasSeen).toBe(true);
});

test("arrow keys move the focus over the board", async ({ page }) => {
  await page.goto("#/play?game=mnk:width=5,height=5,k=4&with=here");
  await turn(page);
  await expect(page.locator('[data-name="c3"]')).toBeFocused();
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("ArrowUp");
  await expect(page.locator('[data-name="d4"]')).toBeFocused();
  await page.keyboard.press("Home");
  await expect(page.locator('[data-name="a4"]')).toBeFocused();
  await page.keyboard.press("Control+End");
  await expect(page.locator('[data-name="e1"]')).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.locator(".move")).toHaveText(["e1"]);
});

test("PageUp and PageDown change the plane", async ({ page }) => {
  await page.goto("#/play?game=connect3d&with=here&moves=c3");
  await turn(page);
  await cell(page, 0).focus();
  await page.keyboard.press("PageDown");
  await expect(page.locator('.cells [data-name="a21"]')).toBeFocused();
});

test.describe("French", () => {
  test.use({ locale: "fr-FR" });
  test("is used by a French browser", async ({ page }) => {
    await page.goto("");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(`${games.length} jeux, aucun hasard.`);
    await expect(page.locator("html")).toHaveAttribute("lang", "fr");
    await page.goto("#/play?game=connect4&with=here");
    await turn(page);
    await page.keyboard.press("4");
    await expect(page.locator('[data-live="polite"]')).toHaveText(
      "Rouge joue colonne 4, rangée 1. Jaune joue",
    );
    expect(await findings(page)).toEqual([]);
    await page.getByRole("button", { name: "Réglages" }).click();
    await page.locator('label:has(input[value="en"])').click();
    await expect(page.getByRole("heading", { name: "Settings" })).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(page.locator(".turn")).toHaveText("Yellow to move");
  });
});

for (const media of [{ forcedColors: "active" }, { contrast: "more" }] as const) {
  test(`a game is accessible with ${Object.keys(media)[0]}`, async ({ page }) => {
    await page.emulateMedia(media);
    await page.goto("#/play?game=connect4&with=here&moves=4,4");
    await turn(page);
    expect(await findings(page)).toEqual([]);
  });
}
