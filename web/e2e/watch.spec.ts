/** Games between computers, scores, hints, and stepping through moves. */

import type { Page } from "@playwright/test";
import { expect, test, turn } from "./page.ts";

/** Clicks a button that downloads a file. Returns the file's name and text. */
async function saved(page: Page, button: string): Promise<[string, string]> {
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: button }).click();
  const file = await download;
  let text = "";
  for await (const part of await file.createReadStream()) text += String(part);
  return [file.suggestedFilename(), text];
}

test("computers play each other, with both statistics", async ({ page }) => {
  await page.goto(
    "#/play?game=tictactoe&with=watch&agent=level:n=2&agent2=mcts:playouts=50&pace=0&endless=on&random=on",
  );
  await expect(page.locator(".statistics")).toContainText("Mean time");
  // Games start again automatically, and wins and draws are counted.
  await expect
    .poll(
      async () => {
        const cells = await page.locator(".statistics tr:last-child td").allTextContents();
        const draws = Number(
          (await page.locator(".statistics p").allTextContents()).join().match(/\d+/)?.[0] ?? 0,
        );
        return cells.reduce((sum, text) => sum + Number(text), draws);
      },
      { timeout: 60_000 },
    )
    .toBeGreaterThanOrEqual(2);
  await page.getByRole("button", { name: "Pause" }).click();
  await expect(page.locator(".turn")).toHaveText("Paused");
  await page.getByRole("button", { name: "Resume" }).click();
});

test("scores are shown over the columns, and a hint is given", async ({ page }) => {
  await page.goto("#/play?game=connect4&with=here&moves=4,4,4,4");
  await turn(page);
  await page.getByRole("button", { name: "Scores" }).click();
  await expect(page.locator(".pill")).toHaveCount(7);
  await expect(page.locator(".pill.best")).toHaveText("+1");
  await expect(page.getByRole("gridcell", { name: /wins in \d+ moves/ })).toHaveCount(1);
  await page.getByRole("button", { name: "Hint" }).click();
  await expect(page.locator(".told")).toHaveText("Try 4.");
  await expect(page.locator(".worth-words")).toContainText("Red wins in");
});

test("a finished game is stepped through and saved", async ({ page }) => {
  await page.goto("#/play?game=connect4&with=here&moves=4,5,4,5,4,5,4");
  await expect(page.locator(".end-title")).toHaveText("Red wins in 7 moves");
  await page.getByRole("button", { name: "One move back" }).click();
  await expect(page.locator(".token")).toHaveCount(6);
  await page.getByRole("button", { name: "To the start" }).click();
  await expect(page.locator(".token")).toHaveCount(0);
  await page.locator(".move").nth(2).click();
  await expect(page.locator(".token")).toHaveCount(3);
  const [, text] = await saved(page, "Save JSON");
  expect(JSON.parse(text)).toMatchObject({ game: "connect4", winner: "first", termination: "line" });
});

test("a game that the page keeps is saved as CSV and imported", async ({ page }) => {
  await page.goto("#/play?game=connect4&with=here&moves=4,5,4,5,4,5,4");
  await turn(page);
  const [name, text] = await saved(page, "Save CSV");
  expect(name).toBe("zermelo-connect4.csv");
  const [head, row] = text.trim().split(/\r?\n/);
  expect(head).toContain("moves");
  expect(row).toContain("4 5 4 5 4 5 4");
  await expect(page.getByRole("button", { name: "Save PDN" })).toHaveCount(0);
  await page.goto("#/setup?game=teeko&with=here");
  await page.getByText("Another position").click();
  await page.getByLabel("A game as text").fill(text);
  await page.getByLabel("A game as text").press("Tab");
  await expect(page.locator(".bring")).toContainText("7 moves read.");
  await page.getByRole("button", { name: "Play", exact: true }).last().click();
  await expect(page.locator(".end-title")).toHaveText("Red wins in 7 moves");
});

test("a game of draughts is saved as PDN and imported", async ({ page }) => {
  await page.goto("#/play?game=draughts-english&with=here&moves=11-15,22-18,15x22,25x18");
  await turn(page);
  const [name, text] = await saved(page, "Save PDN");
  expect(name).toBe("zermelo-draughts-english.pdn");
  expect(text).toContain('[GameType "21"]');
  expect(text).toMatch(/1\. 11-15 22-18 2\. 15x22 25x18/);
  await page.goto("#/setup?with=here");
  await page.getByText("Another position").click();
  await page.locator('input[type="file"]').setInputFiles({ name, mimeType: "", buffer: Buffer.from(text) });
  await expect(page.locator(".bring")).toContainText("4 moves read.");
  await page.getByRole("button", { name: "Play", exact: true }).last().click();
  await expect(page.locator(".move")).toHaveText(["11-15", "22-18", "15x22", "25x18"]);
});
