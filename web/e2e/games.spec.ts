/** Plays every game from the home screen to its end: against the computer and at one screen, by mouse, touch and keyboard. */

import { readFileSync } from "node:fs";
import { games } from "../src/games.ts";
import { expect, type Hands, keyboard, mouse, playOut, test, touch } from "./page.ts";

const texts = readFileSync(new URL("../src/i18n/en.ftl", import.meta.url), "utf8");
/** The English name of a game. */
const nameOf = (id: string): string => new RegExp(`^game-${id} = (.+)$`, "m").exec(texts)?.[1] ?? id;

/** Presses Tab until an element is focused. */
async function tabTo(page: import("@playwright/test").Page, selector: string): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    const isThere = await page.evaluate(wanted => document.activeElement?.matches(wanted) ?? false, selector);
    if (isThere) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not reach ${selector}`);
}

/** The first game of each kind of board. Other games of the same kind use the same code of the page. */
const ofEachBoard = games.filter(({ board }, at) => games.findIndex(other => other.board === board) === at);

for (const hands of [mouse, touch, keyboard] as Hands[]) {
  test.describe(`by ${hands.name}`, () => {
    test.use({
      hasTouch: hands.name === "touch",
      viewport: hands.name === "touch" ? { width: 390, height: 844 } : { width: 1280, height: 860 },
      contextOptions: { reducedMotion: "reduce" },
    });
    for (const { id } of games) {
      // At one screen both sides are played by the page: every game with the mouse, one game per kind of board with touch and keyboard.
      const isPlayedHere = hands.name === "mouse" || ofEachBoard.some(game => game.id === id);
      for (const against of isPlayedHere ? (["computer", "here"] as const) : (["computer"] as const)) {
        test(`${id} against ${against}`, async ({ page }) => {
          test.slow();
          await page.goto("");
          const tile = page.locator(`.tile:has(z-picture[game="${id}"]) .tile-play`);
          await expect(tile).toContainText(nameOf(id));
          if (hands.name === "keyboard") {
            await tabTo(page, 'input[name="with"]');
            if (against === "here") await page.keyboard.press("ArrowRight");
            else {
              await tabTo(page, 'input[name="level"]');
              for (let level = 3; level < 6; level++) await page.keyboard.press("ArrowRight");
            }
            await tabTo(page, `.tile:has(z-picture[game="${id}"]) .tile-play`);
            await page.keyboard.press("Enter");
            await expect(page.locator(".cells [tabindex='0']")).toBeFocused();
          } else {
            const press = (selector: string) =>
              hands.name === "touch" ? page.locator(selector).tap() : page.locator(selector).click();
            if (against === "here") await press('label:has(input[name="with"][value="here"])');
            else await press('label:has(input[name="level"][value="6"])');
            if (hands.name === "touch") await tile.tap();
            else await tile.click();
          }
          await playOut(page, hands, against === "here");
          await expect(page.locator(".end-title")).toContainText(/wins in \d+ moves|draw after \d+ moves/);
          await expect(page.locator('[data-live="assertive"]')).toContainText(/wins|draw/);
          await expect(page.locator(".end")).toContainText(/Rematch|Play again/);
          await expect(page.locator(".end")).toContainText("Main menu");
        });
      }
    }
  });
}
