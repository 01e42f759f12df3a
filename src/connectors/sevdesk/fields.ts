/** Fields that several records share. */
import { instants, values } from "../../kit/columns.ts";
import { accountingDay, todayIn } from "../../kit/dates.ts";
import { withOverdueStatus } from "../../kit/documents/paymentStatus.ts";
import { amount, difference, sum } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { idIn } from "./conventions.ts";
import type { Figure, Ref, Sums, Text } from "./types.ts";

export const stamps = instants({ createdDate: "create", updatedDate: "update" });
export const identity = { ...stamps, ...values({ id: "id" }) };
export const contactId = ({ contact }: { readonly contact?: Ref }) => idIn(contact);

/** In the document's currency: sevdesk keeps these sums in other fields if it is not the company's. */
const isForeign = ({ sumGrossForeignCurrency: gross }: Sums): boolean => (amount(gross) ?? 0) !== 0;
export const netOf = (sums: Sums) => amount(isForeign(sums) ? sums.sumNetForeignCurrency : sums.sumNet);
export const taxOf = (sums: Sums) => amount(isForeign(sums) ? sums.sumTaxForeignCurrency : sums.sumTax);
export const grossOf = (sums: Sums) => amount(isForeign(sums) ? sums.sumGrossForeignCurrency : sums.sumGross);

export const totals = { totalNetAmount: netOf, totalTaxAmount: taxOf, totalGrossAmount: grossOf };

/** Not known in foreign currencies: no source says in which currency the paid amount is. */
export const openOf = (
  document: Sums & { readonly status?: Text; readonly paidAmount?: Figure },
): number | undefined => {
  if (document.status === paid) return 0;
  return isForeign(document) ? undefined : difference(document.sumGross, amount(document.paidAmount) ?? 0);
};

export const paid = "1000";
/** The words of a document that can be paid. Partly paid ones had no word of their own before June 2024. */
const statesOf = (draft: string, open: string) =>
  vocabulary({
    [draft]: "DRAFT",
    [open]: ["OPEN", "OVERDUE"],
    // The money of a voucher is on its way.
    "150": ["OPEN", "OVERDUE"],
    "750": ["PARTIALLY_PAID", "PARTIALLY_OVERDUE"],
    [paid]: "PAID",
  } as const);
type States = ReturnType<typeof statesOf>;

interface Owed extends Sums {
  readonly status?: Text;
  readonly paidAmount?: Figure;
}

const isPartlyPaid = (document: Owed): boolean => (amount(document.paidAmount) ?? 0) !== 0;

/** The status, with what is late: sevdesk's own words do not follow the due date. */
export function statusOf<Native extends Owed>(states: States, dueOf: (document: Native) => Text) {
  const words = states.read(({ status }: Native) => status);
  const of = (document: Native) => {
    const word = words(document);
    const open = word === "OPEN" && isPartlyPaid(document) ? "PARTIALLY_PAID" : word;
    if ((grossOf(document) ?? 0) < 0) return open === "PARTIALLY_PAID" ? "OPEN" : open;
    return withOverdueStatus(open, dueOf(document), todayIn("Europe/Berlin"));
  };
  return Object.assign(of, { unread: words.unread });
}

/** Invoices and credit notes. */
export const salesStates = statesOf("100", "200");
/** Vouchers are open in the state in which invoices are drafts. */
export const voucherStates = statesOf("50", "100");

const paymentWords = {
  PAID: "PAID",
  OPEN: "PENDING",
  OVERDUE: "PENDING",
  PARTIALLY_PAID: "PARTLY_PAID",
  PARTIALLY_OVERDUE: "PARTLY_PAID",
} as const;
export const paymentStatusOf = (status: string | undefined, document: Owed) => {
  if (status === "OPEN" && isPartlyPaid(document)) return "PARTLY_PAID" as const;
  return paymentWords[status as keyof typeof paymentWords] as
    | (typeof paymentWords)[keyof typeof paymentWords]
    | undefined;
};

/** The day of the last payment, once nothing is open. */
export const paidDay = ({ status, payDate }: { readonly status?: Text; readonly payDate?: Text }) =>
  status === paid ? accountingDay(payDate) : undefined;

export const sumOf = (lines: readonly Sums[], of: (line: Sums) => number | undefined): number => sum(lines.map(of));
