import type { BillInput, BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type { BillLineItem, Bill as BillRecord } from "../../contract/records/purchasing.ts";
import { as, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { asArray } from "../../kit/writing.ts";
import { at, below, fromDay, list, modified, oneBelow, oneOfTheirs, single } from "./conventions.ts";
import { addresses, day, guid, identity, updated } from "./fields.ts";
import { documents, pdf } from "./files.ts";
import { purchaseLine, toldPurchaseLine } from "./purchases.ts";
import { change, create, dayAs, remove } from "./telling.ts";
import * as trade from "./trade.ts";
import type { PurchaseInvoice, PurchaseLine } from "./vendorTrade.ts";

const line = mapping<BillLineItem, PurchaseLine>(purchaseLine);

const bill = mapping<BillRecord, PurchaseInvoice>({
  ...identity,
  ...updated,
  ...trade.currency,
  ...trade.status,
  ...trade.totals,
  ...addresses("payTo", "shipTo"),
  billDate: (bill) => day(bill.invoiceDate),
  billNumber: (bill) => bill.vendorInvoiceNumber,
  contactId: (bill) => guid(bill.vendorId),
  dueDate: (bill) => day(bill.dueDate),
  lineItems: each(line, (bill) => bill.purchaseInvoiceLines),
  name: (bill) => bill.vendorName,
  paymentStatus: trade.settledStatus,
  reference: ({ number }) => number,
});

const toldLine = encoder<BillLineItemInput>(toldPurchaseLine);
const fields = {
  contactId: as("vendorId"),
  currency: as("currencyCode"),
  billDate: trade.toldDay("invoiceDate"),
  billNumber: as("vendorInvoiceNumber"),
  dueDate: dayAs("dueDate"),
  status: trade.toldStatus("DRAFT", "OPEN"),
};
const told = encoder<BillInput>({ ...fields, lineItems: listAs("purchaseInvoiceLines", toldLine) });

const set = "purchaseInvoices";
const expand = "purchaseInvoiceLines($expand=dimensionSetLines)";
const billAt = at(set, "billId");
const linesAt = below(billAt, "purchaseInvoiceLines");
const lineAt = oneBelow(billAt, "purchaseInvoiceLines");
const lineWrite = { encoder: toldLine, map: line, expand: "dimensionSetLines" };

export const bills = {
  "bills.list": list(set, {
    map: bill,
    expand,
    filters: {
      ...modified,
      status: oneOfTheirs(trade.statuses, "status", "status"),
      billDateFrom: fromDay("invoiceDate"),
    },
    orders: { billDate: "invoiceDate", billNumber: "vendorInvoiceNumber", updatedDate: "lastModifiedDateTime" },
  }),
  "bills.get": single(billAt, { map: bill, expand }),
  "bills.create": create(set, {
    encoder: told,
    map: bill,
    expand,
    afterwards: trade.opening(set),
    requires: ["contactId"],
    rules: [trade.draftRule, trade.priceRule],
  }),
  "bills.update": change(billAt, {
    encoder: encoder<BillInput>(fields),
    map: bill,
    expand,
    afterwards: trade.becoming(set),
    rules: [
      "Only drafts can be changed; status OPEN posts one. What is left out stays; lines have an operation of their own.",
    ],
  }),
  "bills.delete": remove(billAt),
  "bills.document.get": pdf(billAt, "billId"),
  "bills.documents.list": documents(billAt),
  "bills.lineItems.list": list(linesAt, { map: line, expand: "dimensionSetLines" }),
  "bills.lineItems.create": asArray(create(linesAt, lineWrite)),
  "bills.lineItems.update": asArray(change(lineAt, lineWrite)),
};
