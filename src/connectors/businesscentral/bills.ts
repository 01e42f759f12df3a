import type { Call, ListCall } from "../../contract/connector.ts";
import type { BillInput, BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type { BillLineItem, Bill as BillRecord } from "../../contract/records/purchasing.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { withOverdueStatus } from "../../kit/documents/paymentStatus.ts";
import { type Encoder, encoder, listAs, sentSeparatelyIn } from "../../kit/encode.ts";
import { itemsInWindow } from "../../kit/lists/paging.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { asArray } from "../../kit/writing.ts";
import { documents, mainDocument } from "./attachments.ts";
import { documentDayAs, fromDay, modified } from "./conventions.ts";
import { documentSet, type SoldLine, statusOf } from "./documentSet.ts";
import { addresses, choices, currency, dayIn, days, documentFields, guidIn, state, statusTable } from "./fields.ts";
import { purchaseLine, purchaseLineFields } from "./lines.ts";
import { paidOfBills } from "./postedPayments.ts";
import type { Line, PurchaseInvoice } from "./types.ts";

const line = mapping<BillLineItem, Line>(purchaseLine);

const supplier = twoWay({
  contactId: guidIn("vendorId"),
});
const billFields = twoWay({
  billNumber: plainValue("vendorInvoiceNumber"),
  dueDate: dayIn("dueDate"),
});

const status = Object.assign((bill: PurchaseInvoice) => withOverdueStatus(state.status(bill), bill.dueDate), {
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

const partPaymentRule =
  "Business Central does not say how much of a bill is paid. A bill is PARTIALLY_PAID if the description of a posted payment ends with its number.";

const lineSet = "purchaseInvoiceLines";
const set = documentSet("/purchaseInvoices", { id: "billId", map: bill, lines: lineSet });
const lines = set.linesAs(line);

/** Business Central calls all of them open. */
const openStatuses = ["OPEN", "PARTIALLY_PAID", "OVERDUE", "PARTIALLY_OVERDUE"] as const;
const partlyPaid: Readonly<Record<string, "PARTIALLY_PAID" | "PARTIALLY_OVERDUE">> = {
  OPEN: "PARTIALLY_PAID",
  OVERDUE: "PARTIALLY_OVERDUE",
};

/** Business Central does not say how much of a bill is paid, so the payments in the ledger are added up. */
async function withPartPayments(session: Session, found: readonly BillRecord[]): Promise<readonly BillRecord[]> {
  const open = found.filter((record) => partlyPaid[record.status ?? ""] !== undefined);
  const [earliest] = open.flatMap(({ billDate }) => billDate?.slice(0, 10) ?? []).toSorted();
  if (earliest === undefined) return found;
  const paid = await paidOfBills(session, earliest);
  return found.map((record) => {
    const partly = partlyPaid[record.status ?? ""];
    if (partly === undefined || (paid.get(record.id) ?? 0) === 0) return record;
    return { ...record, status: partly, paymentStatus: "PARTLY_PAID" as const };
  });
}

const listed = set.list({
  filters: {
    ...modified,
    status: choices({ ...statusTable, Open: openStatuses }).filter("status"),
    billDateFrom: fromDay("invoiceDate"),
  },
  orders: { billDate: "invoiceDate", billNumber: "vendorInvoiceNumber", updatedDate: "lastModifiedDateTime" },
  rules: [
    "If the filter status is OPEN, OVERDUE, PARTIALLY_PAID or PARTIALLY_OVERDUE, all open bills are read, whatever the page.",
    partPaymentRule,
  ],
});

async function listBills(call: ListCall, session: Session) {
  const { filters, window } = call;
  const isNarrowed = openStatuses.some((word) => word === filters.status);
  const found = await listed.list(isNarrowed ? { ...call, window: undefined } : call, session);
  const records = await withPartPayments(session, found.records);
  if (!isNarrowed) return { ...found, records };
  const fitting = records.flatMap((record, index) =>
    record.status === filters.status ? [{ record, raw: found.raw[index] }] : [],
  );
  const page = itemsInWindow(fitting, window);
  return {
    ...found,
    records: page.map(({ record }) => record),
    raw: page.map(({ raw }) => raw),
    total: fitting.length,
  };
}

const getBill = set.get();

export const bills = {
  "bills.list": { ...listed, list: listBills },
  "bills.get": {
    ...getBill,
    rules: [...(getBill.rules ?? []), partPaymentRule],
    get: async (call: Call, session: Session) => {
      const found = await getBill.get(call, session);
      const [record = found.record] = await withPartPayments(session, [found.record]);
      return { ...found, record };
    },
  },
  "bills.create": set.create(encoder<BillInput>({ ...fields, lineItems: listAs(lineSet, lineEncoder) })),
  "bills.update": set.change<BillInput>(
    {
      encoder: encoder<BillInput>({ ...fields, lineItems: sentSeparatelyIn(lineEncoder) }),
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
