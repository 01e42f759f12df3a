import type * as inputs from "../../contract/inputs/sales.ts";
import type { InvoiceLineItem, Invoice as InvoiceRecord } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { accountingDay } from "../../kit/dates.ts";
import { allAs, as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { pdfOf } from "./attachments.ts";
import { claim, claims, dueOn } from "./claims.ts";
import { change, create, fromDay, single } from "./conventions.ts";
import * as fields from "./fields.ts";
import { refs } from "./fields.ts";
import * as lines from "./lines.ts";
import type { Line, Transaction } from "./types.ts";

const line = mapping<InvoiceLineItem, Line>(lines.invoiceLineFields);

const invoice = mapping<InvoiceRecord, Transaction>({
  ...claim,
  ...fields.addresses,
  ...fields.stamps,
  ...values({ invoiceId: "Id", invoiceNumber: "DocNumber", name: "CustomerRef.name" }),
  ...refs({ contactId: "CustomerRef", paymentTermId: "SalesTermRef" }),
  currency: fields.currencyOf,
  discountAmount: fields.discount.totalDiscountAmount,
  dueDate: dueOn,
  invoiceDate: fields.issuedOn,
  invoiceType: () => "STANDARD",
  lineAmountTypes: fields.amountTypes.read(({ GlobalTaxCalculation }) => GlobalTaxCalculation),
  lineItems: each(line, lines.linesOf),
  shippingDate: ({ ShipDate }) => accountingDay(ShipDate),
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
  contactId: fields.refAs("CustomerRef"),
  currency: fields.refAs("CurrencyRef"),
  ...allAs(dayAs, { dueDate: "DueDate", invoiceDate: "TxnDate", shippingDate: "ShipDate" }),
  lineAmountTypes: fields.amountTypes.as("GlobalTaxCalculation"),
  paymentTermId: fields.refAs("SalesTermRef"),
};

const invoiceEncoder = encoder<inputs.InvoiceInput>({
  ...invoiceEncoders,
  invoiceNumber: as("DocNumber"),
  lineItems: listAs("Line", lineEncoder),
  status: (status, _input, field) => (statuses.write(status, field), {}),
});

const patchEncoder = encoder<inputs.InvoicePatch>({
  ...invoiceEncoders,
  lineItems: listAs("Line", encoder<inputs.InvoiceLineItemPatch>({ ...lineEncoders, lineItemId: as("Id") })),
});

const lineOf = { id: "invoiceId", map: line } as const;

export const invoices = {
  "invoices.list": claims("Invoice", {
    map: invoice,
    filters: { dueDateFrom: fromDay("DueDate") },
    orders: {
      createdDate: "MetaData.CreateTime",
      invoiceDate: "TxnDate",
      invoiceNumber: "DocNumber",
      updatedDate: "MetaData.LastUpdatedTime",
    },
  }),
  "invoices.get": single("Invoice", { id: "invoiceId", map: invoice }),
  "invoices.document.get": pdfOf("Invoice", "invoiceId"),
  ...named("invoices.lineItems", lines.lineReads("Invoice", lineOf)),
  "invoices.create": create("Invoice", {
    encoder: invoiceEncoder,
    body: lines.withLines(true),
    map: invoice,
    requires: ["contactId", "lineItems"],
    rules: [
      "An invoice is open as soon as it is made. Prices are net; in the United States taxCode is TAX or NON, and QuickBooks finds the rate itself.",
    ],
  }),
  "invoices.patch": change("Invoice", {
    id: "invoiceId",
    encoder: patchEncoder,
    body: lines.withLines(true),
    map: invoice,
    rules: ["lineItems are all lines: those with a lineItemId are changed, others are new, those left out go."],
  }),
  "invoices.lineItems.create": lines.addLine("Invoice", { ...lineOf, encoder: lineEncoder }),
  "invoices.lineItems.patch": lines.changeLine("Invoice", { ...lineOf, encoder: lineEncoder }),
};
