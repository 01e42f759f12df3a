/** Payment terms and document types of every client. */
import { pick, type Row, words } from "../engine/values.ts";

const inDays = (
  id: number,
  caption: string,
  [net, first, second]: readonly number[],
  percents: readonly number[],
): Row => ({
  id,
  caption,
  dueType: "due_in_days",
  cashDiscount1Percentage: percents[0] ?? 0,
  cashDiscount2Percentage: percents[1] ?? 0,
  paymentDueInDays: { cashDiscount1Days: first ?? 0, cashDiscount2Days: second ?? 0, dueDateNet: net },
});
const due = (relatedMonth: string, dayOfMonth?: number) => ({ relatedMonth, ...(dayOfMonth && { dayOfMonth }) });

export const terms: readonly Row[] = [
  inDays(10, "Sofort ohne Abzug", [0], []),
  inDays(14, "14 Tage netto", [14], []),
  inDays(30, "30 Tage netto, 10 Tage 2 %", [30, 10], [2]),
  inDays(45, "45 Tage netto, 3 % und 2,25 % Skonto", [45, 8, 21], [3, 2.25]),
  {
    id: 100,
    caption: "Zum 15. und zum Monatsende",
    dueType: "due_as_period",
    cashDiscount1Percentage: 2.5,
    cashDiscount2Percentage: 1,
    paymentDueAsPeriod: {
      period1: {
        invoiceDayOfMonth: 15,
        dueDateCashDiscount1: due("current_month", 25),
        dueDateCashDiscount2: due("current_month", 28),
        dueDateNet: due("next_month", 5),
      },
      period2: {
        invoiceDayOfMonth: 31,
        dueDateCashDiscount1: due("next_month", 10),
        dueDateNet: due("month_after_next"),
      },
    },
  },
  { id: 999, dueType: "due_as_period", cashDiscount1Percentage: 0, cashDiscount2Percentage: 0, paymentDueAsPeriod: {} },
];

const categories = words("invoices_received|outgoing_invoices|other_documents");
export const documentTypes: readonly Row[] = words("Rechnungseingang|Rechnungsausgang|Kasse|Sonstige").map(
  (name, index) => ({
    name,
    ...(index < 3 && { category: pick(categories, index) }),
    ...(index < 2 && { debit_credit_identifier: index === 0 ? "debit" : "credit" }),
  }),
);
