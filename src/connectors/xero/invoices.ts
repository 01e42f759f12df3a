import type * as inputs from "../../contract/inputs/sales.ts";
import type { InvoiceLineItem, Invoice as InvoiceRecord } from "../../contract/records/sales.ts";
import { amounts, values } from "../../kit/columns.ts";
import { allAs, as, dayAs, encoder, listAs, numberAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { pdfOf } from "./attachments.ts";
import { change, create, exact, fromDay } from "./conventions.ts";
import * as fields from "./fields.ts";
import * as lines from "./lines.ts";
import { addLine, changeLine, claim, claimOf, claimsOf, withKeptLines } from "./receivables.ts";
import type { Invoice } from "./types.ts";

const line = mapping<InvoiceLineItem, lines.Line>({
  ...lines.lineBasics,
  ...lines.linePosting,
  ...values({ lineItemId: "line.LineItemID", name: "line.Item.Name" }),
  ...amounts({ discountItemAmount: "line.DiscountAmount", discountItemPercentage: "line.DiscountRate" }),
  grossAmount: lines.grossOf,
  itemsAmount: lines.netOf,
});

const invoice = mapping<InvoiceRecord, Invoice>({
  ...claim,
  ...fields.party,
  ...values({ invoiceId: "InvoiceID", invoiceNumber: "InvoiceNumber", reference: "Reference" }),
  ...amounts({
    discountAmount: "TotalDiscount",
    sumNetAmount: "SubTotal",
    totalAmount: "Total",
    totalTaxAmount: "TotalTax",
  }),
  invoiceDate: fields.issuedOn,
  invoiceType: vocabulary({ ACCREC: "STANDARD" }).read((invoice) => invoice.Type),
  lineAmountTypes: fields.amountTypes.read(fields.lineAmounts),
  lineItems: each(line, lines.linesOf),
  taxRule: fields.taxRules.read(fields.lineAmounts),
});

const lineEncoders = {
  ...lines.lineEncoders,
  ...fields.dimensionsAs,
  accountCode: as("AccountCode"),
  discountItemPercentage: numberAs("DiscountRate"),
};
const lineEncoder = encoder<Partial<inputs.InvoiceLineItemInput>>(lineEncoders);

const invoiceEncoders = {
  contactId: fields.contactAs,
  ...allAs(as, { currency: "CurrencyCode", reference: "Reference" }),
  ...allAs(dayAs, { dueDate: "DueDate", invoiceDate: "Date" }),
  lineAmountTypes: fields.amountTypes.as("LineAmountTypes"),
  status: fields.statusAs,
};

const invoiceEncoder = encoder<inputs.InvoiceInput>({
  ...invoiceEncoders,
  invoiceNumber: as("InvoiceNumber"),
  lineItems: listAs("LineItems", lineEncoder),
  taxRule: fields.taxRuleAs,
});

/** It has another word for what is free of tax. */
const patchEncoder = encoder<inputs.InvoicePatch>({
  ...invoiceEncoders,
  lineItems: listAs(
    "LineItems",
    encoder<inputs.InvoiceLineItemPatch>({ ...lineEncoders, lineItemId: as("LineItemID") }),
  ),
  taxRule: vocabulary({ Exclusive: "NET", Inclusive: "GROSS", NoTax: "FREETAX" }).as("LineAmountTypes"),
});

const lineOf = { id: "invoiceId", map: line, query: exact } as const;

export const invoices = {
  "invoices.list": claimsOf("ACCREC", {
    map: invoice,
    filters: { dueDateFrom: fromDay("DueDate") },
    orders: { invoiceDate: "Date", invoiceNumber: "InvoiceNumber", updatedDate: "UpdatedDateUTC" },
  }),
  "invoices.get": claimOf("ACCREC", { id: "invoiceId", map: invoice }),
  "invoices.document.get": pdfOf("Invoices", "invoiceId"),
  ...named("invoices.lineItems", lines.lineReads("Invoices", lineOf)),
  "invoices.create": create("Invoices", {
    ...lines.withItemCodes,
    encoder: invoiceEncoder,
    also: () => ({ Type: "ACCREC" }),
    query: () => exact,
    map: invoice,
    requires: ["contactId"],
  }),
  "invoices.patch": change("Invoices", {
    ...withKeptLines("invoiceId"),
    id: "invoiceId",
    encoder: patchEncoder,
    also: ({ ids }) => ({ InvoiceID: ids["invoiceId"] }),
    query: () => exact,
    map: invoice,
    rules: ["lineItems are all lines: those with a lineItemId are changed, others are new, those left out go."],
  }),
  "invoices.lineItems.create": addLine({ ...lineOf, encoder: lineEncoder }),
  "invoices.lineItems.patch": changeLine({ ...lineOf, encoder: lineEncoder }),
};
