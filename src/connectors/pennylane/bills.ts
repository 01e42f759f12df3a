/** Supplier invoices. A supplier's credit is one with negative amounts. */
import type { Call } from "../../contract/connector.ts";
import type * as records from "../../contract/records/purchasing.ts";
import type { Session } from "../../contract/session.ts";
import { amounts, days, values } from "../../kit/columns.ts";
import { termOf } from "../../kit/dates.ts";
import { documentStatusOf, paymentStatusOf, statusFilters } from "../../kit/documents/paymentStatus.ts";
import { paidOrNot, unclearGet, unclearList } from "../../kit/documents/unclear.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get, partsOf } from "../../kit/reading.ts";
import { allOf, condition, listWithFeed, oldestFirst } from "./conventions.ts";
import { currencyOf, idIn, stamps, today } from "./fields.ts";
import { rateOf } from "./taxes.ts";
import type { InvoiceLine, SupplierInvoice, Text } from "./types.ts";

const folder = "/supplier_invoices";

/** Paid by a matched transaction, by a transfer, or by hand. */
const paidStates: readonly string[] = ["fully_paid", "paid_offline", "payment_found"];
/** The vendor's other words (reference, 2026-02). What is left says how much is paid. */
const openStates: readonly string[] = [
  "partially_paid",
  "payment_emitted",
  "payment_error",
  "payment_in_progress",
  "payment_scheduled",
  "to_be_paid",
  "to_be_processed",
];
const accountingStates: readonly string[] = ["archived", "complete", "draft", "entry", "validation_needed"];

const unknownIn = (word: Text, ...known: readonly (readonly string[])[]): string | undefined =>
  word && !known.flat().includes(word) ? word : undefined;
const unread = {
  unread: ({ accounting_status: accounting, payment_status: payment }: SupplierInvoice) =>
    unknownIn(accounting, accountingStates) ?? unknownIn(payment, paidStates, openStates),
};

/** The remaining amount has the opposite sign of the total (recorded), and stays when a bill is marked as paid. Both are in euros. */
function owedOf({ amount: total, deadline: due, paid, payment_status: state, ...native }: SupplierInvoice) {
  const left = Math.abs(amount(native.remaining_amount_with_tax) ?? amount(total) ?? 0);
  const isPaid = paid === true || paidStates.includes(state ?? "");
  return { open: isPaid ? 0 : (amount(total) ?? 0) < 0 ? -left : left, total, due };
}

function stateIn(native: SupplierInvoice) {
  const { accounting_status: state } = native;
  if (unread.unread(native) !== undefined) return undefined;
  if (state === "archived") return "VOIDED";
  // Nobody has sent it to the accountant yet, or something is missing.
  if (state === "draft" || state === "entry") return "DRAFT";
  return state === "validation_needed" ? "SUBMITTED" : documentStatusOf(owedOf(native), today());
}

const stateOf = Object.assign(stateIn, unread);

const paymentStateOf = Object.assign(
  (native: SupplierInvoice) =>
    native.accounting_status === "archived" || unread.unread(native) !== undefined
      ? undefined
      : paymentStatusOf(owedOf(native)),
  unread,
);

interface WithLines extends SupplierInvoice {
  readonly lines: readonly InvoiceLine[];
}

const line = mapping<records.BillLineItem, InvoiceLine>({
  ...values({ taxCode: "vat_rate" }),
  ...amounts({
    totalGrossAmount: "currency_amount",
    totalNetAmount: "currency_amount_before_tax",
    totalTaxAmount: "currency_tax",
  }),
  ...stamps,
  id: ({ id }) => String(id),
  description: ({ description, label }) => description || label,
  taxRatePercentage: rateOf,
});

const head = {
  ...stamps,
  ...days({ billDate: "date", dueDate: "deadline" }),
  ...values({ billNumber: "invoice_number" }),
  ...amounts({
    totalGrossAmount: "currency_amount",
    totalNetAmount: "currency_amount_before_tax",
    totalTaxAmount: "currency_tax",
  }),
  id: ({ id }: SupplierInvoice) => String(id),
  contactId: ({ supplier }: SupplierInvoice) => idIn(supplier),
  currency: currencyOf,
  paymentDays: ({ date, deadline }: SupplierInvoice) => termOf(date, deadline),
  paymentStatus: paymentStateOf,
  status: stateOf,
};

const listedBill = mapping<records.Bill, SupplierInvoice>(head);
const bill = mapping<records.Bill, WithLines>({ ...head, lineItems: nestedList(line, (native) => native.lines) });

const unclearSettlement = paidOrNot(
  "Pennylane says that a bill is paid, but not by what: by money, a supplier's credit or by hand. It reads PAID.",
);

const states = statusFilters(stateOf, paymentStateOf);

const linesOf = (session: Session, id: string): Promise<readonly InvoiceLine[]> =>
  allOf<InvoiceLine>(session, path`/supplier_invoices/${id}/invoice_lines`, oldestFirst);

export const bills = {
  "bills.list": unclearList(
    unclearSettlement,
    listWithFeed<records.Bill, SupplierInvoice>("supplier_invoices", {
      path: folder,
      map: listedBill,
      conditions: { billDateFrom: (from) => [condition("date", "gteq", from)] },
      local: ["status", "paymentStatus"],
      localFilter: states,
      orders: { billDate: "date" },
      rules: ["Lists have no lines. Get a single record for them."],
    }),
  ),
  "bills.get": unclearGet(
    unclearSettlement,
    get<records.Bill, WithLines>({
      map: bill,
      raw: ({ lines: _lines, ...native }) => native,
      read: async ({ ids: { billId = "" } }: Call, session) => {
        const native = (await session.read(path`/supplier_invoices/${billId}`)) as SupplierInvoice;
        return { ...native, lines: await linesOf(session, billId) };
      },
    }),
  ),
  "bills.lineItems.list": partsOf({
    read: ({ ids: { billId = "" } }: Call, session: Session) => linesOf(session, billId),
    parts: (all: readonly InvoiceLine[]) => all,
    map: line,
  }),
};
