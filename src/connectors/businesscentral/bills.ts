import type { BillInput, BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type { BillLineItem, Bill as BillRecord } from "../../contract/records/purchasing.ts";
import { values } from "../../kit/columns.ts";
import { allAs, as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { asArray } from "../../kit/writing.ts";
import { documents, mainDocument } from "./attachments.ts";
import { documentDayAs, documentSet, fromDay, modified, statusOf } from "./conventions.ts";
import { addresses, days, documentFields, guid, standing, statuses } from "./fields.ts";
import { purchaseLine, purchaseLineFields } from "./lines.ts";
import type { Line, PurchaseInvoice } from "./types.ts";

const line = mapping<BillLineItem, Line>(purchaseLine);

const bill = mapping<BillRecord, PurchaseInvoice>({
  ...documentFields,
  ...standing,
  ...addresses("payTo", "shipTo"),
  ...days({ billDate: "invoiceDate", dueDate: "dueDate" }),
  ...values({ billNumber: "vendorInvoiceNumber", name: "vendorName", reference: "number" }),
  contactId: (bill) => guid(bill.vendorId),
  lineItems: each(line, (bill) => bill.purchaseInvoiceLines),
});

const lineEncoder = encoder<BillLineItemInput>(purchaseLineFields);
const fields = {
  ...allAs(as, { contactId: "vendorId", currency: "currencyCode" }),
  billDate: documentDayAs("invoiceDate"),
  billNumber: as("vendorInvoiceNumber"),
  dueDate: dayAs("dueDate"),
  status: statusOf("DRAFT", "OPEN"),
};

const lineSet = "purchaseInvoiceLines";
const set = documentSet("/purchaseInvoices", { id: "billId", map: bill, lines: lineSet });
const lines = set.linesAs(line);

export const bills = {
  "bills.list": set.list({
    filters: { ...modified, status: statuses.filter("status"), billDateFrom: fromDay("invoiceDate") },
    orders: { billDate: "invoiceDate", billNumber: "vendorInvoiceNumber", updatedDate: "lastModifiedDateTime" },
  }),
  "bills.get": set.get,
  "bills.create": set.create(encoder<BillInput>({ ...fields, lineItems: listAs(lineSet, lineEncoder) })),
  "bills.update": set.change({
    encoder: encoder<BillInput>(fields),
    rules: [
      "Only drafts can be changed; status OPEN posts one. What is left out stays; lines have an operation of their own.",
    ],
  }),
  "bills.delete": set.remove,
  "bills.document.get": mainDocument(set.at, "billId"),
  "bills.documents.list": documents(set.at),
  "bills.lineItems.list": lines.list(),
  "bills.lineItems.create": asArray(lines.create({ encoder: lineEncoder })),
  "bills.lineItems.update": asArray(lines.change({ encoder: lineEncoder })),
};
