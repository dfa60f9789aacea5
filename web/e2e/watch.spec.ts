/** Computers that play each other, scores, hints, and looking back. */

import { expect, test, turn } from "./page.ts";

test("computers play each other, with both statistics", async ({ page }) => {
  await page.goto(
    "#/play?game=tictactoe&with=watch&agent=level:n=2&agent2=mcts:playouts=50&pace=0&endless=on&random=on",
  );
  await expect(page.locator(".statistics")).toContainText("Mean time");
  // It begins again by itself; wins and draws are counted.
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
  await page.getByRole("button", { name: "Go on" }).click();
});

test("scores stand over the columns, and a hint is given", async ({ page }) => {
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
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save game" }).click();
  const file = await (await download).createReadStream();
  let text = "";
  for await (const part of file) text += String(part);
  expect(JSON.parse(text)).toMatchObject({ game: "connect4", winner: "first", termination: "line" });
});
