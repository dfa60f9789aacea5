import { existsSync, mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { defineConfig } from "@playwright/test";

/**
 * The page in a real Chromium before a real server.
 *
 * ZERMELO_BIN: the server's program (../target/debug/zermelo if not given). ZERMELO_PAGE=preview: the page as `npm run build` made it last,
 * beside that server, instead of the one in it. CHROMIUM: the browser (/usr/bin/chromium if not given).
 */
const program = process.env.ZERMELO_BIN ?? "../target/debug/zermelo";
const isPreview = process.env.ZERMELO_PAGE === "preview";
const port = Number(process.env.ZERMELO_PORT ?? 8191);
const server = `http://127.0.0.1:${port}`;
const preview = "http://127.0.0.1:4191";
process.env.E2E_DATA ??= mkdtempSync(join(tmpdir(), "zermelo-page-"));

export default defineConfig({
  testDir: "e2e",
  testIgnore: "shots.spec.ts",
  outputDir: "test-results",
  // The machine is shared: what is slow is not wrong.
  timeout: 180_000,
  expect: { timeout: 15_000 },
  fullyParallel: true,
  workers: Number(process.env.WORKERS ?? 2),
  // A browser that gets no processor for a while is tried once more; what fails twice is wrong.
  retries: 1,
  reporter: [["list"]],
  use: {
    baseURL: `${isPreview ? preview : server}/`,
    locale: "en-GB",
    trace: "retain-on-failure",
    launchOptions: {
      executablePath:
        process.env.CHROMIUM ?? (existsSync("/usr/bin/chromium") ? "/usr/bin/chromium" : undefined),
      args: ["--no-sandbox", "--disable-background-networking", "--enable-unsafe-swiftshader"],
    },
  },
  webServer: [
    {
      command: `${program} serve --listen 127.0.0.1:${port} --data ${process.env.E2E_DATA} --rate 2000 --burst 4000`,
      url: `${server}/health`,
      reuseExistingServer: false,
      timeout: 60_000,
    },
    ...(isPreview
      ? [
          {
            command: "npx vite preview --host 127.0.0.1 --port 4191 --strictPort",
            url: preview,
            env: { ZERMELO_SERVER: server },
            reuseExistingServer: false,
          },
        ]
      : []),
  ],
});
