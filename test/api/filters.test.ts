/** Every filter and every ordering of the sandbox through the public API: each is compared with the whole list. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { sandbox } from "../../src/connectors/sandbox/connector.ts";
import type { ListHandler } from "../../src/contract/connector.ts";
import { type OperationId, operations, operationTable } from "../../src/contract/operations.ts";
import { day, type Row, type Service, startService } from "../support/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const year = day.slice(0, 4);
const handlers = operationTable.flatMap(([id, { kind, path }]) => {
  const handler = sandbox.operations[id];
  return kind === "list" && handler !== undefined && !path.includes("{")
    ? [{ id, handler: handler as ListHandler<unknown> }]
    : [];
});
const required = (id: OperationId) => (id === "trialBalance.list" ? { fiscalYearStartDate: `${year}-01-01` } : {});

const known = new Map<OperationId, Promise<Row[]>>();
function whole(id: OperationId): Promise<Row[]> {
  const found = known.get(id) ?? service.list(id, { query: required(id) });
  known.set(id, found);
  return found;
}
const narrowed = (id: OperationId, query: Record<string, string | number>) =>
  service.list(id, { query: { ...required(id), ...query } });

/** The texts of a field, of those records that have it. */
const texts = (rows: readonly Row[], field: string): string[] =>
  rows.map((row) => row[field]).filter((value) => typeof value === "string");

const changed = (row: Row): string => String(row["updatedDate"] ?? row["lastModifiedDate"]);

describe("lastModifiedAt", () => {
  const stamped = handlers.filter(({ handler }) => handler.filters.includes("lastModifiedAt")).map(({ id }) => id);

  test("is a filter of every list that has times", () => {
    const without = handlers.filter(({ id }) => !stamped.includes(id)).map(({ id }) => id);
    expect(without).toEqual(["files.documentTypes.list", "fiscalYears.list", "units.list"]);
  });

  test.each(stamped)("%s keeps what changed then or later", async (id) => {
    const rows = await whole(id);
    const moment = rows.map(changed).toSorted()[Math.floor(rows.length / 2)] ?? "";
    const expected = rows.filter((row) => changed(row) >= moment);
    expect(expected.length).toBeGreaterThan(0);
    expect(await narrowed(id, { lastModifiedAt: moment })).toEqual(expected);
    expect(await narrowed(id, { lastModifiedAt: Date.parse(moment) / 1000 })).toEqual(expected);
    expect(await narrowed(id, { lastModifiedAt: "2100-01-01T00:00:00" })).toEqual([]);
  });

  test("works on a document's lines", async () => {
    const [first] = await whole("invoices.list");
    const ids = { invoiceId: String(first?.["invoiceId"]) };
    const lines = await service.list("invoices.lineItems.list", { ids });
    expect(await service.list("invoices.lineItems.list", { ids, query: { lastModifiedAt: 0 } })).toEqual(lines);
    expect(await service.list("invoices.lineItems.list", { ids, query: { lastModifiedAt: "2100-01-01" } })).toEqual([]);
  });
});

/** A filter on a field with listed values: each value keeps the records that have it. */
const words: readonly [id: OperationId, filter: string, field: string][] = [
  ["accounts.list", "debitCreditIndicator", "debitCreditIndicator"],
  ["accounts.list", "classFilter", "class"],
  ["accounts.list", "types", "type"],
  ["bills.list", "status", "status"],
  ["bills.list", "paymentStatus", "paymentStatus"],
  ["bookingProposals.list", "status", "status"],
  ["bookingProposals.list", "bookingType", "bookingType"],
  ["invoices.list", "status", "status"],
  ["invoices.list", "paymentStatus", "paymentStatus"],
  ["items.list", "type", "type"],
  ["items.list", "itemNumber", "itemNumber"],
  ["offers.list", "status", "status"],
  ["openItems.list", "type", "type"],
  ["openItems.list", "accountNumber", "accountNumber"],
  ["openItems.list", "documentNumber", "documentNumber"],
  ["salesOrders.list", "status", "status"],
  ["trialBalance.list", "accountNumber", "accountNumber"],
  ["trialBalance.list", "accountCode", "accountCode"],
  ["vendorCredits.list", "status", "status"],
  ["vendorCredits.list", "paymentStatus", "paymentStatus"],
  ["contacts.list", "number", "number"],
  ["customers.list", "number", "number"],
  ["suppliers.list", "number", "number"],
  ["contacts.list", "name", "companyName"],
  ["customers.list", "name", "companyName"],
  ["suppliers.list", "name", "companyName"],
];

test.each(words)("%s: %s keeps the records with that %s", async (id, filter, field) => {
  const rows = await whole(id);
  const values = [...new Set(texts(rows, field))];
  expect(values.length).toBeGreaterThan(1);
  for (const value of values.slice(0, 12))
    expect(await narrowed(id, { [filter]: value })).toEqual(rows.filter((row) => row[field] === value));
});

/** A filter on a day or a year. */
const days: readonly [id: OperationId, filter: string, field: string][] = [
  ["bills.list", "billDateFrom", "billDate"],
  ["invoices.list", "dueDateFrom", "dueDate"],
  ["journalEntries.list", "transactionDateFrom", "transactionDate"],
];

