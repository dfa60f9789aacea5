/** What the server says and takes (protocol.made.ts, which the server's own types make), and a few words about sides. */

import type { Side } from "./protocol.made.ts";

export type * from "./protocol.made.ts";

/** What is left on both clocks, in milliseconds. */
export type ClocksMs = [number, number];

/** The version of the protocol that this page speaks. */
export const VERSION = 1;

export const SIDES: readonly [Side, Side] = ["first", "second"];
export const indexOf = (side: Side): 0 | 1 => (side === "first" ? 0 : 1);
export const other = (side: Side): Side => (side === "first" ? "second" : "first");
