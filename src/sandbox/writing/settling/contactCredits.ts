/** Money on account: what customers paid beyond their documents, and what suppliers were paid beyond theirs. */
import { Big } from "big.js";
import type { NativeRecord } from "../../books/basics/types.ts";
import type { Owed } from "../../books/documents/document.ts";
import { openItemId, openItemOf } from "../../books/documents/openItems.ts";
import type { Trader } from "../../books/masterdata/parties.ts";
import type { WriteContext } from "../context.ts";
import { findBy, putRecord, removeRecord } from "../records.ts";
import { listIn, textIn } from "../shapes/fields.ts";
import { movementsOf } from "./documentStatus.ts";

export interface ContactCredit {
  readonly party: Trader;
  readonly currency: string;
  readonly amount: Big;
  /** The same in cents of the company's currency. */
  readonly cents: number;
  /** The document number of its postings. */
  readonly number: string;
}

const creditItem = (party: Trader, currency: string): Owed => ({
  id: `credit-${party.role}-${party.id}-${currency}`,
  kind: party.role === "customer" ? "creditNote" : "vendorCredit",
  number: creditNumber(party, currency),
  date: "",
  due: "",
  currency,
  party,
});

const creditNumber = ({ account }: Trader, currency: string): string =>
  currency === "EUR" ? `AKONTO-${account}` : `AKONTO-${account}-${currency}`;

export async function contactCredit(context: WriteContext, party: Trader, currency: string): Promise<ContactCredit> {
  const payments = await paymentsOf(context, party, currency);
  const amounts = payments.flatMap((payment) =>
    listIn(payment, "payment_lines").map((line) => new Big(textIn(line, "credited_amount") ?? 0)),
  );
  const movements = await movementsOf(
    context,
    creditItem(party, currency),
    payments.map(({ id }) => id),
  );
  return {
    party,
    currency,
    amount: amounts.reduce((sum, amount) => sum.plus(amount), new Big(0)),
    cents: movements.reduce((sum, { cents }) => sum + cents, 0),
    number: creditNumber(party, currency),
  };
}

/** The payments of this contact in this currency, in the order in which they were made. */
async function paymentsOf({ client, company }: WriteContext, party: Trader, currency: string): Promise<NativeRecord[]> {
  const { rows } = await client.query<{ body: NativeRecord }>(
    `SELECT body FROM sandbox.records WHERE company = $1 AND collection = 'payments' AND body->>'currency' = $2
       AND body->'payment_lines' @> jsonb_build_array(jsonb_build_object($3::text, $4::text)) ORDER BY position`,
    [company, currency, `${party.role}_id`, party.id],
  );
  return rows.map(({ body }) => body);
}

/** The money on account that came with payments of this document and was not paid back. */
export async function overpaymentOf(
  context: WriteContext,
  party: Trader,
  { documentId, currency }: { documentId: string; currency: string },
): Promise<Big> {
  const payments = await paymentsOf(context, party, currency);
  const amounts = payments
    .map((payment) => listIn(payment, "payment_lines"))
    .filter((lines) => lines.some((line) => line["invoice_id"] === documentId))
    .flatMap((lines) => lines.map((line) => new Big(textIn(line, "credited_amount") ?? 0)));
  const ownCredit = amounts.reduce((sum, amount) => sum.plus(amount), new Big(0));
  const { amount: all } = await contactCredit(context, party, currency);
  return ownCredit.lt(all) ? ownCredit : all;
}

/** Money on account is an open item of the contact. */
export async function updateCreditItem(context: WriteContext, party: Trader, currency: string): Promise<void> {
  const payments = await paymentsOf(context, party, currency);
  const owed = creditItem(party, currency);
  const movements = await movementsOf(
    context,
    owed,
    payments.map(({ id }) => id),
  );
  const before = await findBy(context, "open-items", "id", openItemId(owed.id));
  const date = movements[0]?.date ?? "";
  const item = openItemOf({ ...owed, date, due: date }, movements, {
    created_at: (before && textIn(before, "created_at")) ?? context.now,
    updated_at: context.now,
  });
  if (item === undefined) await removeRecord(context, "open-items", openItemId(owed.id));
  else await putRecord(context, "open-items", item);
}
