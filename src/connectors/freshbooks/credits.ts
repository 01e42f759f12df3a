/** Credits of customers. Those that were given are credit notes, the others are money that the customer has paid. */

import { Big } from "big.js";
import type { Session, VendorQuery } from "../../contract/session.ts";
import { allOf, isDeleted } from "./conventions.ts";
import { amountOf } from "./fields.ts";
import type { CreditNote, Invoice, Payment } from "./types.ts";

export const creditFolder = "/credit_notes/credit_notes";
export const creditsName = "credit_notes";

/** Prepayments and overpayments are money on account (vendor's page on credits). */
export const isGiven = ({ credit_type: type }: CreditNote): boolean => type !== "prepayment" && type !== "overpayment";

export const givenCredits = async (session: Session): Promise<ReadonlySet<number>> =>
  new Set((await allOf<CreditNote>(session, creditFolder, creditsName)).filter(isGiven).map(({ id }) => id));

/** Credits that were used for invoices, each as a payment. */
const usedCredits = async (session: Session, query: VendorQuery = {}): Promise<readonly Payment[]> =>
  (await allOf<Payment>(session, "/payments/payments", "payments", { "search[from_credit]": true, ...query })).filter(
    (payment) => payment.from_credit === true && !isDeleted(payment),
  );

const totalOf = (payments: readonly Payment[]): Big =>
  payments.reduce((sum, payment) => sum.plus(amountOf(payment.amount) ?? 0), new Big(0));

/** How much of each credit is used. */
export async function usedByCredit(session: Session): Promise<ReadonlyMap<number, number>> {
  const groups = Map.groupBy(await usedCredits(session), ({ creditid }) => creditid ?? 0);
  return new Map([...groups].map(([id, payments]) => [id, totalOf(payments).toNumber()]));
}

/** Invoices of these that credit notes alone have settled. */
export async function clearedByCredits(session: Session, invoices: readonly Invoice[]): Promise<ReadonlySet<number>> {
  const settled = invoices.filter(
    ({ amount, outstanding }) => (amountOf(amount) ?? 0) > 0 && amountOf(outstanding) === 0,
  );
  const [only, ...others] = settled;
  if (only === undefined) return new Set();
  const used = await usedCredits(session, others.length === 0 ? { "search[invoiceid]": only.id } : {});
  if (used.length === 0) return new Set();
  const given = await givenCredits(session);
  const isCleared = ({ id, amount }: Invoice): boolean =>
    totalOf(used.filter(({ invoiceid, creditid }) => invoiceid === id && creditid && given.has(creditid))).gte(
      amountOf(amount) ?? 0,
    );
  return new Set(settled.filter(isCleared).map(({ id }) => id));
}
