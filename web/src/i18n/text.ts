/** Every text that people read or hear, from one catalogue a language. */

import { FluentBundle, type FluentVariable } from "@fluent/bundle";
import type { Phrase, Side, SideName, View } from "../protocol.ts";
import { indexOf } from "../protocol.ts";
import { type Language, settings } from "../settings.ts";
import { bundleOf } from "./bundle.ts";

const catalogues: Record<Language, () => Promise<{ default: string }>> = {
  en: () => import("./en.ftl?raw"),
  fr: () => import("./fr.ftl?raw"),
};

let bundle = new FluentBundle("en");

/** Loads a language; all texts are in it from then on. */
export async function speak(language: Language): Promise<void> {
  const catalogue = await catalogues[language]();
  [bundle] = bundleOf(language, catalogue.default);
}

/** A text with its arguments. */
export function t(id: string, args: Record<string, FluentVariable> = {}): string {
  const message = bundle.getMessage(id);
  if (!message?.value) return id;
  return bundle.formatPattern(message.value, args, []);
}

/** Whether the catalogue has a text. */
export const has = (id: string): boolean => bundle.hasMessage(id);

/** What went wrong, from its code. A code without a text of its own is told as the server told it. */
export function troubleText(code: string, message: string): string {
  const known = [`error-${code.replace("/", "-")}`, `error-${code.split("/")[0]}`].find(has);
  return known ? t(known) : message || t("refused");
}

/** How a side is called: by the colour that its pieces have on this page. */
export function colourOf(id: string): string {
  if (settings.colours !== "blue-orange") return id;
  return id === "red" ? "blue" : id === "yellow" ? "orange" : id;
}

/** The colours of both sides. Where black plays red, as in Teeko, red stays red. */
export function coloursOf(sides: readonly SideName[]): [string, string] {
  const ids = sides.map(side => side.id);
  const may = ids.includes("red") && ids.includes("yellow");
  return [0, 1].map(at => (may ? colourOf(ids[at] as string) : (ids[at] as string))) as [string, string];
}

/** A side's name. */
export function sideName(view: Pick<View, "sides">, side: Side): string {
  const colour = coloursOf(view.sides)[indexOf(side)];
  const id = `side-${colour}`;
  return has(id) ? t(id) : view.sides[indexOf(side)].text;
}

/** Arguments of a phrase. Digits are numbers to a catalogue, so that plurals are right. */
export function argsOf(phrase: Phrase): Record<string, FluentVariable> {
  return Object.fromEntries(
    phrase.args.map(([name, value]) => [name, name === "count" ? Number(value) : value]),
  );
}

/** Where a cell is. */
export const placeName = (phrase: Phrase): string => t(`place-${phrase.key}`, argsOf(phrase));

/** What a side did. */
export function said(view: View, side: Side, phrase: Phrase): string {
  return t(`said-${phrase.key}`, { side: sideName(view, side), ...argsOf(phrase) });
}

const NUMBERS = new Map<string, Intl.NumberFormat>();

/** A number as the language writes it. */
export function number(value: number, options: Intl.NumberFormatOptions = {}): string {
  const key = settings.language + JSON.stringify(options);
  let format = NUMBERS.get(key);
  if (!format) {
    format = new Intl.NumberFormat(settings.language, options);
    NUMBERS.set(key, format);
  }
  return format.format(value);
}

/** A short number: 12k, 3.4M. */
export const short = (value: number): string =>
  number(value, { notation: "compact", maximumSignificantDigits: 3 });
