import type { Call, OpenAmount, WriteCall } from "../../contract/connector.ts";
import type { BillInput, BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type * as records from "../../contract/records/purchasing.ts";
import type { Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { calendarDay, daysBetween } from "../../kit/dates.ts";
import { documentStatusOf, paymentStatusOf, statusFilters } from "../../kit/documents/paymentStatus.ts";
import {
  dayAs,
  type Encoded,
  encoder,
  fieldAs,
  invalidField,
  listAs,
  numberAs,
  onlyAccepts,
  sentSeparately,
} from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, difference } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get, partsOf } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { accountIdFor, accountsBy } from "./accounts.ts";
import {
  changedSince,
  companyCurrency,
  isDeleted,
  isSince,
  list,
  readRecord,
  referenced,
  resultIn,
  todayOf,
  utcStampOf,
} from "./conventions.ts";
import { amountOf, currencyOf, idOf, moneyOf } from "./fields.ts";
import { hiding } from "./hiding.ts";
import { codeOf, rateOf, type TwoTaxes, taxesFor } from "./taxes.ts";
import type { Bill, BillLine, LedgerAccount, Tax, Vendor } from "./types.ts";

export const billFolder = "/bills/bills";
const kind = "bill";
const billIn = resultIn<Bill>(kind);

interface Context {
  readonly today: string;
  readonly accounts: ReadonlyMap<number, LedgerAccount>;
}

/** A bill with what its status and its lines depend on. */
interface Shown extends Bill {
  readonly context: Context;
}
const raw = ({ context: _context, ...native }: Shown): Bill => native;

interface Line extends BillLine {
  readonly place: number;
  readonly account: LedgerAccount | undefined;
}
const rawLine = ({ place: _place, account: _account, ...line }: Line): BillLine => line;

const taxesIn = (line: BillLine): TwoTaxes => ({
  names: [line.tax_name1, line.tax_name2],
  percentages: [line.tax_percent1, line.tax_percent2],
});

const billLine = mapping<records.BillLineItem, Line>({
  id: ({ id, place }) => String(id ?? place),
  accountId: ({ account }) => account?.uuid,
  accountNumber: ({ account }) => account?.number,
  description: ({ description }) => description,
  quantity: ({ quantity }) => amount(quantity),
  taxCode: (line) => codeOf(taxesIn(line)),
  taxRatePercentage: (line) => rateOf(taxesIn(line)),
  totalGrossAmount: ({ total_amount: gross }) => amountOf(gross),
  totalNetAmount: ({ amount: net }) => amountOf(net),
  totalTaxAmount: ({ amount: net, total_amount: gross }) => difference(amountOf(gross), amountOf(net)),
  unitAmount: ({ unit_cost: price }) => amountOf(price),
});

const categoryOf = ({ category, categoryid }: BillLine): number | undefined =>
  typeof category === "object" && category !== null ? category.categoryid : categoryid;

const linesOf = ({ lines, context: { accounts } }: Shown): readonly Line[] =>
  (lines ?? []).map((line, index) => ({
    ...line,
    place: index + 1,
    account: accounts.get(categoryOf(line) ?? 0),
  }));

const owed = ({ outstanding, total_amount: total, due_date: due }: Bill) => ({
  open: amountOf(outstanding),
  total: amountOf(total),
  due,
});
const statusOf = (native: Shown) => documentStatusOf(owed(native), native.context.today);

const bill = mapping<records.Bill, Shown>({
  id: ({ id }) => String(id),
  ...days({ billDate: "issue_date", dueDate: "due_date" }),
  ...values({ billNumber: "bill_number" }),
  contactId: ({ vendorid: id }) => idOf(id),
  createdDate: ({ created_at: created }) => utcStampOf(created),
  currency: currencyOf,
  lineItems: nestedList(billLine, linesOf),
  paidDate: (native) => (statusOf(native) === "PAID" ? lastPaymentOf(native) : undefined),
  paymentDays: ({ due_offset_days: term }) => term ?? undefined,
  paymentStatus: (native) => paymentStatusOf(owed(native)),
  status: statusOf,
  totalGrossAmount: ({ total_amount: gross }) => amountOf(gross),
  totalNetAmount: ({ amount: net }) => amountOf(net),
  totalTaxAmount: ({ tax_amount: tax }) => amountOf(tax),
  updatedDate: ({ updated_at: updated }) => utcStampOf(updated),
});

function lastPaymentOf({ bill_payments: payments }: Bill): string | undefined {
  const last = (payments ?? [])
    .filter((payment) => !isDeleted(payment))
    .flatMap(({ paid_date: day }) => day ?? [])
    .toSorted()
    .at(-1);
  return last === undefined ? undefined : `${last}T00:00:00Z`;
}

async function inContext(natives: readonly Bill[], session: Session): Promise<readonly Shown[]> {
  const categories = natives.flatMap(({ lines }) => (lines ?? []).map(categoryOf));
  const context = { today: await todayOf(session), accounts: await accountsBy(session, "category_id", categories) };
  return natives.map((native) => ({ ...native, context }));
}

export const readBill = (id: string, session: Session): Promise<Bill> =>
  readRecord<Bill>(session, `${billFolder}${path`/${id}`}`, kind);

const ofCall = ({ ids: { billId = "" } }: Call) => billId;

async function readShown(id: string, session: Session): Promise<Shown> {
  const [shown] = await inContext([await readBill(id, session)], session);
  return shown as Shown;
}

