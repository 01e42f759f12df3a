/** The language that a browser asks for, of those that the pages speak. */
import { isLocale } from "../contract/locale.ts";
import { languages } from "./texts/languages.ts";

/** Undefined where it asks for none of them. */
export function languageAskedFor(header: string | undefined): string | undefined {
  const wishes = (header ?? "").split(",").map((wish) => {
    const [tag = "", ...parameters] = wish.split(";").map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
    return { tag, weight: weight === undefined ? 1 : Number(weight) };
  });
  const known = wishes.filter(
    ({ tag, weight }) => weight > 0 && isLocale(tag) && languages.has(tag.toLowerCase().split("-")[0] ?? ""),
  );
  return known.toSorted((left, right) => right.weight - left.weight)[0]?.tag;
}
