/** References exist, ids are unique, nothing is dated after the last day, and every run gives the same books. */
import { describe, expect, test } from "vitest";
import type { NativeRecord } from "./basics/types.ts";
import { makeBooks } from "./books.ts";
import { type Company, companiesOf, days, text } from "./testing.ts";

const claims = ["invoices", "bills", "credit-notes", "vendor-credits"];
/** Field → the collections, one of which has a record with this id. */
const targets: Readonly<Record<string, readonly string[]>> = {
  account_id: ["accounts"],
  applied_to_id: ["invoices", "bills"],
  asset_account_id: ["accounts"],
  expense_account_id: ["accounts"],
  income_account_id: ["accounts"],
  parent_account_id: ["accounts"],
  bank_account_id: ["bank-accounts"],
  billing_contact_id: ["contacts"],
  contact_id: ["contacts"],
  shipping_contact_id: ["contacts"],
  customer_id: ["customers"],
  supplier_id: ["suppliers"],
  document_id: [...claims, "files", "expenses", "payments"],
  file_id: ["files"],
  files: ["files"],
  invoice_id: [...claims, "booking-proposals"],
  item_id: ["items"],
  order_id: ["sales-orders", "purchase-orders"],
  parent_project_id: ["projects"],
  payment_term_id: ["payment-terms"],
  payment_terms_id: ["payment-terms"],
  project_id: ["projects"],
  purchase_order_id: ["purchase-orders"],
};
/** Field → the collection that has a record with this code. */
const codes: Readonly<Record<string, string>> = {
  account_code: "accounts",
  journal_code: "journals",
  payment_term_code: "payment-terms",
  tax_code: "tax-rates",
};
/** Ids of things that are not records. */
const free = new Set(["id", "accounting_period_id", "task_id", "vat_id"]);

/** Every text in a record, including nested objects and lists. */
function* texts(value: unknown, name = ""): Iterable<readonly [field: string, text: string]> {
  if (typeof value === "string") yield [name, value];
  else if (Array.isArray(value)) for (const item of value) yield* texts(item, name);
  else if (typeof value === "object" && value !== null)
    for (const [field, below] of Object.entries(value)) yield* texts(below, field);
}

const everything = ({ books, entries }: Company): NativeRecord[] => [...[...books.records.values()].flat(), ...entries];

const hasDoubles = (ids: readonly unknown[]): boolean => new Set(ids).size < ids.length;

describe.each(days)("books that end on %s", (day) => {
  const companies = companiesOf(day);

  test.each(companies)("$id: references exist", (company) => {
    const ids = new Map(
      [...company.books.records].map(([name, records]) => [name, new Set(records.map(({ id }) => id))]),
    );
    const isKnown = (name: string, id: string) => targets[name]?.some((collection) => ids.get(collection)?.has(id));
    const references = [...texts(everything(company))].filter(
      ([name]) => (name.endsWith("_id") || name === "files") && !free.has(name),
    );
    expect(references.filter(([name, id]) => !isKnown(name, id))).toEqual([]);
    // The small companies applied no credits.
    const expected = Object.keys(targets).filter((name) => company.id === "bergblick" || name !== "applied_to_id");
    expect(new Set(references.map(([name]) => name)).size).toBe(expected.length);
  });

  test.each(companies)("$id: codes exist", (company) => {
    const known = (name: string) => new Set(company.records(codes[name] ?? "").map((record) => record["code"]));
    const sets = new Map(Object.keys(codes).map((name) => [name, known(name)]));
    const unknown = [...texts(everything(company))].filter(([name, code]) => sets.get(name)?.has(code) === false);
    expect(unknown).toEqual([]);
  });

  test.each(companies)("$id: ids are unique, including those of lines", ({ books, entries }) => {
    const lists = [...books.records.values(), entries];
    expect(lists.filter((records) => hasDoubles(records.map(({ id }) => id)))).toEqual([]);
    const lines = lists.flat().flatMap((record) => [record["line_items"], record["journal_line_items"]]);
    const doubled = lines.filter(
      (list) => Array.isArray(list) && hasDoubles(list.map((line: { id: string }) => line.id)),
    );
    expect(doubled).toEqual([]);
  });

  test.each(companies)(
    "$id: nothing was made or changed after the last day, nor changed before it was made",
    (company) => {
      const wrong = everything(company).filter(
        (record) =>
          record.updated_at.slice(0, 10) > day ||
          text(record, "created_at").slice(0, 10) > record.updated_at.slice(0, 10),
      );
      expect(wrong).toEqual([]);
      const misspelt = everything(company).filter(
        ({ updated_at }) => !/^[-\d]{10}T\d\d:\d\d:00\+0[12]:00$/.test(updated_at),
      );
      expect(misspelt).toEqual([]);
    },
  );

  test("another run gives identical books", () => {
    expect(JSON.stringify(companiesOf(day).map(everything))).toBe(JSON.stringify(companies.map(everything)));
  });
});

test("the ledger has the requested size", () => {
  const [company] = makeBooks({ day: "2026-11-15", entries: 20_000 }).companies;
  const numbers = Array.from(company?.entries() ?? [], ({ number }) => number);
  expect(numbers).toHaveLength(20_000);
  expect(numbers.at(-1)).toBe("20000");
});

test("the ledger is never smaller than its documents need", () => {
  const [company] = makeBooks({ day: "2026-11-15", entries: 0 }).companies;
  expect([...(company?.entries() ?? [])]).toHaveLength(company?.entryCount ?? 0);
  expect(company?.entryCount).toBeGreaterThan(500);
});

test("a million entries are generated one by one", () => {
  const [company] = makeBooks({ day: "2026-11-15", entries: 1_000_000 }).companies;
  const [first] = company?.entries() ?? [];
  expect([first?.number, company?.entryCount]).toEqual(["1", 1_000_000]);
});
