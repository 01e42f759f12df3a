/**
 * Facts from Microsoft's own pages and from replies that others recorded, each retyped with invented names: its values,
 * zeros, blanks and spellings are those of the source. More of them are in reads.test.ts, webhooks.test.ts and errors.test.ts.
 *
 * docs: MicrosoftDocs/dynamics365smb-devitpro-pb at 5dc00b6, dev-itpro/api-reference/v2.0/api (2026-08).
 * fyle: fylein/fyle-ms-business-central-api at 1e9d072, fixtures of its tests (recorded 2023 and 2024).
 * JDrizzy: JDrizzy/business-central at 67d3212, test/business_central/object (2023).
 */
import { describe, expect, test } from "vitest";
import { readsOf, replying } from "../../../test/support/vendorSession.ts";
import type { Filters } from "../../contract/connector.ts";
import type { OperationId } from "../../contract/operations.ts";
import { businesscentral } from "./connector.ts";

const none = "00000000-0000-0000-0000-000000000000";
const id = (digit: number): string => `5d115c9c-44e3-ea11-bb43-00000000000${digit}`;
const page = (...value: readonly object[]) => ({ value, "@odata.count": value.length });
const vendor = (replies: Readonly<Record<string, unknown>>) => replying(replies, page());
const { get, list } = readsOf(businesscentral);
const first = async (operation: OperationId, path: string, row: object, filters: Filters = {}) =>
  (await list(operation, vendor({ [path]: page(row) }), { filters })).records[0];

describe("lines", () => {
  const amounts = (net: number, tax: number, gross: number) => ({
    amountExcludingTax: net,
    totalTaxAmount: tax,
    amountIncludingTax: gross,
    netAmount: net,
    netTaxAmount: tax,
    netAmountIncludingTax: gross,
  });
  const line = { id: id(1), lineType: "Item", itemId: id(2), accountId: none, unitOfMeasureCode: "PCS" };

  /** dynamics_purchaseinvoiceline_get.md: 4 × 780.7 of a paid bill. */
  const billLine = {
    ...line,
    unitCost: 780.7,
    quantity: 4,
    discountAmount: 0,
    discountPercent: 0,
    taxCode: "FURNITURE",
    ...amounts(3122.8, 187.37, 3310.17),
    amountExcludingTax: 0,
    totalTaxAmount: 0,
    amountIncludingTax: 0,
    taxPercent: 6.00006,
  };

  test("docs: reads a bill line's amounts from the net fields if the others are zero", async () => {
    const bill = { id: id(3), status: "Paid", purchaseInvoiceLines: [billLine] };
    const { record } = await get("bills.get", vendor({ [`/purchaseInvoices(${id(3)})`]: bill }), {
      ids: { billId: id(3) },
    });
    expect(record).toMatchObject({
      lineItems: [
        {
          quantity: 4,
          unitAmount: 780.7,
          taxRatePercentage: 6.00006,
          totalDiscountAmount: 0,
          totalNetAmount: 3122.8,
          totalTaxAmount: 187.37,
          totalGrossAmount: 3310.17,
        },
      ],
    });
  });

  test("docs: does the same in the list of a bill's lines", async () => {
    const path = `/purchaseInvoices(${id(3)})/purchaseInvoiceLines`;
    const { records } = await list("bills.lineItems.list", vendor({ [path]: page(billLine) }), {
      ids: { billId: id(3) },
    });
    expect(records).toMatchObject([{ totalNetAmount: 3122.8, totalTaxAmount: 187.37, totalGrossAmount: 3310.17 }]);
  });

  test("keeps zero for a line that costs nothing", async () => {
    const free = { ...billLine, ...amounts(0, 0, 0) };
    const bill = { id: id(3), purchaseInvoiceLines: [free] };
    const { record } = await get("bills.get", vendor({ [`/purchaseInvoices(${id(3)})`]: bill }), {
      ids: { billId: id(3) },
    });
    expect(record).toMatchObject({ lineItems: [{ totalNetAmount: 0, totalTaxAmount: 0, totalGrossAmount: 0 }] });
  });

  test.each([
    // dynamics_purchasecreditmemoline_get.md
    [
      "vendorCredits.list",
      ["/purchaseCreditMemos", "purchaseCreditMemoLines", "lineItems"],
      { unitCost: 250, quantity: 2, discountAmount: 25, discountPercent: 5, ...amounts(475, 47.5, 522.5) },
      { unitAmount: 250, totalDiscountPercentage: 5, totalNetAmount: 475, totalGrossAmount: 522.5 },
    ],
    // dynamics_salescreditmemoline_get.md
    [
      "creditNotes.list",
      ["/salesCreditMemos", "salesCreditMemoLines", "creditNoteLines"],
      { unitPrice: 1000.8, quantity: 1, taxPercent: 6.0002, ...amounts(1000.8, 60.05, 1060.85) },
      { unitAmount: 1000.8, taxRatePercentage: 6.0002, totalNetAmount: 1000.8, totalGrossAmount: 1060.85 },
    ],
    // dynamics_salesquoteline_get.md
    [
      "offers.list",
      ["/salesQuotes", "salesQuoteLines", "lineItems"],
      { unitPrice: 192.8, quantity: 10, taxPercent: 5, ...amounts(1928, 96.4, 2024.4) },
      { type: "ITEM", unitAmount: 192.8, totalNetAmount: 1928, totalTaxAmount: 96.4, totalGrossAmount: 2024.4 },
    ],
    // dynamics_salesorderline_get.md
    [
      "salesOrders.list",
      ["/salesOrders", "salesOrderLines", "lineItems"],
      { unitPrice: 1397.3, quantity: 12, taxPercent: 6.00002, ...amounts(16767.6, 1006.06, 17773.66) },
      { unitAmount: 1397.3, totalNetAmount: 16767.6, totalTaxAmount: 1006.06, totalGrossAmount: 17773.66 },
    ],
    // dynamics_purchaseorderline_get.md
    [
      "purchaseOrders.list",
      ["/purchaseOrders", "purchaseOrderLines", "lineItems"],
      { directUnitCost: 1397.3, quantity: 12, ...amounts(16767.6, 1006.06, 17773.66) },
      { unitAmount: 1397.3, totalNetAmount: 16767.6, totalTaxAmount: 1006.06, totalGrossAmount: 17773.66 },
    ],
    // dynamics_salesinvoiceline_get.md
    [
      "invoices.list",
      ["/salesInvoices", "salesInvoiceLines", "lineItems"],
      { unitPrice: 54.9, quantity: 3, taxPercent: 5, ...amounts(164.7, 8.24, 172.94) },
      { unitAmount: 54.9, taxRatePercentage: 5, itemsAmount: 164.7, grossAmount: 172.94 },
    ],
  ] as const)("docs: a line of %s", async (operation, [path, set, field], native, expected) => {
    const record = await first(operation, path, { id: id(3), [set]: [{ ...line, ...native }] });
    expect(record).toMatchObject({ [field]: [expected] });
  });
});

