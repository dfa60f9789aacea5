/** Two players with a browser each, and a spectator. */

import type { Browser, BrowserContext, Page, WebSocketRoute } from "@playwright/test";
import { cell, complaints, expect, mouse, pick, playOut, test, turn, viewOf } from "./page.ts";

/** A user with a browser context. */
async function person(browser: Browser, found: string[]): Promise<[BrowserContext, Page]> {
  const context = await browser.newContext({
    reducedMotion: "reduce",
    viewport: { width: 1100, height: 820 },
  });
  const page = await context.newPage();
  const own = complaints(page);
  page.on("close", () => found.push(...own));
  return [context, page];
}

/** Creates a room for a friend and returns its link. */
async function invite(page: Page, query = "game=connect4&with=friend&side=first"): Promise<string> {
  await page.goto(`#/setup?${query}`);
  await page.getByRole("button", { name: "Get a link" }).click();
  await expect(page.getByRole("textbox", { name: "Link" })).toBeVisible();
  return page.getByRole("textbox", { name: "Link" }).inputValue();
}

/** Makes a move and waits until the other page shows it. */
async function moveAndSee(mover: Page, other: Page): Promise<void> {
  const view = await turn(mover);
  if (!view) return;
  await mouse.move(mover, view, pick(view, view.ply));
  await other.waitForFunction(
    ply =>
      (document.querySelector("z-board") as unknown as { view: { ply: number } } | null)?.view.ply === ply,
    view.ply + 1,
  );
}

test("two play, one loses its connection, one reloads, a third watches", async ({ browser }) => {
  const found: string[] = [];
  const [first, ann] = await person(browser, found);
  const [second, bob] = await person(browser, found);
  const [third, eve] = await person(browser, found);
  let isInTunnel = false;
  const wires: WebSocketRoute[] = [];
  await first.routeWebSocket(/api\/v1\/socket/, wire => {
    if (isInTunnel) void wire.close();
    else {
      wire.connectToServer();
      wires.push(wire);
    }
  });
  const link = await invite(ann);
  await bob.goto(link);
  await bob.getByRole("button", { name: "Play", exact: true }).first().click();
  await expect(ann.locator(".turn")).toHaveText("Your turn");
  await eve.goto(link);
  await expect(eve.locator(".turn")).toContainText("to move");
  await expect(eve.locator("z-board")).not.toHaveAttribute("active");
  await moveAndSee(ann, bob);
  await expect(bob.locator('[data-live="polite"]')).toContainText(/Red plays column \d, row 1\. Your turn/);
  await moveAndSee(bob, ann);
  await expect(eve.locator(".move")).toHaveCount(2);

  // The connection is lost during a move: the page shows it, reconnects and sends the move again.
  isInTunnel = true;
  for (const wire of wires) await wire.close();
  await expect(ann.locator(".told")).toHaveText("No connection, trying again…");
  await expect(bob.locator(".away")).toBeVisible();
  const view = await viewOf(ann);
  await cell(ann, pick(view, 5).path[0] ?? 0).click();
  expect((await viewOf(bob)).ply).toBe(2);
  isInTunnel = false;
  await bob.waitForFunction(
    () => (document.querySelector("z-board") as unknown as { view: { ply: number } }).view.ply === 3,
  );
  await expect(ann.locator(".move")).toHaveCount(3);
  await expect(ann.locator(".told")).not.toHaveText("No connection, trying again…");

  // A reload keeps the game.
  await bob.reload();
  await expect(bob.locator(".turn")).toHaveText("Your turn");
  await expect(bob.locator(".move")).toHaveCount(3);
  await moveAndSee(bob, ann);

  // A draw offer is declined, then one side resigns.
  await ann.getByRole("button", { name: "Offer a draw" }).click();
  await bob.getByRole("button", { name: "Decline" }).click();
  await expect(ann.getByText("You offered a draw.")).toHaveCount(0);
  await ann.getByRole("button", { name: "Resign" }).click();
  await ann.getByRole("alertdialog").getByRole("button", { name: "Resign" }).click();
  await expect(bob.locator(".end-title")).toContainText("Yellow wins");
  await expect(eve.locator(".end-title")).toContainText("Yellow wins");

  // A rematch, with the sides swapped.
  await bob.getByRole("button", { name: "Rematch" }).click();
  await ann.getByRole("button", { name: "Accept" }).click();
  await expect(ann).not.toHaveURL(link);
  await expect(bob.locator(".turn")).toHaveText("Your turn");
  for (const context of [first, second, third]) await context.close();
  expect(found.filter(text => !/ERR_INTERNET_DISCONNECTED|WebSocket/.test(text))).toEqual([]);
});

