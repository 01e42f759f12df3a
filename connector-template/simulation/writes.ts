/** What the vendor makes of what it is told, and what it refuses. */
import { type Books, type Item, type Line, withTotals } from "./books.ts";

type Told = Readonly<Record<string, unknown>>;

export function invalid(kind: string, told: Told, books: Books | undefined): string | undefined {
  if (kind === "contacts") return told["name"] ? undefined : "A contact needs a name.";
  if (kind !== "invoices") return "This list cannot be written.";
  if (!books?.contacts.has(String(told["contact_id"]))) return "The contact is unknown to us.";
  return Array.isArray(told["lines"]) && told["lines"].length > 0 ? undefined : "An invoice needs a line.";
}

export function made(kind: string, told: Told, { count, now }: { count: number; now: number }): Item {
  const stamps = { created_at: new Date(now).toISOString(), updated_at: new Date(now).toISOString() };
  if (kind === "contacts") return { customer: false, supplier: false, ...told, id: `con-neu-${count}`, ...stamps };
  const lines = (told["lines"] as readonly Omit<Line, "id">[]).map((line, at) => ({
    ...{ unit_price: "0", tax_percent: "0" },
    ...line,
    id: `line-neu-${count}-${at + 1}`,
  }));
  const number = `RE-${String(count).padStart(5, "0")}`;
  return { ...told, id: `inv-neu-${count}`, number, state: "draft", ...withTotals(lines), ...stamps };
}

export const changed = (item: Item, told: Told, now: number): Item => ({
  ...item,
  ...told,
  id: item.id,
  updated_at: new Date(now).toISOString(),
});