describe("documents", () => {
  /** dynamics_salesinvoice_get.md; of the state and what remains there are variants in the tests. */
  const invoice = {
    id: id(1),
    number: "PS-INV103001",
    externalDocumentNumber: "",
    invoiceDate: "2019-01-15",
    dueDate: "2019-01-15",
    customerId: id(2),
    customerName: "Neuland",
    currencyId: none,
    currencyCode: "USD",
    paymentTermsId: id(3),
    pricesIncludeTax: false,
    discountAmount: 0,
    discountAppliedBeforeTax: true,
    totalAmountExcludingTax: 164.7,
    totalTaxAmount: 8.24,
    totalAmountIncludingTax: 172.94,
    billToAddressLine1: "Ecke 1",
    billToAddressLine2: "",
    billToCity: "Neustadt",
    billToCountry: "US",
    billToPostCode: "61236",
    shipToAddressLine1: "",
    shipToCity: "",
    shipToCountry: "",
    shipToPostCode: "",
    lastModifiedDateTime: "2020-08-21T00:25:58.337Z",
  };
  const states = async (more: object) => {
    const { status, paymentStatus } = (await first("invoices.list", "/salesInvoices", {
      ...invoice,
      ...more,
    })) as Record<string, unknown>;
    return [status, paymentStatus];
  };

  test("docs: an invoice that is paid", async () => {
    const { salesInvoiceLines: _lines, ...record } = (await first("invoices.list", "/salesInvoices", {
      ...invoice,
      status: "Paid",
      remainingAmount: 0,
    })) as Record<string, unknown>;
    expect(record).toEqual({
      invoiceId: id(1),
      invoiceNumber: "PS-INV103001",
      contactId: id(2),
      name: "Neuland",
      currency: "USD",
      invoiceDate: "2019-01-15T00:00:00Z",
      dueDate: "2019-01-15T00:00:00Z",
      paymentTermId: id(3),
      discountAmount: 0,
      sumNetAmount: 164.7,
      totalTaxAmount: 8.24,
      totalAmount: 172.94,
      status: "PAID",
      paymentStatus: "PAID",
      lineAmountTypes: "EXCLUSIVE",
      updatedDate: "2020-08-21T00:25:58Z",
      addresses: [
        { type: "BILLING", addressLine1: "Ecke 1", city: "Neustadt", countryCode: "US", postalCode: "61236" },
      ],
    });
  });

  test("treats an open invoice with a smaller remaining amount as partly paid", async () => {
    const dueDate = "2999-01-31";
    expect(await states({ status: "Open", remainingAmount: 172.94, dueDate })).toEqual(["OPEN", "PENDING"]);
    expect(await states({ status: "Open", remainingAmount: 72.94, dueDate })).toEqual([
      "PARTIALLY_PAID",
      "PARTLY_PAID",
    ]);
    expect(await states({ status: "Draft", remainingAmount: 72.94 })).toEqual(["DRAFT", undefined]);
    expect(await states({ status: "Canceled", remainingAmount: 0 })).toEqual(["VOIDED", "CANCELED"]);
  });

  test("treats an open invoice that was due before today as overdue", async () => {
    const dueDate = "2019-01-31";
    expect(await states({ status: "Open", remainingAmount: 172.94, dueDate })).toEqual(["OVERDUE", "PENDING"]);
    expect(await states({ status: "Open", remainingAmount: 72.94, dueDate })).toEqual([
      "PARTIALLY_OVERDUE",
      "PARTLY_PAID",
    ]);
  });

  test.each([
    ["OPEN", undefined, ["a"]],
    ["PARTIALLY_PAID", undefined, ["b"]],
    [undefined, "PENDING", ["a"]],
    [undefined, "PARTLY_PAID", ["b"]],
  ] as const)(
    "a filter by status %s or payment status %s tells open invoices apart, with a true total",
    async (status, paymentStatus, found) => {
      const rows = [
        { ...invoice, id: "a", status: "Open", remainingAmount: 172.94, dueDate: "2999-01-31" },
        { ...invoice, id: "b", status: "Open", remainingAmount: 0.01, dueDate: "2999-01-31" },
      ];
      const session = vendor({ "/salesInvoices?status eq 'Open'": page(...rows) });
      const filters = { ...(status && { status }), ...(paymentStatus && { paymentStatus }) };
      const { records, total } = await list("invoices.list", session, { filters });
      expect(records.map((record) => (record as { invoiceId: string }).invoiceId)).toEqual(found);
      expect(total).toBe(1);
    },
  );

  test("docs: reads the vendor's number as the bill number, and ours as the reference", async () => {
    const bill = {
      id: id(1),
      number: "108001",
      vendorInvoiceNumber: "107001",
      invoiceDate: "2019-01-01",
      status: "Paid",
      vendorId: id(2),
      vendorName: "Lager Süd",
      orderId: none,
      currencyId: none,
      currencyCode: "USD",
      totalAmountExcludingTax: 3122.8,
      totalTaxAmount: 187.37,
      totalAmountIncludingTax: 3310.17,
      payToCity: "Neustadt",
      payToAddressLine2: "",
      shipToCity: "Altstadt",
      shipToState: "",
    };
    expect(await first("bills.list", "/purchaseInvoices", bill)).toMatchObject({
      billNumber: "107001",
      reference: "108001",
      billDate: "2019-01-01T00:00:00Z",
      contactId: id(2),
      status: "PAID",
      paymentStatus: "PAID",
      totalNetAmount: 3122.8,
      totalGrossAmount: 3310.17,
      addresses: [
        { type: "BILLING", city: "Neustadt" },
        { type: "DELIVERY", city: "Altstadt" },
      ],
    });
  });

  test("docs: a vendor's credit memo is positive, with its discount", async () => {
    const memo = {
      id: id(1),
      number: "PCM-00428",
      creditMemoDate: "2025-04-15",
      dueDate: "2025-05-15",
      status: "Open",
      discountAmount: 50,
      totalAmountExcludingTax: 950,
      totalTaxAmount: 76,
      totalAmountIncludingTax: 1026,
      lastModifiedDateTime: "2025-04-15T14:22:18Z",
    };
    expect(await first("vendorCredits.list", "/purchaseCreditMemos", memo)).toEqual({
      id: id(1),
      reference: "PCM-00428",
      vendorCreditDate: "2025-04-15T00:00:00Z",
      status: "OPEN",
      dueDate: "2025-05-15T00:00:00Z",
      updatedDate: "2025-04-15T14:22:18Z",
      totalDiscountAmount: 50,
      totalNetAmount: 950,
      totalTaxAmount: 76,
      totalGrossAmount: 1026,
    });
  });

  test("docs: a credit memo without an address has no addresses, and is positive", async () => {
    const memo = {
      id: id(1),
      number: "1009",
      creditMemoDate: "2015-12-31",
      status: "Draft",
      currencyCode: "GBP",
      totalAmountExcludingTax: 6825.6,
      totalTaxAmount: 682.56,
      totalAmountIncludingTax: 7508.16,
      billingPostalAddress: { street: "", city: "", countryLetterCode: "" },
    };
    expect(await first("creditNotes.list", "/salesCreditMemos", memo)).toEqual({
      id: id(1),
      creditNoteNumber: "1009",
      creditNoteDate: "2015-12-31T00:00:00Z",
      status: "DRAFT",
      currency: "GBP",
      totalNetAmount: 6825.6,
      totalTaxAmount: 682.56,
      totalGrossAmount: 7508.16,
    });
  });

  test("docs: omits the unknown quote status Open with a warning", async () => {
    const quote = { id: id(1), number: "1006", documentDate: "2019-01-24", status: "Open", contactId: "" };
    const { records, warnings } = await list("offers.list", vendor({ "/salesQuotes": page(quote) }));
    expect(records).toEqual([{ id: id(1), offerNumber: "1006", offerDate: "2019-01-24T00:00:00Z" }]);
    expect(warnings).toEqual([expect.stringContaining('status "Open"')]);
  });

  test("docs: a purchase order with a day as time of change and a choice of one space", async () => {
    const order = {
      id: id(1),
      number: "108001",
      orderDate: "2021-01-01",
      fullyReceived: true,
      status: "In Review",
      vendorId: id(2),
      currencyCode: "USD",
      lastModifiedDateTime: "2021-01-01",
    };
    expect(await first("purchaseOrders.list", "/purchaseOrders", order)).toEqual({
      id: id(1),
      reference: "108001",
      orderDate: "2021-01-01T00:00:00Z",
      status: "CLOSED",
      supplierId: id(2),
      currency: "USD",
      updatedDate: "2021-01-01T00:00:00Z",
    });
  });

  test("docs: a sales order without its totals", async () => {
    const order = {
      id: id(1),
      orderDate: "2015-12-31",
      customerId: id(2),
      billToCustomerId: id(2),
      currencyCode: "GBP",
    };
    expect(await first("salesOrders.list", "/salesOrders", order)).toEqual({
      id: id(1),
      orderDate: "2015-12-31T00:00:00Z",
      contactId: id(2),
      billingContactId: id(2),
      currency: "GBP",
    });
  });
});

