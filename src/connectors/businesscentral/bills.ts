import type { BillInput, BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type { BillLineItem, Bill as BillRecord } from "../../contract/records/purchasing.ts";
import { as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { asArray } from "../../kit/writing.ts";
import { documents, pdf } from "./attachments.ts";
import {
  becoming,
  below,
  documentDayAs,
  draftRule,
  entitySet,
  fromDay,
  modified,
  opening,
  statusOf,
} from "./conventions.ts";
import { addresses, currency, day, guid, identity, standing, statuses, totals, updated } from "./fields.ts";
import { priceRule, purchaseLine, purchaseLineFields } from "./lines.ts";
import type { Line, PurchaseInvoice } from "./types.ts";

const line = mapping<BillLineItem, Line>(purchaseLine);

const bill = mapping<BillRecord, PurchaseInvoice>({
  ...identity,
  ...updated,
  ...currency,
  ...standing,
  ...totals,
  ...addresses("payTo", "shipTo"),
  billDate: (bill) => day(bill.invoiceDate),
  billNumber: (bill) => bill.vendorInvoiceNumber,
  contactId: (bill) => guid(bill.vendorId),
  dueDate: (bill) => day(bill.dueDate),
  lineItems: each(line, (bill) => bill.purchaseInvoiceLines),
  name: (bill) => bill.vendorName,
  reference: ({ number }) => number,
});

const lineEncoder = encoder<BillLineItemInput>(purchaseLineFields);
const fields = {
  contactId: as("vendorId"),
  currency: as("currencyCode"),
  billDate: documentDayAs("invoiceDate"),
  billNumber: as("vendorInvoiceNumber"),
  dueDate: dayAs("dueDate"),
  status: statusOf("DRAFT", "OPEN"),
};

const path = "/purchaseInvoices";
const lineSet = "purchaseInvoiceLines";
const set = entitySet(path, { id: "billId", map: bill, expand: `${lineSet}($expand=dimensionSetLines)` });
const lines = entitySet(below(set.at, lineSet), { id: "lineItemId", map: line, expand: "dimensionSetLines" });

export const bills = {
  "bills.list": set.list({
    filters: { ...modified, status: statuses.filter("status"), billDateFrom: fromDay("invoiceDate") },
    orders: { billDate: "invoiceDate", billNumber: "vendorInvoiceNumber", updatedDate: "lastModifiedDateTime" },
  }),
  "bills.get": set.get,
  "bills.create": set.create({
    encoder: encoder<BillInput>({ ...fields, lineItems: listAs(lineSet, lineEncoder) }),
    afterwards: opening(path),
    requires: ["contactId"],
    rules: [draftRule, priceRule],
  }),
  "bills.update": set.change({
    encoder: encoder<BillInput>(fields),
    afterwards: becoming(path),
    rules: [
      "Only drafts can be changed; status OPEN posts one. What is left out stays; lines have an operation of their own.",
    ],
  }),
  "bills.delete": set.remove,
  "bills.document.get": pdf(set.at, "billId"),
  "bills.documents.list": documents(set.at),
  "bills.lineItems.list": lines.list(),
  "bills.lineItems.create": asArray(lines.create({ encoder: lineEncoder })),
  "bills.lineItems.update": asArray(lines.change({ encoder: lineEncoder })),
};
