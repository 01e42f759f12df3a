/** Bills, and vendor credits. */
import type { ListHandler, OpenAmount, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type * as inputs from "../../contract/inputs/purchasing.ts";
import type * as records from "../../contract/records/purchasing.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { termOf } from "../../kit/dates.ts";
import { statusFilters } from "../../kit/documents/paymentStatus.ts";
import { type Encoded, encoder, fieldAs, listAs, onlyAccepts } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, sum } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { noRecord, partsOf } from "../../kit/reading.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { eachRead, list, modified, readRecord, resource, unwrapped } from "./conventions.ts";
import * as documents from "./documents.ts";
import { address, currencyAs, currencyOf, placesOf, stamps } from "./fields.ts";
import { shortRule } from "./invoices.ts";
import type { Bill, VendorCredit } from "./types.ts";

const billLine = mapping<records.BillLineItem, documents.DocumentLine>(documents.purchaseLineFields);
const creditLine = mapping<records.VendorCreditLineItem, documents.DocumentLine>(documents.vendorCreditLineFields);

const billFields = twoWay({
  billNumber: plainValue("bill_number"),
  contactId: plainValue("vendor_id"),
  reference: plainValue("reference_number"),
  billDate: day("date"),
  dueDate: day("due_date"),
});

const creditFields = twoWay({
  contactId: plainValue("vendor_id"),
  reference: plainValue("reference_number"),
  vendorCreditDate: day("date"),
  vendorCreditNumber: plainValue("vendor_credit_number"),
});

/** The latest of its payments. A credit that was used has no day. */
function paidDay(bill: Bill): string | undefined {
  if (!documents.isPaid(bill) || amount(bill.vendor_credits_applied)) return undefined;
  const [latest] = (bill.payments ?? [])
    .flatMap(({ date }) => date ?? [])
    .toSorted()
    .toReversed();
  return latest && `${latest}T00:00:00Z`;
}

const shared = {
  ...stamps,
  ...values({ name: "vendor_name" }),
  currency: currencyOf,
  status: documents.statusOf,
  totalGrossAmount: ({ total }: Bill | VendorCredit) => amount(total),
};

const detail = {
  taxRule: documents.taxRuleOf,
  totalNetAmount: documents.netOf,
  totalTaxAmount: documents.taxOf,
};

const billHead = {
  ...shared,
  ...billFields.reads,
  ...values({ id: "bill_id" }),
  paymentDays: ({ date, due_date: due }: Bill) => termOf(date, due),
};
const listedBill = mapping<records.Bill, Bill>(billHead);
const bill = mapping<records.Bill, Bill>({
  ...billHead,
  ...detail,
  addresses: nestedList(address, placesOf),
  totalDiscountAmount: documents.discountOf,
  lineItems: nestedList(billLine, documents.linesOf),
  paidDate: paidDay,
  paymentStatus: documents.paymentStatusOf((native: Bill) =>
    documents.isByCredit(native, native.vendor_credits_applied, native.payment_made) ? "cleared" : undefined,
  ),
});

const creditHead = { ...shared, ...creditFields.reads, ...values({ id: "vendor_credit_id" }) };
const credit = mapping<records.VendorCredit, VendorCredit>({
  ...creditHead,
  ...detail,
  lineItems: nestedList(creditLine, documents.linesOf),
  paymentStatus: documents.paymentStatusOf((native: VendorCredit) => {
    const used = sum((native.bills_credited ?? []).map((credited) => credited.amount));
    return documents.isPaid(native) && used > 0 && used === amount(native.total) ? "credit_cleared" : undefined;
  }),
});

const readBill = (id: string | undefined) => (session: Session) =>
  readRecord<Bill>(session, path`/bills/${id}`, "bill");
const readCredit = (id: string | undefined) => (session: Session) =>
  readRecord<VendorCredit>(session, path`/vendorcredits/${id}`, "vendor_credit");

const statusRule = "With the filter status, Kontor reads the whole list and filters it.";

const billStates = statusFilters(
  (native: Bill) => documents.statusOf(native),
  () => undefined,
);
const billList: ListHandler<records.Bill> = list<records.Bill, Bill>("bills", {
  path: "/bills",
  map: listedBill,
  filters: {
    ...modified,
    billDateFrom: (from) => ({ date_start: from }),
    status: () => ({}),
  },
  orders: { billDate: "date", billNumber: "bill_number", createdDate: "created_time" },
  defaultOrder: "created_time",
  localFilter: { when: billStates.when, fits: billStates.fits },
  rules: [shortRule, statusRule],
});

const creditStates = statusFilters(
  (native: VendorCredit) => documents.statusOf(native),
  () => undefined,
);
/** The contract has no operation for a single vendor credit, and lists have no lines. */
const everyCredit = (listed: readonly VendorCredit[], session: Session) =>
  eachRead(listed, ({ vendor_credit_id: id }) => readCredit(id)(session));

const creditList: ListHandler<records.VendorCredit> = list<records.VendorCredit, VendorCredit>("vendorcredits", {
  path: "/vendorcredits",
  map: credit,
  filters: { ...modified, status: () => ({}) },
  defaultOrder: "created_time",
  localFilter: { when: creditStates.when, fits: creditStates.fits },
  join: everyCredit,
  rules: ["The target system's list has no lines, so each vendor credit of a page is read.", statusRule],
});

const lineEncoders = {
  ...documents.rowEncoders,
  itemName: fieldAs("name"),
};

