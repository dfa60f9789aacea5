/** The 3-D board: moves on the canvas, in the flat view and in the side views. */

import type { View } from "../src/protocol.ts";
import { cell, expect, mouse, pick, playOut, test, turn, viewOf } from "./page.ts";

const start = "#/play?game=connect3d&with=here";

test("is played on the canvas", async ({ page }) => {
  await page.goto(start);
  const canvas = page.locator("z-space canvas");
  await expect(canvas).toBeVisible();
  const box = await canvas.boundingBox();
  if (!box) throw new Error("no canvas");
  let ply = 0;
  for (const [x, y] of [
    [0.5, 0.6],
    [0.45, 0.6],
    [0.55, 0.58],
    [0.4, 0.55],
  ] as const) {
    await page.mouse.move(box.x + x * box.width, box.y + y * box.height);
    await page.mouse.down();
    await page.mouse.up();
    ply++;
    await page.waitForFunction(
      wanted => (document.querySelector("z-board") as unknown as { view: View }).view.ply === wanted,
      ply,
    );
  }
  // Rotating the board makes no move.
  await page.mouse.move(box.x + 0.5 * box.width, box.y + 0.6 * box.height);
  await page.mouse.down();
  await page.mouse.move(box.x + 0.7 * box.width, box.y + 0.5 * box.height, { steps: 8 });
  await page.mouse.up();
  await page.waitForTimeout(300);
  expect((await viewOf(page)).ply).toBe(4);
});

test("is played in the side view, which a second click closes", async ({ page }) => {
  await page.goto(start);
  await page.getByRole("button", { name: "Column c through all depths" }).click();
  await expect(page.locator(".sheet")).toHaveCount(1);
  const view = await turn(page);
  const move = view?.moves.find(move => move.text === "c4");
  if (!move) throw new Error("c4 is possible");
  await cell(page, move.path[0] ?? 0).click();
  await expect(page.locator(".move")).toHaveText(["c4"]);
  await page.getByRole("button", { name: "Column c through all depths" }).click();
  await expect(page.locator(".sheet")).toHaveCount(5);
  // A click on a column's name in the flat view also opens its side view; a click outside the side view closes it.
  await page.getByRole("button", { name: "Column c through all depths" }).click();
  await page.locator(".status").click();
  await expect(page.locator(".sheet")).toHaveCount(5);
});

test("is played to the end in the flat view, and the line is highlighted", async ({ page }) => {
  await page.goto(`${start}&moves=c3,d3,c3,d2,c3,d1`);
  await turn(page);
  const view = await viewOf(page);
  const move = view.moves.find(move => move.text === "c3");
  await cell(page, move?.path[0] ?? 0).click();
  await expect(page.locator(".end-title")).toHaveText("Red wins in 7 moves");
  await expect(page.locator(".token.won")).toHaveCount(4);
  await expect(page.locator(".won-line")).toHaveCount(1);
});

test("works without WebGL", async ({ page }) => {
  await page.addInitScript(() => {
    const original = HTMLCanvasElement.prototype.getContext;
    HTMLCanvasElement.prototype.getContext = function (
      this: HTMLCanvasElement,
      kind: string,
      ...rest: unknown[]
    ) {
      return kind.startsWith("webgl") ? null : Reflect.apply(original, this, [kind, ...rest]);
    } as typeof original;
  });
  await page.goto("#/play?game=connect3d:width=4,depth=4,height=4,gravity=off&agent=level:n=8");
  await expect(page.getByText("This browser can’t draw in 3-D.")).toBeVisible();
  await playOut(page, mouse);
});

test("continues when WebGL is lost", async ({ page }) => {
  await page.goto(start);
  await expect(page.locator("z-space canvas")).toBeVisible();
  await page.evaluate(() => {
    const canvas = document.querySelector<HTMLCanvasElement>("z-space canvas");
    canvas?.getContext("webgl2")?.getExtension("WEBGL_lose_context")?.loseContext();
  });
  await expect(page.getByText("This browser can’t draw in 3-D.")).toBeVisible();
  const view = await turn(page);
  if (view) await mouse.move(page, view, pick(view, 3));
  await expect(page.locator(".move")).toHaveCount(1);
});
