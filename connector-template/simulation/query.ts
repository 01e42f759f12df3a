/** The vendor's pages, filters and orders. */
import type { Item } from "./books.ts";

type Asked = Readonly<Record<string, string>>;

const text = (value: unknown): string => (typeof value === "string" ? value : "");

export function page(items: readonly Item[], asked: Asked): { items: readonly Item[]; total: number } {
  const found = items.filter((item) => fits(item, asked));
  const field = asked["sort"]?.replace(/^-/, "");
  const ordered = field === undefined ? found : found.toSorted((one, other) => compare(one[field], other[field]));
  const all = asked["sort"]?.startsWith("-") ? ordered.toReversed() : ordered;
  const size = Math.min(100, Number(asked["page_size"] ?? 50));
  const from = (Number(asked["page"] ?? 1) - 1) * size;
  return { items: all.slice(from, from + size), total: found.length };
}

const compare = (one: unknown, other: unknown): number => (text(one) < text(other) ? -1 : 1);

function fits(item: Item, asked: Asked): boolean {
  const { updated_since: since, name, number, state, due_from: due, from } = asked;
  return (
    (since === undefined || Date.parse(item.updated_at) >= Date.parse(since)) &&
    (name === undefined || item["name"] === name) &&
    (number === undefined || item["number"] === number) &&
    (state === undefined || item["state"] === state) &&
    (due === undefined || text(item["due_date"]) >= due) &&
    (from === undefined || text(item["date"]) >= from)
  );
}
