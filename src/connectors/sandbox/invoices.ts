import * as enums from "../../contract/enums.ts";
import type {
  InvoiceInput,
  InvoiceLineItemInput,
  InvoiceLineItemPatch,
  InvoicePatch,
} from "../../contract/inputs/sales.ts";
import type { CreditNote, CreditNoteLine, Invoice, InvoiceLineItem } from "../../contract/records/sales.ts";
import { get } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { by, byWord, change, create, list, modified } from "./conventions.ts";
import {
  addresses,
  at,
  day,
  decimal,
  eachOf,
  encoderOf,
  identity,
  integer,
  lineDimensions,
  listOf,
  mappingOf,
  openWord,
  shape,
  stamps,
  text,
  totals,
  tradeLine,
  word,
} from "./fields.ts";
import { documentOf } from "./files.ts";

const lineFields = {
  ...lineDimensions,
  accountId: text,
  description: text,
  discountItemPercentage: decimal,
  grossAmount: decimal,
  itemId: text,
  name: text,
  quantity: decimal,
  taxCode: text,
  taxRatePercentage: decimal,
  unitAmount: decimal,
};
const onlyWritten = { accountCode: text, unitName: openWord };

const line = shape<InvoiceLineItem, Partial<InvoiceLineItemInput>>(
  lineFields,
  { ...stamps, lineItemId: at("id", text), discountItemAmount: decimal, itemsAmount: decimal },
  onlyWritten,
);

/** Payment status and date follow from the payments. */
const invoiceFields = {
  ...addresses,
  contactId: text,
  currency: text,
  dueDate: day,
  fileId: text,
  invoiceDate: day,
  invoiceType: word(enums.invoiceType),
  journalCode: text,
  lineAmountTypes: word(enums.lineAmountTypes),
  name: text,
  oneLineAddress: text,
  paymentTermDuration: integer,
  paymentTermId: text,
  reference: text,
  shippingDate: day,
  status: word(enums.documentStatus),
};
const shipping = { shippingEndDate: day, shippingType: word(enums.shippingType), taxText: text };

export const invoice = shape<Invoice, InvoiceInput>(
  { ...invoiceFields, invoiceNumber: text, lineItems: listOf(line), taxRule: word(enums.taxRule) },
  {
    ...stamps,
    invoiceId: at("id", text),
    discountAmount: decimal,
    paidDate: day,
    paymentStatus: word(enums.paymentStatus),
    sumNetAmount: decimal,
    totalAmount: decimal,
    totalTaxAmount: decimal,
  },
  { ...shipping, discountPercentage: decimal, grossTotalAmount: at("total_amount", decimal) },
);

/** A change of an invoice has its own values for the tax rule. These are the ones that the sandbox knows too. */
const changedTaxRules = vocabulary({
  net: "NET",
  gross: "GROSS",
  taxfree: "FREETAX",
  intracommunity_goods: "INTRACOMMUNITY",
  construction_service: "CONSTRUCTIONSERVICE",
  non_domestic_service: "EXTERNALSERVICE",
  export_service: "THIRDPARTYCOUNTRYSERVICE",
  export_goods: ["THIRDPARTYCOUNTRYDELIVERY", "EXPORT"],
  reverse_charge: "REVERSECHARGE",
});

const changedLine = encoderOf<InvoiceLineItemPatch>({ ...lineFields, ...onlyWritten, lineItemId: at("id", text) });
const changed = encoderOf<InvoicePatch>({
  ...invoiceFields,
  ...shipping,
  discountPercentage: decimal,
  lineItems: listOf({ map: line.map, encoder: changedLine }),
  taxRule: { encoder: changedTaxRules.as },
});

const path = "/invoices/{invoiceId}";
const linesPath = "/invoices/{invoiceId}/line-items";

export const invoices = {
  "invoices.list": list({
    ...invoice,
    path: "/invoices",
    filters: { ...modified, ...byWord("status", "paymentStatus"), ...by("dueDateFrom") },
    orders: {
      invoiceDate: "invoice_date",
      invoiceNumber: "invoice_number",
      createdDate: "created_at",
      updatedDate: "updated_at",
    },
  }),
  "invoices.get": get({ ...invoice, path }),
  "invoices.document.get": documentOf(path),
  "invoices.lineItems.list": list({ ...line, path: linesPath, filters: modified }),
  "invoices.lineItems.get": get({ ...line, path: `${linesPath}/{lineItemId}` }),
  "invoices.create": create({ ...invoice, path: "/invoices" }),
  "invoices.patch": change({ path, map: invoice.map, encoder: changed }),
  "invoices.lineItems.create": create({ ...line, path: linesPath }),
  "invoices.lineItems.patch": change({ ...line, path: `${linesPath}/{lineItemId}` }),
};

const creditNoteLine = mappingOf<CreditNoteLine>({ ...identity, ...stamps, ...tradeLine, itemName: text });

const creditNote = mappingOf<CreditNote>({
  ...identity,
  ...stamps,
  ...addresses,
  ...totals,
  contactId: text,
  creditNoteDate: day,
  creditNoteLines: eachOf(creditNoteLine),
  creditNoteNumber: text,
  currency: text,
  paymentStatus: word(enums.paymentStatus),
  paymentTermId: text,
  reference: text,
  status: word(enums.documentStatus),
});

export const creditNotes = {
  "creditNotes.list": list({ path: "/credit-notes", map: creditNote, filters: modified }),
  "creditNotes.get": get({ path: "/credit-notes/{creditNoteId}", map: creditNote }),
};
