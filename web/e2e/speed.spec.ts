/** Load size and speed: sizes have limits, times are measured and printed. */

import { gzipSync } from "node:zlib";
import { expect, test, turn } from "./page.ts";

test("the first load is small", async ({ page }) => {
  let bytes = 0;
  const names: string[] = [];
  const waiting: Promise<void>[] = [];
  page.on("response", response => {
    waiting.push(
      response.body().then(
        body => {
          const size = gzipSync(body).length;
          bytes += size;
          names.push(`${new URL(response.url()).pathname} ${size}`);
        },
        () => undefined,
      ),
    );
  });
  await page.goto("");
  await page.waitForLoadState("networkidle");
  await Promise.all(waiting);
  console.log(`first load: ${bytes} bytes gzip\n${names.join("\n")}`);
  expect(bytes).toBeLessThan(120_000);
  expect(names.join()).not.toContain("space");
});

test("a click is shown at once", async ({ page }) => {
  await page.goto("#/play?game=connect4&with=here");
  await turn(page);
  const times: number[] = [];
  for (let move = 0; move < 8; move++) {
    await turn(page);
    const time = await page.evaluate(
      column =>
        new Promise<number>(done => {
          const cell = document.querySelector<HTMLElement>(`.cells [data-name^="${column}."]`);
          const began = performance.now();
          const look = () => {
            const isMoving = document.getAnimations().some(animation => {
              const target = (animation.effect as KeyframeEffect | null)?.target;
              return target?.classList.contains("fall") && animation.playState === "running";
            });
            if (isMoving) done(performance.now() - began);
            else requestAnimationFrame(look);
          };
          cell?.click();
          requestAnimationFrame(look);
        }),
      (move % 7) + 1,
    );
    times.push(time);
    await page.waitForTimeout(600);
  }
  console.log(`from click to disc moving, ms: ${times.map(time => time.toFixed(0)).join(" ")}`);
});

test("frames while a disc falls", async ({ page }) => {
  await page.goto("#/play?game=connect4&with=here");
  await turn(page);
  const counts: number[] = [];
  for (const key of ["1", "2", "3", "4"]) {
    const frames = page.evaluate(
      () =>
        new Promise<number>(done => {
          let frames = 0;
          const began = performance.now();
          const count = (now: number) => {
            frames++;
            if (now - began < 500) requestAnimationFrame(count);
            else done(frames / ((now - began) / 1000));
          };
          requestAnimationFrame(count);
        }),
    );
    await page.keyboard.press(key);
    counts.push(await frames);
  }
  console.log(`frames a second while a disc falls: ${counts.map(count => count.toFixed(0)).join(" ")}`);
});
