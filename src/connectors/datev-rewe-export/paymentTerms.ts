import type { ListHandler } from "../../contract/connector.ts";
import type { DiscountPeriod, PaymentTerm } from "../../contract/records/money.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { nativeOf, type OfYear, oneYear, readOfYear, unpagedRule, yearOf } from "./conventions.ts";
import type { Deadline, Period, TermOfPayment } from "./types.ts";

type Term = OfYear<TermOfPayment>;

const dueTypes = vocabulary({ due_in_days: "DUE_IN_DAYS", due_as_period: "DUE_AS_PERIOD" });

/** `day 15 of the next month`, with DATEV's name of the month. */
const deadline = (due: Deadline | null | undefined): string | undefined => {
  const { dayOfMonth, relatedMonth } = due ?? {};
  const month = relatedMonth ? `the ${relatedMonth.replaceAll("_", " ")}` : undefined;
  const parts = [dayOfMonth ? `day ${dayOfMonth}` : undefined, month];
  return parts.filter(Boolean).join(" of ") || undefined;
};

/** A period, and the last day of the month of the previous one. */
interface Row extends Period {
  readonly after: number;
}

const period = mapping<DiscountPeriod, Row>({
  invoiceRange: ({ after, invoiceDayOfMonth: last }) => (last ? `${after + 1}-${last}` : undefined),
  discountDeadline: ({ dueDateCashDiscount1: due }) => deadline(due),
  discountDeadline2: ({ dueDateCashDiscount2: due }) => deadline(due),
  paymentDeadline: ({ dueDateNet: due }) => deadline(due),
});

function rowsOf({ native: { paymentDueAsPeriod: periods } }: Term): Row[] | undefined {
  const filled = [periods?.period1, periods?.period2, periods?.period3].filter((row) => row != null);
  return filled.map((row, index) => ({ ...row, after: filled[index - 1]?.invoiceDayOfMonth ?? 0 }));
}

const paymentTerm = mapping<PaymentTerm, Term>({
  id: ({ native }) => String(native.id),
  code: ({ native }) => String(native.id),
  name: ({ native }) => native.caption,
  dueType: dueTypes.read(({ native }) => native.dueType),
  paymentDays: ({ native }) => native.paymentDueInDays?.dueDateNet,
  discountDays: ({ native }) => native.paymentDueInDays?.cashDiscount1Days,
  discountDays2: ({ native }) => native.paymentDueInDays?.cashDiscount2Days,
  discountPercentage: ({ native }) => native.cashDiscount1Percentage,
  discountPercentage2: ({ native }) => native.cashDiscount2Percentage,
  discountPeriods: nestedList(period, rowsOf),
});

const list: ListHandler<PaymentTerm> = {
  ...inMemory<PaymentTerm, Term>({
    read: async (session, { filters }) => readOfYear(session, await yearOf(session, filters), "terms-of-payment"),
    map: paymentTerm,
    raw: nativeOf,
    filters: oneYear,
    rules: [unpagedRule],
  }),
  requires: ["fiscalYearStartDate"],
};

export const paymentTerms = { "paymentTerms.list": list };
