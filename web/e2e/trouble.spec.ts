/** Errors: each is explained, with what to do next, and no data is lost. */

import { games } from "../src/games.ts";
import { cell, expect, pick, test, turn, viewOf } from "./page.ts";

test.describe("links", () => {
  test.use({ allowed: [/40\d|422|Failed to load resource/] });

  test("to a game that does not exist", async ({ page }) => {
    await page.goto("#/play?game=chess");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Game not found");
    await expect(page.getByText("This server does not have that game")).toBeVisible();
    await page.getByRole("link", { name: "To the games" }).click();
    await expect(page.locator(".tile")).toHaveCount(games.length);
  });

  test("to a room that does not exist", async ({ page }) => {
    await page.goto("#/room/nosuchroom");
    await expect(page.getByText("There is no game “nosuchroom” here")).toBeVisible();
  });

  test("of another version", async ({ page }) => {
    await page.goto("#/tournament/12");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("Page not found");
  });

  test("to a game that needs a room lead to its set-up", async ({ page }) => {
    await page.goto("#/play?game=teeko&with=friend&clock=300%2B3");
    await expect(page.getByRole("heading", { level: 1 })).toHaveText("New game");
    await expect(page).toHaveURL(/#\/setup\?game=teeko&with=friend&clock=300%2B3/);
    await expect(page.getByRole("radio", { name: "5 min + 3 s" })).toBeChecked();
  });

  test("with illegal moves are played up to the first illegal move", async ({ page }) => {
    await page.goto("#/play?game=connect4&with=here&moves=4,4,9,1");
    await expect(page.locator(".move")).toHaveCount(2);
    await expect(page.locator(".told")).toHaveText("There is no such place on this board.");
  });

  test("with an agent beyond the quota", async ({ page }) => {
    await page.goto("#/play?game=connect4&side=second&agent=external:cmd=x");
    await expect(page.locator(".told")).toContainText(/computer/);
  });
});

test.describe("the server", () => {
  test.use({ allowed: [/Failed to load resource|ERR_/] });

  test("is unreachable: the page shows it, and the move is not lost", async ({ page }) => {
    await page.goto("#/play?game=connect4&with=here");
    const view = await turn(page);
    await page.route("**/api/**", route => route.abort());
    if (view) await cell(page, pick(view, 1).path[0] ?? 0).click();
    await expect(page.locator(".told")).toHaveText("No connection, trying again…");
    await page.unroute("**/api/**");
    await expect(page.locator(".move")).toHaveCount(1);
    await expect(page.locator(".told")).not.toHaveText("No connection, trying again…");
  });

  test("rejects a move: the piece goes back", async ({ page }) => {
    await page.goto("#/play?game=connect4&with=here&moves=4");
    const view = await turn(page);
    await page.route("**/api/v1/view", async route => {
      await route.fulfill({
        status: 422,
        contentType: "application/json",
        body: JSON.stringify({
          error: {
            code: "move/column-full",
            message: "full",
            at: 1,
            state: { ...view, played: ["4"], start: "", position: "" },
          },
        }),
      });
    });
    await page.keyboard.press("5");
    await expect(page.locator(".told")).toHaveText("That column is full.");
    await expect(page.locator(".token")).toHaveCount(1);
  });
});

test("the page works without storage", async ({ page }) => {
  await page.addInitScript(() => {
    Object.defineProperty(window, "localStorage", {
      get() {
        throw new DOMException("denied", "SecurityError");
      },
    });
  });
  await page.goto("");
  await page.getByRole("button", { name: "Settings" }).click();
  await page.locator('label:has(input[value="dark"])').click();
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
  await expect(page.getByText("This browser does not allow storage")).toBeVisible();
});

test("the back button keeps a game in progress", async ({ page }) => {
  await page.goto("");
  await page.locator('label:has(input[value="here"])').click();
  await page.locator('.tile:has(z-picture[game="connect4"]) .tile-play').click();
  await turn(page);
  await page.keyboard.press("4");
  await page.keyboard.press("3");
  await expect(page.locator(".move")).toHaveCount(2);
  await page.goBack();
  await expect(page.getByRole("link", { name: "Continue Connect Four" })).toBeVisible();
  await page.goForward();
  await expect(page.locator(".move")).toHaveText(["4", "3"]);
  await page.reload();
  await expect(page.locator(".move")).toHaveText(["4", "3"]);
  await page.goto("#/");
  await page.getByRole("link", { name: "Continue Connect Four" }).click();
  await expect(page.locator(".move")).toHaveText(["4", "3"]);
});

test.describe("invalid text", () => {
  test.use({ allowed: [/422|400|Failed to load resource/] });
  test("is rejected with a message", async ({ page }) => {
    await page.goto("#/setup?game=connect4&with=here");
    await page.getByText("Another position").click();
    await page.getByLabel("Position (as text)").fill("🦀 '; DROP TABLE games; --");
    await page.getByLabel("Position (as text)").press("Tab");
    await page.getByRole("button", { name: "Play", exact: true }).last().click();
    await expect(page.getByText("That text is not a position of this game.")).toBeVisible();
    await page.goto("#/setup?game=connect4&with=here");
    await page.getByText("Another position").click();
    await page.getByLabel("A game as text").fill("🦀,\u0000\n1. e4 e5");
    await page.getByLabel("A game as text").press("Tab");
    await expect(page.getByText("No game could be read from that text.")).toBeVisible();
    await page.goto("#/play?game=connect4&with=here");
    await turn(page);
    await page.locator("#typed-move").fill("🦀<script>");
    await page.locator("#typed-move").press("Enter");
    await expect(page.locator(".told")).toHaveText("That is not valid notation for a move of this game.");
    expect((await viewOf(page)).ply).toBe(0);
  });
});
