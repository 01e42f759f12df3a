/** What a new user tries at every program, with the same numbers: the first example of the writing guide, and a refund. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Connected, Entry } from "./connected.ts";

const guide = join(import.meta.dirname, "../../docs/guides/writing.md");

/** The body of the guide's first example, for a contact of the program. */
export function firstExample(contactId: string): Entry {
  const [, body = ""] = /-d '(\{.*?\})'/s.exec(readFileSync(guide, "utf8")) ?? [];
  return { ...(JSON.parse(body) as Entry), contactId };
}

/** The totals of the first example, wherever it is stored. */
export const firstExampleTotals = { sumNetAmount: 200, totalTaxAmount: 38, totalAmount: 238 };

/** The source of the money, as far as the program has to know it. */
interface Source {
  readonly accountId?: string;
  readonly currency?: string;
  readonly journalCode?: string;
  readonly paymentType?: string;
}

/** Pays 20 of a credit note back to the customer, and returns the amounts of its payments. */
export async function refundOf(
  connected: Connected,
  creditNoteId: string,
  { accountId, ...more }: Source = {},
): Promise<readonly unknown[]> {
  const paymentDate = new Date().toISOString().slice(0, 10);
  const line = { invoiceId: creditNoteId, amount: -20, paymentDate };
  const paymentLines = [accountId === undefined ? line : { ...line, accountId }];
  await connected.write("POST", "/payments", { documentType: "INVOICE", ...more, paymentLines });
  const payments = await connected.all("/payments", { invoiceId: creditNoteId });
  return payments.flatMap((payment) => (payment["paymentLines"] as readonly Entry[]).map(({ amount }) => amount));
}
