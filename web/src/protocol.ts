/** The message types of the server (protocol.made.ts, generated from the server's types), and helpers for sides. */

import type { Side } from "./protocol.made.ts";

export type * from "./protocol.made.ts";

/** The remaining time of both clocks, in milliseconds. */
export type ClocksMs = [number, number];

/** The protocol version of this page. */
export const VERSION = 1;

export const SIDES: readonly [Side, Side] = ["first", "second"];
export const indexOf = (side: Side): 0 | 1 => (side === "first" ? 0 : 1);
export const other = (side: Side): Side => (side === "first" ? "second" : "first");
