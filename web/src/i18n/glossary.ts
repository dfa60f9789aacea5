/**
 * The words of the games in each language. They are terms for the catalogues: `{ -man }`, `{ -man(count: 2) }`.
 * English: the terms of draughts, and of Teeko as named by Scarne. French: the terms of the Fédération Française du Jeu de Dames.
 */

type Word = Record<"en" | "fr", string>;

const counted = (one: string, more: string) => `{ $count ->\n    [one] ${one}\n   *[other] ${more}\n }`;

export const glossary: Record<string, Word> = {
  man: { en: counted("man", "men"), fr: counted("pion", "pions") },
  king: { en: counted("king", "kings"), fr: counted("dame", "dames") },
  disc: { en: counted("disc", "discs"), fr: counted("jeton", "jetons") },
  ball: { en: counted("ball", "balls"), fr: counted("boule", "boules") },
  stone: { en: counted("stone", "stones"), fr: counted("pierre", "pierres") },
  square: { en: counted("square", "squares"), fr: counted("case", "cases") },
  point: { en: counted("point", "points"), fr: counted("intersection", "intersections") },
  column: { en: counted("column", "columns"), fr: counted("colonne", "colonnes") },
  row: { en: counted("row", "rows"), fr: counted("rangée", "rangées") },
  depth: { en: counted("depth", "depths"), fr: counted("profondeur", "profondeurs") },
  post: { en: counted("post", "posts"), fr: counted("tige", "tiges") },
  capture: { en: counted("capture", "captures"), fr: counted("prise", "prises") },
  crown: { en: "crowned", fr: "promu" },
  draughts: { en: "draughts", fr: "dames" },
};

/** The terms of a language in Fluent syntax. */
export function terms(language: "en" | "fr"): string {
  return Object.entries(glossary)
    .map(([name, word]) => `-${name} = ${word[language]}\n`)
    .join("");
}
