/**
 * Facts from real replies that others recorded: their values and oddities in bodies we wrote, with invented names. `ainm` are the
 * recorded runs in jorgensandhaug/ainm (8d959e7, 25c4c0d, fd0058b and later commits of 2026-03-19 to 22), `novanet` the
 * probes and debug files in novanet/hackathon.nm-i-ai.tripletex at 5fb0579, `cc` the refusals collected in
 * lisamariet/cc-tripletex at 4a6e31f, `runs` the logs in mariusog/tripletex_ai_agent at e52ba0e, `pages` those of
 * developer.tripletex.no (webhooks, authentication and tokens, new document webhook events; read 2026-11), `api2` the vendor's
 * repository Tripletex/tripletex-api2 at b432670 (changelog, docs/webhooks, FAQ).
 */
import { describe, expect, test } from "vitest";
import { readsOf, sessionWithReplies } from "../../../test/support/vendorSession.ts";
import type { WriteHandler } from "../../contract/connector.ts";
import type { JournalEntryInput } from "../../contract/inputs/ledger.ts";
import { tripletex } from "./connector.ts";

const { get, list } = readsOf(tripletex);

const ref = (id: number, folder: string) => ({ id, url: `tripletex.example/v2/${folder}/${id}` });
const value = (native: object) => ({ value: native });
const values = (...natives: object[]) => ({
  fullResultSize: natives.length,
  from: 0,
  count: natives.length,
  versionDigest: "'If-None-Match' header not specified",
  values: natives,
});

const sold = {
  id: 2147705728,
  version: 3,
  invoiceNumber: 1,
  invoiceDate: "2026-03-01",
  invoiceDueDate: "2026-03-31",
  creditedInvoice: 0,
  isCredited: false,
  kid: "",
  invoiceComment: "",
  comment: "",
  deliveryDate: "2026-03-01",
  customer: { id: 108609871, name: "Nordlyset AS", postalAddress: { id: 406064599, addressLine1: "", city: "" } },
  orders: [{ id: 402084688, reference: "" }],
  orderLines: [
    {
      id: 1607617608,
      product: null,
      description: "Nettverkstjeneste",
      count: 1,
      discount: 0,
      orderedQuantity: 0,

      unitPriceExcludingVatCurrency: 15550,
      amountExcludingVatCurrency: 15550,
      amountIncludingVatCurrency: 19437.5,
      vatType: { id: 3, percentage: 25 },
    },
  ],
  amountCurrency: 19437.5,
  amountExcludingVatCurrency: 15550,
  amountRoundoff: 0,
  sumRemits: 0,
  amountOutstanding: 19437.5,
  amountCurrencyOutstanding: 19437.5,
  currency: { code: "NOK" },
  isCreditNote: false,
  isCharged: true,
  isApproved: false,
  documentId: 1024385161,
};