const states = statusFilters<Shown>(statusOf, (native) => paymentStatusOf(owed(native)));

export const openBill = async (id: string, session: Session): Promise<OpenAmount> => {
  const native = await readBill(id, session);
  return { amount: amountOf(native.outstanding), currency: native.currency_code ?? undefined };
};

const lineEncoder = encoder<BillLineItemInput>({
  accountId: fieldAs("account"),
  description: fieldAs("description"),
  quantity: numberAs("quantity"),
  taxCode: fieldAs("tax"),
  unitAmount: numberAs("price"),
});

interface Draft {
  readonly account?: string;
  readonly description?: string;
  readonly quantity?: number;
  readonly price?: number;
  readonly tax?: string;
}

const billEncoder = encoder<BillInput>({
  billDate: dayAs("issue_date"),
  billNumber: fieldAs("bill_number"),
  contactId: Object.assign((id: string) => ({ vendorid: Number(id) }), { path: ["vendorid"] }),
  currency: fieldAs("currency_code"),
  dueDate: Object.assign(() => ({}), { path: ["due_offset_days"] }),
  lineItems: listAs("lines", lineEncoder),
  paymentDays: numberAs("due_offset_days"),
  paymentStatus: sentSeparately,
  status: onlyAccepts(["OPEN"], ": bills have no drafts there"),
});

interface Prepared {
  readonly currency: string | undefined;
  readonly taxes: ReadonlyMap<string, Tax>;
  readonly categories: readonly (number | undefined)[];
}

async function prepare({ body }: WriteCall<BillInput>, session: Session): Promise<Prepared> {
  const vendor = await referenced<Vendor>(session, {
    folder: "/bill_vendors/bill_vendors",
    id: body.contactId ?? "",
    kind: "bill_vendor",
    field: "contactId",
  });
  const lines = body.lineItems ?? [];
  const categories: number[] = [];
  for (const [index, { accountId }] of lines.entries()) {
    const field = `lineItems[${index}].accountId`;
    if (accountId === undefined)
      throw invalidField("A line of a bill needs accountId at FreshBooks: the account of its category.", field);
    categories.push(await accountIdFor(session, "category_id", { id: accountId, field }));
  }
  return {
    currency: body.currency ?? vendor.currency_code ?? (await companyCurrency(session)),
    taxes: await taxesFor(session, lines),
    categories,
  };
}

function sentLine(
  { description, quantity = 1, price = 0, tax }: Draft,
  { currency, taxes }: Prepared,
  categoryid: number | undefined,
): object {
  return {
    categoryid,
    ...(description !== undefined && { description }),
    quantity,
    unit_cost: moneyOf(price, currency),
    ...(tax !== undefined && { tax_name1: tax, tax_percent1: amount(taxes.get(tax)?.amount) ?? 0 }),
  };
}

function newBill(encoded: Encoded, prepared: unknown, { body }: WriteCall<BillInput>): object {
  const facts = prepared as Prepared;
  const { lines = [], ...head } = encoded as { readonly lines?: readonly Draft[] };
  const { billDate, dueDate, paymentDays } = body;
  const term = billDate !== undefined && dueDate !== undefined ? daysBetween(calendarDay(billDate), dueDate) : 0;
  return {
    [kind]: {
      ...(paymentDays === undefined && { due_offset_days: term }),
      ...head,
      ...(facts.currency !== undefined && { currency_code: facts.currency }),
      language: "en",
      lines: lines.map((line, index) => sentLine(line, facts, facts.categories[index])),
    },
  };
}

export const bills = {
  "bills.list": list<records.Bill, Shown>("bills", {
    path: billFolder,
    map: bill,
    raw,
    join: inContext,
    filters: {
      lastModifiedAt: changedSince,
      billDateFrom: (from) => ({ "search[issue_date_min]": from }),
      status: () => ({}),
      paymentStatus: () => ({}),
    },
    localFilter: {
      when: (filters) => states.when(filters) || (filters.lastModifiedAt ?? filters.billDateFrom) !== undefined,
      fits: (native, filters) =>
        states.fits(native, filters) &&
        isSince(utcStampOf(native.updated_at), filters.lastModifiedAt) &&
        (filters.billDateFrom === undefined || (native.issue_date ?? "") >= filters.billDateFrom),
    },
    rules: ["Bills need a plan of FreshBooks that has them."],
  }),
  "bills.get": get<records.Bill, Shown>({
    read: (call, session) => readShown(ofCall(call), session),
    map: bill,
    raw,
  }),
  "bills.lineItems.list": partsOf<records.BillLineItem, Shown, Line>({
    read: (call, session) => readShown(ofCall(call), session),
    parts: linesOf,
    map: billLine,
    raw: rawLine,
  }),
  "bills.create": write<BillInput, records.Bill, Shown>({
    method: "POST",
    path: billFolder,
    encoder: billEncoder,
    prepare,
    body: newBill,
    record: (reply: unknown) => billIn(reply) as Shown | undefined,
    afterwards: async ({ id }, _call, session) => readShown(String(id), session),
    // Without the accounts of its lines and the company's day, the reply shows neither lines nor status.
    stub: (reply: unknown) => ({ id: String(billIn(reply)?.id) }),
    map: bill,
    raw,
    requires: ["contactId", "billDate", "lineItems", "lineItems.accountId"],
    rules: ["Without currency the bill has the supplier's currency. Without dueDate it is due on its day."],
  }),
  "bills.delete": hiding((call) => `${billFolder}${path`/${ofCall(call)}`}`, kind),
};
