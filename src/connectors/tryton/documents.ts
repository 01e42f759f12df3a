/** Customer and supplier invoices are one model. Those with a negative total are credit notes. */

import type { Session } from "../../contract/session.ts";
import { columns, values } from "../../kit/columns.ts";
import { accountingDay } from "../../kit/dates.ts";
import type { Clause, Domain, Source } from "./conventions.ts";
import { addressFields, currencyOf, stamps, textOf, totalPlaces, tradePartner } from "./fields.ts";
import { invoiceLineFields, turned } from "./lines.ts";
import { ask, dayValue, plain } from "./rpc.ts";
import type { Invoice } from "./types.ts";

const moveLineFields = "(account credit date debit description maturity_date reconciliation)";

/** Invoices of one kind: `invoicesOf("out", ">=")` are customer invoices without credit notes. */
export const invoicesOf = (type: "in" | "out", sign: ">=" | "<"): Source => ({
  model: "account.invoice",
  fields: `number reference type state party.name invoice_date currency.code payment_term reconciled create_uid
    untaxed_amount tax_amount total_amount account(code name) journal.code company.currency.code
    invoice_address${addressFields} lines(${invoiceLineFields}) lines_to_pay${moveLineFields} payment_lines${moveLineFields}`,
  company: "company",
  domain: [
    ["type", "=", type],
    ["total_amount", sign, { __class__: "Decimal", decimal: "0" }],
  ],
  parts: ["lines"],
  readFacts: readToday,
});

export interface Today {
  readonly today: string;
}

/** The server decides what is overdue by its own date. */
async function readToday(session: Session): Promise<Today> {
  return { today: plain(await ask(session, "model.ir.date.today")) as string };
}

/** The date on which the last instalment is due. */
export const dueDayOf = ({ lines_to_pay: lines }: Invoice): string | undefined =>
  lines
    ?.flatMap(({ maturity_date: day }) => day ?? [])
    .toSorted()
    .at(-1);

const isLate = ({ lines_to_pay: lines, today = "" }: Invoice): boolean =>
  lines?.some(({ maturity_date: day, reconciliation }) => day && !reconciliation && day < today) ?? false;

const isPaidInPart = ({ payment_lines: lines }: Invoice): boolean => (lines?.length ?? 0) > 0;

const plainStates = {
  draft: "DRAFT",
  validated: "SUBMITTED",
  paid: "PAID",
  cancelled: "VOIDED",
  cancel: "VOIDED",
} as const;

/** The status of a posted document, from its payments and due date. */
const posted = [
  ["OPEN", false, false],
  ["PARTIALLY_PAID", true, false],
  ["OVERDUE", false, true],
  ["PARTIALLY_OVERDUE", true, true],
] as const;

function readStatus(invoice: Invoice) {
  if (invoice.state !== "posted") return plainStates[invoice.state as keyof typeof plainStates];
  const begun = isPaidInPart(invoice);
  const late = isLate(invoice);
  return posted.find(([, isBegun, isLateThen]) => isBegun === begun && isLateThen === late)?.[0];
}

const statusOf = Object.assign(readStatus, {
  unread: (invoice: Invoice) => (invoice.state && readStatus(invoice) === undefined ? invoice.state : undefined),
});

function paymentStatusOf(invoice: Invoice) {
  if (invoice.state === "paid") return "PAID";
  if (invoice.state !== "posted") return undefined;
  return isPaidInPart(invoice) ? "PARTLY_PAID" : "PENDING";
}

const isPosted: Clause = ["state", "=", "posted"];
const unpaid: Clause = ["payment_lines", "=", null];
const begun: Clause = ["payment_lines", "!=", null];
const noRecords: Domain = [["id", "=", 0]];

export function ofStatus(status: string, { today }: Today): Domain {
  const states = Object.entries(plainStates).flatMap(([state, name]) => (name === status ? [state] : []));
  if (states.length > 0) return [["state", "in", states]];
  const lateLines = [
    ["maturity_date", "<", dayValue(today)],
    ["reconciliation", "=", null],
  ];
  const match = posted.find(([name]) => name === status);
  if (match === undefined) return noRecords;
  const [, isBegun, late] = match;
  return [isPosted, isBegun ? begun : unpaid, ["move.lines", late ? "where" : "not where", lateLines]];
}

const payments: Readonly<Record<string, Domain>> = {
  PAID: [["state", "=", "paid"]],
  PENDING: [isPosted, unpaid],
  PARTLY_PAID: [isPosted, begun],
};
export const ofPaymentStatus = (status: string): Domain => payments[status] ?? noRecords;

/** Fields that invoices, bills, credit notes and vendor credits share. */
export const documentFields = {
  ...stamps,
  ...tradePartner,
  currency: currencyOf,
  paymentStatus: paymentStatusOf,
  status: statusOf,
};

export const billFields = {
  ...documentFields,
  id: ({ id }: Invoice) => String(id),
  accountId: ({ account }: Invoice) => textOf(account?.id),
  dueDate: (invoice: Invoice) => accountingDay(dueDayOf(invoice)),
  ...values({ journalCode: "journal.code", name: "party.name" }),
  paidDate: ({ reconciled }: Invoice) => accountingDay(reconciled),
};

export const creditedTotals = columns(turned)(totalPlaces);