test.each(days)("%s: %s keeps that day and later ones", async (id, filter, field) => {
  const rows = await whole(id);
  const present = texts(rows, field);
  const middle = present.toSorted()[Math.floor(present.length / 2)] ?? "";
  const expected = rows.filter((row) => texts([row], field).some((value) => value >= middle));
  expect(expected.length).toBeLessThan(rows.length);
  expect(await narrowed(id, { [filter]: middle.slice(0, 10) })).toEqual(expected);
});

test("fiscal years divide the ledger", async () => {
  const rows = await whole("journalEntries.list");
  const within = rows.filter(({ transactionDate }) => String(transactionDate).startsWith(year));
  expect(within.length).toBeLessThan(rows.length);
  expect(await narrowed("journalEntries.list", { fiscalYear: year })).toEqual(within);
  expect(await narrowed("journalEntries.list", { fiscalYearStartDate: `${year}-01-01` })).toEqual(within);
  expect(await narrowed("journalEntries.list", { fiscalYearStartDate: `${year}-02-01` })).toEqual([]);
});

test("fiscal years divide open items and trial balances", async () => {
  const items = await whole("openItems.list");
  for (const each of [year, String(Number(year) - 1)])
    expect(await narrowed("openItems.list", { fiscalYear: each })).toEqual(
      items.filter(({ postingDate }) => String(postingDate).startsWith(each)),
    );
  expect(await narrowed("trialBalance.list", { fiscalYear: year })).toEqual(await whole("trialBalance.list"));
  const before = await narrowed("trialBalance.list", { fiscalYearStartDate: `${Number(year) - 1}-01-01` });
  expect(before.length).toBeGreaterThan(0);
  expect(before).not.toEqual(await whole("trialBalance.list"));
});

test.each(["accounts.list", "paymentTerms.list"] as const)("%s hold in every fiscal year there is", async (id) => {
  const rows = await whole(id);
  expect(await narrowed(id, { fiscalYear: year })).toEqual(rows);
  expect(await narrowed(id, { fiscalYearStartDate: `${year}-01-01` })).toEqual(rows);
  expect(await narrowed(id, { fiscalYear: "1999" })).toEqual([]);
});

test("several account types at once", async () => {
  const rows = await whole("accounts.list");
  expect(await narrowed("accounts.list", { types: "BANK,CASH" })).toEqual(
    rows.filter(({ type }) => type === "BANK" || type === "CASH"),
  );
});

test("active and archived accounts and tax rates", async () => {
  const accounts = await whole("accounts.list");
  const archived = accounts.filter(({ status }) => status === "ARCHIVED");
  expect(archived.length).toBeGreaterThan(0);
  expect(await narrowed("accounts.list", { isActive: "false" })).toEqual(archived);
  const rates = await Promise.all(["true", "false"].map((isActive) => narrowed("taxRates.list", { isActive })));
  for (const some of rates) expect(some.length).toBeGreaterThan(0);
  const ids = (rows: readonly Row[]) => rows.map(({ id }) => String(id)).toSorted();
  expect(ids(rates.flat())).toEqual(ids(await whole("taxRates.list")));
});

test.each(["contacts.list", "customers.list", "suppliers.list"] as const)("%s by e-mail, in any case", async (id) => {
  const [first] = await whole(id);
  const [address] = (first?.["emailAddresses"] ?? []) as { email: string }[];
  const email = address?.email ?? "";
  expect(await narrowed(id, { email: email.toUpperCase() })).toEqual([first]);
});

test("payments of one invoice", async () => {
  const payments = await whole("payments.list");
  const paying = (row: Row) => (row["paymentLines"] as { invoiceId?: string }[]).map(({ invoiceId }) => invoiceId);
  const invoiceId = payments.flatMap(paying).find((id) => id !== undefined) ?? "";
  expect(await narrowed("payments.list", { invoiceId })).toEqual(
    payments.filter((row) => paying(row).includes(invoiceId)),
  );
});

describe("ordering", () => {
  const orders = handlers.flatMap(({ id, handler }) => handler.orders.map((field) => [id, field] as const));

  test("is offered for the three lists of the contract", () => {
    expect(new Set(orders.map(([id]) => id))).toEqual(
      new Set(handlers.filter(({ id }) => "orderField" in operations[id].query).map(({ id }) => id)),
    );
  });

  test.each(orders)("%s by %s", async (id, field) => {
    const rows = await whole(id);
    const up = await narrowed(id, { orderField: field });
    const down = await narrowed(id, { orderField: field, orderDir: "DESC" });
    expect(texts(up, field)).toEqual(texts(rows, field).toSorted());
    expect(texts(down, field)).toEqual(texts(rows, field).toSorted().toReversed());
    const paged = await narrowed(id, { orderField: field, orderDir: "DESC", limit: 20 });
    expect(paged).toEqual(down);
    const identity = (row: Row) => String(row["id"] ?? row["invoiceId"]);
    expect(up.map(identity).toSorted()).toEqual(rows.map(identity).toSorted());
  });
});
