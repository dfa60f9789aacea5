/** Board features besides placing and moving: discs that turn over, passes, swaps, hexagonal boards. */

import { cell, expect, mouse, test, turn, viewOf } from "./page.ts";

/** After these moves Black has no legal move on the board. */
const PASS = "#/play?game=reversi&with=here&moves=d3,c3,e6,d2,d1,e1,b2,c1";

const place = (page: import("@playwright/test").Page, name: string) =>
  page.locator(`.cells [data-name="${name}" i]`);

test("discs turn over, and back after a takeback", async ({ page }) => {
  await page.goto("#/play?game=reversi&with=here");
  await turn(page);
  await expect(page.locator(".count")).toHaveText(["2", "2"]);
  await place(page, "d3").click();
  await expect(page.locator(".count")).toHaveText(["4", "1"]);
  await expect(place(page, "d4")).toHaveAccessibleName(/d4, black disc/i);
  // The animation has ended: each piece shows one face.
  await expect(page.locator(".token .was")).toHaveCount(0);
  await expect(page.locator(".token")).toHaveCount(5);
  await page.getByRole("button", { name: "Take back" }).click();
  await expect(page.locator(".count")).toHaveText(["2", "2"]);
  await expect(place(page, "d4")).toHaveAccessibleName(/d4, white disc/i);
});

test("no disc turns with reduced motion", async ({ page }) => {
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto("#/play?game=reversi&with=here");
  await turn(page);
  await place(page, "d3").click();
  expect(await page.locator(".token .was").count()).toBe(0);
  await expect(page.locator(".count")).toHaveText(["4", "1"]);
});

test("a pass has a button", async ({ page }) => {
  await page.goto(PASS);
  const view = await turn(page);
  expect(view?.moves.map(({ path }) => path)).toEqual([[]]);
  await expect(page.locator(".told")).toHaveText("Only a pass is possible.");
  await expect(page.locator('[data-live="polite"]')).toHaveText("Black to move. Only a pass is possible.");
  await page.getByRole("button", { name: "Pass", exact: true }).click();
  await expect(page.locator('[data-live="polite"]')).toHaveText("Black passes. White to move");
  await expect(page.locator(".cells [tabindex='0']")).toBeFocused();
  await expect(page.getByRole("button", { name: "Pass", exact: true })).toHaveCount(0);
  expect((await viewOf(page)).ply).toBe(9);
});

test("a pass has a key, and is announced before it is played", async ({ page }) => {
  await page.goto(PASS.replace(",c1", ""));
  await turn(page);
  // No pass is legal yet, so the key does nothing.
  await page.keyboard.press("p");
  await place(page, "c1").focus();
  await page.keyboard.press("Enter");
  const said = page.locator('[data-live="polite"]');
  await expect(said).toHaveText(/Black to move\. Only a pass is possible\.$/);
  await page.keyboard.press("p");
  await expect(said).toHaveText("Black passes. White to move");
});

test("a pass waits for confirmation if the setting is on", async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem("zermelo.settings", '{"confirm":true}'));
  await page.goto(PASS);
  await turn(page);
  await page.keyboard.press("p");
  expect((await viewOf(page)).ply).toBe(8);
  await page.locator(".status .primary").click();
  await expect(page.locator('[data-live="polite"]')).toHaveText("Black passes. White to move");
});

test("a game of Reversi is won on points", async ({ page }) => {
  test.slow();
  await page.goto("#/play?game=reversi:size=6&with=here");
  for (let view = await turn(page); view; view = await turn(page)) {
    const move = view.moves[(view.ply * 7) % view.moves.length];
    if (!move) break;
    await mouse.move(page, view, { text: move.text, path: move.path, names: [] });
    await page.waitForFunction(ply => {
      const board = document.querySelector("z-board") as unknown as { view: { ply: number } };
      return board.view.ply > ply || document.querySelector(".end") !== null;
    }, view.ply);
  }
  const [black = 0, white = 0] = (await page.locator(".count").allTextContents()).map(Number);
  const title = black === white ? /draw/ : black > white ? /^Black wins/ : /^White wins/;
  await expect(page.locator(".end-title")).toHaveText(title);
  await expect(page.locator(".end")).toContainText("points");
});

test("clicks hit the hexagon that is drawn there", async ({ page }) => {
  await page.goto("#/play?game=hex:size=5&with=here");
  await turn(page);
  // The lower corner of a cell lies between two cells of the next row.
  const box = await place(page, "c2").boundingBox();
  if (!box) throw new Error("no cell");
  await page.mouse.click(box.x + box.width / 2, box.y + 0.96 * box.height);
  await expect(place(page, "c2")).toHaveAccessibleName(/^c2, red disc/);
  await page.mouse.click(box.x + 0.1 * box.width, box.y + 0.96 * box.height);
  await expect(place(page, "b3")).toHaveAccessibleName(/^b3, blue disc/);
});

test("arrows go to all neighbours of a hexagon, and edges are named", async ({ page }) => {
  await page.goto("#/play?game=hex:size=5&with=here");
  await turn(page);
  const keys = {
    ArrowRight: "d3",
    ArrowLeft: "b3",
    ArrowUp: "c2",
    ArrowDown: "c4",
    PageUp: "d2",
    PageDown: "b4",
  };
  for (const [key, name] of Object.entries(keys)) {
    await place(page, "c3").focus();
    await page.keyboard.press(key);
    await expect(place(page, name)).toBeFocused();
  }
  await expect(place(page, "a1")).toHaveAccessibleName("a1, Red edge, Blue edge, empty");
  await expect(place(page, "c5")).toHaveAccessibleName("c5, Red edge, empty");
  await expect(place(page, "e3")).toHaveAccessibleName("e3, Blue edge, empty");
});

test("a swap is offered on the stone, and a chain from edge to edge wins", async ({ page }) => {
  await page.goto("#/play?game=hex:size=4&with=here&moves=b2");
  await turn(page);
  await expect(place(page, "b2")).toHaveAccessibleName(/^b2, red disc, last move, possible/);
  await expect(page.locator(".told")).toContainText("swap");
  await page.goto("#/play?game=hex:size=4,swap=off&with=here&moves=b1,a1,b2,a2,b3,a3");
  const view = await turn(page);
  const b4 = view?.board.cells.find(({ name }) => name === "b4");
  if (!b4) throw new Error("no cell");
  await cell(page, b4.square).click();
  await expect(page.locator(".end-title")).toHaveText("Red wins in 7 moves");
  await expect(page.locator(".end")).toContainText("connected");
  await expect(page.locator(".won-line")).toHaveCount(1);
  await expect(page.locator(".token.won")).toHaveCount(4);
});
