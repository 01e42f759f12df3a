/** Picks the page language from the Accept-Language header. */
import { isLocale } from "../contract/locale.ts";
import { languages } from "./texts/languages.ts";

/** Returns undefined if the browser accepts none of the languages. */
export function preferredLanguage(header: string | undefined): string | undefined {
  const accepted = (header ?? "").split(",").map((entry) => {
    const [tag = "", ...parameters] = entry.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    return { tag, weight: weight === undefined ? 1 : Number(weight) };
  });
  const known = accepted.filter(
    ({ tag, weight }) => weight > 0 && isLocale(tag) && languages.has(tag.toLowerCase().split("-")[0] ?? ""),
  );
  return known.toSorted((left, right) => right.weight - left.weight)[0]?.tag;
}
