import type * as inputs from "../../contract/inputs/sales.ts";
import type { InvoiceLineItem, Invoice as InvoiceRecord } from "../../contract/records/sales.ts";
import { amounts, values } from "../../kit/columns.ts";
import { decimalAs, encoder, listAs } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, difference, sum } from "../../kit/money.ts";
import { decimal, plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { resource, stampOrders } from "./conventions.ts";
import { midnight, midnightDay } from "./days.ts";
import { setState, writableStates } from "./documentState.ts";
import * as documents from "./fields.ts";
import { latestPdf } from "./files.ts";
import * as lines from "./lines.ts";
import { inOpenPeriod } from "./openPeriods.ts";
import { openRule, payable, payableFields, payableStates, paymentFilter, termOf, withOpenItems } from "./payable.ts";
import type { BusinessDocument, Item } from "./types.ts";

const entity = "salesInvoice";

export const states = payableStates({
  NEW: "DRAFT",
  DOCUMENT_CREATED: "DOCUMENT_CREATED",
  ENTRY_COMPLETED: "SUBMITTED",
  CANCELLED: "VOIDED",
});

const lineFields = twoWay({
  accountId: plainValue("accountId"),
  discountItemPercentage: decimal("discountPercentage"),
  name: plainValue("title"),
});
const lineKey = twoWay({ lineItemId: plainValue("id") });

const invoiceLine = mapping<InvoiceLineItem, Item>({
  ...lines.line,
  ...lines.lineDimensions,
  ...lineFields.reads,
  ...lineKey.reads,
  grossAmount: lines.grossOf,
  itemsAmount: lines.netOf,
});

const linesOf = lines.linesIn("salesInvoiceItems");

const invoiceFields = twoWay({
  contactId: plainValue("customerId"),
  invoiceDate: midnightDay("invoiceDate"),
  paymentTermId: plainValue("termOfPaymentId"),
  reference: plainValue("orderNumberAtCustomer"),
});
/** The number cannot be changed. */
const invoiceKey = twoWay({ invoiceNumber: plainValue("invoiceNumber") });

const invoice = mapping<InvoiceRecord, BusinessDocument>({
  ...documents.stamps,
  ...documents.recipient,
  ...documents.recipientName,
  ...documents.documentCurrency,
  ...payable,
  ...invoiceFields.reads,
  ...invoiceKey.reads,
  ...values({ invoiceId: "id" }),
  ...amounts({ sumNetAmount: "netAmount", totalAmount: "grossAmount" }),
  discountAmount: (native) =>
    amount(native.headerDiscount)
      ? difference(sum(linesOf(native).map(({ netAmount }) => netAmount)), native.netAmount)
      : undefined,
  invoiceType: () => "STANDARD",
  lineAmountTypes: ({ salesChannel }) => (documents.isGross(salesChannel) ? "INCLUSIVE" : "EXCLUSIVE"),
  lineItems: nestedList(invoiceLine, linesOf),
  paymentTermDuration: termOf,
  status: states.of,
  totalTaxAmount: documents.taxOf,
});

export const isCreditNote = ({ salesInvoiceType }: BusinessDocument): boolean => salesInvoiceType === "CREDIT_NOTE";
export const salesOpenItems = withOpenItems("salesOpenItem", "salesInvoiceId");

const sales = resource({
  entity,
  id: "invoiceId",
  map: invoice,
  refers: documents.documentRefers,
  join: salesOpenItems,
  query: { "salesInvoiceType-ne": "CREDIT_NOTE" },
  is: (native: BusinessDocument) => !isCreditNote(native),
});

const lineEncoders = { ...lineFields.writes, dimensions: lines.costCenterAs };
const lineEncoder = lines.lineEncoder<Partial<inputs.InvoiceLineItemInput>>(lineEncoders);
const linePatchEncoder = lines.lineEncoder<inputs.InvoiceLineItemPatch>({ ...lineEncoders, ...lineKey.writes });

/** The first sales channel of each kind. Documents have the customer's channel by default. */
const channels = vocabulary({ NET1: "EXCLUSIVE", GROSS1: "INCLUSIVE" });

const encoders = {
  ...documents.recipientEncoders,
  ...invoiceFields.writes,
  ...payableFields.writes,
  discountPercentage: decimalAs("headerDiscount"),
  lineAmountTypes: channels.as("salesChannel"),
  status: writableStates.checkOnly,
};

const line = sales.parts({ map: invoiceLine, parts: linesOf, name: "salesInvoiceItems" });

export const invoices = {
  "invoices.list": sales.list({
    filters: {
      dueDateFrom: (day) => ({ "dueDate-ge": midnight(day) }),
      paymentStatus: paymentFilter,
      status: states.filter,
    },
    orders: { ...stampOrders, invoiceDate: "invoiceDate", invoiceNumber: "invoiceNumber" },
    localFilter: states.localFilter,
    rules: [openRule],
  }),
  "invoices.get": sales.get,
  "invoices.create": inOpenPeriod(
    sales.create({
      encoder: encoder<inputs.InvoiceInput>({
        ...encoders,
        ...invoiceKey.writes,
        lineItems: listAs("salesInvoiceItems", lineEncoder),
      }),
      afterwards: setState(entity),
      requires: ["contactId"],
    }),
    "invoiceDate",
  ),
  "invoices.patch": sales.change({
    encoder: encoder<inputs.InvoicePatch>({ ...encoders, lineItems: listAs("salesInvoiceItems", linePatchEncoder) }),
    afterwards: setState(entity),
    rules: [
      "lineItems replaces all lines. Send the lineItemId of each line to keep.",
      "status OPEN books the invoice, and VOIDED cancels it.",
    ],
  }),
  ...operationsOf("invoices.lineItems", line.reads),
  "invoices.lineItems.create": line.create<inputs.InvoiceLineItemInput>(lineEncoder),
  "invoices.lineItems.patch": line.change<Partial<inputs.InvoiceLineItemInput>>(lineEncoder),
  "invoices.document.get": latestPdf(entity, "invoiceId", "downloadLatestSalesInvoicePdf"),
};
