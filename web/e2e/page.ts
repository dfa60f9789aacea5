/** Helpers for all tests: a page that must not log errors, and input by mouse, touch and keyboard. */

import { test as base, expect, type Locator, type Page } from "@playwright/test";
import type { View } from "../src/protocol.ts";

/** Collects the errors and warnings that a page logs. */
export function complaints(page: Page): string[] {
  const found: string[] = [];
  page.on("console", message => {
    // SwiftShader warns that it is slow.
    if (/GPU stall|GL Driver/.test(message.text())) return;
    if (["error", "warning"].includes(message.type())) found.push(`${message.type()}: ${message.text()}`);
  });
  page.on("pageerror", error => found.push(`error: ${error.message}`));
  return found;
}

export const test = base.extend<{ allowed: RegExp[] }>({
  /** Errors that a test expects. */
  allowed: [[], { option: true }],
  page: async ({ page, allowed }, use) => {
    const found = complaints(page);
    await use(page);
    expect(found.filter(text => !allowed.some(pattern => pattern.test(text)))).toEqual([]);
  },
});

export { expect };

/** The view of the board. */
export const viewOf = (page: Page): Promise<View> =>
  page.evaluate(() => (document.querySelector("z-board") as unknown as { view: View }).view);

/** A move's text, and the cells to click. */
export interface Choice {
  text: string;
  path: number[];
  names: string[];
}

/** Waits until this page can move or the game is over. Returns the view, or null if the game is over. */
export async function turn(page: Page): Promise<View | null> {
  await page.waitForFunction(() => {
    const board = document.querySelector("z-board") as (HTMLElement & { active: boolean; view: View }) | null;
    return (board && (board.active || board.view.ending !== null)) || document.querySelector(".end") !== null;
  });
  const isOver = (await page.locator(".end").count()) > 0;
  if (isOver) return null;
  const view = await viewOf(page);
  return view.ending ? null : view;
}

/** Picks a legal move. The same number always gives the same move. */
export const pick = (view: View, number: number): Choice =>
  choiceOf(view, (number * 7919 + 13) % view.moves.length);

function choiceOf(view: View, at: number): Choice {
  const move = view.moves[at];
  if (!move) throw new Error("no move is possible");
  const name = (square: number) => view.board.cells.find(cell => cell.square === square)?.name ?? "";
  return { text: move.text, path: move.path, names: move.path.map(name) };
}

export const cell = (page: Page, square: number): Locator => page.locator(`.cells [data-cell="${square}"]`);

/** Input by one kind of device. */
export interface Hands {
  name: "mouse" | "touch" | "keyboard";
  move(page: Page, view: View, choice: Choice): Promise<void>;
}

/** The button of a move that has no cell on the board. */
const offBoard = (page: Page): Locator => page.locator(".status .off-board");

export const mouse: Hands = {
  name: "mouse",
  async move(page, _, choice) {
    if (choice.path.length === 0) await offBoard(page).click();
    for (const square of choice.path) await cell(page, square).click();
  },
};

export const touch: Hands = {
  name: "touch",
  async move(page, _, choice) {
    if (choice.path.length === 0) await offBoard(page).tap();
    for (const square of choice.path) await cell(page, square).tap();
  },
};

export const keyboard: Hands = {
  name: "keyboard",
  async move(page, view, choice) {
    if (view.board.kind === "upright") {
      await page.keyboard.press(choice.text);
      return;
    }
    if (choice.path.length === 0) await page.keyboard.press("p");
    for (const [at, square] of choice.path.entries()) {
      // On a slow machine the keys of a name may exceed the time limit, so the name is typed again.
      await expect(async () => {
        await page.keyboard.press("Shift");
        await page.keyboard.type(choice.names[at] ?? "");
        await expect(cell(page, square)).toBeFocused({ timeout: 2000 });
      }).toPass();
      await page.keyboard.press("Enter");
    }
  },
};

/** The move of a computer: a strong level for the first side, a weak one for the second, so that games end soon. */
async function advised(page: Page, view: View, played: string[]): Promise<Choice> {
  const agent = view.to_move === "first" ? "level:n=6" : "level:n=1";
  const answer = await page.request.post("api/v1/analyse", {
    data: { game: view.game, moves: played, agent: `${agent},seed=${played.length}` },
  });
  const decision = (await answer.text())
    .split("\n\n")
    .filter(event => event.startsWith("event: decision"))
    .at(-1);
  const best = decision
    ? (JSON.parse(decision.slice(decision.indexOf("data:") + 5)) as { best: string }).best
    : "";
  const at = view.moves.findIndex(move => move.text === best);
  return at < 0 ? pick(view, played.length) : choiceOf(view, at);
}

/** Plays until the game is over and returns the number of moves. `isAdvised`: plays the moves of computers instead of arbitrary ones. */
export async function playOut(page: Page, hands: Hands, isAdvised = false, most = 300): Promise<number> {
  let last = -1;
  const played: string[] = [];
  for (let moves = 0; moves < most; moves++) {
    const view = await turn(page);
    if (!view) return moves;
    expect(view.ply).toBeGreaterThan(last);
    last = view.ply;
    const choice = isAdvised ? await advised(page, view, played) : pick(view, view.ply + moves);
    played.push(choice.text);
    await hands.move(page, view, choice);
    await page.waitForFunction(ply => {
      const board = document.querySelector("z-board") as (HTMLElement & { view: View }) | null;
      return board !== null && (board.view.ply > ply || document.querySelector(".end") !== null);
    }, view.ply);
  }
  throw new Error(`the game goes on after ${most} moves`);
}
