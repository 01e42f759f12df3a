/** The tenant, style and language of a page, and how its texts are found. */

import type { LocalisedText } from "../contract/signIn.ts";
import type { PageStyle } from "./style.ts";
import { english } from "./texts/english.ts";
import { languages } from "./texts/languages.ts";
import type { CustomText, Texts } from "./texts/texts.ts";

export interface Look {
  /** The platform, as its users know it. */
  readonly tenantName: string;
  readonly style: PageStyle;
  /** The language tag that started the flow, or the browser's preferred language. */
  readonly locale: string | undefined;
  /** The operator's name, if configured. */
  readonly operator?: Operator | undefined;
  /** The files of a preview. A preview has no script. */
  readonly preview?: { readonly stylesheet: string; readonly logo: string } | undefined;
}

export interface Operator {
  readonly name: string | undefined;
  readonly privacyUrl: string | undefined;
  readonly helpUrl: string | undefined;
}

const tagOf = (locale: string): string => locale.toLowerCase();
const languageOf = (locale: string): string => tagOf(locale).split("-")[0] ?? "";

export const textsFor = (locale: string | undefined): Texts => languages.get(languageOf(locale ?? "")) ?? english;

export const defaultTexts = ({ locale }: Look): Texts => textsFor(locale);

/** A connector's own text in the language of the page. */
export const localised = ({ locale }: Look, text: LocalisedText | undefined): string | undefined =>
  text?.[languageOf(locale ?? "")] ?? text?.en;

/**
 * The tenant's version of a text, or the default. Each field is looked up separately: first the exact locale, then the
 * language (`de` is used for `de-DE` and the reverse), then the entry without a locale.
 */
export function resolveText(
  look: Look,
  field: CustomText,
  fallback: string | undefined = defaultTexts(look)[field],
): string {
  const entries = look.style.pageLocalizations ?? [];
  const target = look.locale === undefined ? undefined : tagOf(look.locale);
  const rank = (locale: string | undefined): number => {
    if (locale === undefined) return 1;
    if (target === undefined) return 0;
    const tag = tagOf(locale);
    if (tag === target) return 4;
    if (target.startsWith(`${tag}-`)) return 3;
    return tag.startsWith(`${target}-`) ? 2 : 0;
  };
  let best: { readonly text: string; readonly rank: number } | undefined;
  for (const entry of entries) {
    const text = entry[field];
    const entryRank = rank(entry.locale);
    if (text !== undefined && entryRank > (best?.rank ?? 0)) best = { text, rank: entryRank };
  }
  return best?.text ?? fallback;
}

const rightToLeft = new Set(["ar", "dv", "fa", "he", "ku", "ps", "sd", "ug", "ur", "yi"]);

/** The page's language attributes: the requested language if there are texts for it, otherwise English. */
export function languageAttributes(look: Look): { readonly lang: string; readonly dir: "ltr" | "rtl" } {
  const language = languageOf(look.locale ?? "");
  const hasTenantTexts =
    look.style.pageLocalizations?.some(({ locale }) => locale && languageOf(locale) === language) ?? false;
  const lang = look.locale !== undefined && (hasTenantTexts || languages.has(language)) ? look.locale : "en";
  return { lang, dir: rightToLeft.has(languageOf(lang)) ? "rtl" : "ltr" };
}

/** Replaces placeholders in one pass, so that a name that looks like a placeholder is left alone. */
export const fill = (text: string, names: Readonly<Record<string, string>>): string =>
  text.replace(/\{(\w+)\}/g, (placeholder, name: string) =>
    Object.hasOwn(names, name) ? (names[name] ?? placeholder) : placeholder,
  );
