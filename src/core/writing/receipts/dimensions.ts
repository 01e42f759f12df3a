/** Compares the dimensions of a body with those that were stored, in any order. */
import type { Difference } from "../../calling/request.ts";
import { type Fields, textIn } from "../bodyLines.ts";

const names = ["id", "code", "name"] as const;

/** Nothing is compared if the record has no dimensions: the target system may not return them. */
export function dimensionDifferences(body: Fields, record: Fields, at: string): Difference[] {
  const stored = dimensionsOf(record);
  if (stored === undefined) return [];
  return (dimensionsOf(body) ?? []).flatMap((dimension, index): Difference[] => {
    if (stored.some((candidate) => isSame(dimension, candidate))) return [];
    const inCategory = stored.filter((candidate) => categoryOf(candidate) === categoryOf(dimension));
    const [replacement] = inCategory.length === 1 ? inCategory : [];
    const field = `${at}dimensions[${index}]`;
    return [
      {
        field,
        asked: nameOfDimension(dimension),
        stored: replacement === undefined ? null : nameOfDimension(replacement),
      },
    ];
  });
}

const dimensionsOf = ({ dimensions }: { readonly dimensions?: unknown }): readonly Fields[] | undefined =>
  Array.isArray(dimensions) ? (dimensions as readonly Fields[]) : undefined;

const categoryOf = (dimension: Fields): string | undefined => textIn(dimension, "categoryName");

/** By the most exact name that both have. A dimension without one of them has nothing that could differ. */
function isSame(asked: Fields, stored: Fields): boolean {
  const category = categoryOf(asked);
  const storedCategory = categoryOf(stored);
  if (category !== undefined && storedCategory !== undefined && category !== storedCategory) return false;
  const shared = names.find((name) => textIn(asked, name) !== undefined && textIn(stored, name) !== undefined);
  return shared === undefined || textIn(asked, shared) === textIn(stored, shared);
}

/** For messages, the name that people use. */
export const nameOfDimension = (dimension: Fields): string | undefined =>
  textIn(dimension, "name") ?? textIn(dimension, "code") ?? textIn(dimension, "id");
