import base from "./playwright.config.ts";

/** Pictures of every screen: `npm run shots`, then look at shots/. */
export default { ...base, testIgnore: [], testMatch: "shots.spec.ts" };
