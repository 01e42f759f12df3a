/** Open, overdue and partly paid invoices, and lines that cost nothing. */
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

  test("keeps zero for a line that costs nothing", async () => {
    const free = { ...billLine, ...amounts(0, 0, 0) };
    const bill = { id: id(3), purchaseInvoiceLines: [free] };
    const { record } = await get("bills.get", vendor({ [`/purchaseInvoices(${id(3)})`]: bill }), {
      ids: { billId: id(3) },
    });
    expect(record).toMatchObject({ lineItems: [{ totalNetAmount: 0, totalTaxAmount: 0, totalGrossAmount: 0 }] });
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
});
