/** Whose page it is and which words it uses. */

import type { PageStyle } from "./style.ts";
import { english } from "./texts/english.ts";
import { languages } from "./texts/languages.ts";
import type { CustomText, Texts } from "./texts/texts.ts";

export interface Look {
  /** The platform, as its users know it. */
  readonly tenantName: string;
  readonly style: PageStyle;
  /** The language tag that was passed when the flow began, or what the browser asks for. */
  readonly locale: string | undefined;
  /** Who runs the service, where they say so. */
  readonly operator?: Operator | undefined;
  /** Where a page that is only looked at has its files; it does nothing, so it has no script. */
  readonly preview?: { readonly stylesheet: string; readonly logo: string } | undefined;
}

export interface Operator {
  readonly name: string | undefined;
  readonly privacyUrl: string | undefined;
  readonly helpUrl: string | undefined;
}

const tagOf = (locale: string): string => locale.toLowerCase();
const languageOf = (locale: string): string => tagOf(locale).split("-")[0] ?? "";

export const defaultTexts = ({ locale }: Look): Texts => languages.get(languageOf(locale ?? "")) ?? english;

/**
 * The tenant's wording of one text, else the default. Polled up per field: the exact locale, then the language (`de`
 * stands in for `de-DE` and the reverse), then the entry without locale.
 */
export function resolveText(look: Look, field: CustomText, fallback = defaultTexts(look)[field]): string {
  const entries = look.style.pageLocalizations ?? [];
  const wanted = look.locale === undefined ? undefined : tagOf(look.locale);
  const nearness = (locale: string | undefined): number => {
    if (locale === undefined) return 1;
    if (wanted === undefined) return 0;
    const tag = tagOf(locale);
    if (tag === wanted) return 4;
    if (wanted.startsWith(`${tag}-`)) return 3;
    return tag.startsWith(`${wanted}-`) ? 2 : 0;
  };
  let best: { readonly text: string; readonly nearness: number } | undefined;
  for (const entry of entries) {
    const text = entry[field];
    const near = nearness(entry.locale);
    if (text !== undefined && near > (best?.nearness ?? 0)) best = { text, nearness: near };
  }
  return best?.text ?? fallback;
}

const rightToLeft = new Set(["ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"]);

/** What the page says of its own language: the one asked for, if there are words in it. */
export function languageAttributes(look: Look): { readonly lang: string; readonly dir: "ltr" | "rtl" } {
  const language = languageOf(look.locale ?? "");
  const own = look.style.pageLocalizations?.some(({ locale }) => locale && languageOf(locale) === language) ?? false;
  const lang = look.locale !== undefined && (own || languages.has(language)) ? look.locale : "en";
  return { lang, dir: rightToLeft.has(languageOf(lang)) ? "rtl" : "ltr" };
}

/** Puts names into a text, in one pass: a name that looks like a placeholder stays what it is. */
export const fill = (text: string, names: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => (Object.hasOwn(names, name) ? (names[name] ?? whole) : whole));
