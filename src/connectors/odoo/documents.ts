/** Invoices, bills, credit notes and journal entries are one model; `move_type` tells them apart. */
import { days, values } from "../../kit/columns.ts";
import { accountingDay } from "../../kit/dates.ts";
import type { Kind } from "./conventions.ts";
import { currency, identity, partnerSource, stamps, textOf, today, tradePartner } from "./fields.ts";
import { isItem, isOwed, moveLineSource } from "./lines.ts";
import { type Clause, type Domain, either, noRecords, type Source } from "./records.ts";
import { journalBelowFields, type Line, type Move, moveFields, namesOf, type Partial } from "./types.ts";

export const journalSource: Source = { model: "account.journal", fields: namesOf(journalBelowFields), cached: true };

export const moveSource: Source = {
  model: "account.move",
  fields: namesOf(moveFields),
  singleCompany: true,
  parts: ["line_ids"],
  links: { partner_id: partnerSource, journal_id: journalSource, line_ids: moveLineSource },
};

export type MoveType = "out_invoice" | "out_refund" | "in_invoice" | "in_refund";

export const documentsOf = (type: MoveType): Pick<Kind<unknown, Move>, keyof Source | "domain"> => ({
  ...moveSource,
  domain: [["move_type", "=", type]],
});

/** By id: Odoo's default order uses a sequence that several records may share. */
export const itemsOf = ({ line_ids: lines }: Move): readonly Line[] =>
  lines?.filter(isItem).toSorted((before, after) => before.id - after.id) ?? [];

/** The receivable or payable lines, one for each instalment. */
export const owedLines = ({ line_ids: lines }: Move): readonly Line[] => lines?.filter(isOwed) ?? [];

export const partialsOf = ({ matched_debit_ids: debits, matched_credit_ids: credits }: Line): readonly Partial[] => [
  ...(debits ?? []),
  ...(credits ?? []),
];

/** Fully paid, whether or not the bank statement has been reconciled, or cleared by a credit note. */
const settled = ["paid", "in_payment", "reversed"];
const unpaid = ["not_paid", "blocked"];
const isLate = ({ invoice_date_due: due }: Move): boolean => due !== undefined && due !== null && due < today();

/** A document's state in Odoo, for reading and for filters. */
interface Stand {
  readonly state: string;
  readonly paid?: readonly string[];
  readonly late?: boolean;
}

const posted = (paid: readonly string[], late?: boolean): Stand => ({
  state: "posted",
  paid,
  ...(late !== undefined && { late }),
});

const statuses = {
  DRAFT: { state: "draft" },
  VOIDED: { state: "cancel" },
  PAID: posted(settled),
  OPEN: posted(unpaid, false),
  OVERDUE: posted(unpaid, true),
  PARTIALLY_PAID: posted(["partial"], false),
  PARTIALLY_OVERDUE: posted(["partial"], true),
} as const satisfies Readonly<Record<string, Stand>>;

/** A document that is not posted has no payment status. */
const paymentStatuses = {
  PENDING: posted(unpaid),
  PARTLY_PAID: posted(["partial"]),
  PAID: posted(["paid", "in_payment"]),
  CLEARED_WITH_CREDIT_NOTE: posted(["reversed"]),
} as const satisfies Readonly<Record<string, Stand>>;

const standing =
  <Word extends string>(stands: Readonly<Record<Word, Stand>>) =>
  (move: Move): Word | undefined =>
    (Object.keys(stands) as Word[]).find((word) => {
      const { state, paid, late } = stands[word];
      if (move.state !== state || paid?.includes(move.payment_state ?? "") === false) return false;
      return late === undefined || late === isLate(move);
    });

const domainOf = (stands: Readonly<Record<string, Stand>>, word: string): Domain => {
  const { state, paid, late } = stands[word] ?? {};
  if (state === undefined) return noRecords;
  const due: Clause = ["invoice_date_due", late ? "<" : ">=", today()];
  const days = late === undefined ? [] : late ? [due] : either([["invoice_date_due", "=", false]], [due]);
  return [["state", "=", state], ...(paid ? ([["payment_state", "in", paid]] as const) : []), ...days];
};

/** The same as conditions, for filters. */
export const states = {
  status: (status: string): Domain => domainOf(statuses, status),
  paymentStatus: (status: string): Domain => domainOf(paymentStatuses, status),
};

const statusOf = Object.assign(standing(statuses), {
  unread: (move: Move) => (standing(statuses)(move) === undefined ? (move.payment_state ?? undefined) : undefined),
});
const paymentStatusOf = standing(paymentStatuses);

/** The date of the last payment, if nothing is open. */
function paidDayOf(move: Move): string | undefined {
  if (!settled.includes(move.payment_state ?? "")) return undefined;
  const days = owedLines(move).flatMap((line) => partialsOf(line).flatMap((partial) => partial.max_date ?? []));
  return days.toSorted().at(-1);
}

/** Drafts have no number, or "/". */
export const numberOf = ({ name }: { readonly name?: Move["name"] }): string | undefined =>
  name && name !== "/" ? name : undefined;

/** Fields that invoices, bills, credit notes and vendor credits share. Odoo stores all of their amounts without a sign. */
export const documentFields = {
  ...stamps,
  addresses: tradePartner.addresses,
  /** The parent company, if the address belongs to one of its contacts. */
  contactId: (move: Move) => textOf(move.commercial_partner_id ?? move.partner_id),
  ...currency,
  paymentStatus: paymentStatusOf,
  status: statusOf,
};

export const payableFields = {
  ...documentFields,
  ...identity,
  ...days({ dueDate: "invoice_date_due" }),
  accountId: (move: Move) => textOf(owedLines(move)[0]?.account_id),
  ...values({ journalCode: "journal_id.code", name: "partner_id.name" }),
  paidDate: (move: Move) => accountingDay(paidDayOf(move)),
};
