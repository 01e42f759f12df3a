/** The invented company's books, made from counters: the same in every world, but for the day. */
import { Big } from "big.js";

export interface Item {
  readonly id: string;
  updated_at: string;
  readonly [field: string]: unknown;
}

export type Kind = "contacts" | "invoices" | "entries";
export type Books = Readonly<Record<Kind, Map<string, Item>>>;

const dayInMs = 86_400_000;
const states = ["draft", "open", "paid", "voided"] as const;

export function makeBooks(now: number): Books {
  const at = (days: number) => new Date(now - days * dayInMs);
  const stamp = (days: number) => at(days).toISOString();
  const day = (days: number) => stamp(days).slice(0, 10);
  const make = (count: number, one: (index: number) => Item) =>
    new Map(Array.from({ length: count }, (_, index) => one(index)).map((item) => [item.id, item]));

  const contacts = make(125, (index) => ({
    id: `con-${1000 + index}`,
    name: index % 9 === 0 ? `Bäckerei Ährenglück ${index}` : `Muster ${index} GmbH`,
    number: String(10_000 + index),
    email: index % 3 === 0 ? null : `info@muster-${index}.example`,
    website: index % 4 === 0 ? `https://muster-${index}.example` : null,
    customer: index % 2 === 0,
    supplier: index % 3 === 0,
    created_at: stamp(400 - index),
    updated_at: stamp(300 - index),
  }));
  const invoices = make(130, (index) => ({
    // Beyond 2^53, as text.
    id: String(9_007_199_254_740_993n + BigInt(index)),
    number: `RE-${String(index + 1).padStart(5, "0")}`,
    contact_id: `con-${1000 + (index % 125)}`,
    date: day(200 - index),
    due_date: index % 5 === 0 ? null : day(170 - index),
    currency: index % 7 === 0 ? "CHF" : "EUR",
    state: states[index % states.length],
    reference: index % 2 === 0 ? `Auftrag ${index}` : null,
    ...withTotals(linesOf(index)),
    created_at: stamp(200 - index),
    updated_at: stamp(199 - index),
  }));
  const entries = make(140, (index) => {
    const amount = new Big(index).times("10.07").toFixed(2);
    return {
      id: `ent-${index + 1}`,
      number: String(index + 1),
      date: day(180 - index),
      text: index % 6 === 0 ? null : `Buchung ${index + 1}`,
      draft: index % 11 === 0,
      postings: [
        { account: "1200", text: "Bank", debit: amount, credit: null },
        { account: "8400", text: null, debit: null, credit: amount },
      ],
      updated_at: stamp(150 - index),
    };
  });
  return { contacts, invoices, entries };
}

export interface Line {
  readonly id: string;
  readonly text: unknown;
  readonly quantity: string;
  readonly unit_price: string;
  readonly tax_percent: string;
}

function linesOf(index: number): Line[] {
  const count = index === 77 ? 200 : 1 + (index % 3);
  return Array.from({ length: count }, (_, at) => ({
    id: `line-${index}-${at + 1}`,
    text: at === 2 ? null : "Käse & Küche",
    quantity: String(at + 1),
    unit_price: index % 10 === 0 ? "0.00" : `${index}.15`,
    tax_percent: index % 2 === 0 ? "19" : "7",
  }));
}

export function withTotals(lines: readonly Line[]) {
  const sum = (amount: (line: Line) => Big) => lines.reduce((total, line) => total.plus(amount(line)), new Big(0));
  const net = (line: Line) => new Big(line.quantity).times(line.unit_price);
  const tax = sum((line) => net(line).times(line.tax_percent).div(100)).round(2);
  return { lines, net: sum(net).toFixed(2), tax: tax.toFixed(2), gross: sum(net).plus(tax).toFixed(2) };
}
