/** The strokes through winning cells. Only geometry: the view tells which cells win. */

import { NEIGHBOURS } from "./hexagons.ts";
import type { Place } from "./sheet.ts";

type At = Pick<Place, "x" | "y">;

const key = ({ x, y }: At): string => `${x},${y}`;

/** On squares: along runs of three or more, otherwise around all cells. */
export function strokes<P extends At>(places: readonly P[]): P[][] {
  const at = new Map(places.map(place => [key(place), place]));
  const runs: P[][] = [];
  const covered = new Set<P>();
  for (const [dx, dy] of [
    [1, 0],
    [0, 1],
    [1, 1],
    [1, -1],
  ] as const) {
    const beside = ({ x, y }: At, steps: number) => at.get(key({ x: x + dx * steps, y: y + dy * steps }));
    for (const place of places) {
      if (beside(place, -1)) continue;
      const run: P[] = [];
      for (let next: P | undefined = place; next; next = beside(place, run.length)) run.push(next);
      if (run.length < 3) continue;
      runs.push([place, run.at(-1) as P]);
      for (const one of run) covered.add(one);
    }
  }
  if (covered.size === places.length || places.length < 3) return runs;
  return [...runs, round(places)];
}

/** A closed line around all places. */
function round<P extends At>(places: readonly P[]): P[] {
  const mean = (of: (place: P) => number) =>
    places.reduce((sum, place) => sum + of(place), 0) / places.length;
  const [x, y] = [mean(place => place.x), mean(place => place.y)];
  const angle = (place: P) => Math.atan2(place.y - y, place.x - x);
  const sorted = [...places].sort((a, b) => angle(a) - angle(b));
  return [...sorted, sorted[0] as P];
}

/** On hexagons: a shortest path through the cells from column (or row) 0 to the last; empty if there is none. */
export function chain<P extends At>(places: readonly P[], axis: "x" | "y", last: number): P[] {
  const at = new Map(places.map(place => [key(place), place]));
  const ways = places.filter(place => place[axis] === 0).map(place => [place]);
  const seen = new Set(ways.flat());
  for (const way of ways) {
    const end = way.at(-1) as P;
    if (end[axis] === last) return way;
    for (const [dx, dy] of NEIGHBOURS) {
      const next = at.get(key({ x: end.x + dx, y: end.y + dy }));
      if (!next || seen.has(next)) continue;
      seen.add(next);
      ways.push([...way, next]);
    }
  }
  return [];
}
