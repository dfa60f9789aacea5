/** Settings, stored in the browser. If storage is denied, they last until the page is left. */

import { LEVELS } from "./catalogue.ts";

export type Theme = "system" | "light" | "dark";
export type Colours = "classic" | "blue-orange";
export type Language = "en" | "fr";

export interface Settings {
  theme: Theme;
  colours: Colours;
  language: Language;
  sound: boolean;
  coordinates: boolean;
  motion: boolean;
  confirm: boolean;
  scores: boolean;
  /** How the planes of a 3-D board are laid out in the flat view. */
  planes: "diagonal" | "row";
  /** The level that was played last. */
  level: number;
  /** The user's name in games with others. */
  name: string;
}

const KEY = "zermelo.settings";

const defaults = (): Settings => ({
  theme: "system",
  colours: "classic",
  language: navigator.language.toLowerCase().startsWith("fr") ? "fr" : "en",
  sound: false,
  coordinates: true,
  motion: true,
  confirm: false,
  scores: false,
  planes: "row",
  level: 3,
  name: "",
});

/** Local storage, which the browser may deny. */
export const storage = {
  isDenied: false,
  get<T>(key: string): T | null {
    try {
      const text = localStorage.getItem(key);
      return text === null ? null : (JSON.parse(text) as T);
    } catch {
      return null;
    }
  },
  set(key: string, value: unknown): void {
    try {
      if (value === null) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(value));
    } catch {
      storage.isDenied = true;
    }
  },
};

function read(): Settings {
  const known = defaults();
  const stored = storage.get<Partial<Settings>>(KEY);
  if (!stored || typeof stored !== "object") return known;
  for (const key of Object.keys(known) as (keyof Settings)[]) {
    // The stored value may be of another version or edited.
    if (typeof stored[key] === typeof known[key])
      (known as Record<keyof Settings, unknown>)[key] = stored[key];
  }
  if (known.language !== "fr") known.language = "en";
  if (!LEVELS.includes(known.level)) known.level = defaults().level;
  return known;
}

export const settings: Settings = read();
export const changes = new EventTarget();

/** Changes a setting and notifies all listeners. */
export function change<K extends keyof Settings>(key: K, value: Settings[K]): void {
  if (settings[key] === value) return;
  settings[key] = value;
  storage.set(KEY, settings);
  applySettings();
  changes.dispatchEvent(new CustomEvent("change", { detail: key }));
}

/** Applies the theme to the document. */
export function applySettings(): void {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.pieces = settings.colours;
  root.dataset.motion = settings.motion ? "on" : "off";
  root.lang = settings.language;
}

/** Whether animations are allowed. */
export function mayMove(): boolean {
  return settings.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// Another tab of this page may change the settings.
addEventListener("storage", event => {
  if (event.key !== KEY) return;
  Object.assign(settings, read());
  applySettings();
  changes.dispatchEvent(new CustomEvent("change", { detail: null }));
});
