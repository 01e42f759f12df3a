import type * as inputs from "../../contract/inputs/sales.ts";
import type { InvoiceLineItem, Invoice as InvoiceRecord } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { as, encoder, listAs } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { day, same, twoWay, word } from "../../kit/twoWay.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { pdfOf } from "./attachments.ts";
import { claim, claims } from "./claims.ts";
import { fromDay, resource } from "./conventions.ts";
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
  lineAmountTypes: word(fields.amountTypes, "GlobalTaxCalculation"),
});
const numberFields = twoWay({
  invoiceNumber: same("DocNumber"),
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

/** New invoices are always open. */
const statuses = vocabulary({ OPEN: "OPEN" });

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
  status: statuses.unsent,
});

const patchEncoder = encoder<inputs.InvoicePatch>({
  ...invoiceEncoders,
  lineItems: listAs("Line", encoder<inputs.InvoiceLineItemPatch>({ ...lineEncoders, lineItemId: as("Id") })),
});

const { get, create, change, ...kind } = resource("Invoice", "invoiceId", invoice);
const lineOf = lines.lineItems("Invoice", { id: "invoiceId", map: line, encoder: lineEncoder });

export const invoices = {
  ...named("invoices", {
    list: claims(kind, {
      filters: { dueDateFrom: fromDay("DueDate") },
      orders: { ...fields.stampOrders, invoiceDate: "TxnDate", invoiceNumber: "DocNumber" },
    }),
    get: get(),
    "document.get": pdfOf("Invoice", "invoiceId"),
    create: create<inputs.InvoiceInput>({
      ...lines.netOrGross(true),
      encoder: invoiceEncoder,
      requires: ["contactId", "lineItems"],
      rules: [
        "New invoices are always open. In the United States taxCode is TAX or NON, and QuickBooks determines the rate itself.",
        lines.inclusiveRule,
      ],
    }),
    patch: change<inputs.InvoicePatch>({
      encoder: patchEncoder,
      body: lines.withLines(true),
      rules: [
        "lineItems replaces all lines: lines with a lineItemId are changed, lines without one are added, and lines that are left out are deleted.",
      ],
    }),
  }),
  ...named("invoices.lineItems", { list: lineOf.list, get: lineOf.get, create: lineOf.create, patch: lineOf.change }),
};
