/**
 * The board in three dimensions: posts or levels of glass on a base, with balls. It can be turned, brought nearer and played in. It shows
 * what the flat view beside it shows, and is hidden from assistive technology, which has that.
 */

import { html, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import {
  BufferGeometry,
  CanvasTexture,
  CatmullRomCurve3,
  Color,
  CylinderGeometry,
  DirectionalLight,
  Float32BufferAttribute,
  Group,
  HemisphereLight,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  PerspectiveCamera,
  PlaneGeometry,
  Raycaster,
  Scene,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
  SRGBColorSpace,
  TorusGeometry,
  TubeGeometry,
  Vector2,
  Vector3,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { RoundedBoxGeometry } from "three/addons/geometries/RoundedBoxGeometry.js";
import { coloursOf } from "../i18n/text.ts";
import { PageElement } from "../parts/element.ts";
import { type Cell, indexOf, type Piece, type View } from "../protocol.ts";
import { mayMove } from "../settings.ts";
import * as clicks from "./clicks.ts";

/** Whether this browser can draw so. */
export function hasWebGl(): boolean {
  try {
    return document.createElement("canvas").getContext("webgl2") !== null;
  } catch {
    return false;
  }
}

const BALL = 0.42;
/** How far levels of glass stand apart, in cells. */
const LEVEL = 1.35;
const DROP_MS = 430;

/** A ball that falls. */
interface Fall {
  ball: Group;
  from: number;
  to: number;
  began: number;
}

@customElement("z-space")
export class SpaceElement extends PageElement {
  @property({ attribute: false }) view!: View;
  @property({ type: Boolean }) active = false;
  /** The cell under the pointer or the focus of the flat view. */
  @property({ attribute: false }) aim: number | null = null;
  @property({ attribute: false }) column: number | null = null;
  @property() hint: string | null = null;

  private renderer: WebGLRenderer | null = null;
  private readonly scene = new Scene();
  private readonly camera = new PerspectiveCamera(34, 1, 0.1, 200);
  private controls: OrbitControls | null = null;
  private readonly board = new Group();
  private readonly balls = new Group();
  private readonly marks = new Group();
  private targets: Mesh[] = [];
  private shown = new Map<number, Group>();
  private falls: Fall[] = [];
  private watch: ResizeObserver | null = null;
  private isWanted = false;
  private hovered: number | null = null;
  private down: { x: number; y: number } | null = null;
  private theme: MediaQueryList | null = null;

  private readonly themed = (): void => {
    this.build();
    this.draw();
  };

  protected override render(): TemplateResult {
    return html`<div class="space" aria-hidden="true"></div>`;
  }

  protected override firstUpdated(): void {
    const room = this.querySelector<HTMLElement>(".space");
    if (!room) return;
    try {
      this.renderer = new WebGLRenderer({ antialias: true, alpha: true, powerPreference: "low-power" });
    } catch {
      this.dispatchEvent(new Event("lost"));
      return;
    }
    const { renderer } = this;
    const canvas = renderer.domElement;
    canvas.tabIndex = -1;
    room.append(canvas);
    renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    renderer.setClearColor(0, 0);
    this.scene.add(new HemisphereLight(0xfffaf0, 0x8a7a66, 2.1));
    const sun = new DirectionalLight(0xffffff, 2.2);
    sun.position.set(5, 12, 7);
    this.scene.add(sun, this.board, this.balls, this.marks);
    this.controls = new OrbitControls(this.camera, canvas);
    this.controls.enablePan = false;
    this.controls.enableDamping = false;
    this.controls.minPolarAngle = 0.15;
    this.controls.maxPolarAngle = Math.PI / 2 - 0.04;
    this.controls.addEventListener("change", () => this.draw());
    canvas.addEventListener("webglcontextlost", event => {
      event.preventDefault();
      this.dispatchEvent(new Event("lost"));
    });
    canvas.addEventListener("pointermove", this.onMove);
    canvas.addEventListener("pointerdown", this.onDown);
    canvas.addEventListener("pointerup", this.onUp);
    canvas.addEventListener("pointerleave", () => this.hover(null));
    this.watch = new ResizeObserver(() => this.size());
    this.watch.observe(room);
    this.theme = matchMedia("(prefers-color-scheme: dark)");
    this.theme.addEventListener("change", this.themed);
    this.build();
    this.place();
    this.size();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.watch?.disconnect();
    this.theme?.removeEventListener("change", this.themed);
    this.controls?.dispose();
    this.empty(this.board);
    this.empty(this.balls);
    this.empty(this.marks);
    this.renderer?.dispose();
    if (this.renderer?.getContext().isContextLost() === false) this.renderer.forceContextLoss();
    this.renderer = null;
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (!this.renderer) return;
    const before = changed.get("view") as View | undefined;
    if (changed.has("view") && before && before.game !== this.view.game) {
      this.build();
      this.place();
    } else if (changed.size === 0) {
      // A setting has changed: colours may be others.
      this.build();
    }
    if (changed.has("view") || changed.size === 0) this.sync(before);
    this.mark();
    this.draw();
  }

  /* Where things are. */

  private get isCube(): boolean {
    return this.view.board.kind === "cube";
  }

  /** The middle of a cell: columns along x, rows up, depths away from who looks. */
  private at(cell: readonly [number, number, number]): Vector3 {
    const [width, , depth] = this.view.board.size;
    const up = this.isCube ? LEVEL : 2 * BALL;
    return new Vector3(
      cell[0] - (width - 1) / 2,
      BALL + cell[1] * up + (this.isCube ? 0.12 : 0),
      (depth - 1) / 2 - cell[2],
    );
  }

  private cell(square: number): Cell | undefined {
    return this.view.board.cells.find(cell => cell.square === square);
  }

  /** Puts the camera where the whole board is seen. */
  private place(): void {
    const [width, height, depth] = this.view.board.size;
    const tall = height * (this.isCube ? LEVEL : 2 * BALL);
    const reach = Math.hypot(width, depth, tall) * (this.isCube ? 1.08 : 1);
    this.camera.position.set(reach * 0.53, reach * 0.87, reach * 1.33);
    this.controls?.target.set(0, tall * (this.isCube ? 0.36 : 0.38), 0);
    if (this.controls) {
      this.controls.minDistance = reach * 0.9;
      this.controls.maxDistance = reach * 3;
      this.controls.update();
    }
  }

  private size(): void {
    const room = this.querySelector<HTMLElement>(".space");
    if (!room || !this.renderer) return;
    const { clientWidth: width, clientHeight: height } = room;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height);
    this.camera.aspect = width / height;
    // A narrow canvas has to see as much from left to right.
    this.camera.fov =
      width >= height
        ? 34
        : (2 * Math.atan(Math.tan((34 * Math.PI) / 360) * (height / width)) * 180) / Math.PI;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  /* What is there. */

  private colour(name: string): Color {
    // The token may differ between light and dark: the browser says which holds.
    this.style.setProperty("color", `var(--${name})`);
    const text = getComputedStyle(this).color;
    this.style.removeProperty("color");
    return new Color().setStyle(text.startsWith("rgb") ? text : "#888888", SRGBColorSpace);
  }

  private empty(group: Group): void {
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

  /** The base, the posts or levels, and the bodies that a pointer hits. */
  private build(): void {
    const { board } = this.view;
    const [width, height, depth] = board.size;
    this.empty(this.board);
    this.empty(this.balls);
    this.shown.clear();
    this.falls = [];
    this.targets = [];
    const base = new Mesh(
      new RoundedBoxGeometry(width + 0.7, 0.4, depth + 0.7, 4, 0.14),
      new MeshStandardMaterial({ color: this.colour("base"), roughness: 0.75 }),
    );
    base.position.y = -0.2;
    this.board.add(base);
    const unseen = new MeshBasicMaterial({ visible: false });
    if (this.isCube) {
      const glass = new MeshPhysicalMaterial({
        color: this.colour("glass-line"),
        transparent: true,
        opacity: 0.28,
        roughness: 0.2,
        depthWrite: false,
      });
      for (let row = 0; row < height; row++) {
        const plate = new Mesh(new RoundedBoxGeometry(width + 0.3, 0.06, depth + 0.3, 2, 0.03), glass);
        plate.position.y = row * LEVEL + 0.06;
        plate.renderOrder = row;
        this.board.add(plate);
      }
      const dots = new InstancedMesh(
        new CylinderGeometry(0.16, 0.16, 0.02, 20),
        new MeshStandardMaterial({ color: this.colour("glass-line"), roughness: 0.6 }),
        board.cells.length,
      );
      board.cells.forEach((cell, index) => {
        const at = this.at(cell.at);
        dots.setMatrixAt(index, new Matrix4().makeTranslation(at.x, at.y - BALL + 0.01, at.z));
        const hit = new Mesh(new SphereGeometry(0.48, 8, 6), unseen);
        hit.position.copy(at);
        hit.userData.square = cell.square;
        this.targets.push(hit);
        this.board.add(hit);
      });
      this.board.add(dots);
    } else {
      const tall = height * 2 * BALL + 0.2;
      const posts = new InstancedMesh(
        new CylinderGeometry(0.075, 0.075, tall, 14),
        new MeshStandardMaterial({
          color: this.colour("post"),
          roughness: 0.5,
          transparent: true,
          opacity: 0.62,
        }),
        width * depth,
      );
      const floor = board.cells.filter(cell => cell.at[1] === 0);
      floor.forEach((cell, index) => {
        const at = this.at(cell.at);
        posts.setMatrixAt(index, new Matrix4().makeTranslation(at.x, tall / 2, at.z));
        const hit = new Mesh(new CylinderGeometry(0.47, 0.47, tall + 0.4, 10), unseen);
        hit.position.set(at.x, tall / 2 + 0.1, at.z);
        hit.userData.square = cell.square;
        this.targets.push(hit);
        this.board.add(hit);
      });
      this.board.add(posts);
    }
    this.names(width, depth);
    this.sync(undefined);
  }

  /** The names of columns and depths, lying along the edges of the base. */
  private names(width: number, depth: number): void {
    const { columns, planes } = this.view.board;
    const write = (text: string, x: number, z: number) => {
      const canvas = document.createElement("canvas");
      canvas.width = canvas.height = 96;
      const pen = canvas.getContext("2d");
      if (!pen) return;
      pen.font = "600 62px system-ui, sans-serif";
      pen.textAlign = "center";
      pen.textBaseline = "middle";
      pen.fillStyle = `#${this.colour("name").getHexString(SRGBColorSpace)}`;
      pen.fillText(text, 48, 50);
      const texture = new CanvasTexture(canvas);
      texture.colorSpace = SRGBColorSpace;
      const sprite = new Sprite(new SpriteMaterial({ map: texture, transparent: true, depthWrite: false }));
      sprite.scale.set(0.62, 0.62, 1);
      sprite.position.set(x, -0.1, z);
      this.board.add(sprite);
    };
    columns.forEach((name, at) => {
      write(name, at - (width - 1) / 2, depth / 2 + 0.8);
    });
    planes.forEach((name, at) => {
      write(name, width / 2 + 0.8, (depth - 1) / 2 - at);
    });
  }

  /** A ball: a ring for the first side, a cross for the second, on all sides. */
  private ball(piece: Piece, ghost = false): Group {
    const id = coloursOf(this.view.sides)[indexOf(piece.side)];
    const group = new Group();
    const look = { roughness: 0.38, transparent: ghost, opacity: ghost ? 0.35 : 1 };
    group.add(
      new Mesh(
        new SphereGeometry(BALL, 40, 28),
        new MeshStandardMaterial({ color: this.colour(id), ...look }),
      ),
    );
    const mark = new MeshStandardMaterial({ color: this.colour(`${id}-mark`), ...look, roughness: 0.6 });
    if (piece.side === "first") {
      // A ring round the middle and one on top, so that one of them is seen from everywhere.
      const belt = new Mesh(new TorusGeometry(BALL * 0.985, 0.028, 10, 56), mark);
      belt.rotation.x = Math.PI / 2;
      const crown = new Mesh(new TorusGeometry(BALL * 0.56, 0.028, 10, 44), mark);
      crown.rotation.x = Math.PI / 2;
      crown.position.y = BALL * 0.83;
      group.add(belt, crown);
    } else {
      for (const turn of [0, Math.PI / 2]) {
        const hoop = new Mesh(new TorusGeometry(BALL * 0.985, 0.028, 10, 56), mark);
        hoop.rotation.y = turn + Math.PI / 4;
        group.add(hoop);
      }
    }
    return group;
  }

  /** Brings the balls to what the view says; a new one falls. */
  private sync(before: View | undefined): void {
    const { view } = this;
    const wanted = new Map(view.pieces.map(piece => [piece.square, piece]));
    for (const [square, ball] of this.shown) {
      const piece = wanted.get(square);
      if (piece && ball.userData.side === piece.side) continue;
      this.empty(ball);
      this.balls.remove(ball);
      this.shown.delete(square);
    }
    const isNext = before !== undefined && view.ply === before.ply + 1;
    for (const piece of view.pieces) {
      if (this.shown.has(piece.square)) continue;
      const cell = this.cell(piece.square);
      if (!cell) continue;
      const ball = this.ball(piece);
      ball.userData.side = piece.side;
      ball.position.copy(this.at(cell.at));
      this.balls.add(ball);
      this.shown.set(piece.square, ball);
      if (isNext && !this.isCube && mayMove()) {
        const top = this.at([cell.at[0], view.board.size[1], cell.at[2]]).y + 0.8;
        this.falls.push({ ball, from: top, to: ball.position.y, began: performance.now() });
      }
    }
    this.glow();
  }

  /** Winning balls glow, a line runs through them, the others step back. */
  private glow(): void {
    const won = new Set(this.view.winning);
    for (const [square, ball] of this.shown) {
      const isDim = won.size > 0 && !won.has(square);
      const isWon = won.has(square);
      ball.traverse(object => {
        if (!(object instanceof Mesh) || !(object.material instanceof MeshStandardMaterial)) return;
        object.material.transparent = isDim;
        object.material.opacity = isDim ? 0.22 : 1;
        object.material.depthWrite = !isDim;
        object.material.emissive.copy(isWon ? object.material.color : new Color(0));
        object.material.emissiveIntensity = isWon ? 0.45 : 0;
      });
    }
  }

  /** Marks: the last move, where a ball would land, what is hinted, the winning line, the cut. */
  private mark(): void {
    this.empty(this.marks);
    const { view } = this;
    const ring = (square: number, name: string, radius: number, thick: number) => {
      const cell = this.cell(square);
      if (!cell) return;
      const torus = new Mesh(
        new TorusGeometry(radius, thick, 10, 48),
        new MeshBasicMaterial({ color: this.colour(name) }),
      );
      torus.rotation.x = Math.PI / 2;
      torus.position.copy(this.at(cell.at));
      this.marks.add(torus);
    };
    const last = view.last ? clicks.target(view.last) : undefined;
    if (last !== undefined && view.winning.length === 0) {
      const cell = this.cell(last);
      if (cell) {
        const dot = new Mesh(
          new SphereGeometry(0.1, 16, 12),
          new MeshBasicMaterial({ color: this.colour("ground"), depthTest: false }),
        );
        dot.renderOrder = 20;
        dot.position.copy(this.at(cell.at));
        this.marks.add(dot);
      }
    }
    const aim = this.hovered ?? this.aim;
    if (this.active && aim !== null) {
      const done = clicks.click(view, [], aim);
      if (done.do === "play") {
        const square = clicks.target(done.move);
        const cell = square === undefined ? undefined : this.cell(square);
        if (cell && square !== undefined) {
          const ghost = this.ball({ square, side: view.to_move, kind: "stone" }, true);
          ghost.position.copy(this.at(cell.at));
          this.marks.add(ghost);
          if (!this.isCube) {
            const held = this.ball({ square, side: view.to_move, kind: "stone" });
            held.position.copy(this.at([cell.at[0], view.board.size[1], cell.at[2]]));
            held.position.y += 0.35;
            held.scale.setScalar(0.8);
            this.marks.add(held);
          }
        }
      }
    }
    const hinted = this.hint === null ? undefined : view.moves.find(move => move.text === this.hint);
    const hintedAt = hinted ? clicks.target(hinted) : undefined;
    if (hintedAt !== undefined) ring(hintedAt, "accent", BALL * 1.08, 0.05);
    this.line();
    this.cut();
  }

  private line(): void {
    const points = this.view.winning
      .map(square => this.cell(square))
      .filter(cell => cell !== undefined)
      .map(cell => this.at(cell.at));
    if (points.length < 2) return;
    // The farthest pair is the line's ends; several lines share balls, and the balls glow anyway.
    let ends: [Vector3, Vector3] | null = null;
    for (const a of points) {
      for (const b of points) {
        if (!ends || a.distanceTo(b) > ends[0].distanceTo(ends[1])) ends = [a, b];
      }
    }
    if (!ends) return;
    const along = ends[1].clone().sub(ends[0]).normalize();
    const off = points.some(point => {
      const away = point.clone().sub((ends as [Vector3, Vector3])[0]);
      return away.sub(along.clone().multiplyScalar(away.dot(along))).length() > 0.05;
    });
    if (off) return;
    const path = new CatmullRomCurve3(ends);
    const tube = new Mesh(
      new TubeGeometry(path, 8, 0.06, 10),
      new MeshBasicMaterial({
        color: this.colour("ink"),
        depthTest: false,
        transparent: true,
        opacity: 0.85,
      }),
    );
    tube.renderOrder = 30;
    this.marks.add(tube);
  }

  /** The column that the flat view cuts. */
  private cut(): void {
    if (this.column === null) return;
    const [width, height, depth] = this.view.board.size;
    const tall = height * (this.isCube ? LEVEL : 2 * BALL) + 0.2;
    const x = this.column - (width - 1) / 2;
    const pane = new Mesh(
      new PlaneGeometry(depth + 0.6, tall),
      new MeshBasicMaterial({
        color: this.colour("accent"),
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
    edge.setAttribute(
      "position",
      new Float32BufferAttribute(
        [x, 0, a, x, tall, a, x, tall, a, x, tall, b, x, tall, b, x, 0, b, x, 0, b, x, 0, a],
        3,
      ),
    );
    this.marks.add(pane, new LineSegments(edge, new LineBasicMaterial({ color: this.colour("accent") })));
  }

  /* The pointer. */

  private hit(event: PointerEvent): number | null {
    const canvas = this.renderer?.domElement;
    if (!canvas) return null;
    const box = canvas.getBoundingClientRect();
    const at = new Vector2(
      ((event.clientX - box.left) / box.width) * 2 - 1,
      1 - ((event.clientY - box.top) / box.height) * 2,
    );
    const ray = new Raycaster();
    ray.setFromCamera(at, this.camera);
    const found = ray.intersectObjects(this.targets, false);
    // Where nothing can be put the ray goes on to what lies behind.
    for (const { object } of found) {
      const square = object.userData.square as number;
      if (!this.active || clicks.click(this.view, [], square).do === "play") return square;
    }
    return (found[0]?.object.userData.square as number | undefined) ?? null;
  }

  private readonly onMove = (event: PointerEvent): void => {
    if (event.pointerType !== "mouse" || event.buttons !== 0) return;
    this.hover(this.hit(event));
  };

  private hover(square: number | null): void {
    if (square === this.hovered) return;
    this.hovered = square;
    this.mark();
    this.draw();
  }

  private readonly onDown = (event: PointerEvent): void => {
    this.down = { x: event.clientX, y: event.clientY };
  };

  private readonly onUp = (event: PointerEvent): void => {
    const { down } = this;
    this.down = null;
    // A turn of the board is no choice.
    if (!down || Math.hypot(event.clientX - down.x, event.clientY - down.y) > 6) return;
    if (!this.active || event.button !== 0) return;
    const square = this.hit(event);
    if (square === null) return;
    const done = clicks.click(this.view, [], square);
    if (done.do !== "play") return;
    this.hovered = null;
    this.dispatchEvent(new CustomEvent("choose", { detail: { text: done.move.text } }));
  };

  /** Draws once, with the next frame; goes on while something falls. */
  private draw(): void {
    if (this.isWanted) return;
    this.isWanted = true;
    requestAnimationFrame(now => {
      this.isWanted = false;
      if (!this.renderer) return;
      this.falls = this.falls.filter(fall => {
        const part = Math.min(1, (now - fall.began) / DROP_MS);
        fall.ball.position.y = fall.to + (fall.from - fall.to) * height(Math.max(0, part));
        return part < 1;
      });
      this.renderer.render(this.scene, this.camera);
      if (this.falls.length > 0) this.draw();
    });
  }
}

/** How high a ball is, of its whole fall: faster and faster, then one small bounce. */
function height(part: number): number {
  const ground = 0.72;
  if (part < ground) return 1 - (part / ground) ** 2;
  const after = (part - ground) / (1 - ground);
  return 0.05 * 4 * after * (1 - after);
}

declare global {
  interface HTMLElementTagNameMap {
    "z-space": SpaceElement;
  }
}
