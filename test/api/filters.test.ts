/** Every filter and ordering of the sandbox through the public API, compared with the complete list. */
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
function completeList(id: OperationId): Promise<Row[]> {
  const found = known.get(id) ?? service.list(id, { query: required(id) });
  known.set(id, found);
  return found;
}
const filteredList = (id: OperationId, query: Record<string, string | number>) =>
  service.list(id, { query: { ...required(id), ...query } });

/** The string values of a field, without records that lack it. */
const texts = (rows: readonly Row[], field: string): string[] =>
  rows.map((row) => row[field]).filter((value) => typeof value === "string");

const changed = (row: Row): string => String(row["updatedDate"] ?? row["lastModifiedDate"]);

describe("lastModifiedAt", () => {
  const stamped = handlers.filter(({ handler }) => handler.filters.includes("lastModifiedAt")).map(({ id }) => id);

  test("is a filter of every list whose records have timestamps", () => {
    const without = handlers.filter(({ id }) => !stamped.includes(id)).map(({ id }) => id);
    expect(without).toEqual(["files.documentTypes.list", "fiscalYears.list", "units.list"]);
  });

  test.each(stamped)("%s keeps records that changed at that time or later", async (id) => {
    const rows = await completeList(id);
    const moment = rows.map(changed).toSorted()[Math.floor(rows.length / 2)] ?? "";
    const expected = rows.filter((row) => changed(row) >= moment);
    expect(expected.length).toBeGreaterThan(0);
    expect(await filteredList(id, { lastModifiedAt: moment })).toEqual(expected);
    expect(await filteredList(id, { lastModifiedAt: Date.parse(moment) / 1000 })).toEqual(expected);
    expect(await filteredList(id, { lastModifiedAt: "2100-01-01T00:00:00" })).toEqual([]);
  });

  test("works on a document's lines", async () => {
    const [first] = await completeList("invoices.list");
    const ids = { invoiceId: String(first?.["invoiceId"]) };
    const lines = await service.list("invoices.lineItems.list", { ids });
    expect(await service.list("invoices.lineItems.list", { ids, query: { lastModifiedAt: 0 } })).toEqual(lines);
    expect(await service.list("invoices.lineItems.list", { ids, query: { lastModifiedAt: "2100-01-01" } })).toEqual([]);
  });
});

/** Filters by exact value: each value keeps the records that have it. */
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
  const rows = await completeList(id);
  const values = [...new Set(texts(rows, field))];
  expect(values.length).toBeGreaterThan(1);
  for (const value of values.slice(0, 12))
    expect(await filteredList(id, { [filter]: value })).toEqual(rows.filter((row) => row[field] === value));
});

/** Filters by date. */
const days: readonly [id: OperationId, filter: string, field: string][] = [
  ["bills.list", "billDateFrom", "billDate"],
  ["invoices.list", "dueDateFrom", "dueDate"],
  ["journalEntries.list", "transactionDateFrom", "transactionDate"],
];

test.each(days)("%s: %s keeps that day and later days", async (id, filter, field) => {
  const rows = await completeList(id);
  const present = texts(rows, field);
  const middle = present.toSorted()[Math.floor(present.length / 2)] ?? "";
  const expected = rows.filter((row) => texts([row], field).some((value) => value >= middle));
  expect(expected.length).toBeLessThan(rows.length);
  expect(await filteredList(id, { [filter]: middle.slice(0, 10) })).toEqual(expected);
});

test("filters journal entries by fiscal year", async () => {
  const rows = await completeList("journalEntries.list");
  const within = rows.filter(({ transactionDate }) => String(transactionDate).startsWith(year));
  expect(within.length).toBeLessThan(rows.length);
  expect(await filteredList("journalEntries.list", { fiscalYear: year })).toEqual(within);
  expect(await filteredList("journalEntries.list", { fiscalYearStartDate: `${year}-01-01` })).toEqual(within);
  expect(await filteredList("journalEntries.list", { fiscalYearStartDate: `${year}-02-01` })).toEqual([]);
});

test("filters open items and trial balances by fiscal year", async () => {
  const items = await completeList("openItems.list");
  for (const fiscalYear of [year, String(Number(year) - 1)])
    expect(await filteredList("openItems.list", { fiscalYear })).toEqual(
      items.filter(({ postingDate }) => String(postingDate).startsWith(fiscalYear)),
    );
  expect(await filteredList("trialBalance.list", { fiscalYear: year })).toEqual(
    await completeList("trialBalance.list"),
  );
  const before = await filteredList("trialBalance.list", { fiscalYearStartDate: `${Number(year) - 1}-01-01` });
  expect(before.length).toBeGreaterThan(0);
  expect(before).not.toEqual(await completeList("trialBalance.list"));
});

test.each(["accounts.list", "paymentTerms.list"] as const)(
  "%s returns the same records in every existing fiscal year",
  async (id) => {
    const rows = await completeList(id);
    expect(await filteredList(id, { fiscalYear: year })).toEqual(rows);
    expect(await filteredList(id, { fiscalYearStartDate: `${year}-01-01` })).toEqual(rows);
    expect(await filteredList(id, { fiscalYear: "1999" })).toEqual([]);
  },
);

test("filters by several account types at once", async () => {
  const rows = await completeList("accounts.list");
  expect(await filteredList("accounts.list", { types: "BANK,CASH" })).toEqual(
    rows.filter(({ type }) => type === "BANK" || type === "CASH"),
  );
});

test("separates active from archived accounts and tax rates", async () => {
  const accounts = await completeList("accounts.list");
  const archived = accounts.filter(({ status }) => status === "ARCHIVED");
  expect(archived.length).toBeGreaterThan(0);
  expect(await filteredList("accounts.list", { isActive: "false" })).toEqual(archived);
  const rates = await Promise.all(["true", "false"].map((isActive) => filteredList("taxRates.list", { isActive })));
  for (const rows of rates) expect(rows.length).toBeGreaterThan(0);
  const ids = (rows: readonly Row[]) => rows.map(({ id }) => String(id)).toSorted();
  expect(ids(rates.flat())).toEqual(ids(await completeList("taxRates.list")));
});

test.each(["contacts.list", "customers.list", "suppliers.list"] as const)(
  "%s filters by e-mail address, case-insensitively",
  async (id) => {
    const [first] = await completeList(id);
    const [address] = (first?.["emailAddresses"] ?? []) as { email: string }[];
    const email = address?.email ?? "";
    expect(await filteredList(id, { email: email.toUpperCase() })).toEqual([first]);
  },
);

test("filters payments by invoice", async () => {
  const payments = await completeList("payments.list");
  const paying = (row: Row) => (row["paymentLines"] as { invoiceId?: string }[]).map(({ invoiceId }) => invoiceId);
  const invoiceId = payments.flatMap(paying).find((id) => id !== undefined) ?? "";
  expect(await filteredList("payments.list", { invoiceId })).toEqual(
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

  test.each(orders)("sorts %s by %s", async (id, field) => {
    const rows = await completeList(id);
    const up = await filteredList(id, { orderField: field });
    const down = await filteredList(id, { orderField: field, orderDir: "DESC" });
    expect(texts(up, field)).toEqual(texts(rows, field).toSorted());
    expect(texts(down, field)).toEqual(texts(rows, field).toSorted().toReversed());
    const paged = await filteredList(id, { orderField: field, orderDir: "DESC", limit: 20 });
    expect(paged).toEqual(down);
    const identity = (row: Row) => String(row["id"] ?? row["invoiceId"]);
    expect(up.map(identity).toSorted()).toEqual(rows.map(identity).toSorted());
  });
});
