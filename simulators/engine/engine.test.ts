/** Behaviour of the engine that no vendor's suite covers. */
import type { FastifyRequest } from "fastify";
import { expect, test } from "vitest";
import { openBucket, openMinutes } from "./limits.ts";
import { byCursor, byOffset } from "./pages.ts";
import { json } from "./routes.ts";
import { makeSeedData } from "./seedData.ts";
import { findRecord, openCompany } from "./tables.ts";
import { big, sum } from "./values.ts";

const ids = (count: number) => Array.from({ length: count }, (_, index) => ({ id: `row~${index}` }));

test("a cursor continues after the last row shown, even if rows were added or removed before it", () => {
  const first = byCursor(ids(5), undefined, 2);
  const later = [{ id: "new" }, ...ids(5)];
  expect(byCursor(later, first.next, 2).rows).toEqual([{ id: "row~2" }, { id: "row~3" }]);
  const shortened = byCursor(ids(5).slice(2), first.next, 2);
  expect(shortened).toMatchObject({ rows: [{ id: "row~4" }], next: undefined, hasMore: false });
  expect(byOffset(ids(5), 4, 2)).toEqual({ rows: [{ id: "row~4" }], total: 5, hasMore: false });
});

test("limits follow the vendor's clock", () => {
  let at = 0;
  const admits = openBucket({ now: () => at }, 2);
  const inMinute = openMinutes({ now: () => at });
  expect([admits(), admits(), admits()]).toEqual([true, true, false]);
  expect([inMinute(), inMinute()]).toEqual([1, 2]);
  at = 60_000;
  expect([admits(), inMinute()]).toEqual([true, 1]);
});

test("a failed transaction leaves no rows and notifies nobody", () => {
  const company = openCompany<"notes">({ id: "one", tables: ["notes"], now: () => 0, newId: () => "made" });
  const notices: string[] = [];
  company.listen((_company, { kind, row }) => void notices.push(`${kind} ${String(row["text"])}`));
  const before = company.add("notes", { id: "kept", text: "before" });
  const failing = () =>
    company.atOnce(() => {
      company.save("notes", { ...before, text: "changed" });
      company.add("notes", { text: "new" });
      throw new Error("no");
    });
  expect(failing).toThrow("no");
  expect(company.tables.notes.all()).toEqual([before]);
  expect(notices).toEqual(["created before"]);
});

test("the seed data adds up: payments cover paid documents, and every journal entry balances", () => {
  const { invoices, bills, entries } = makeSeedData({ name: "engine-test", now: Date.parse("2026-11-16T12:00:00Z") });
  const paid = [...invoices, ...bills].filter(({ plan }) => plan === "paid");
  expect(paid.length).toBeGreaterThan(100);
  for (const { payments, totals } of paid)
    expect(sum(payments.map(({ amount }) => amount)).toFixed(2)).toBe(totals.gross.toFixed(2));
  for (const { journal_line_items: lines } of entries)
    expect(sum(lines.map(({ debit, credit }) => big(debit).minus(big(credit)))).toNumber()).toBe(0);
});

test("a record is found in the table of its list, if several tables use the same ids", () => {
  const company = openCompany<"contacts" | "invoices">({
    id: "one",
    tables: ["contacts", "invoices"],
    now: () => 0,
    newId: () => "1",
  });
  company.add("contacts", { id: 1, name: "Muster" });
  const invoice = company.add("invoices", { id: 1, number: "RE-1" });
  expect(findRecord([company], "1", "invoices")).toMatchObject({ table: "invoices", row: invoice });
  expect(findRecord([company], "1").table).toBe("contacts");
  expect(() => findRecord([company], "2", "invoices")).toThrow("The record 2 does not exist.");
});

test("a body that is an array is read as its entries", () => {
  const request = (body: string) => ({ body: Buffer.from(body) }) as FastifyRequest;
  expect(json.readItems?.(request('[{"field":"name_1"},{"field":"id"}]'))).toEqual([
    { field: "name_1" },
    { field: "id" },
  ]);
  expect(json.readItems?.(request('{"field":"name_1"}'))).toEqual([]);
});
