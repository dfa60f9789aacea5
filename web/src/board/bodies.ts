/** The bodies of the 3-D board and their positions: base, posts or glass levels, names, balls. */

import {
  CanvasTexture,
  type Color,
  CylinderGeometry,
  Group,
  InstancedMesh,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
  TorusGeometry,
  Vector3,
} from "three";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import type { Board, Cell, Side } from "../protocol.ts";

export const BALL = 0.42;
/** The distance between glass levels, in cells. */
const LEVEL = 1.35;

/** The current value of a colour of tokens.css. */
export type Palette = (name: string) => Color;

export const isCube = (board: Board): boolean => board.kind === "cube";

/** The height of all rows together. */
export const tallOf = (board: Board): number => board.size[1] * (isCube(board) ? LEVEL : 2 * BALL);

/** The centre of a cell: columns along x, rows along y (up), depths along -z (away from the viewer). */
export function middle(board: Board, at: readonly [number, number, number]): Vector3 {
  const [width, , depth] = board.size;
  const up = isCube(board) ? LEVEL : 2 * BALL;
  return new Vector3(
    at[0] - (width - 1) / 2,
    BALL + at[1] * up + (isCube(board) ? 0.12 : 0),
    (depth - 1) / 2 - at[2],
  );
}

/** Removes all objects of a group and frees their GPU resources. */
export function empty(group: Group): void {
  group.traverse(object => {
    if (object instanceof Mesh || object instanceof LineSegments) {
      object.geometry.dispose();
      for (const material of [object.material].flat()) material.dispose();
    } else if (object instanceof Sprite) {
      object.material.map?.dispose();
      object.material.dispose();
    }
  });
  group.clear();
}

/** Adds the base, the posts or levels and the names to a group. Returns the invisible bodies for hit tests. */
export function build(group: Group, board: Board, colour: Palette): Mesh[] {
  const [width, , depth] = board.size;
  const base = new Mesh(
    new RoundedBoxGeometry(width + 0.7, 0.4, depth + 0.7, 4, 0.14),
    new MeshStandardMaterial({ color: colour("base"), roughness: 0.75 }),
  );
  base.position.y = -0.2;
  group.add(base);
  const targets = isCube(board) ? levels(group, board, colour) : posts(group, board, colour);
  names(group, board, colour);
  return targets;
}

const unseen = (): MeshBasicMaterial => new MeshBasicMaterial({ visible: false });

function levels(group: Group, board: Board, colour: Palette): Mesh[] {
  const [width, height, depth] = board.size;
  const glass = new MeshPhysicalMaterial({
    color: colour("glass-line"),
    transparent: true,
    opacity: 0.28,
    roughness: 0.2,
    depthWrite: false,
  });
  for (let row = 0; row < height; row++) {
    const plate = new Mesh(new RoundedBoxGeometry(width + 0.3, 0.06, depth + 0.3, 2, 0.03), glass);
    plate.position.y = row * LEVEL + 0.06;
    plate.renderOrder = row;
    group.add(plate);
  }
  const dots = new InstancedMesh(
    new CylinderGeometry(0.16, 0.16, 0.02, 20),
    new MeshStandardMaterial({ color: colour("glass-line"), roughness: 0.6 }),
    board.cells.length,
  );
  group.add(dots);
  const body = unseen();
  return board.cells.map((cell, index) => {
    const at = middle(board, cell.at);
    dots.setMatrixAt(index, new Matrix4().makeTranslation(at.x, at.y - BALL + 0.01, at.z));
    return target(group, cell, at, new Mesh(new SphereGeometry(0.48, 8, 6), body));
  });
}

function posts(group: Group, board: Board, colour: Palette): Mesh[] {
  const [width, , depth] = board.size;
  const tall = tallOf(board) + 0.2;
  const posts = new InstancedMesh(
    new CylinderGeometry(0.075, 0.075, tall, 14),
    new MeshStandardMaterial({ color: colour("post"), roughness: 0.5, transparent: true, opacity: 0.62 }),
    width * depth,
  );
  group.add(posts);
  const body = unseen();
  return board.cells
    .filter(cell => cell.at[1] === 0)
    .map((cell, index) => {
      const { x, z } = middle(board, cell.at);
      posts.setMatrixAt(index, new Matrix4().makeTranslation(x, tall / 2, z));
      const hit = new Mesh(new CylinderGeometry(0.47, 0.47, tall + 0.4, 10), body);
      return target(group, cell, new Vector3(x, tall / 2 + 0.1, z), hit);
    });
}

function target(group: Group, cell: Cell, at: Vector3, hit: Mesh): Mesh {
  hit.position.copy(at);
  hit.userData.square = cell.square;
  group.add(hit);
  return hit;
}

/** The names of columns and depths, along the edges of the base. */
function names(group: Group, { columns, planes, size }: Board, colour: Palette): void {
  const [width, , depth] = size;
  const write = (text: string, x: number, z: number) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 96;
    const pen = canvas.getContext("2d");
    if (!pen) return;
    pen.font = "600 62px system-ui, sans-serif";
    pen.textAlign = "center";
    pen.textBaseline = "middle";
    pen.fillStyle = `#${colour("name").getHexString(SRGBColorSpace)}`;
    pen.fillText(text, 48, 50);
    const texture = new CanvasTexture(canvas);
    texture.colorSpace = SRGBColorSpace;
    const sprite = new Sprite(new SpriteMaterial({ map: texture, transparent: true, depthWrite: false }));
    sprite.scale.set(0.62, 0.62, 1);
    sprite.position.set(x, -0.1, z);
    group.add(sprite);
  };
  columns.forEach((name, at) => {
    write(name, at - (width - 1) / 2, depth / 2 + 0.8);
  });
  planes.forEach((name, at) => {
    write(name, width / 2 + 0.8, (depth - 1) / 2 - at);
  });
}

/** A ball in the colour of its side, with rings for the first side and a cross for the second, visible from all sides. */
export function ball(side: Side, id: string, colour: Palette, isGhost = false): Group {
  const group = new Group();
  const look = { roughness: 0.38, transparent: isGhost, opacity: isGhost ? 0.35 : 1 };
  group.add(
    new Mesh(new SphereGeometry(BALL, 40, 28), new MeshStandardMaterial({ color: colour(id), ...look })),
  );
  const mark = new MeshStandardMaterial({ color: colour(`${id}-mark`), ...look, roughness: 0.6 });
  const hoop = (radius = BALL * 0.985) => new Mesh(new TorusGeometry(radius, 0.028, 10, 56), mark);
  if (side === "first") {
    // One ring round the middle and one near the top, so that one of them is visible from every direction.
    const [belt, crown] = [hoop(), hoop(BALL * 0.56)];
    belt.rotation.x = crown.rotation.x = Math.PI / 2;
    crown.position.y = BALL * 0.83;
    group.add(belt, crown);
  } else {
    for (const turn of [0, Math.PI / 2]) {
      const half = hoop();
      half.rotation.y = turn + Math.PI / 4;
      group.add(half);
    }
  }
  return group;
}
