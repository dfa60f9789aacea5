/** What a person has chosen for this browser. Where nothing can be stored it holds until the page is left. */

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
  /** How planes of a board in three dimensions are laid out flat. */
  planes: "diagonal" | "row";
  /** The level that was played last. */
  level: number;
  /** The name under which one plays with others. */
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

/** Storage that may be denied. */
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
    // Another version, or another hand, may have written it.
    if (typeof stored[key] === typeof known[key])
      (known as Record<keyof Settings, unknown>)[key] = stored[key];
  }
  if (known.language !== "fr") known.language = "en";
  if (!LEVELS.includes(known.level)) known.level = defaults().level;
  return known;
}

export const settings: Settings = read();
export const changes = new EventTarget();

/** Changes a setting, and tells all who show it. */
export function change<K extends keyof Settings>(key: K, value: Settings[K]): void {
  if (settings[key] === value) return;
  settings[key] = value;
  storage.set(KEY, settings);
  applySettings();
  changes.dispatchEvent(new CustomEvent("change", { detail: key }));
}

/** Tells the document which theme holds. */
export function applySettings(): void {
  const root = document.documentElement;
  root.dataset.theme = settings.theme;
  root.dataset.pieces = settings.colours;
  root.dataset.motion = settings.motion ? "on" : "off";
  root.lang = settings.language;
}

/** Whether things may move. */
export function mayMove(): boolean {
  return settings.motion && !matchMedia("(prefers-reduced-motion: reduce)").matches;
}

// Another tab of this page may change them.
addEventListener("storage", event => {
  if (event.key !== KEY) return;
  Object.assign(settings, read());
  applySettings();
  changes.dispatchEvent(new CustomEvent("change", { detail: null }));
});