describe("invoices", () => {
  const shown = async (change: object) =>
    (
      await get("invoices.get", sessionWithReplies({ "/invoice/1": value({ ...sold, ...change }) }), {
        ids: { invoiceId: "1" },
      })
    ).record;

  test("ainm: 15,550 net is 19,437.50 with 25 % tax, due in thirty days", async () => {
    expect(await shown({})).toMatchObject({
      invoiceNumber: "1",
      sumNetAmount: 15550,
      totalAmount: 19437.5,
      totalTaxAmount: 3887.5,
      currency: "NOK",
      paymentTermDuration: 30,
      status: "OVERDUE",
      paymentStatus: "PENDING",
      fileId: "1024385161",
      lineItems: [{ lineItemId: "1607617608", quantity: 1, unitAmount: 15550, taxCode: "3", taxRatePercentage: 25 }],
    });
  });

  test("ainm: a line without a product has no item, and an empty reference is left out", async () => {
    const record = await shown({});
    expect(record).not.toHaveProperty("reference");
    expect(record["lineItems"]).not.toContainEqual(expect.objectContaining({ itemId: expect.anything() as unknown }));
  });

  test("ainm: leaves out an address that has only an id", async () => {
    expect(await shown({})).not.toHaveProperty("addresses");
  });

  test("ainm: an invoice without an outstanding amount after a payment of 41,000 is paid", async () => {
    const paid = { amountCurrency: 41000, amountExcludingVatCurrency: 32800, amountCurrencyOutstanding: 0 };
    expect(await shown(paid)).toMatchObject({ status: "PAID", paymentStatus: "PAID" });
  });

  test("ainm: after a reversed payment, all of 51,375 is outstanding again", async () => {
    const reopened = { amountCurrency: 51375, amountExcludingVatCurrency: 41100, amountCurrencyOutstanding: 51375 };
    expect(await shown(reopened)).toMatchObject({ paymentStatus: "PENDING" });
  });

  test("novanet: an invoice with 5,000 paid of 31,625 is partly paid", async () => {
    const part = { amountCurrency: 31625, amountExcludingVatCurrency: 25300, amountCurrencyOutstanding: 26625 };
    expect(await shown(part)).toMatchObject({ status: "PARTIALLY_OVERDUE", paymentStatus: "PARTLY_PAID" });
  });

  test("ainm: a credited invoice has no outstanding amount and is marked as credited", async () => {
    expect(await shown({ isCredited: true, amountCurrencyOutstanding: 0 })).toMatchObject({
      paymentStatus: "CLEARED_WITH_CREDIT_NOTE",
    });
  });

  test("description: a negative invoice with something outstanding is open", async () => {
    const negative = { amountCurrency: -100, amountExcludingVatCurrency: -80, amountCurrencyOutstanding: -100 };
    expect(await shown(negative)).toMatchObject({ status: "OPEN", paymentStatus: "PENDING", totalAmount: -100 });
  });

  test("description: a preliminary invoice is a draft, even if it is marked as a credit note", async () => {
    const preliminary = { isCharged: false, isCreditNote: true, creditedInvoice: 0, amountCurrencyOutstanding: 0 };
    const record = await shown(preliminary);
    expect(record).toMatchObject({ status: "DRAFT" });
    expect(record).not.toHaveProperty("paymentStatus");
  });

  test("description: rounding to whole crowns is a line, and not tax", async () => {
    const line = { id: 1, count: 1, unitPriceExcludingVatCurrency: 80.3, vatType: { id: 3, percentage: 25 } };
    const amounts = { amountExcludingVatCurrency: 80.3, amountIncludingVatCurrency: 100.38 };
    const rounded = { amountCurrency: 100, amountExcludingVatCurrency: 80.3, amountRoundoffCurrency: -0.38 };
    expect(await shown({ ...rounded, orderLines: [{ ...line, ...amounts }] })).toMatchObject({
      sumNetAmount: 79.92,
      totalTaxAmount: 20.08,
      totalAmount: 100,
      lineItems: [
        { itemsAmount: 80.3, grossAmount: 100.38 },
        { itemsAmount: -0.38, grossAmount: -0.38 },
      ],
    });
  });

  const credited = {
    ...sold,
    id: 2147705807,
    invoiceNumber: 2,
    creditedInvoice: 2147705728,
    isCreditNote: true,
    orderLines: [],
    amountCurrency: -19437.5,
    amountExcludingVatCurrency: -15550,
    amountCurrencyOutstanding: 0,
  };

  test("description: a fee on a credit note is negative, and the lines add up to it", async () => {
    const line = (count: number, unitPriceExcludingVatCurrency: number, net: number) => ({
      id: 1,
      count,
      unitPriceExcludingVatCurrency,
      amountExcludingVatCurrency: net,
      amountIncludingVatCurrency: net * 1.25,
    });
    const withFee = {
      ...credited,
      amountCurrency: -187.5,
      amountExcludingVatCurrency: -150,
      orderLines: [line(-2, 100, -200), line(1, 50, 50)],
    };
    const session = sessionWithReplies({ "/invoice/2": value(withFee) });
    const { record } = await get("creditNotes.get", session, { ids: { creditNoteId: "2" } });
    expect(record).toMatchObject({
      paymentStatus: "CREDIT_NOTE_CLEARED",
      totalNetAmount: 150,
      totalTaxAmount: 37.5,
      totalGrossAmount: 187.5,
      creditNoteLines: [
        { quantity: 2, unitAmount: 100, totalNetAmount: 200, totalGrossAmount: 250 },
        { quantity: -1, unitAmount: 50, totalNetAmount: -50, totalGrossAmount: -62.5 },
      ],
    });
  });

  test("ainm: a credit note is a negative invoice, and positive here", async () => {
    const session = sessionWithReplies({ "/invoice/2": value(credited) });
    const { record } = await get("creditNotes.get", session, { ids: { creditNoteId: "2" } });
    expect(record).toMatchObject({
      id: "2147705807",
      creditNoteNumber: "2",
      status: "PAID",
      totalGrossAmount: 19437.5,
      totalNetAmount: 15550,
      totalTaxAmount: 3887.5,
    });
  });

  test("ainm: splits the vendor's list into invoices and credit notes", async () => {
    const session = sessionWithReplies({ "/invoice": values(sold, credited) });
    expect((await list("invoices.list", session)).records).toMatchObject([{ invoiceId: "2147705728" }]);
    expect((await list("creditNotes.list", session)).records).toMatchObject([{ id: "2147705807" }]);
  });

  test("ainm: a credit note is not found as an invoice", async () => {
    const session = sessionWithReplies({ "/invoice/2": value(credited) });
    await expect(get("invoices.get", session, { ids: { invoiceId: "2" } })).rejects.toMatchObject({
      code: "not_found",
    });
  });
});

