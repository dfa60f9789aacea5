/** Icons, drawn with one stroke. */

import { html, svg, type TemplateResult } from "lit";

const PATHS = {
  back: "M9 7 4 12l5 5M4 12h10a6 6 0 0 1 0 12",
  hint: "M12 3a6 6 0 0 1 3.500 10.900c-.700.500-1 1.100-1 1.900V16h-5v-.200c0-.800-.300-1.400-1-1.900A6 6 0 0 1 12 3ZM10 20h4",
  flip: "M7 4v14m0 0-3-3m3 3 3-3M17 20V6m0 0-3 3m3-3 3 3",
  flag: "M6 21V4m0 1h11l-2.500 3.500L17 12H6",
  scores: "M4 19h16M7 19v-5m5 5V6m5 13v-8",
  again: "M19 12a7 7 0 1 1-2.200-5.100M19 3v5h-5",
  link: "M10 14a4 4 0 0 0 6 .500l2.500-2.500a4 4 0 0 0-5.700-5.700L11.500 7.500M14 10a4 4 0 0 0-6-.500L5.500 12a4 4 0 0 0 5.700 5.700l1.300-1.300",
  save: "M12 4v10m0 0-4-4m4 4 4-4M5 19h14",
  settings: "M4 7h9m4 0h3M4 12h3m4 0h9M4 17h9m4 0h3M15 5v4M9 10v4M15 15v4",
  draw: "M4 9h16M4 15h16",
  pause: "M8 5v14M16 5v14",
  play: "M8 5v14l11-7Z",
  first: "M18 6l-8 6 8 6M6 6v12",
  previous: "M15 6l-7 6 7 6",
  next: "M9 6l7 6-7 6",
  last: "M6 6l8 6-8 6M18 6v12",
  close: "M6 6l12 12M18 6 6 18",
  more: "M6 9l6 6 6-6",
  check: "M5 12.500l4.500 4.500L19 7",
  keys: "M4 7h16v10H4zM8 14h8M8 10.500h.010M12 10.500h.010M16 10.500h.010",
  home: "M4 11l8-7 8 7M6 10v10h12V10",
} as const;

export type Icon = keyof typeof PATHS;

/** An icon. It is decorative: a text next to it has the meaning. */
export function icon(name: Icon): TemplateResult {
  return html`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true" focusable="false">
    ${svg`<path d=${PATHS[name]}/>`}
  </svg>`;
}
