import type { WriteCall } from "../../contract/connector.ts";
import type { InvoiceInput, InvoicePatch } from "../../contract/inputs/sales.ts";
import type { InvoiceLineItem, Invoice as InvoiceRecord } from "../../contract/records/sales.ts";
import { file } from "../../kit/download.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { exact, single } from "./conventions.ts";
import { addLine, changeLine } from "./documentLines.ts";
import { amountTypes, issuedOn, lineAmounts, party, taxRules } from "./fields.ts";
import { toldInvoice, toldInvoicePatch } from "./invoiceBodies.ts";
import { claim, claimsOf, keptLines, withKeptLines } from "./invoiceHabits.ts";
import { itemCodes, toldInvoiceLine, withItemCodes } from "./lineBodies.ts";
import {
  grossOf,
  type Line,
  lineAccount,
  lineBasics,
  lineDimensions,
  lineIn,
  linesIn,
  linesOf,
  netOf,
} from "./lines.ts";
import { change, create } from "./telling.ts";
import type { Invoice } from "./vendorTrade.ts";

const line = mapping<InvoiceLineItem, Line>({
  ...lineBasics,
  ...lineAccount,
  ...lineDimensions,
  lineItemId: ({ line }) => line.LineItemID,
  discountItemAmount: ({ line }) => amount(line.DiscountAmount),
  discountItemPercentage: ({ line }) => amount(line.DiscountRate),
  grossAmount: grossOf,
  itemsAmount: netOf,
  name: ({ line }) => line.Item?.Name,
});

const invoice = mapping<InvoiceRecord, Invoice>({
  ...claim,
  ...party,
  invoiceId: (invoice) => invoice.InvoiceID,
  discountAmount: (invoice) => amount(invoice.TotalDiscount),
  invoiceDate: issuedOn,
  invoiceNumber: (invoice) => invoice.InvoiceNumber,
  invoiceType: vocabulary({ ACCREC: "STANDARD" }).read((invoice) => invoice.Type),
  lineAmountTypes: vocabulary(amountTypes).read((invoice) => invoice.LineAmountTypes),
  lineItems: each(line, linesOf),
  reference: (invoice) => invoice.Reference,
  sumNetAmount: (invoice) => amount(invoice.SubTotal),
  taxRule: vocabulary(taxRules).read(lineAmounts),
  totalAmount: (invoice) => amount(invoice.Total),
  totalTaxAmount: (invoice) => amount(invoice.TotalTax),
});

const ofInvoice = { id: "invoiceId", map: line } as const;

export const invoices = {
  "invoices.list": claimsOf.list("ACCREC", {
    map: invoice,
    days: { dueDateFrom: "DueDate" },
    orders: { invoiceDate: "Date", invoiceNumber: "InvoiceNumber", updatedDate: "UpdatedDateUTC" },
  }),
  "invoices.get": single("Invoices", { id: "invoiceId", map: invoice, query: exact, is: claimsOf.is("ACCREC") }),
  "invoices.document.get": file(({ ids: { invoiceId = "" } }) => ({
    id: invoiceId,
    path: path`/Invoices/${invoiceId}/pdf`,
    accept: "application/pdf",
  })),
  "invoices.lineItems.list": linesIn("Invoices", { ...ofInvoice, query: exact }),
  "invoices.lineItems.get": lineIn("Invoices", { ...ofInvoice, query: exact }),
  "invoices.create": create("Invoices", {
    encoder: toldInvoice,
    also: () => ({ Type: "ACCREC" }),
    query: () => exact,
    prepare: ({ body }: WriteCall<InvoiceInput>, session) => itemCodes(body.lineItems, session),
    body: withItemCodes,
    map: invoice,
    requires: ["contactId"],
  }),
  "invoices.patch": change("Invoices", {
    id: "invoiceId",
    encoder: toldInvoicePatch,
    also: ({ ids }) => ({ InvoiceID: ids["invoiceId"] }),
    query: () => exact,
    prepare: ({ ids, body }: WriteCall<InvoicePatch>, session) => keptLines(ids["invoiceId"], body.lineItems, session),
    body: withKeptLines,
    map: invoice,
    rules: ["lineItems are all lines: those with a lineItemId are changed, others are new, those left out go."],
  }),
  "invoices.lineItems.create": addLine({ ...ofInvoice, encoder: toldInvoiceLine }),
  "invoices.lineItems.patch": changeLine({ ...ofInvoice, encoder: toldInvoiceLine }),
};
