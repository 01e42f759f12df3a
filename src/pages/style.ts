/** A tenant's page style: its fields, how they are checked, and how a request changes them. */
import type { Fault } from "../contract/failure.ts";
import { isLocale } from "../contract/locale.ts";
import { readColour } from "./colour.ts";
import { checkLogo } from "./logo.ts";
import { english } from "./texts/english.ts";
import type { CustomText } from "./texts/texts.ts";

export const colourFields = [
  "backgroundColor",
  "submitButtonColor",
  "submitButtonTextColor",
  "cancelButtonColor",
  "cancelButtonTextColor",
  "textColor",
  "inputBackgroundColor",
  "titleColor",
  "errorTextColor",
] as const;

export type PageStyle = { readonly [field in (typeof colourFields)[number]]?: string | undefined } & {
  readonly logoSvg?: string | undefined;
  /** Base64. */
  readonly logoPng?: string | undefined;
  readonly pageLocalizations?: readonly PageLocalization[] | undefined;
};

export type PageLocalization = { readonly locale?: string | undefined } & {
  readonly [field in CustomText]?: string | undefined;
};

const isCustomText = (name: string): name is CustomText => name.endsWith("Text");
/** The texts of an entry of `pageLocalizations`. */
export const textFields: readonly CustomText[] = Object.keys(english).filter(isCustomText);

const maxEntries = 100;
const maxTextLength = 2000;

/** The faults in a style; none if it can be stored. */
export function checkStyle(input: unknown): readonly Fault[] {
  if (!isObject(input)) return [{ message: "The style must be an object." }];
  return Object.entries(input).flatMap(([field, value]) => {
    if (field === "pageLocalizations") return checkLocalizations(value);
    if (field === "logoSvg" || field === "logoPng") return checkLogoField(field, value, input);
    if (!colourFields.some((name) => name === field)) return [{ field, message: `Unknown setting \`${field}\`.` }];
    if (typeof value === "string" && readColour(value) !== undefined) return [];
    const message = `\`${field}\` must be a colour: #rrggbb, rgb(), hsl() or a CSS colour name.`;
    return [{ field, message }];
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function checkLogoField(field: "logoSvg" | "logoPng", value: unknown, style: object): readonly Fault[] {
  if (typeof value !== "string") return [{ field, message: `\`${field}\` must be a string.` }];
  if (field === "logoPng" && "logoSvg" in style) return [{ field, message: "Send either `logoSvg` or `logoPng`." }];
  try {
    checkLogo(field === "logoSvg" ? { svg: value } : { png: value });
    return [];
  } catch (error) {
    return [{ field, message: error instanceof Error ? error.message : "The logo could not be read." }];
  }
}

function checkLocalizations(value: unknown): readonly Fault[] {
  const field = "pageLocalizations";
  if (!Array.isArray(value)) return [{ field, message: "`pageLocalizations` must be a list." }];
  if (value.length > maxEntries)
    return [{ field, message: `\`pageLocalizations\` can have at most ${maxEntries} entries.` }];
  const seen = new Set<string>();
  return value.flatMap((entry: unknown, index) => checkEntry(entry, `${field}[${index}]`, seen));
}

function checkEntry(entry: unknown, path: string, seen: Set<string>): readonly Fault[] {
  if (!isObject(entry)) return [{ field: path, message: `\`${path}\` must be an object.` }];
  const { locale, ...texts } = entry;
  const faults = Object.entries(texts).flatMap(([name, text]) => {
    const field = `${path}.${name}`;
    if (!textFields.some((known) => known === name)) return [{ field, message: `Unknown text \`${name}\`.` }];
    // Control characters are never intended, and PostgreSQL cannot store all of them.
    if (typeof text === "string" && text.length <= maxTextLength && !/(?![\t\r\n])\p{Cc}|\p{Cs}/u.test(text)) return [];
    return [{ field, message: `\`${name}\` must be plain text of at most ${maxTextLength} characters.` }];
  });
  const field = `${path}.locale`;
  if (locale !== undefined && !isLocale(locale))
    return [...faults, { field, message: "`locale` must be a BCP 47 language tag, such as de or de-CH." }];
  const key = keyOf({ locale });
  if (seen.has(key))
    return [...faults, { field, message: "Another entry has the same locale. Send one entry for each locale." }];
  seen.add(key);
  return faults;
}

const keyOf = ({ locale }: PageLocalization): string => locale?.toLowerCase() ?? "";

/**
 * The style to store after a request. Its colours and logo replace all old ones. Its texts are merged by locale: an entry
 * replaces the whole old entry of its locale, and an entry without texts removes it.
 */
export function mergeStyle(old: PageStyle, incoming: PageStyle): PageStyle {
  const entries = [...(old.pageLocalizations ?? []), ...(incoming.pageLocalizations ?? [])];
  const merged = new Map(entries.map((entry) => [keyOf(entry), entry]));
  const texts = [...merged.values()].filter((entry) => textFields.some((field) => entry[field] !== undefined));
  const { pageLocalizations: _, ...look } = incoming;
  return { ...look, ...(texts.length > 0 && { pageLocalizations: texts }) };
}
