import { defineConfig } from "vite";

/** Where a server of Zermelo listens while the page is developed and tested. */
const server = process.env.ZERMELO_SERVER ?? "http://127.0.0.1:8123";

/** The policy that the server sends with the page: nothing leaves its origin, nothing is run or styled from a text. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/** The server takes requests of its own pages alone, so the proxy tells it its own origin. */
const proxy = {
  "^(/[a-z]+)?/api/": { target: server, changeOrigin: true, ws: true, headers: { origin: server } },
};

export default defineConfig({
  // Relative addresses: the page may stand under a path.
  base: "./",
  server: { port: 5173, proxy },
  preview: { port: 4173, proxy, headers: { "Content-Security-Policy": policy } },
  build: {
    target: "es2022",
    // light-dark() is left as it is written.
    cssTarget: ["chrome123", "firefox120", "safari17.5"],
    modulePreload: { polyfill: false },
    assetsInlineLimit: 0,
    cssCodeSplit: false,
    chunkSizeWarningLimit: 700,
    license: { fileName: "licenses.md" },
    rolldownOptions: {
      output: {
        // Names without content hashes: the server tells versions by ETag, and a new build changes few files of the repository.
        entryFileNames: "assets/[name].js",
        chunkFileNames: "assets/[name].js",
        assetFileNames: "assets/[name][extname]",
      },
    },
  },
});
