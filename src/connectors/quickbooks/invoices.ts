import type * as inputs from "../../contract/inputs/sales.ts";
import type { InvoiceLineItem, Invoice as InvoiceRecord } from "../../contract/records/sales.ts";
import { days, values } from "../../kit/columns.ts";
import { allAs, as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { pdfOf } from "./attachments.ts";
import { claim, claims } from "./claims.ts";
import { fromDay, resource } from "./conventions.ts";
import * as fields from "./fields.ts";
import * as lines from "./lines.ts";
import type { Line, Transaction } from "./types.ts";

const line = mapping<InvoiceLineItem, Line>(lines.invoiceLineFields);

const invoice = mapping<InvoiceRecord, Transaction>({
  ...claim,
  ...fields.addresses,
  ...fields.stamps,
  ...fields.currency,
  ...values({ invoiceId: "Id", invoiceNumber: "DocNumber", name: "CustomerRef.name" }),
  ...fields.refs({ contactId: "CustomerRef", paymentTermId: "SalesTermRef" }),
  ...days({ dueDate: "DueDate", invoiceDate: "TxnDate", shippingDate: "ShipDate" }),
  discountAmount: fields.discount.totalDiscountAmount,
  invoiceType: () => "STANDARD",
  lineAmountTypes: fields.amountTypes.read(({ GlobalTaxCalculation }) => GlobalTaxCalculation),
  lineItems: each(line, lines.linesOf),
  sumNetAmount: fields.totals.totalNetAmount,
  totalAmount: fields.totals.totalGrossAmount,
  totalTaxAmount: fields.totals.totalTaxAmount,
});

const lineEncoders = { ...lines.saleEncoders, dimensions: lines.saleDimensionsAs };
const lineEncoder = encoder<Partial<inputs.InvoiceLineItemInput>>(lineEncoders);

/** What is made is open at once. */
const statuses = vocabulary({ OPEN: "OPEN" });

const invoiceEncoders = {
  addresses: fields.addressesAs,
  ...allAs(fields.refAs, { contactId: "CustomerRef", currency: "CurrencyRef", paymentTermId: "SalesTermRef" }),
  ...allAs(dayAs, { dueDate: "DueDate", invoiceDate: "TxnDate", shippingDate: "ShipDate" }),
  lineAmountTypes: fields.amountTypes.as("GlobalTaxCalculation"),
};

const invoiceEncoder = encoder<inputs.InvoiceInput>({
  ...invoiceEncoders,
  invoiceNumber: as("DocNumber"),
  lineAmountTypes: lines.typedAs.as("GlobalTaxCalculation"),
  lineItems: listAs("Line", lineEncoder),
  status: (status, _input, field) => (statuses.write(status, field), {}),
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
      ...lines.eitherWay(true),
      encoder: invoiceEncoder,
      requires: ["contactId", "lineItems"],
      rules: [
        "An invoice is open as soon as it is made. In the United States taxCode is TAX or NON, and QuickBooks finds the rate itself.",
        lines.inclusiveRule,
      ],
    }),
    patch: change<inputs.InvoicePatch>({
      encoder: patchEncoder,
      body: lines.withLines(true),
      rules: ["lineItems are all lines: those with a lineItemId are changed, others are new, those left out go."],
    }),
  }),
  ...named("invoices.lineItems", { list: lineOf.list, get: lineOf.get, create: lineOf.create, patch: lineOf.change }),
};
