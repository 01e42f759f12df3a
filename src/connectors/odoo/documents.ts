/** Invoices, bills, credit notes and journal entries are one model; `move_type` tells them apart. */
import { days, values } from "../../kit/columns.ts";
import { accountingDay } from "../../kit/dates.ts";
import type { Kind, ListFacts } from "./conventions.ts";
import { currency, identity, partnerSource, stamps, textOf, tradePartner } from "./fields.ts";
import { creditLineSource, isItem, isOwed, isRounding, moveLineSource } from "./lines.ts";
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

/** Receipts are invoices and bills that are usually paid at once. */
const listedTypes: Readonly<Record<MoveType, readonly string[]>> = {
  out_invoice: ["out_invoice", "out_receipt"],
  out_refund: ["out_refund"],
  in_invoice: ["in_invoice", "in_receipt"],
  in_refund: ["in_refund"],
};

export const documentsOf = (type: MoveType): Pick<Kind<unknown, Move>, keyof Source | "domain"> => ({
  ...moveSource,
  domain: [["move_type", "in", listedTypes[type]]],
});

/** Credit notes and vendor credits, with the documents that they were used for. */
export const creditsOf = (type: MoveType): ReturnType<typeof documentsOf> => ({
  ...documentsOf(type),
  links: { ...moveSource.links, line_ids: creditLineSource },
});

/** A difference by cash rounding is part of the net amount, but Odoo keeps it outside the priced lines. */
const asItem = (line: Line, { move_type: type }: Move): Line => {
  if (line.display_type !== "rounding") return line;
  const isInDebit = type === "in_invoice" || type === "in_receipt" || type === "out_refund";
  const amount = (isInDebit ? 1 : -1) * (line.amount_currency ?? 0);
  return { ...line, quantity: 1, price_unit: amount, price_subtotal: amount, price_total: amount, tax_ids: [] };
};

/** By id: Odoo's default order uses a sequence that several records may share. */
export const itemsOf = (move: Move): readonly Line[] =>
  move.line_ids
    ?.filter((line) => isItem(line) || isRounding(line))
    .toSorted((before, after) => before.id - after.id)
    .map((line) => asItem(line, move)) ?? [];

/** The receivable or payable lines, one for each instalment. */
export const owedLines = ({ line_ids: lines }: Move): readonly Line[] => lines?.filter(isOwed) ?? [];

export const partialsOf = ({ matched_debit_ids: debits, matched_credit_ids: credits }: Line): readonly Partial[] => [
  ...(debits ?? []),
  ...(credits ?? []),
];

/** Fully paid, whether or not the bank statement has been reconciled, or cleared by a credit note. */
const settled = ["paid", "in_payment", "reversed"];
const unpaid = ["not_paid", "blocked"];
const isLate = ({ invoice_date_due: due, today = "" }: Move): boolean =>
  due !== undefined && due !== null && due < today;

/** Exchange differences are reconciled too, but on the day when Odoo computed them. They have no amount in one of the currencies. */
const isSettlement = ({ debit_amount_currency: debit, credit_amount_currency: credit }: Partial): boolean =>
  debit !== 0 && credit !== 0;

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

const domainOf = (stands: Readonly<Record<string, Stand>>, word: string, { today }: ListFacts): Domain => {
  const { state, paid, late } = stands[word] ?? {};
  if (state === undefined) return noRecords;
  const due: Clause = ["invoice_date_due", late ? "<" : ">=", today];
  const days = late === undefined ? [] : late ? [due] : either([["invoice_date_due", "=", false]], [due]);
  return [["state", "=", state], ...(paid ? ([["payment_state", "in", paid]] as const) : []), ...days];
};

/** The same as conditions, for filters. */
export const states = {
  status: (status: string, facts: ListFacts): Domain => domainOf(statuses, status, facts),
  paymentStatus: (status: string, facts: ListFacts): Domain => domainOf(paymentStatuses, status, facts),
};

/** Whether an entry, such as a payment, settled a part of the credit. */
const paidBack: Domain = either(
  [["line_ids.matched_debit_ids.debit_move_id.move_type", "=", "entry"]],
  [["line_ids.matched_credit_ids.credit_move_id.move_type", "=", "entry"]],
);

/** Credits are cleared if they were used for invoices only. */
export const creditStates = {
  ...states,
  paymentStatus: (status: string, facts: ListFacts): Domain => {
    if (status === "PAID") return [...states.paymentStatus(status, facts), ...paidBack];
    if (status !== "CREDIT_NOTE_CLEARED")
      return status === "CLEARED_WITH_CREDIT_NOTE" ? noRecords : states.paymentStatus(status, facts);
    return [["state", "=", "posted"], ["payment_state", "in", settled], "!", ...paidBack];
  },
};

const statusOf = Object.assign(standing(statuses), {
  unread: (move: Move) => (standing(statuses)(move) === undefined ? (move.payment_state ?? undefined) : undefined),
});
const paymentStatusOf = standing(paymentStatuses);

const invoiceTypes: ReadonlySet<string> = new Set(["out_invoice", "out_receipt", "in_invoice", "in_receipt"]);
const movesOf = (line: Line): readonly (string | null | undefined)[] => [
  ...(line.matched_debit_ids ?? []).filter(isSettlement).map(({ debit_move_id: other }) => other?.move_type),
  ...(line.matched_credit_ids ?? []).filter(isSettlement).map(({ credit_move_id: other }) => other?.move_type),
];

/** Odoo calls a credit paid, whether it was used for invoices or paid back. */
function creditStatusOf(move: Move): ReturnType<typeof paymentStatusOf> | "CREDIT_NOTE_CLEARED" {
  const status = paymentStatusOf(move);
  const moves = owedLines(move).flatMap(movesOf);
  const isUsed = moves.length > 0 && moves.every((type) => invoiceTypes.has(type ?? ""));
  return (status === "PAID" && isUsed) || status === "CLEARED_WITH_CREDIT_NOTE" ? "CREDIT_NOTE_CLEARED" : status;
}

/** The date of the last payment, if nothing is open. */
function paidDayOf(move: Move): string | undefined {
  if (!settled.includes(move.payment_state ?? "")) return undefined;
  const days = owedLines(move).flatMap((line) =>
    partialsOf(line)
      .filter(isSettlement)
      .flatMap((partial) => partial.max_date ?? []),
  );
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

/** Fields that credit notes and vendor credits have in place of those of invoices and bills. */
export const creditFields = { paymentStatus: creditStatusOf };

export const payableFields = {
  ...documentFields,
  ...identity,
  ...days({ dueDate: "invoice_date_due" }),
  accountId: (move: Move) => textOf(owedLines(move)[0]?.account_id),
  ...values({ journalCode: "journal_id.code", name: "partner_id.name" }),
  paidDate: (move: Move) => accountingDay(paidDayOf(move)),
};
