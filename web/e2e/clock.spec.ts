/** A game of two people at one screen with clocks, which the page keeps. */

import { expect, test, turn } from "./page.ts";

test("a clock at one screen: it runs, survives a reload and a takeback, and its flag falls", async ({
  page,
}) => {
  await page.clock.install();
  await page.goto("#/setup?game=connect4&with=here");
  await expect(page.getByRole("radio", { name: "3 days per move" })).toHaveCount(0);
  await page.locator('label:has(input[name="clock"][value="60+0"])').click();
  await expect(page).toHaveURL(/with=here&clock=60%2B0/);
  await page.getByRole("button", { name: "Play", exact: true }).last().click();
  const [first, second] = [page.locator(".clock").first(), page.locator(".clock").last()];
  await turn(page);

  // No clock runs before each side has made its first move.
  await page.clock.fastForward(20_000);
  await page.keyboard.press("4");
  await expect(page.locator(".move")).toHaveCount(1);
  await page.clock.fastForward(20_000);
  await page.keyboard.press("4");
  await expect(page.locator(".move")).toHaveCount(2);
  await expect(first).toHaveText(/^(1:00|0:5\d)$/);
  await expect(second).toHaveText("1:00");
  await expect(page.getByRole("button", { name: "Hint" })).toHaveCount(0);

  await page.clock.fastForward(25_000);
  await expect(first).toHaveText(/^0:[23]\d$/);
  await page.reload();
  await turn(page);
  await expect(first).toHaveText(/^0:[23]\d$/);
  await expect(second).toHaveText("1:00");

  // A takeback restores the clocks.
  await page.keyboard.press("3");
  await expect(page.locator(".move")).toHaveCount(3);
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(page.locator(".move")).toHaveCount(2);
  await expect(first).toHaveText(/^(1:00|0:5\d)$/);

  await page.clock.fastForward(48_000);
  await expect(page.locator('[data-live="assertive"]')).toHaveText("Red: ten seconds left.");
  await page.clock.fastForward(15_000);
  await expect(page.locator(".end-title")).toHaveText("Yellow wins in 2 moves");
  await expect(page.locator(".end")).toContainText("Red ran out of time.");
  await expect(page.locator('[data-live="assertive"]')).toContainText("Red ran out of time.");
  await expect(first).toHaveText("0:00.0");
  await page.getByRole("button", { name: "Play again" }).click();
  await expect(page.locator(".end")).toHaveCount(0);
  await expect(first).toHaveText("1:00");
});