/** A row posts to an account, which is the item's if there is one. */
function checkLines({ lineItems = [] }: { readonly lineItems?: readonly Partial<inputs.BillLineItemInput>[] }): object {
  for (const [index, { accountId, itemId }] of lineItems.entries()) {
    const at = `lineItems[${index}].accountId`;
    if (accountId === undefined && itemId === undefined)
      throw cannotStore(
        `A line without an item needs an account at Zoho Books. Send ${at}; GET /accounting/accounts lists them.`,
        at,
      );
  }
  return {};
}

const noDrafts =
  ": Zoho Books' API creates bills and vendor credits that are open at once, and payments lead to the other states";

const billEncoder = encoder<inputs.BillInput>(
  {
    ...billFields.writes,
    currency: currencyAs,
    lineItems: listAs("line_items", encoder<inputs.BillLineItemInput>(lineEncoders)),
    status: onlyAccepts(["OPEN"], noDrafts),
  },
  checkLines,
);

const creditEncoder = encoder<inputs.VendorCreditInput>(
  {
    ...creditFields.writes,
    currency: currencyAs,
    lineItems: listAs("line_items", encoder<inputs.VendorCreditLineItemInput>(lineEncoders)),
    status: onlyAccepts(["OPEN"], noDrafts),
  },
  checkLines,
);

/** Companies that approve documents first store them as drafts. */
const openedBill = ({ bill_id: id }: Bill, call: WriteCall<inputs.BillInput>, session: Session) =>
  documents.moved(call, session, {
    read: readBill(id),
    send: (action) => session.send({ method: "POST", path: path`/bills/${id}/status/${action}` }),
    actions: { OPEN: "open" },
  });
const openedCredit = (
  { vendor_credit_id: id }: VendorCredit,
  call: WriteCall<inputs.VendorCreditInput>,
  session: Session,
) =>
  documents.moved(call, session, {
    read: readCredit(id),
    send: (action) => session.send({ method: "POST", path: path`/vendorcredits/${id}/status/${action}` }),
    actions: { OPEN: "open" },
  });

/** Every change needs the vendor, the number and all rows. */
const withKeptBill = (encoded: Encoded, prepared: unknown): object => {
  const before = prepared as Bill;
  const { vendor_id, bill_number, date, due_date } = before;
  return { vendor_id, bill_number, date, due_date, line_items: documents.keptRows(before), ...encoded };
};
const withKeptCredit = (encoded: Encoded, prepared: unknown): object => {
  const before = prepared as VendorCredit;
  const { vendor_id, vendor_credit_number, date } = before;
  return { vendor_id, vendor_credit_number, date, line_items: documents.keptRows(before), ...encoded };
};

/** Without this parameter, a number of ours is refused. */
const ownNumber = () => ({ ignore_auto_number_generation: true });

const billRecords = resource<records.Bill, Bill>("/bills", "billId", { kind: "bill", map: bill });
const creditRecords = resource<records.VendorCredit, VendorCredit>("/vendorcredits", "vendorCreditId", {
  kind: "vendor_credit",
  map: credit,
});

/** For checks: the contract has no operation for a single one. */
export const vendorCredit = creditRecords.get();

export async function openBill(id: string, session: Session): Promise<OpenAmount> {
  const { balance, currency_code: currency } = await readBill(id)(session);
  return { amount: amount(balance), currency: currency ?? undefined };
}

export async function openVendorCredit(id: string, session: Session): Promise<OpenAmount> {
  const { balance, currency_code: currency } = await readCredit(id)(session);
  return { amount: amount(balance), currency: currency ?? undefined };
}

export const bills = {
  "bills.list": billList,
  "bills.get": documents.sayingWithheld(billRecords.get()),
  "bills.lineItems.list": partsOf({
    path: "/bills/{billId}",
    parts: (reply: { readonly [name: string]: unknown }) => {
      const native = unwrapped<Bill>("bill")(reply);
      if (native === undefined) throw noRecord();
      return documents.linesOf(native) ?? [];
    },
    map: billLine,
    raw: documents.rawLine,
  }),
  "bills.create": billRecords.create<inputs.BillInput>({
    encoder: billEncoder,
    lookups: [],
    afterwards: openedBill,
    requires: ["contactId", "billNumber", "lineItems"],
    rules: ["The bill is open at once: the target system's API has no drafts of bills."],
  }),
  "bills.update": billRecords.change<inputs.BillInput>({
    encoder: billEncoder,
    prepare: ({ ids }, session) => readBill(ids["billId"])(session),
    body: withKeptBill,
    lookups: [],
    afterwards: openedBill,
    rules: ["lineItems replaces all lines. Fields that are left out keep their values."],
  }),
  "bills.delete": billRecords.remove(),
  "vendorCredits.list": creditList,
  "vendorCredits.create": creditRecords.create<inputs.VendorCreditInput>({
    encoder: creditEncoder,
    query: ownNumber,
    lookups: [],
    afterwards: openedCredit,
    requires: ["contactId", "lineItems"],
    rules: ["The vendor credit is open at once: the target system's API has no drafts of vendor credits."],
  }),
  "vendorCredits.update": creditRecords.change<inputs.VendorCreditInput>({
    encoder: creditEncoder,
    prepare: ({ ids }, session) => readCredit(ids["vendorCreditId"])(session),
    body: withKeptCredit,
    lookups: [],
    afterwards: openedCredit,
    rules: ["lineItems replaces all lines. Fields that are left out keep their values."],
  }),
  "vendorCredits.delete": creditRecords.remove(),
};
