/** Helpers for vendors that answer in the user's language. */
import type { SecondLanguage } from "../simulation.ts";

/** Replaces texts wherever they occur in a response. */
export const replacing = (texts: Readonly<Record<string, string>>): SecondLanguage => ({
  translate: (body) =>
    Object.entries(texts).reduce((translated, [text, other]) => translated.replaceAll(text, other), body),
});
