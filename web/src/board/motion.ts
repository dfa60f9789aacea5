/** Animations of pieces, by the Web Animations API. */

/** Durations in milliseconds: a step, the fade of a captured piece, turning over. */
export const STEP_MS = 210;
export const FADE_MS = 220;
export const TURN_MS = 260;

/** Falls from a height in cells, with one small bounce. */
export function fall(drawing: Element, height: number, unit: number): void {
  // The duration of a fall grows with the square root of the height.
  const duration = Math.min(430, 130 * Math.sqrt(height) + 60);
  const bounce = Math.min(1.6, 0.22 * height);
  drawing.animate(
    [
      { transform: `translateY(${-height * unit}px)`, easing: "cubic-bezier(.45,0,1,.75)" },
      { transform: "translateY(0)", offset: 0.7, easing: "cubic-bezier(0,.4,.6,1)" },
      { transform: `translateY(${-bounce}px)`, offset: 0.84, easing: "cubic-bezier(.4,0,1,.6)" },
      { transform: "translateY(0)" },
    ],
    { duration },
  );
}

/** Slides from an offset to the current place. */
export function slide(drawing: Element, [dx, dy]: readonly [number, number]): void {
  drawing.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: "translate(0, 0)" }], {
    duration: STEP_MS,
    easing: "cubic-bezier(.3,.1,.25,1)",
  });
}

export function appear(drawing: Element): void {
  drawing.animate(
    [
      { transform: "scale(.6)", opacity: 0.3 },
      { transform: "scale(1)", opacity: 1 },
    ],
    { duration: 130, easing: "ease-out" },
  );
}

/** Fades after the capturing piece has passed. */
export function fade(drawing: Element): void {
  drawing.animate([{ opacity: 1 }, { opacity: 0 }], {
    duration: FADE_MS,
    delay: STEP_MS * 0.6,
    fill: "both",
    easing: "ease-in",
  });
}

/** Turns over: the old face narrows to a line, if it is still drawn, then the new face widens. */
export function turn(drawing: Element, was: Element | null): void {
  const [whole, edge] = [{ transform: "scaleX(1)" }, { transform: "scaleX(0)" }];
  was?.animate([whole, { ...edge, offset: 0.5 }, edge], { duration: TURN_MS, easing: "ease-in-out" });
  const frames = was ? [edge, { ...edge, offset: 0.5 }, whole] : [edge, whole];
  drawing.animate(frames, { duration: was ? TURN_MS : TURN_MS / 2, easing: "ease-in-out" });
}
