import type { TSchema } from "typebox";
import { describe, expect, test } from "vitest";
import type { FieldTable, ListHandler } from "../../contract/connector.ts";
import { operationTable } from "../../contract/operations.ts";
import { type VendorQuery } from "../../contract/session.ts";
import type { OAuthSignIn } from "../../contract/signIn.ts";
import { account } from "./accounts.ts";
import { item } from "./catalogue.ts";
import { sandbox } from "./connector.ts";
import { sandboxExport, sandboxKey } from "./editions.ts";
import { refusals } from "./errors.ts";
import { expense } from "./expenses.ts";
import { invoice } from "./invoices.ts";
import { journalEntry, journalLine } from "./journalEntries.ts";
import { openItem, trialBalanceEntry } from "./ledger.ts";
import { payment } from "./payments.ts";

const reads = operationTable.filter(([id, { kind }]) => kind !== "write" && id !== "asyncTask.get");

describe("the fact sheet", () => {
  test("offers every read with every filter and ordering of the operation table", () => {
    const notFilters = ["page", "limit", "orderField", "orderDir"];
    for (const [id, { kind, query }] of reads) {
      const handler = sandbox.operations[id] as Partial<ListHandler<unknown>> | undefined;
      const field = query["orderField"]?.schema as { enum: string[] } | undefined;
      const filters = Object.keys(query).filter((name) => !notFilters.includes(name));
      expect({ id, filters: handler?.filters?.toSorted(), orders: handler?.orders }).toEqual(
        kind === "list" ? { id, filters: filters.toSorted(), orders: field?.enum ?? [] } : { id },
      );
    }
  });

  test("fills every field of every record, except the content of listed attachments", () => {
    const missing = reads.flatMap(([id, { record }]) => unmapped(record, sandbox.operations[id]?.fields ?? {}, id));
    const expected = ["base64Encoded", "content"].map((field) => `journalEntries.attachments.list.${field}`);
    expect(missing.toSorted()).toEqual(expected.toSorted());
  });

  test("puts the chosen company in the path, whatever characters it has", () => {
    expect(sandbox.scope?.({ environment: "test", company: "a/b?c" })).toEqual({
      path: "/environments/test/companies/a%2Fb%3Fc",
    });
    expect(() => sandbox.scope?.({ environment: "..", company: "a" })).toThrow(/No record has this id/);
  });

  test("has an export edition with fiscal years and contacts", () => {
    const { "paymentTerms.list": terms, "trialBalance.list": balances, ...others } = sandboxExport.operations;
    const { "journalEntries.list": entries, ...remaining } = others;
    expect(terms).toMatchObject({ requires: ["fiscalYearStartDate"], filters: ["fiscalYearStartDate"] });
    expect(balances).toMatchObject({
      requires: ["fiscalYearStartDate"],
      filters: ["fiscalYearStartDate", "accountNumber"],
    });
    expect(entries).toMatchObject({ requires: ["fiscalYearStartDate"], filters: ["fiscalYearStartDate"] });
    expect(Object.keys(remaining)).toEqual(["contacts.list"]);
  });

  test("has an API key edition with the same operations", () => {
    expect(Object.keys(sandboxKey.operations)).toEqual(Object.keys(sandbox.operations));
    for (const { signIn } of [sandboxKey, sandboxExport])
      expect(signIn).toMatchObject({ kind: "apiKey", headers: { authorization: "Bearer {apiKey}" } });
  });

  test("signs in at the address of this service", () => {
    const facts = { ownUrl: "https://kontor.example", publicUrl: "https://kontor.example" };
    const { authorizeUrl, tokenUrl, revokeUrl, issuer } = sandbox.signIn as OAuthSignIn;
    const addresses = [authorizeUrl, tokenUrl, revokeUrl, issuer].map((at) =>
      typeof at === "function" ? at(facts) : at,
    );
    expect(addresses).toEqual(
      ["/authorize", "/token", "/revoke", ""].map((path) => `https://kontor.example/sandbox/oauth${path}`),
    );
  });

  test("finds the message of a refusal, and none in other bodies", () => {
    expect(refusals.message({ error: { code: "invalid", message: "page must be a number" } })).toBe(
      "page must be a number",
    );
    for (const body of [null, undefined, "<html>", [], {}, { error: null }, { error: "no" }, { error: { message: 7 } }])
      expect(refusals.message(body)).toBeUndefined();
  });
});

