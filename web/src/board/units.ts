/** What all drawings measure in. */

/** The side of a cell in the units of a drawing. */
export const UNIT = 10;

/** A place in a drawing, or on a sheet: across, then down. */
export type Point = [number, number];
