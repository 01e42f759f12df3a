/** Facts about the ledger. `examples.test.ts` says what the sources are. */
import { describe, expect, test } from "vitest";
import { readsOf, sessionWithReplies } from "../../../test/support/vendorSession.ts";
import { eConomic } from "./connector.ts";

const { list } = readsOf(eConomic);
const site = "https://restapi.e-conomic.com";
const newer = "https://apis.e-conomic.com";
const ref = (name: string, number: number, folder: string) => ({ [name]: number, self: `${site}/${folder}/${number}` });
const page = (...collection: object[]) => ({
  collection,
  pagination: { results: collection.length, maxPageSizeAllowed: 1000 },
});

describe("entries", () => {
  const path = `${newer}/bookedEntriesapi/v4.0.0/booked-entries`;
  const bill = {
    entryNumber: 812,
    accountNumber: 6800,
    amount: -1250,
    currencyCode: "DKK",
    date: "2026-03-02T00:00:00Z",
    type: 3,

    dueDate: "2026-04-01T00:00:00Z",
    supplierNumber: 7,
    supplierInvoiceNumber: "F-88",
    remainder: -250,
    voucherNumber: 51,
  };

  test("schema: a bill is negative at the vendor and positive here; the expense entry of its voucher is not a bill", async () => {
    const items = [bill, { entryNumber: 813, accountNumber: 1310, amount: 1000, type: 3, voucherNumber: 51 }];
    expect((await list("bills.list", sessionWithReplies({ [path]: { items } }))).records).toEqual([
      {
        id: "812",
        billNumber: "F-88",
        billDate: "2026-03-02T00:00:00Z",
        dueDate: "2026-04-01T00:00:00Z",
        contactId: "7",

        currency: "DKK",
        paymentDays: 30,
        totalGrossAmount: 1250,
        status: "PARTIALLY_OVERDUE",
        paymentStatus: "PARTLY_PAID",
      },
    ]);
  });

  test("schema: a vendor credit is positive, and open until it is used up", async () => {
    const items = [{ ...bill, amount: 500, remainder: 500, dueDate: "2999-01-01T00:00:00Z" }];
    const session = sessionWithReplies({ [path]: { items } });
    expect((await list("vendorCredits.list", session)).records).toMatchObject([
      { totalGrossAmount: 500, status: "OPEN" },
    ]);
    expect((await list("bills.list", session)).records).toEqual([]);
  });

  test("schema: a customer's payment is negative on the customer's account; a refund is negative here", async () => {
    const paid = {
      entryNumber: 900,
      type: 2,
      customerNumber: 3,
      customerInvoiceNumber: 1077,
      amount: -150,
      date: "2026-03-05T00:00:00Z",
      currencyCode: "DKK",
    };
    const items = [paid, { ...paid, entryNumber: 901, amount: 20 }, { entryNumber: 902, type: 2, amount: 150 }];
    const { records } = await list("payments.list", sessionWithReplies({ [path]: { items } }));
    expect(records).toMatchObject([
      {
        id: "900",
        documentType: "INVOICE",
        paymentLines: [{ amount: 150, invoiceId: "booked-1077", customerId: "3", paymentDate: "2026-03-05" }],
      },
      { id: "901", paymentLines: [{ amount: -20 }] },
    ]);
  });

  test("schema: an unmatched payment is open on the opposite side", async () => {
    const items = [{ entryNumber: 5, type: 2, customerNumber: 3, amount: -300, remainder: -300, currencyCode: "DKK" }];
    expect((await list("openItems.list", sessionWithReplies({ [path]: { items } }))).records).toMatchObject([
      {
        type: "INVOICE",
        openBalance: { amount: 300, debitCreditIndicator: "CREDIT" },
        totalCreditAmount: 300,
        totalDebitAmount: 0,
      },
    ]);
  });

  const year = { year: "2026", fromDate: "2026-01-01", toDate: "2026-12-31" };
  const entry = { voucherNumber: 9, date: "2026-05-01", currency: "DKK", entryType: "financeVoucher" };
  const books = (...entries: object[]) =>
    sessionWithReplies({
      "/accounting-years": page(year),
      "/accounting-years/2026/entries": page(...entries),
      "/self": { settings: { baseCurrency: "DKK" } },
    });
  const voucher = async (...entries: object[]) => (await list("journalEntries.list", books(...entries))).records;

  test("reads the currency of the books once", async () => {
    const session = books({ ...entry, entryNumber: 1 }, { ...entry, entryNumber: 2, currency: "EUR" });
    const asked: string[] = [];
    const watched = { ...session, read: (path: string) => (asked.push(path), session.read(path)) };
    for (let turn = 0; turn < 2; turn++)
      expect((await list("journalEntries.list", watched)).records).toMatchObject([{ currency: "DKK" }]);
    expect(asked.filter((path) => path === "/self")).toHaveLength(1);
  });

  test("schema: the entries of one voucher are one journal entry; debits are positive, credits negative", async () => {
    const records = await voucher(
      { ...entry, entryNumber: 1, account: ref("accountNumber", 3410, "accounts"), amount: 800, text: "Leje" },
      { ...entry, entryNumber: 2, account: ref("accountNumber", 5820, "accounts"), amount: -800 },
      { ...entry, entryNumber: 3, voucherNumber: 10, entryType: "openingEntry", amount: 0 },
    );
    expect(records).toMatchObject([
      {
        id: "2026-9",
        number: "9",
        description: "Leje",
        isProvisional: false,
        recordType: "STANDARD",
        currency: "DKK",
        journalLineItems: [
          { id: "1", accountId: "3410", accountNumber: 3410, debitCreditIndicator: "DEBIT", totalNetAmount: 800 },
          { id: "2", accountId: "5820", debitCreditIndicator: "CREDIT", totalNetAmount: 800 },
        ],
      },
      { id: "2026-10", recordType: "OPENING", journalLineItems: [{ totalNetAmount: 0 }] },
    ]);
  });

  test("schema: entries in several currencies are returned in the agreement's, in which they balance", async () => {
    const [record] = await voucher(
      { ...entry, entryNumber: 1, amount: 760, amountInBaseCurrency: 760 },
      { ...entry, entryNumber: 2, amount: -100, amountInBaseCurrency: -746.04, currency: "EUR" },
      { ...entry, entryNumber: 3, amount: -13.96, amountInBaseCurrency: -13.96 },
    );
    expect(record).toMatchObject({
      currency: "DKK",
      journalLineItems: [
        { totalNetAmount: 760 },
        { totalNetAmount: 746.04, currency: "DKK" },
        { totalNetAmount: 13.96 },
      ],
    });
  });
});
