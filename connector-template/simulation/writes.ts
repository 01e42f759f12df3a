/** What the vendor makes of what it is told, and what it refuses. */
import { type Books, type Item, type Line, withTotals } from "./books.ts";

type Body = Readonly<Record<string, unknown>>;

export function invalid(kind: string, body: Body, books: Books | undefined): string | undefined {
  if (kind === "contacts") return body["name"] ? undefined : "A contact needs a name.";
  if (kind !== "invoices") return "This list cannot be written.";
  if (!books?.contacts.has(String(body["contact_id"]))) return "The contact is unknown to us.";
  return Array.isArray(body["lines"]) && body["lines"].length > 0 ? undefined : "An invoice needs a line.";
}

export function made(kind: string, body: Body, { count, now }: { count: number; now: number }): Item {
  const stamps = { created_at: new Date(now).toISOString(), updated_at: new Date(now).toISOString() };
  if (kind === "contacts") return { customer: false, supplier: false, ...body, id: `con-neu-${count}`, ...stamps };
  const lines = (body["lines"] as readonly Omit<Line, "id">[]).map((line, at) => ({
    ...{ unit_price: "0", tax_percent: "0" },
    ...line,
    id: `line-neu-${count}-${at + 1}`,
  }));
  const number = `RE-${String(count).padStart(5, "0")}`;
  return { ...body, id: `inv-neu-${count}`, number, state: "draft", ...withTotals(lines), ...stamps };
}

export const changed = (item: Item, body: Body, now: number): Item => ({
  ...item,
  ...body,
  id: item.id,
  updated_at: new Date(now).toISOString(),
});
