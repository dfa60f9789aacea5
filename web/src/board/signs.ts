/** Marks on the 3-D board: the last move, the landing preview, the hint, the winning line, the cut. */

import {
  BufferGeometry,
  CatmullRomCurve3,
  Float32BufferAttribute,
  type Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  SphereGeometry,
  TorusGeometry,
  TubeGeometry,
  type Vector3,
} from "three";
import { coloursOf } from "../i18n/text.ts";
import { type Board, indexOf, type View } from "../protocol.ts";
import { BALL, ball, isCube, middle, type Palette, tallOf } from "./bodies.ts";
import * as clicks from "./clicks.ts";

/** The data for the marks. */
export interface Marked {
  view: View;
  /** The cell under the pointer or the focus, if a move can be chosen. */
  aim: number | null;
  hint: string | null;
  /** The column of the cut in the flat view. */
  column: number | null;
}

/** The position of a square. */
function at(board: Board, square: number | undefined): Vector3 | undefined {
  const cell = board.cells.find(cell => cell.square === square);
  return cell && middle(board, cell.at);
}

/** Adds all marks to a group. */
export function mark(group: Group, { view, aim, hint, column }: Marked, colour: Palette): void {
  const last = view.last ? at(view.board, clicks.target(view.last)) : undefined;
  if (last && view.winning.length === 0) group.add(dot(last, colour));
  if (aim !== null) held(group, view, aim, colour);
  const hinted = view.moves.find(move => move.text === hint);
  const place = hinted && at(view.board, clicks.target(hinted));
  if (place) group.add(ring(place, colour));
  line(group, view, colour);
  if (column !== null) cut(group, view.board, column, colour);
}

function dot(place: Vector3, colour: Palette): Mesh {
  const dot = new Mesh(
    new SphereGeometry(0.1, 16, 12),
    new MeshBasicMaterial({ color: colour("ground"), depthTest: false }),
  );
  dot.renderOrder = 20;
  dot.position.copy(place);
  return dot;
}

function ring(place: Vector3, colour: Palette): Mesh {
  const ring = new Mesh(
    new TorusGeometry(BALL * 1.08, 0.05, 10, 48),
    new MeshBasicMaterial({ color: colour("accent") }),
  );
  ring.rotation.x = Math.PI / 2;
  ring.position.copy(place);
  return ring;
}

/** The preview of a move: a faint ball where it would land and one above its post. */
function held(group: Group, view: View, aim: number, colour: Palette): void {
  const { board, to_move } = view;
  const done = clicks.click(view, [], aim);
  const square = done.do === "play" ? clicks.target(done.move) : undefined;
  const cell = board.cells.find(cell => cell.square === square);
  if (!cell) return;
  const id = coloursOf(view.sides)[indexOf(to_move)];
  const ghost = ball(to_move, id, colour, true);
  ghost.position.copy(middle(board, cell.at));
  group.add(ghost);
  if (isCube(board)) return;
  const above = ball(to_move, id, colour);
  above.position.copy(middle(board, [cell.at[0], board.size[1], cell.at[2]]));
  above.position.y += 0.35;
  above.scale.setScalar(0.8);
  group.add(above);
}

/** The line through the winning balls. */
function line(group: Group, { board, winning }: View, colour: Palette): void {
  const points = winning.map(square => at(board, square)).filter(point => point !== undefined);
  if (points.length < 2) return;
  // The line ends at the farthest pair. Where several lines win, the other balls still glow.
  let ends: [Vector3, Vector3] | null = null;
  for (const a of points) {
    for (const b of points) {
      if (!ends || a.distanceTo(b) > ends[0].distanceTo(ends[1])) ends = [a, b];
    }
  }
  if (!ends) return;
  const [from, to] = ends;
  const along = to.clone().sub(from).normalize();
  const isOff = points.some(point => {
    const away = point.clone().sub(from);
    return away.sub(along.clone().multiplyScalar(away.dot(along))).length() > 0.05;
  });
  if (isOff) return;
  const tube = new Mesh(
    new TubeGeometry(new CatmullRomCurve3(ends), 8, 0.06, 10),
    new MeshBasicMaterial({ color: colour("ink"), depthTest: false, transparent: true, opacity: 0.85 }),
  );
  tube.renderOrder = 30;
  group.add(tube);
}

/** A pane through the column of the cut. */
function cut(group: Group, board: Board, column: number, colour: Palette): void {
  const [width, , depth] = board.size;
  const tall = tallOf(board) + 0.2;
  const x = column - (width - 1) / 2;
  const pane = new Mesh(
    new PlaneGeometry(depth + 0.6, tall),
    new MeshBasicMaterial({
      color: colour("accent"),
      transparent: true,
      opacity: 0.14,
      side: 2,
      depthWrite: false,
    }),
  );
  pane.rotation.y = Math.PI / 2;
  pane.position.set(x, tall / 2, 0);
  const edge = new BufferGeometry();
  const [a, b] = [-(depth + 0.6) / 2, (depth + 0.6) / 2];
  const corners = [x, 0, a, x, tall, a, x, tall, a, x, tall, b, x, tall, b, x, 0, b, x, 0, b, x, 0, a];
  edge.setAttribute("position", new Float32BufferAttribute(corners, 3));
  group.add(pane, new LineSegments(edge, new LineBasicMaterial({ color: colour("accent") })));
}
