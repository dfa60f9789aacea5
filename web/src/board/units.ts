/** The units of all drawings. */

/** The side of a cell in drawing units. */
export const UNIT = 10;

/** A point in a drawing or on a sheet: x to the right, y down. */
export type Point = [number, number];
