import type { BillInput, BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type { BillLineItem, Bill as BillRecord } from "../../contract/records/purchasing.ts";
import { values } from "../../kit/columns.ts";
import { type Encoder, elsewhereIn, encoder, listAs } from "../../kit/encode.ts";
import { narrowed } from "../../kit/lists/inMemory.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { asOfDueDate } from "../../kit/settled.ts";
import { same, twoWay } from "../../kit/twoWay.ts";
import { asArray } from "../../kit/writing.ts";
import { documents, mainDocument } from "./attachments.ts";
import { documentDayAs, fromDay, modified } from "./conventions.ts";
import { documentSet, type SoldLine, statusOf } from "./documentSet.ts";
import { addresses, choices, currency, dayIn, days, documentFields, guidIn, state, statusTable } from "./fields.ts";
import { purchaseLine, purchaseLineFields } from "./lines.ts";
import type { Line, PurchaseInvoice } from "./types.ts";

const line = mapping<BillLineItem, Line>(purchaseLine);

const supplier = twoWay({
  contactId: guidIn("vendorId"),
});
const billFields = twoWay({
  billNumber: same("vendorInvoiceNumber"),
  dueDate: dayIn("dueDate"),
});

const status = Object.assign((bill: PurchaseInvoice) => asOfDueDate(state.status(bill), bill.dueDate), {
  unread: state.status.unread,
});

const bill = mapping<BillRecord, PurchaseInvoice>({
  ...documentFields,
  paymentStatus: state.paymentStatus,
  status,
  ...addresses("payTo", "shipTo"),
  ...supplier.reads,
  ...billFields.reads,
  ...days({ billDate: "invoiceDate" }),
  ...values({ name: "vendorName", reference: "number" }),
  lineItems: nestedList(line, (bill) => bill.purchaseInvoiceLines),
});

const lineEncoder = encoder<BillLineItemInput>(purchaseLineFields);
/** In this order: the supplier brings a currency and a due date, which later fields overwrite. */
const fields = {
  ...supplier.writes,
  ...currency.writes,
  billDate: documentDayAs("invoiceDate"),
  ...billFields.writes,
  status: statusOf("DRAFT", "OPEN"),
};

const lineSet = "purchaseInvoiceLines";
const set = documentSet("/purchaseInvoices", { id: "billId", map: bill, lines: lineSet });
const lines = set.linesAs(line);

const listed = set.list({
  filters: {
    ...modified,
    status: choices({ ...statusTable, Open: ["OPEN", "OVERDUE"] }).filter("status"),
    billDateFrom: fromDay("invoiceDate"),
  },
  orders: { billDate: "invoiceDate", billNumber: "vendorInvoiceNumber", updatedDate: "lastModifiedDateTime" },
  rules: ["If the filter status is OPEN or OVERDUE, all open bills are read, whatever the page."],
});
/** Business Central calls overdue bills open. */
const listBills = narrowed<BillRecord, PurchaseInvoice>(listed, {
  map: bill,
  when: (filters) => filters.status === "OPEN" || filters.status === "OVERDUE",
  fits: (native, filters) => filters.status === status(native),
});

export const bills = {
  "bills.list": listBills,
  "bills.get": set.get(),
  "bills.create": set.create(encoder<BillInput>({ ...fields, lineItems: listAs(lineSet, lineEncoder) })),
  "bills.update": set.change<BillInput>(
    {
      encoder: encoder<BillInput>({ ...fields, lineItems: elsewhereIn(lineEncoder) }),
      rules: [
        "Only drafts can be changed. status OPEN posts the bill. Fields that are left out stay unchanged. lineItems replace all lines.",
      ],
    },
    lineEncoder as Encoder<SoldLine>,
  ),
  "bills.delete": set.remove(),
  "bills.document.get": mainDocument(set.at, "billId"),
  "bills.documents.list": documents(set.at),
  "bills.lineItems.list": lines.list(),
  "bills.lineItems.create": asArray(lines.create({ encoder: lineEncoder })),
  "bills.lineItems.update": asArray(lines.change({ encoder: lineEncoder })),
};