describe("bills", () => {
  const bought = {
    id: 2147698650,
    version: 2,
    invoiceNumber: "INV-2026-7530",
    invoiceDate: "2026-03-22",
    invoiceDueDate: "2026-04-21",
    kidOrReceiverReference: "INV-2026-7530",
    isCreditNote: false,
    amount: -27050,
    amountCurrency: -27050,
    amountExcludingVat: -21640,
    amountExcludingVatCurrency: -21640,
    supplier: { id: 108590928, name: "Fjellbekk AS" },
    currency: { code: "NOK" },
    voucher: { id: 609413479, number: 1, attachment: { id: 1024374779 }, ediDocument: { id: 1024374776 } },
    orderLines: [],
    payments: [],
    originalInvoiceDocumentId: 1024374776,
    outstandingAmount: 27050,
  };
  const shown = async (change: object) =>
    (
      await get("bills.get", sessionWithReplies({ "/supplierInvoice/1": value({ ...bought, ...change }) }), {
        ids: { billId: "1" },
      })
    ).record;

  test("ainm: amounts of a bill are negative, except for the outstanding amount", async () => {
    expect(await shown({})).toMatchObject({
      billNumber: "INV-2026-7530",
      totalGrossAmount: 27050,
      totalNetAmount: 21640,
      totalTaxAmount: 5410,
      paymentStatus: "PENDING",
      paymentDays: 30,
      fileId: "1024374779",
      contactId: "108590928",
    });
  });

  test("ainm: the voucher of a bill that is not in the ledger yet has the number 0", async () => {
    expect(await shown({ voucher: { id: 609413479, number: 0, tempNumber: 2 } })).toMatchObject({
      status: "SUBMITTED",
    });
  });

  test("api2: a net amount of 0 is missing if the gross amount is not 0", async () => {
    const record = await shown({ amountExcludingVatCurrency: 0 });
    expect(record).toMatchObject({ totalGrossAmount: 27050 });
    expect(record).not.toHaveProperty("totalNetAmount");
    expect(record).not.toHaveProperty("totalTaxAmount");
  });
});

