import type { Filters } from "../../contract/connector.ts";
import type * as inputs from "../../contract/inputs/sales.ts";
import type { InvoiceLineItem, Invoice as InvoiceRecord } from "../../contract/records/sales.ts";
import { amounts, values } from "../../kit/columns.ts";
import { encoder, fieldAs, listAs, numberAs } from "../../kit/encode.ts";
import { incomplete } from "../../kit/lists/incomplete.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { enumValue, plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { pdfOf } from "./attachments.ts";
import { change, create, exact, fromDay } from "./conventions.ts";
import * as fields from "./fields.ts";
import * as lines from "./lines.ts";
import { addLine, changeLine, claim, claimOf, claimsOf, dueDate, withKeptLines } from "./receivables.ts";
import type { Invoice } from "./types.ts";

const line = mapping<InvoiceLineItem, lines.Line>({
  ...lines.lineBasics,
  ...lines.linePosting,
  ...values({ lineItemId: "line.LineItemID", name: "line.Item.Name" }),
  ...amounts({ discountItemAmount: "line.DiscountAmount", discountItemPercentage: "line.DiscountRate" }),
  grossAmount: lines.grossOf,
  itemsAmount: lines.netOf,
});

const invoiceFields = twoWay({
  reference: plainValue("Reference"),
  invoiceDate: fields.day("Date"),
  lineAmountTypes: enumValue(fields.amountTypes, "LineAmountTypes"),
});
/** A change cannot write the number, and has its own words for the tax rule. */
const creationFields = twoWay({
  invoiceNumber: plainValue("InvoiceNumber"),
  taxRule: fields.taxRule,
});

const invoice = mapping<InvoiceRecord, Invoice>({
  ...claim,
  ...dueDate.reads,
  ...fields.party.reads,
  ...invoiceFields.reads,
  ...creationFields.reads,
  ...values({ invoiceId: "InvoiceID" }),
  // TotalDiscount is not the document's own discount, but what the lines have taken off already.
  ...amounts({ sumNetAmount: "SubTotal", totalAmount: "Total", totalTaxAmount: "TotalTax" }),
  invoiceType: vocabulary({ ACCREC: "STANDARD" }).read((invoice) => invoice.Type),
  lineItems: nestedList(line, lines.linesOf),
});

const lineEncoders = {
  ...lines.lineEncoders,
  ...fields.dimensionsAs,
  accountCode: fieldAs("AccountCode"),
  discountItemPercentage: numberAs("DiscountRate"),
};
const lineEncoder = encoder<Partial<inputs.InvoiceLineItemInput>>(lineEncoders);

const invoiceEncoders = {
  ...dueDate.writes,
  ...fields.party.writes,
  ...invoiceFields.writes,
  status: fields.statusAs,
};

const invoiceEncoder = encoder<inputs.InvoiceInput>({
  ...invoiceEncoders,
  ...creationFields.writes,
  lineItems: listAs("LineItems", lineEncoder),
});

/** In the contract, changes have FREETAX instead of TAXFREE. */
const patchEncoder = encoder<inputs.InvoicePatch>({
  ...invoiceEncoders,
  lineItems: listAs(
    "LineItems",
    encoder<inputs.InvoiceLineItemPatch>({ ...lineEncoders, lineItemId: fieldAs("LineItemID") }),
  ),
  taxRule: vocabulary({ Exclusive: "NET", Inclusive: "GROSS", NoTax: "FREETAX" }).as("LineAmountTypes"),
});

const lineOf = { id: "invoiceId", map: line, query: exact } as const;

/** A cash sale is paid at once and has no due day. */
const hasNoCashSales = ({ status = "PAID", paymentStatus = "PAID", dueDateFrom }: Filters): boolean => {
  const isPaid = [status, paymentStatus].every((words) => /\bPAID\b/.test(words));
  return dueDateFrom !== undefined || !isPaid;
};

export const invoices = {
  "invoices.list": incomplete(
    "Cash sales that were recorded as received money are bank transactions in Xero, like interest and other income, and not listed.",
    claimsOf("ACCREC", {
      map: invoice,
      filters: { dueDateFrom: fromDay("DueDate") },
      orders: { invoiceDate: "Date", invoiceNumber: "InvoiceNumber", updatedDate: "UpdatedDateUTC" },
    }),
    hasNoCashSales,
  ),
  "invoices.get": claimOf("ACCREC", { id: "invoiceId", map: invoice }),
  "invoices.document.get": pdfOf("Invoices", "invoiceId"),
  ...operationsOf("invoices.lineItems", lines.lineReads("Invoices", lineOf)),
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
    rules: [
      "lineItems replaces all lines: lines with a lineItemId are changed, lines without one are added, and lines that are left out are deleted.",
    ],
  }),
  "invoices.lineItems.create": addLine({ ...lineOf, encoder: lineEncoder }),
  "invoices.lineItems.patch": changeLine({ ...lineOf, encoder: lineEncoder }),
};