test("a whole game with clocks", async ({ browser }) => {
  const found: string[] = [];
  const [first, ann] = await person(browser, found);
  const [second, bob] = await person(browser, found);
  const link = await invite(ann, "game=tictactoe&with=friend&side=second&clock=300%2B3");
  await bob.goto(link);
  await bob.getByRole("button", { name: "Play", exact: true }).first().click();
  await expect(bob.locator(".clock").first()).toContainText(/[45]:\d\d/);
  await Promise.all([playOut(ann, mouse), playOut(bob, mouse)]);
  await expect(ann.locator(".end-title")).toHaveText((await bob.locator(".end-title").textContent()) ?? "");
  const download = ann.waitForEvent("download");
  await ann.getByRole("link", { name: "Save JSON" }).click();
  expect((await download).suggestedFilename()).toContain("zermelo");
  for (const context of [first, second]) await context.close();
  expect(found).toEqual([]);
});

test("two users who want the same game are paired", async ({ browser }) => {
  const found: string[] = [];
  const [first, ann] = await person(browser, found);
  const [second, bob] = await person(browser, found);
  for (const page of [ann, bob]) {
    await page.goto("");
    await page.locator('label:has(input[value="anyone"])').click();
    await page.locator('.tile:has(z-picture[game="teeko"]) .tile-play').click();
  }
  await expect(ann.locator(".status .turn")).toContainText(/Your turn|to move/);
  await expect(bob.locator(".status .turn")).toContainText(/Your turn|to move/);
  for (const context of [first, second]) await context.close();
  expect(found).toEqual([]);
});

test("a seek is accepted in the lobby, and a live game is watched", async ({ browser }) => {
  const found: string[] = [];
  const [first, ann] = await person(browser, found);
  const [second, bob] = await person(browser, found);
  const [third, eve] = await person(browser, found);
  await ann.goto("#/setup?game=mnk:width=5,height=5,k=4&with=anyone");
  await ann.getByRole("button", { name: "Find an opponent" }).click();
  await bob.goto("#/watch");
  const row = bob.locator(".rows .row-link").filter({ hasText: "Five in a row" });
  await expect(row).toBeVisible();
  await row.click();
  await bob.getByRole("button", { name: "Find an opponent" }).click();
  await expect(ann.locator(".status .turn")).toContainText(/Your turn|to move/);
  await eve.goto("#/watch");
  await eve.locator(".rows .row-link").filter({ hasText: "Five in a row" }).first().click();
  await expect(eve.locator(".status .turn")).toContainText("to move");
  for (const context of [first, second, third]) await context.close();
  expect(found).toEqual([]);
});

test("a game against the computer with a clock", async ({ page }) => {
  await page.goto("#/setup?game=tictactoe&agent=level:n=2&clock=300%2B3");
  await page.getByRole("button", { name: "Play", exact: true }).last().click();
  await playOut(page, mouse);
  await expect(page.locator(".end-title")).toContainText(/wins|draw/);
  await page.getByRole("button", { name: "Rematch" }).click();
  await expect(page.locator(".end")).toHaveCount(0);
});
