/** All texts of the page, one catalogue per language. */

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

/** Loads a language, which is used for all texts from then on. */
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

/** The text of an error code. Codes without a text use the server's message. */
export function troubleText(code: string, message: string): string {
  const known = [`error-${code.replace("/", "-")}`, `error-${code.split("/")[0]}`].find(has);
  return known ? t(known) : message || t("refused");
}

/** The colour id of a side, after the colour setting. */
export function colourOf(id: string): string {
  if (settings.colours !== "blue-orange") return id;
  return id === "red" ? "blue" : id === "yellow" ? "orange" : id;
}

/** The colour ids of both sides. The setting applies only to red against yellow: in Teeko red plays black and stays red. */
export function coloursOf(sides: readonly SideName[]): [string, string] {
  const ids = sides.map(side => side.id);
  const may = ids.includes("red") && ids.includes("yellow");
  return [0, 1].map(at => (may ? colourOf(ids[at] as string) : (ids[at] as string))) as [string, string];
}

export function sideName(view: Pick<View, "sides">, side: Side): string {
  const colour = coloursOf(view.sides)[indexOf(side)];
  const id = `side-${colour}`;
  return has(id) ? t(id) : view.sides[indexOf(side)].text;
}

/** The arguments of a phrase. Counts are converted to numbers, which plural rules need. */
export function argsOf(phrase: Phrase): Record<string, FluentVariable> {
  return Object.fromEntries(
    phrase.args.map(([name, value]) => [name, name === "count" ? Number(value) : value]),
  );
}

/** The spoken name of a cell. */
export const placeName = (phrase: Phrase): string => t(`place-${phrase.key}`, argsOf(phrase));

/** The announcement of a move. */
export function said(view: View, side: Side, phrase: Phrase): string {
  return t(`said-${phrase.key}`, { side: sideName(view, side), ...argsOf(phrase) });
}

const NUMBERS = new Map<string, Intl.NumberFormat>();

/** A number in the format of the language. */
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