describe("files", () => {
  const bill = `/purchaseInvoices(${id(1)})`;
  const scan = { id: id(2), fileName: "myPDF.pdf", byteSize: 10, parentType: "Purchase Invoice" };
  const promised = { id: id(3), fileName: "später.pdf", byteSize: 0, lastModifiedDateTime: "2020-08-21T15:06:53Z" };
  const large = { id: id(4), fileName: "Invoice_10542.pdf", byteSize: 6_000_000, documentFlowPurchase: true };
  const link = { "attachmentContent@odata.mediaReadLink": "https://bc.example/attachmentContent" };
  const session = vendor({
    [`${bill}/attachments`]: page(promised, scan),
    [`${bill}/documentAttachments`]: page({ ...large, ...link }, { ...large, id: id(5), byteSize: 245_823 }),
  });
  const base64 = (path: string) => Buffer.from(path).toString("base64");

  test("docs: lists all files of a bill with their content or URL", async () => {
    const { records, total } = await list("bills.documents.list", session, { ids: { billId: id(1) } });
    const type = { base64Encoded: true, contentType: "application/octet-stream" };
    expect(records).toEqual([
      { id: id(3), fileName: "später.pdf" },
      { ...type, id: id(2), fileName: "myPDF.pdf", content: base64(`/attachments(${id(2)})/attachmentContent`) },
      {
        id: id(4),
        fileName: "Invoice_10542.pdf",
        base64Encoded: false,
        content: "https://bc.example/attachmentContent",
      },
      {
        ...type,
        id: id(5),
        fileName: "Invoice_10542.pdf",
        content: base64(`/documentAttachments(${id(5)})/attachmentContent`),
      },
    ]);
    expect(total).toBe(4);
  });

  test("docs: returns the first file with content as a bill's document", async () => {
    const { record } = await get("bills.document.get", session, { ids: { billId: id(1) } });
    expect(record).toMatchObject({ id: id(2), fileName: "myPDF.pdf" });
  });

  test("docs: returns Business Central's PDF for a bill without files", async () => {
    const { record } = await get("bills.document.get", vendor({}), { ids: { billId: id(1) } });
    expect(record).toMatchObject({ id: id(1), content: base64(`${bill}/pdfDocument/pdfDocumentContent`) });
  });
});

describe("payments", () => {
  const paid = async (change: object) => {
    const path = `/customerPayments(${id(4)})`;
    const native = { id: id(4), customerId: id(5), postingDate: "2026-11-02", appliesToInvoiceId: none, ...change };
    return (await get("payments.get", vendor({ [path]: native }), { ids: { paymentId: id(4) } })).record;
  };

  test("error list: a customer's payment is negative, and money that goes back to the customer positive", async () => {
    expect(await paid({ amount: -119 })).toMatchObject({ documentType: "INVOICE", paymentLines: [{ amount: 119 }] });
    expect(await paid({ amount: 20 })).toMatchObject({ documentType: "INVOICE", paymentLines: [{ amount: -20 }] });
  });
});