describe("the ledger", () => {
  const posting = {
    id: 3845443600,
    version: 1,
    date: "2026-02-01",
    description: "Kontorrekvisita",
    account: { id: 359308045, number: 6500 },
    customer: null,
    supplier: null,
    employee: null,
    project: null,
    product: null,
    department: null,
    vatType: { id: 1, name: "Fradrag inngående avgift, høy sats", percentage: 25 },
    amount: 41049.6,
    amountCurrency: 41049.6,
    amountGross: 51312,
    amountGrossCurrency: 51312,
    invoiceNumber: "",
    termOfPayment: null,
    row: 1,
    type: null,
    systemGenerated: false,
    quantityAmount1: 0,
  };
  const none = { id: 0, name: "Ingen avgiftsbehandling", percentage: 0 };
  const owing = {
    ...posting,
    id: 3845443602,
    row: 2,
    account: { id: 359307838, number: 2400 },
    vatType: none,
    supplier: ref(108370545, "supplier"),
    invoiceNumber: "INV-2026-8506",
    amount: -51312,
    amountCurrency: -51312,
    amountGross: -51312,
  };
  const tax = {
    ...posting,
    id: 3845443604,
    row: 0,
    systemGenerated: true,
    account: { id: 359307860, number: 2710 },
    vatType: none,
    amount: 10262.4,
    amountCurrency: 10262.4,
    amountGross: 10262.4,
  };
  const voucher = {
    id: 609017332,
    version: 3,
    date: "2026-02-01",
    number: 0,
    tempNumber: 1,
    year: 2026,
    document: null,
    description: "Faktura nummer INV-2026-8506",
    numberAsString: "<Ikke bokført 1>",
    reverseVoucher: null,
    voucherType: { id: 7659828, name: "Leverandørfaktura" },
    attachment: ref(1024250643, "document"),
    postings: [posting, owing, tax],
  };
  const shown = async (change: object) =>
    (
      await get("journalEntries.get", sessionWithReplies({ "/ledger/voucher/1": value({ ...voucher, ...change }) }), {
        ids: { journalEntryId: "1" },
      })
    ).record;

  test("ainm: a voucher with the number 0 is not in the ledger yet and has a temporary number", async () => {
    expect(await shown({})).toMatchObject({ isProvisional: true, number: "1", journalType: "Leverandørfaktura" });
  });

  test("ainm: a booked voucher has a number of its year in addition to the temporary one", async () => {
    expect(await shown({ number: 7, tempNumber: 2, numberAsString: "7-2026" })).toMatchObject({
      isProvisional: false,
      number: "7",
      currency: "NOK",
      files: ["1024250643"],
    });
  });

  test("ainm: tax that the vendor booked is a separate line, and net amounts balance", async () => {
    expect(await shown({})).toMatchObject({
      journalLineItems: [
        { debitCreditIndicator: "DEBIT", totalNetAmount: 41049.6 },
        {
          debitCreditIndicator: "CREDIT",
          totalNetAmount: 51312,
          supplierId: "108370545",
          documentNumber: "INV-2026-8506",
        },
        { debitCreditIndicator: "DEBIT", totalNetAmount: 10262.4, taxRate: { id: "0" } },
      ],
    });
    const { journalLineItems } = (await shown({})) as { readonly journalLineItems: readonly object[] };
    for (const line of journalLineItems) {
      expect(line).not.toHaveProperty("totalGrossAmount");
      expect(line).not.toHaveProperty("totalTaxAmount");
    }
  });

  const euro = { currency: { code: "EUR" } };
  const side = (amount: number, amountCurrency: number) => ({ ...posting, ...euro, amount, amountCurrency });

  test("description: an entry that balances in its own currency is shown in it, with its rate", async () => {
    expect(await shown({ postings: [side(1150, 100), side(-1150, -100)] })).toMatchObject({
      currency: "EUR",
      exchangeRate: "11.5",
      journalLineItems: [
        { totalNetAmount: 100, debitCreditIndicator: "DEBIT", currency: "EUR" },
        { totalNetAmount: 100, debitCreditIndicator: "CREDIT" },
      ],
    });
  });

  test("description: with an exchange difference, an entry is in crowns", async () => {
    const record = await shown({ postings: [side(1150, 100), side(-1140, -100), side(-10, 0)] });
    expect(record).toMatchObject({ currency: "NOK", journalLineItems: [{ totalNetAmount: 1150 }, {}, {}] });
    expect(record).not.toHaveProperty("exchangeRate");
  });

  test("ainm: postings that are not expanded have only ids", async () => {
    expect(await shown({ postings: [ref(3846495996, "ledger/posting")] })).toMatchObject({
      journalLineItems: [{ id: "3846495996", currency: "NOK" }],
    });
  });

  test("ainm: sends a manual voucher with signed gross amounts, in rows from 1 on", () => {
    const { request } = tripletex.operations["journalEntries.create"] as WriteHandler<JournalEntryInput, unknown>;
    const side = { accountId: "374412502", totalNetAmount: 47050 };
    const body: JournalEntryInput = {
      description: "Lønn mars",
      transactionDate: "2026-03-21T00:00:00Z",
      journalLineItems: [
        { ...side, debitCreditIndicator: "DEBIT" },
        { ...side, accountId: "374412316", debitCreditIndicator: "CREDIT" },
      ],
    };
    const call = { ids: {}, filters: {}, files: [], marker: "marker", body };
    expect(request(call)).toMatchObject({
      query: { sendToLedger: true },
      body: {
        date: "2026-03-21",
        postings: [
          { row: 1, account: { id: 374412502 }, amountGross: 47050, amountGrossCurrency: 47050 },
          { row: 2, account: { id: 374412316 }, amountGross: -47050, amountGrossCurrency: -47050 },
        ],
      },
    });
  });

  const bank = {
    id: 372594672,
    version: 1,
    number: 1920,
    numberPretty: "1920",
    name: "Bankinnskudd",
    description: "",
    type: "ASSETS",
    ledgerType: "GENERAL",
    balanceGroup: "Ikke i en saldogruppe.",
    vatLocked: true,
    currency: { code: "NOK" },
    isInactive: false,
    isBankAccount: true,
    bankAccountNumber: "12345678903",
    bankName: "",
    bankAccountIBAN: "",
    saftCode: "19",
    groupingCode: "1920",
  };
  const account = async (change: object) =>
    (
      await get("accounts.get", sessionWithReplies({ "/ledger/account/1": value({ ...bank, ...change }) }), {
        ids: { accountId: "1" },
      })
    ).record;

  test("ainm: account 1920 is a bank among the assets, and its code is its number", async () => {
    expect(await account({})).toMatchObject({
      number: "1920",
      code: "1920",
      class: "ASSET",
      type: "BANK",
      currency: "NOK",
      status: "ACTIVE",
    });
  });

  test("ainm: an expense account has no currency", async () => {
    const cost = { number: 6540, type: "OPERATING_EXPENSES", isBankAccount: false, currency: null, saftCode: "65" };
    const record = await account(cost);
    expect(record).toMatchObject({ class: "EXPENSE", type: "EXPENSE", code: "6540" });
    expect(record).not.toHaveProperty("currency");
    expect(record).not.toHaveProperty("description");
  });
});