describe("mapping", () => {
  test("omits null and absent fields, and keeps zero and false", () => {
    expect(account.map({ id: "a", balance: "0.00", code: null })).toEqual({ id: "a", balance: 0 });
    expect(journalEntry.map({ id: "e", is_reversal: false, description: "" })).toEqual({ id: "e", isReversal: false });
  });

  test("maps a posting to its side and amount", () => {
    expect(journalLine.map({ debit: "119.10", credit: null })).toEqual({
      debitCreditIndicator: "DEBIT",
      totalNetAmount: 119.1,
    });
    expect(journalLine.map({ debit: null, credit: "0.00" })).toEqual({
      debitCreditIndicator: "CREDIT",
      totalNetAmount: 0,
    });
    expect(journalLine.map({ debit: null, credit: null })).toEqual({});
  });

  test("keeps the percentage of a line's tax rate as text", () => {
    const line = { debit: "100.00", credit: null, gross_amount: "107.00", tax_amount: "7.00" };
    expect(journalLine.map({ ...line, tax_rate: { id: "t", code: "V7", name: null, percentage: "7.00" } })).toEqual({
      debitCreditIndicator: "DEBIT",
      totalNetAmount: 100,
      totalTaxAmount: 7,
      totalGrossAmount: 107,
      taxRate: { id: "t", code: "V7", taxRatePercentage: "7.00" },
    });
  });

  test("keeps accounting days, converts instants to UTC, and returns a payment's date without time", () => {
    expect(invoice.map({ id: "i", invoice_date: "2026-01-01", created_at: "2026-01-01T00:30:00+01:00" })).toEqual({
      invoiceId: "i",
      invoiceDate: "2026-01-01T00:00:00Z",
      createdDate: "2025-12-31T23:30:00Z",
    });
    expect(payment.map({ id: "p", payment_lines: [{ payment_date: "2026-01-01", amount: "12.50" }] })).toEqual({
      id: "p",
      paymentLines: [{ paymentDate: "2026-01-01", amount: 12.5 }],
    });
  });

  test("translates enumerated values, and omits unknown ones", () => {
    expect(
      invoice.map({ id: "i", status: "partially_paid", payment_status: "brand_new", tax_rule: "oss_goods" }),
    ).toEqual({
      invoiceId: "i",
      status: "PARTIALLY_PAID",
      taxRule: "OSS_GOODS",
    });
    expect(item.map({ id: "x", unit_name: "stück", type: "product" })).toEqual({
      id: "x",
      unitName: "STÜCK",
      type: "PRODUCT",
    });
    expect(account.map({ id: "a", side: "credit", currency: "XXX", type: "accounts_payable" })).toEqual({
      id: "a",
      debitCreditIndicator: "CREDIT",
      type: "ACCOUNTS_PAYABLE",
    });
  });

  test("nets a balance on the larger side", () => {
    const row = { opening_debit: "0.10", opening_credit: "0.30", closing_debit: "5.00", closing_credit: "5.00" };
    expect(trialBalanceEntry({ ...row, months: [{ month: 2, debit: "0.30", credit: "0.10" }] })).toEqual({
      openingBalance: { amount: 0.2, debitCreditIndicator: "CREDIT" },
      balance: { amount: 0, debitCreditIndicator: "DEBIT" },
      monthlyValues: [{ month: 2, balance: { amount: 0.2, debitCreditIndicator: "DEBIT" } }],
    });
    expect(
      openItem({ id: "o", open_credit: "40.00", entries: [{ credit: "100.00" }, { debit: "60.00", credit: null }] }),
    ).toEqual({
      id: "o",
      openBalance: { amount: 40, debitCreditIndicator: "CREDIT" },
      entries: [
        { amount: 100, debitCreditIndicator: "CREDIT" },
        { amount: 60, debitCreditIndicator: "DEBIT" },
      ],
    });
  });

  test("returns an expense's exchange rate as text and an entry's as number", () => {
    expect(expense.map({ id: "x", exchange_rate: "1.0850" })).toEqual({ id: "x", exchangeRate: "1.0850" });
    expect(journalEntry.map({ id: "e", exchange_rate: "1.0850" })).toEqual({ id: "e", exchangeRate: 1.085 });
  });
});

/** The paths of the record's fields that the mapping does not fill. */
function unmapped(schema: TSchema, table: FieldTable, path: string): string[] {
  const { properties = {} } = schema as { properties?: Record<string, TSchema> };
  return Object.entries(properties).flatMap(([name, field]) => {
    const below = table[name];
    if (below === undefined) return [`${path}.${name}`];
    const inner = (field as { items?: TSchema }).items ?? field;
    return unmapped(inner, below === true ? {} : below, `${path}.${name}`);
  });
}

describe("choices", () => {
  const sessionWithPages = (pages: Record<string, unknown>) => {
    const requests: unknown[] = [];
    const read = async (path: string, query?: VendorQuery) => {
      requests.push([path, query]);
      return pages[`${path} ${query?.["page"]}`];
    };
    const never = () => Promise.reject(new Error("only reads are expected"));
    return {
      requests,
      session: {
        read: never,
        readByPost: never,
        readByPostWithHeaders: never,
        readLines: never,
        readWithHeaders: async (path: string, query?: VendorQuery) => ({ body: await read(path, query), headers: {} }),
        memory: new Map(),
        download: never,
        send: never,
      },
    };
  };

  test("lists the environments of all pages", async () => {
    const first = {
      id: "e1",
      name: "Muster",
      type: "test",
      tenant_id: "t",
      application_family: "S",
      country_code: "DE",
    };
    const { session } = sessionWithPages({
      "/environments 1": { items: [first], total: 2 },
      "/environments 2": { items: [{ id: "e2", name: null }], total: 2 },
    });
    expect(await sandbox.environments?.(session)).toEqual([
      {
        id: "e1",
        environmentId: "e1",
        name: "Muster",
        type: "test",
        tenantId: "t",
        applicationFamily: "S",
        countryCode: "DE",
      },
      { id: "e2", environmentId: "e2" },
    ]);
  });

  test("lists the companies of the chosen environment, or of all", async () => {
    const subscriptions = [{ id: "s", name: "Lohn", status: "canceled", active: false }];
    const native = {
      id: "c",
      name: "Muster",
      environment_id: "e",
      client_number: 7,
      consultant_number: 0,
      subscriptions,
    };
    const { session, requests } = sessionWithPages({ "/companies 1": { items: [native], total: 1 } });
    const { subscriptions: _, environment_id: environmentId, ...fields } = native;
    const expected = [{ ...fields, environmentId, subscription: subscriptions }];
    expect(await sandbox.companies?.(session, "e")).toEqual(expected);
    expect(await sandbox.companies?.(session, undefined)).toEqual(expected);
    expect(requests).toEqual([
      ["/companies", { environment: "e", page: 1, page_size: 100 }],
      ["/companies", { environment: undefined, page: 1, page_size: 100 }],
    ]);
  });
});
