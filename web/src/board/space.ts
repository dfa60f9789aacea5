/**
 * The 3-D board: posts or glass levels on a base, with balls. It can be rotated, zoomed and played on. It shows the same as the flat view
 * beside it, and is hidden from assistive technology, which uses the flat view.
 */

import { html, type PropertyValues, type TemplateResult } from "lit";
import { customElement, property } from "lit/decorators.js";
import {
  Color,
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  MeshStandardMaterial,
  PerspectiveCamera,
  Raycaster,
  Scene,
  SRGBColorSpace,
  Vector2,
  WebGLRenderer,
} from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { coloursOf } from "../i18n/text.ts";
import { PageElement } from "../parts/element.ts";
import { indexOf, type View } from "../protocol.ts";
import { mayMove } from "../settings.ts";
import { ball, build, empty, isCube, middle, tallOf } from "./bodies.ts";
import * as clicks from "./clicks.ts";
import { mark } from "./signs.ts";

/** Whether this browser supports WebGL. */
export function hasWebGl(): boolean {
  try {
    return document.createElement("canvas").getContext("webgl2") !== null;
  } catch {
    return false;
  }
}

const DROP_MS = 430;

/** A falling ball. */
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
    for (const group of [this.board, this.balls, this.marks]) empty(group);
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
      // A setting has changed, which may change the colours.
      this.build();
    }
    if (changed.has("view") || changed.size === 0) this.sync(before);
    this.mark();
    this.draw();
  }

  /* Positions. */

  /** Places the camera so that the whole board is visible. */
  private place(): void {
    const { board } = this.view;
    const [width, , depth] = board.size;
    const tall = tallOf(board);
    const reach = Math.hypot(width, depth, tall) * (isCube(board) ? 1.08 : 1);
    this.camera.position.set(reach * 0.53, reach * 0.87, reach * 1.33);
    this.controls?.target.set(0, tall * (isCube(board) ? 0.36 : 0.38), 0);
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
    // A narrow canvas must show the same width.
    this.camera.fov =
      width >= height
        ? 34
        : (2 * Math.atan(Math.tan((34 * Math.PI) / 360) * (height / width)) * 180) / Math.PI;
    this.camera.updateProjectionMatrix();
    this.draw();
  }

  /* Contents. */

  private readonly colour = (name: string): Color => {
    // The value of the token depends on the theme, so the browser resolves it.
    this.style.setProperty("color", `var(--${name})`);
    const text = getComputedStyle(this).color;
    this.style.removeProperty("color");
    return new Color().setStyle(text.startsWith("rgb") ? text : "#888888", SRGBColorSpace);
  };

  private build(): void {
    empty(this.board);
    empty(this.balls);
    this.shown.clear();
    this.falls = [];
    this.targets = build(this.board, this.view.board, this.colour);
    this.sync(undefined);
  }

  /** Updates the balls to the view. A new ball falls. */
  private sync(before: View | undefined): void {
    const { board, pieces, ply, sides } = this.view;
    const wanted = new Map(pieces.map(piece => [piece.square, piece]));
    for (const [square, old] of this.shown) {
      const piece = wanted.get(square);
      if (piece && old.userData.side === piece.side) continue;
      empty(old);
      this.balls.remove(old);
      this.shown.delete(square);
    }
    const isNext = before !== undefined && ply === before.ply + 1;
    for (const { square, side } of pieces) {
      const cell = board.cells.find(cell => cell.square === square);
      if (!cell || this.shown.has(square)) continue;
      const made = ball(side, coloursOf(sides)[indexOf(side)], this.colour);
      made.userData.side = side;
      made.position.copy(middle(board, cell.at));
      this.balls.add(made);
      this.shown.set(square, made);
      if (isNext && !isCube(board) && mayMove()) {
        const top = middle(board, [cell.at[0], board.size[1], cell.at[2]]).y + 0.8;
        this.falls.push({ ball: made, from: top, to: made.position.y, began: performance.now() });
      }
    }
    this.glow();
  }

  /** Highlights the winning balls and dims the others. */
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

  private mark(): void {
    empty(this.marks);
    const { view, hint, column } = this;
    const aim = this.active ? (this.hovered ?? this.aim) : null;
    mark(this.marks, { view, aim, hint, column }, this.colour);
  }

  /* Pointer. */

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
    // If no move can be made at the nearest target, the next one behind it is used.
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
    // A rotation of the board is not a click.
    if (!down || Math.hypot(event.clientX - down.x, event.clientY - down.y) > 6) return;
    if (!this.active || event.button !== 0) return;
    const square = this.hit(event);
    if (square === null) return;
    const done = clicks.click(this.view, [], square);
    if (done.do !== "play") return;
    this.hovered = null;
    this.dispatchEvent(new CustomEvent("choose", { detail: { text: done.move.text } }));
  };

  /** Renders with the next frame, and again while balls fall. */
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

/** The height of a falling ball as a fraction of its fall: accelerating, then one small bounce. */
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