describe("payments", () => {
  const posting = (id: number, voucher: number, amountCurrency: number) => ({
    id,
    date: "2026-03-22",
    amountCurrency,
    currency: { code: "NOK" },
    voucher: { id: voucher },
    type: null,
    description: "Betaling: Faktura nummer 528",
  });
  const document = { customer: { id: 5, name: "Lysvik AS" }, isCreditNote: false, isCredited: false };

  test("description: a reversed payment is a positive posting, and negative here", async () => {
    const postings = [posting(1, 10, 100), posting(2, 11, -120), posting(3, 12, 20)];
    const native = { ...document, id: 1, voucher: { id: 10 }, postings };
    const replies = { "/invoice": values(native), "/supplierInvoice": values() };
    expect((await list("payments.list", sessionWithReplies(replies))).records).toMatchObject([
      { paymentLines: [{ amount: 120, customerId: "5" }] },
      { documentType: "INVOICE", paymentLines: [{ amount: -20, customerId: "5" }] },
    ]);
  });

  test("description: a payment of a bill debits the supplier, and money that comes back credits it", async () => {
    const bill = {
      id: 7,
      supplier: { id: 9, name: "Fjellbekk AS" },
      payments: [posting(1, 1, 50), posting(2, 2, -20)],
    };
    const replies = { "/invoice": values(), "/supplierInvoice": values(bill) };
    expect((await list("payments.list", sessionWithReplies(replies))).records).toMatchObject([
      { documentType: "BILL", paymentLines: [{ amount: 50, supplierId: "9" }] },
      { documentType: "BILL", paymentLines: [{ amount: -20, supplierId: "9" }] },
    ]);
  });

  test("ainm: a payment is a negative posting without a type, in a separate voucher", async () => {
    const native = { ...document, id: 1, voucher: { id: 10 }, postings: [posting(1, 10, 100), posting(2, 11, -100)] };
    const replies = { "/invoice": values(native), "/supplierInvoice": values() };
    expect((await list("payments.list", sessionWithReplies(replies))).records).toMatchObject([
      { id: "2", documentType: "INVOICE", paymentLines: [{ amount: 100, invoiceId: "1", paymentDate: "2026-03-22" }] },
    ]);
  });

  test("ainm: the posting of a credit note is on both documents and is not a payment", async () => {
    const both = [posting(1, 10, 19437.5), posting(2, 12, -19437.5)];
    const credited = { ...document, id: 1, isCredited: true, voucher: { id: 10 }, postings: both };
    const credit = { ...document, id: 2, isCreditNote: true, voucher: { id: 12 }, postings: both };
    const replies = { "/invoice": values(credited, credit), "/supplierInvoice": values() };
    expect((await list("payments.list", sessionWithReplies(replies))).records).toEqual([]);
  });
});
