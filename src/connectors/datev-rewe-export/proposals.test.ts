/**
 * DATEV's requirements for booking proposals. Sources: its schemas of "XML-Schnittstelle online" 6.0 with their remarks and
 * fixtures of ameax/datev-xml (a690642), the tables of elements in a Python library for LedgerImport, a generator in
 * TypeScript whose notes list what DATEV refused, and DATEV's description of accounting-dxso-jobs 2.1.7; read in 2026-11.
 */
import { describe, expect, test } from "vitest";
import { sessionWith, writeOf } from "../../../test/support/vendorSession.ts";
import type { WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { BookingProposalInput } from "../../contract/inputs/bookingProposals.ts";
import type { BookingProposal } from "../../contract/records/bookingProposals.ts";
import type { VendorRequest } from "../../contract/session.ts";
import { task } from "./bookingProposals.ts";
import { datevReweExport } from "./connector.ts";
import { type Book, documentXml, ledgerXml } from "./ledgerImport.ts";

const payable: Book = { ledger: "accountsPayableLedger", partner: "supplier", isCreditNote: false };
const receivable: Book = { ledger: "accountsReceivableLedger", partner: "customer", isCreditNote: false };

const proposal: BookingProposalInput = {
  bookingProposalDate: "2023-01-12T00:00:00Z",
  number: "GS-2023-101",
  currency: "EUR",
  lineItems: [{ totalGrossAmount: 123.45 }],
};

const linesOf = (xml: string): string[] => xml.match(/<accounts\w+>.*?<\/accounts\w+>/g) ?? [];
const elementsOf = (line = ""): string[] =>
  [...line.matchAll(/<(\w+)>([^<]+)(?=<)/g)].map(([, name, value]) => `${name} ${value}`);

describe("ledger lines", () => {
  test("writes every field as an element, in the schema's order", () => {
    const xml = ledgerXml(
      {
        ...proposal,
        addresses: [{ city: "Musterort" }],
        contactName: "Muster & Söhne",
        contactId: "70100",
        vatId: "DE123456789",
        iban: "DE33 7625 0000 0121 5400 61",
        bic: "XMPLDEFFXXX",
        isPaymentOrder: false,
        orderId: "A-1.2",
        deliveryDate: "2023-01-09T00:00:00Z",
        dueDate: "2023-01-26T00:00:00Z",
        paidDate: "2023-01-20T00:00:00Z",
        discountPaymentDate: "2023-01-15T00:00:00Z",
        discountPaymentDate2: "2023-01-20T00:00:00Z",
        notes: "Eilt",
        bankCode: "76250000",
        bankAccountNumber: 121_540_061,
        lineItems: [
          {
            totalGrossAmount: 123.45,
            accountCode: "0650",
            accountName: "Büro",
            bookingTaxCode: "9",
            description: "Provision",
            dimension1: "10",
            dimension2: "20",
            taxRatePercentage: 19,
            discountAmount: 3.7,
            discountPercentage: 3,
            discountAmount2: 2.47,
            discountPercentage2: 2,
          },
        ],
      },
      payable,
    );
    expect(elementsOf(linesOf(xml)[0])).toEqual([
      "date 2023-01-12",
      "amount 123.45",
      "discountAmount 3.70",
      "accountNo 650",
      "buCode 9",
      "costCategoryId 10",
      "costCategoryId2 20",
      "tax 19.00",
      "information Eilt",
      "currencyCode EUR",
      "invoiceId GS-2023-101",
      "bookingText Provision",
      "paidAt 2023-01-20",
      "vatId DE123456789",
      "bankCode 76250000",
      "bankAccount 121540061",
      "iban DE33762500000121540061",
      "swiftCode XMPLDEFFXXX",
      "accountName Büro",
      "paymentOrder false",
      "discountPercentage 3.00",
      "discountPaymentDate 2023-01-15",
      "discountAmount2 2.47",
      "discountPercentage2 2.00",
      "discountPaymentDate2 2023-01-20",
      "dueDate 2023-01-26",
      "bpAccountNo 70100",
      "deliveryDate 2023-01-09",
      "orderId A-1.2",
      "supplierName Muster &amp; Söhne",
      "supplierCity Musterort",
    ]);
  });

  test("repeats the total and the shared values in the header", () => {
    const lineItems = [{ totalGrossAmount: 0.1 }, { totalGrossAmount: 0.2 }];
    const xml = ledgerXml({ ...proposal, lineItems, deliveryDate: "2023-01-09T00:00:00Z", orderId: "A1" }, receivable);
    expect(xml).toContain(
      '<consolidate consolidatedAmount="0.30" consolidatedDate="2023-01-12" consolidatedInvoiceId="GS-2023-101" consolidatedCurrencyCode="EUR" consolidatedDeliveryDate="2023-01-09" consolidatedOrderId="A1">',
    );
    expect(linesOf(xml)).toHaveLength(2);
    expect(xml).toMatch(
      /version="6.0" generator_info="\w+" generating_system="\w+" xml_data="Kopie nur zur Verbuchung/,
    );
  });

  test("negates the amounts of a credit note for DATEV, but not its discount", () => {
    const lineItems = [{ totalGrossAmount: 119, discountAmount: 2 }];
    const xml = ledgerXml({ ...proposal, lineItems, totalGrossAmount: 119 }, { ...receivable, isCreditNote: true });
    expect(elementsOf(linesOf(xml)[0])).toEqual(expect.arrayContaining(["amount -119.00", "discountAmount 2.00"]));
    expect(xml).toContain('consolidatedAmount="-119.00"');
  });

  test("drops characters that XML does not allow, and escapes the others", () => {
    const xml = ledgerXml({ ...proposal, notes: 'a\u0000<b> & "c"\ud800' }, payable);
    expect(xml).toContain("<information>a&lt;b&gt; &amp; &quot;c&quot;\ufffd</information>");
  });

  test.each<[string, Partial<BookingProposalInput>, string]>([
    ["a number with a space", { number: "ER 1" }, "number"],
    ["a number of 37 characters", { number: "1".repeat(37) }, "number"],
    ["an amount of 0", { lineItems: [{ totalGrossAmount: 0 }] }, "lineItems.totalGrossAmount"],
    ["an amount with a fraction of a cent", { lineItems: [{ totalGrossAmount: 1.005 }] }, "lineItems.totalGrossAmount"],
    [
      "an account that is not a number",
      { lineItems: [{ totalGrossAmount: 1, accountId: "Kasse" }] },
      "lineItems.accountId",
    ],
    [
      "a tax rate of 100 percent",
      { lineItems: [{ totalGrossAmount: 1, taxRatePercentage: 100 }] },
      "lineItems.taxRatePercentage",
    ],
    [
      "a description of 61 characters",
      { lineItems: [{ totalGrossAmount: 1, description: "x".repeat(61) }] },
      "lineItems.description",
    ],
    [
      "a tax key with a leading zero",
      { lineItems: [{ totalGrossAmount: 1, bookingTaxCode: "09" }] },
      "lineItems.bookingTaxCode",
    ],
    [
      "a cost centre that is a space",
      { lineItems: [{ totalGrossAmount: 1, dimension1: " " }] },
      "lineItems.dimension1",
    ],
    [
      "payment terms together with a due date",
      { paymentTermsId: "30", dueDate: "2023-02-01T00:00:00Z" },
      "paymentTermsId",
    ],
    ["a total that differs from the lines", { totalGrossAmount: 123.46 }, "totalGrossAmount"],
    ["two addresses", { addresses: [{ city: "Bonn" }, { city: "Ulm" }] }, "addresses"],
  ])("refuses %s before sending a request", (_, invalid, field) => {
    expect(() => ledgerXml({ ...proposal, ...invalid }, payable)).toThrow(
      expect.objectContaining({ code: "invalid_request", details: expect.objectContaining({ field }) }),
    );
  });
});

describe("transfer index", () => {
  const transferFiles = {
    book: payable,
    month: "2023-06",
    folder: "Eingangsrechnungen",
    lines: "lines.xml",
    attachments: ["1 a.pdf", "2 b.pdf"],
    guid: "1a6f3a0e-91b5-4f43-a5cf-c2f25d5f3c9b",
  };
  const now = new Date("2023-06-16T08:30:06.789Z");
  test("names month and folder of the lines, and lists the attached documents under one id", () => {
    expect(documentXml(transferFiles, now)).toMatch(
      /<header><date>2023-06-16T08:30:06<\/date><\/header><content><document guid="1a6f3a0e-[\w-]+" type="1"><extension xsi:type="accountsPayableLedger" datafile="lines.xml"><property key="1" value="2023-06"><\/property><property key="3" value="Eingangsrechnungen"><\/property><\/extension><extension xsi:type="File" name="1 a.pdf"><\/extension><extension xsi:type="File" name="2 b.pdf">/,
    );
  });
  test("has no id without attached documents, and type 2 for sales", () => {
    expect(documentXml({ ...transferFiles, book: receivable, attachments: [] }, now)).toContain(
      '<document type="2"><extension',
    );
  });
});

describe("a transfer", () => {
  const { request, complete, answer } = writeOf<BookingProposalInput, BookingProposal>(
    datevReweExport,
    "bookingProposals.create",
  );
  const call: WriteCall<BookingProposalInput> = {
    ids: {},
    filters: { bookingType: "INVOICE" },
    body: proposal,
    files: [],
    marker: "m1",
  };
  const transfer = {
    id: "CDD8BCFAD7034008AD143D330084FC22",
    account_length: 4,
    ledger_folder_names: ["Ausgangsrechnungen"],
  };

  /** A transfer that reports these states in turn. */
  const transferIn = (states: number[], fails?: string) => {
    const sent: VendorRequest[] = [];
    const session = sessionWith({
      read: async () => ({ id: transfer.id, status: states.length > 1 ? states.shift() : states[0] }),
      send: async (sentRequest) => {
        sent.push(sentRequest);
        if (sentRequest.path.endsWith(fails ?? "none")) throw new Failure("target_unavailable", "Wartung");
        return {};
      },
    });
    return { session, sent };
  };

  test("is started for its ledger and month", () => {
    expect(request(call)).toMatchObject({
      method: "POST",
      path: "https://accounting-dxso-jobs.api.datev.de/platform/v2/dxso-jobs",
      body: { import_type: "accountsReceivableLedgerImport", accounting_month: "2023-01" },
    });
  });

  test.each([undefined, "CREDIT_NOTE", "EXPENSE"])("refuses the bookingType %s", (bookingType) => {
    const filters = bookingType === undefined ? {} : { bookingType };
    expect(() => request({ ...call, filters })).toThrow(/one of BILL, BILL_CREDIT_NOTE, INVOICE, INVOICE_CREDIT_NOTE/);
  });

  test("is not filled again once it is ready", async () => {
    const { session, sent } = transferIn([1]);
    expect(await complete?.(transfer, call, session)).toEqual(transfer);
    expect(sent).toEqual([]);
  });

  test("is deleted if it cannot be filled, and the failure says so", async () => {
    const { session, sent } = transferIn([0], "/files");
    await expect(complete?.(transfer, call, session)).rejects.toMatchObject({
      code: "target_unavailable",
      details: { undone: true },
    });
    expect(sent.map(({ method }) => method)).toEqual(["POST", "DELETE"]);
  });

  test("counts as ready if DATEV says so, even if the response was lost", async () => {
    const { session, sent } = transferIn([0, 1], transfer.id);
    expect(await complete?.(transfer, call, session)).toEqual(transfer);
    expect(sent.map(({ method }) => method)).toEqual(["POST", "POST", "PUT"]);
    expect(sent.at(-1)?.file?.contentType).toBe("application/merge-patch+json");
  });

  test("is answered with its id, and with its folder if DATEV lists folders", () => {
    expect(answer(transfer, call).record).toEqual({
      id: transfer.id,
      taskId: transfer.id,
      bookingType: "INVOICE",
      bookingProposalDate: "2023-01-12T00:00:00Z",
      currency: "EUR",
      ledgerName: "Ausgangsrechnungen",
      number: "GS-2023-101",
      totalGrossAmount: 123.45,
    });
  });

  test.each([
    [0, "OPEN"],
    [1, "IN_PROGRESS"],
    [2, "SUCCESS"],
    [3, "FAILED"],
    [4, "PARTIAL_SUCCESS"],
    [5, "CANCELLED_SUCCESSFULLY"],
    [6, "CANCEL_FAILED"],
  ])("maps the transfer status %d to the task status %s", async (status, expected) => {
    const entries = [
      { text: "wurde empfangen!", type: "information", filename: "document.xml", time: "2017-02-07T14:12:57+01:00" },
      { text: " ", type: "information", filename: "" },
    ];
    const session = sessionWith({ read: async (path) => (path.endsWith("/protocol-entries") ? entries : { status }) });
    const { record } = await task.get({ ids: { taskId: transfer.id }, filters: {} }, session);
    expect(record).toEqual({
      status: expected,
      information: [
        { filename: "document.xml", message: "wurde empfangen!", timestamp: "2017-02-07T13:12:57Z", type: "INFO" },
      ],
    });
  });

  test.each([
    [3, { state: "failed", faults: ["a.xml: Betrag fehlt"] }],
    [4, { state: "done", faults: ["a.xml: Betrag fehlt"] }],
    [1, { state: "running", faults: ["a.xml: Betrag fehlt"] }],
  ])("reports the errors of a transfer with status %d", async (status, expected) => {
    const entries = [{ text: "Betrag fehlt", type: "error", filename: "a.xml" }];
    const session = sessionWith({ read: async (path) => (path.endsWith("/protocol-entries") ? entries : { status }) });
    const { job } = writeOf(datevReweExport, "bookingProposals.create");
    expect(await job?.poll(transfer, session)).toEqual(expected);
  });
});
