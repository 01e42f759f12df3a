/** What a record refers to exists, ids are unique, nothing happened after the last day, and every run is the same. */
import { describe, expect, test } from "vitest";
import { makeBooks } from "./books.ts";
import type { CompanyBooks } from "./types.ts";

const days = ["2026-11-15", "2024-02-29", "2025-01-01", "2025-12-31"];

/** Field → the collections of which one must have a record with this id. */
const targets: Readonly<Record<string, readonly string[]>> = {
  account_id: ["accounts"],
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
  document_id: ["files", "invoices", "bills", "credit-notes", "vendor-credits", "expenses", "payments"],
  file_id: ["files"],
  files: ["files"],
  invoice_id: ["invoices", "bills", "credit-notes", "vendor-credits", "booking-proposals"],
  item_id: ["items"],
  order_id: ["sales-orders", "purchase-orders"],
  parent_project_id: ["projects"],
  payment_term_id: ["payment-terms"],
  payment_terms_id: ["payment-terms"],
  project_id: ["projects"],
  purchase_order_id: ["purchase-orders"],
};
/** These name things that are not records. */
const free = new Set(["id", "accounting_period_id", "task_id", "vat_id"]);

/** Every field of a record and of all objects below it. */
function* fields(value: unknown): Iterable<readonly [string, unknown]> {
  if (Array.isArray(value)) for (const item of value) yield* fields(item);
  else if (typeof value === "object" && value !== null)
    for (const [name, below] of Object.entries(value)) {
      yield [name, below];
      yield* fields(below);
    }
}

const everything = (books: CompanyBooks) => [...[...books.records.values()].flat(), ...books.entries()];

describe.each(days)("books that end on %s", (day) => {
  const { companies } = makeBooks({ day, entries: 2000 });

  test.each(companies)("$company.id: references exist", (books) => {
    const ids = new Map([...books.records].map(([name, records]) => [name, new Set(records.map(({ id }) => id))]));
    const known = (name: string, id: unknown) =>
      targets[name]?.some((collection) => ids.get(collection)?.has(String(id)));
    for (const [name, value] of fields(everything(books))) {
      if (free.has(name) || value === null || !(name.endsWith("_id") || name === "files")) continue;
      for (const id of [value].flat()) expect(known(name, id), `${name} ${String(id)}`).toBe(true);
    }
  });

  test.each(companies)("$company.id: codes exist", (books) => {
    const codes = (collection: string) => new Set(books.records.get(collection)?.map((record) => record["code"]));
    const tables = {
      tax_code: codes("tax-rates"),
      journal_code: codes("journals"),
      account_code: codes("accounts"),
      payment_term_code: codes("payment-terms"),
    };
    for (const [name, value] of fields(everything(books)))
      if (name in tables && value !== null)
        expect(tables[name as keyof typeof tables].has(value), `${name} ${String(value)}`).toBe(true);
  });

  test.each(companies)("$company.id: ids are unique, those of lines too", (books) => {
    for (const records of [...books.records.values(), [...books.entries()]]) {
      const ids = records.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const record of records)
        for (const lines of Object.values(record).filter((value) => Array.isArray(value))) {
          const own = lines.map((line: unknown) => (line as { id?: string }).id).filter((id) => id !== undefined);
          expect(new Set(own).size).toBe(own.length);
        }
    }
  });

  test.each(companies)(
    "$company.id: nothing was made or changed after the last day, nor before it was made",
    (books) => {
      for (const record of everything(books)) {
        expect(record.updated_at.slice(0, 10) <= day, record.id).toBe(true);
        expect(record.updated_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00\+0[12]:00$/);
        expect(String(record["created_at"]).slice(0, 10) <= record.updated_at.slice(0, 10), record.id).toBe(true);
      }
    },
  );

  test("another run gives the same books to the byte", () => {
    const again = makeBooks({ day, entries: 2000 }).companies;
    expect(JSON.stringify(again.map(everything))).toBe(JSON.stringify(companies.map(everything)));
  });
});

test("the ledger is as large as wanted, and never smaller than its documents", () => {
  const [large] = makeBooks({ day: "2026-11-15", entries: 50_000 }).companies;
  let count = 0;
  for (const entry of large?.entries() ?? []) expect(entry.number).toBe(String(++count));
  expect([count, large?.entryCount]).toEqual([50_000, 50_000]);
  const [small] = makeBooks({ day: "2026-11-15", entries: 0 }).companies;
  expect([...(small?.entries() ?? [])]).toHaveLength(small?.entryCount ?? 0);
  expect(small?.entryCount).toBeGreaterThan(500);
});

test("a million entries are made one by one: the first is there before the others", () => {
  const [company] = makeBooks({ day: "2026-11-15", entries: 1_000_000 }).companies;
  const first = company?.entries()[Symbol.iterator]().next();
  expect(company?.entryCount).toBe(1_000_000);
  expect(first?.value?.number).toBe("1");
});
