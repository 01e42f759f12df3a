import type { WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type * as inputs from "../../contract/inputs/sales.ts";
import type { InvoiceLineItem, Invoice as InvoiceRecord } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { refusingNegativeTotals } from "../../kit/documents/negativeTotal.ts";
import { encoder, fieldAs, listAs, onlyAccepts } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { day, enumValue, plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { pdfOf } from "./attachments.ts";
import { claim, claims, withClearing } from "./claims.ts";
import { fromDay, joined, nothing, resource, version } from "./conventions.ts";
import * as fields from "./fields.ts";
import * as lines from "./lines.ts";
import type { Line, Transaction } from "./types.ts";

const line = mapping<InvoiceLineItem, Line>(lines.invoiceLineFields);

const invoiceFields = twoWay({
  contactId: fields.ref("CustomerRef"),
  paymentTermId: fields.ref("SalesTermRef"),
  dueDate: day("DueDate"),
  invoiceDate: day("TxnDate"),
  shippingDate: day("ShipDate"),
  lineAmountTypes: enumValue(fields.amountTypes, "GlobalTaxCalculation"),
});
const numberFields = twoWay({
  invoiceNumber: plainValue("DocNumber"),
});

const invoice = mapping<InvoiceRecord, Transaction>({
  ...claim,
  ...fields.addresses,
  ...fields.stamps,
  ...fields.currency.reads,
  ...invoiceFields.reads,
  ...numberFields.reads,
  ...values({ invoiceId: "Id", name: "CustomerRef.name" }),
  discountAmount: fields.discount.totalDiscountAmount,
  invoiceType: () => "STANDARD",
  lineItems: nestedList(line, lines.linesOf),
  sumNetAmount: fields.totals.totalNetAmount,
  totalAmount: fields.totals.totalGrossAmount,
  totalTaxAmount: fields.totals.totalTaxAmount,
});

const lineEncoders = { ...lines.saleEncoders, dimensions: lines.saleDimensionsAs };
const lineEncoder = encoder<Partial<inputs.InvoiceLineItemInput>>(lineEncoders);

const invoiceEncoders = {
  ...fields.currency.writes,
  ...invoiceFields.writes,
  addresses: fields.addressesAs,
};

const invoiceEncoder = encoder<inputs.InvoiceInput>({
  ...invoiceEncoders,
  ...numberFields.writes,
  lineAmountTypes: lines.amountTypes.as("GlobalTaxCalculation"),
  lineItems: listAs("Line", lineEncoder),
  // New invoices are always open.
  status: onlyAccepts(["OPEN"]),
});

const patchEncoder = encoder<inputs.InvoicePatch>({
  ...invoiceEncoders,
  lineItems: listAs("Line", encoder<inputs.InvoiceLineItemPatch>({ ...lineEncoders, lineItemId: fieldAs("Id") })),
  status: onlyAccepts(["OPEN", "VOIDED"]),
});

/** QuickBooks voids a document by an operation of its own, which takes nothing but the version. */
function isVoiding({ body }: WriteCall<inputs.InvoicePatch>): boolean {
  if (body.status !== "VOIDED") return false;
  if (Object.keys(body).length === 1) return true;
  throw cannotStore(
    "QuickBooks cannot change other fields of an invoice while it voids it. Send only status VOIDED.",
    "status",
  );
}

const { create, change } = resource("Invoice", "invoiceId", invoice);
/** A sales receipt is an invoice that was paid at once. */
const { list, get } = joined(["Invoice", "SalesReceipt"], "invoiceId", () => invoice, withClearing);
const isSettled = (ours: string) => (/\b(PAID|VOIDED|CANCELED)\b/.test(ours) ? undefined : nothing);
const lineOf = lines.lineItems("Invoice", { id: "invoiceId", map: line, encoder: lineEncoder });

const system = "QuickBooks";

export const invoices = {
  ...operationsOf("invoices", {
    list: claims(
      { map: invoice, list },
      {
        filters: { dueDateFrom: fromDay("DueDate") },
        // Sales receipts have no due date, and nothing of them is open.
        exceptions: {
          SalesReceipt: { dueDateFrom: () => nothing, status: isSettled, paymentStatus: isSettled },
        },
        orders: { ...fields.stampOrders, invoiceDate: "TxnDate", invoiceNumber: "DocNumber" },
        rules: ["Invoices are QuickBooks' invoices, followed by its sales receipts, which are PAID."],
      },
    ),
    get,
    "document.get": pdfOf("Invoice", "invoiceId"),
    create: refusingNegativeTotals(
      { system },
      create<inputs.InvoiceInput>({
        ...lines.netOrGross(true),
        encoder: invoiceEncoder,
        requires: ["contactId", "lineItems"],
        rules: [
          "New invoices are always open. In the United States taxCode is TAX or NON, and QuickBooks determines the rate itself.",
          lines.inclusiveRule,
        ],
      }),
    ),
    patch: refusingNegativeTotals(
      { system },
      change<inputs.InvoicePatch>({
        encoder: patchEncoder,
        body: (encoded, before, call) => (isVoiding(call) ? {} : lines.withLines(true)(encoded, before)),
        query: (call) => (isVoiding(call) ? { operation: "void", ...version } : version),
        rules: [
          "status VOIDED voids the invoice, and has to be sent alone.",
          "lineItems replaces all lines: lines with a lineItemId are changed, lines without one are added, and lines that are left out are deleted.",
        ],
      }),
    ),
  }),
  ...operationsOf("invoices.lineItems", {
    list: lineOf.list,
    get: lineOf.get,
    create: lineOf.create,
    patch: lineOf.change,
  }),
};
