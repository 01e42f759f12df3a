/** Postings and the jobs that export them, after DATEV's descriptions (data exchange 1.5.8, read 2026-11). Nobody has published recordings. */
import { expect, test } from "vitest";
import { sessionWith, sessionWithLines } from "../../../test/support/vendorSession.ts";
import type { StartHandler } from "../../contract/connector.ts";
import type { JournalEntry } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { datevReweExport } from "./connector.ts";

const year = {
  accountLength: 4,
  accountSystem: 3,
  currencyCode: "EUR",
  yearBegin: "2024-01-01",
  yearEnd: "2024-12-31",
};
const vendor = (replies: Readonly<Record<string, readonly unknown[]>>) =>
  sessionWithLines({ "/fiscal-years/20240101": [year], ...replies });

const handler = datevReweExport.operations["journalEntries.list"] as StartHandler<JournalEntry>;
const job = { jobId: "a140ae4c-bc25-4a40-8b56-785b054a3c1c", fiscalYear: "20240101" };
const sequences = [
  {
    accountingSequenceId: 345,
    accountingSequenceNumber: "03-2024/0003",
    isCommitted: true,
    accountingReason: "commercial_law",
  },
];
const entryOf = async (row: object): Promise<JournalEntry | undefined> => {
  const session = vendor({
    "/fiscal-years/20240101/accounting-sequences": sequences,
    [`/account-postings-jobs/${job.jobId}`]: [row],
  });
  for await (const [first] of handler.job.records(job, session)) return first?.record;
  return undefined;
};
const posting = {
  accountNumber: 84_010_000,
  contraAccountNumber: 100_010_000,
  amountCredit: 19.99,
  accountingSequenceId: 345,
  accountingTransactionKey: 7,
  taxRate: 19,
  currencyCode: "EUR",
  date: "2024-03-20",
  deliveryDate: "2024-03-01",
  documentField1: "AR-4711/16",
  documentField2: "300816",
  postingDescription: "Bewirtungskosten",
  kost1CostCenterId: "200",
  kost2CostCenterId: "100",
  markOfOrigin: "DC",
  recordType: "financial_accounting",
  documentLink: { sourceSystem: "DDMS", documentGuid: "355F7C8A-3AD9-479B-B849-16EB9F8AF741" },
};

test("maps a complete posting with its batch and the customer on the contra side", async () => {
  const guid = "355F7C8A-3AD9-479B-B849-16EB9F8AF741";
  expect(await entryOf(posting)).toEqual({
    id: "20240101-1",
    accountId: "8401",
    accountingReason: "COMMERCIAL",
    currency: "EUR",
    debitCreditIndicator: "CREDIT",
    description: "Bewirtungskosten",
    documentId: guid,
    files: [guid],
    deliveryDate: "2024-03-01T00:00:00Z",
    transactionDate: "2024-03-20T00:00:00Z",
    isProvisional: false,
    journalCode: "03-2024/0003",
    journalType: "DC",
    recordType: "STANDARD",
    journalLineItems: [
      {
        accountCode: "8401",
        accountId: "8401",
        accountNumber: 8401,
        currency: "EUR",
        customerId: "10001",
        debitCreditIndicator: "CREDIT",
        description: "Bewirtungskosten",
        documentId: guid,
        dimensions: [
          { id: "200", categoryName: "KOST1", code: "200" },
          { id: "100", categoryName: "KOST2", code: "100" },
        ],
        documentNumber: "AR-4711/16",
        taxRate: { code: "7", taxRatePercentage: "19" },
        thirdPartyCode: "10001",
        totalNetAmount: 19.99,
      },
    ],
  });
});

test.each([
  ["ignores a zero debit", { amountDebit: 0, amountCredit: 5 }, ["CREDIT", 5]],
  ["ignores a zero credit", { amountDebit: 5, amountCredit: 0 }, ["DEBIT", 5]],
  ["keeps a reversal negative on its side", { amountDebit: -5, generalReversal: true }, ["DEBIT", -5]],
  ["reads a single zero credit", { amountCredit: 0 }, ["CREDIT", 0]],
  ["ignores a null column", { amountDebit: 5, amountCredit: null }, ["DEBIT", 5]],
])("%s", async (_, columns, expected) => {
  const [line] = (await entryOf({ accountNumber: 10_000_000, ...columns }))?.journalLineItems ?? [];
  expect([line?.debitCreditIndicator, line?.totalNetAmount]).toEqual(expected);
});

test.each([
  [{ isOpeningBalancePosting: true }, "OPENING"],
  [{ recordType: "annual_financial_statements" }, "CLOSING"],
  [{}, "STANDARD"],
])("reads %j as the record type %s", async (row, recordType) => {
  expect(await entryOf({ accountNumber: 10_000_000, amountDebit: 1, ...row })).toMatchObject({ recordType });
});

test("uses the company's currency by default, and leaves batch fields out without a batch", async () => {
  const entry = await entryOf({ accountNumber: 10_000_000, amountDebit: 1, accountingSequenceId: 9 });
  expect(entry).toMatchObject({ currency: "EUR" });
  expect(entry).not.toHaveProperty("isProvisional");
});

test.each([
  ["PENDING", { state: "running" }],
  ["RUNNING", { state: "running" }],
  ["COMPLETED", { state: "done" }],
  ["FAILED", { state: "failed" }],
  ["DELETED", { state: "failed", faults: [expect.stringContaining("twelve hours")] }],
])("reports a job in state %s", async (jobState, report) => {
  const session = vendor({ [`/jobs/${job.jobId}/state`]: [{ jobState }] });
  expect(await handler.job.poll(job, session)).toEqual(report);
});

test("reads all pages, however many lines each has", async () => {
  const pages: unknown[] = [];
  const session = vendor({ "/fiscal-years/20240101/accounting-sequences": [] });
  const readLines: Session["readLines"] = async (path, query) => {
    if (!path.startsWith("/account-postings-jobs")) return session.readLines(path, query);
    pages.push(query?.["page"]);
    const lines = (async function* () {
      yield [{ accountNumber: 10_000_000, amountDebit: Number(query?.["page"]) }];
    })();
    return { headers: { "x-total-pages": "3" }, lines };
  };
  const ids: string[] = [];
  for await (const batch of handler.job.records(job, sessionWith({ readLines })))
    ids.push(...batch.map(({ record }) => record.id));
  expect({ pages, ids }).toEqual({ pages: [1, 2, 3], ids: ["20240101-1", "20240101-2", "20240101-3"] });
});
