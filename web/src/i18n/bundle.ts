/** Fluent bundles of the texts. */

import { FluentBundle, FluentResource } from "@fluent/bundle";
import { terms } from "./glossary.ts";

/** The bundle of a language from the text of its catalogue. */
export function bundleOf(language: "en" | "fr", catalogue: string): [FluentBundle, Error[]] {
  const bundle = new FluentBundle(language, { useIsolating: false });
  const errors = [
    ...bundle.addResource(new FluentResource(terms(language))),
    ...bundle.addResource(new FluentResource(catalogue)),
  ];
  return [bundle, errors];
}
