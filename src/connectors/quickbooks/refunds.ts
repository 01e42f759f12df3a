/**
 * Money that went back to a customer without a refund receipt: a check or expense for the customer on the receivables
 * account (Intuit's help, "Record a refund for an overpayment or credit in QuickBooks Online"). QuickBooks keeps it among
 * the purchases, and cannot find it by the customer or the account of its lines.
 */
import type { Session } from "../../contract/session.ts";
import { readCached } from "../../kit/reading.ts";
import { all, equals, everyState } from "./conventions.ts";
import { refOf } from "./fields.ts";
import { detailOf, linesOf } from "./lines.ts";
import type { Account, Line, Transaction } from "./types.ts";

const isForCustomer = ({ EntityRef, Credit }: Transaction): boolean => EntityRef?.type === "Customer" && !Credit;

const receivables = (session: Session): Promise<readonly string[]> =>
  readCached(session, "receivables accounts", async () => {
    const isReceivable = equals("AccountType")("Accounts Receivable");
    return (await all<Account>(session, "Account", [isReceivable, everyState])).map(({ Id }) => Id);
  });

/** Tells refunds from other purchases. The accounts are read only if a purchase names a customer. */
async function refundTest(purchases: readonly Transaction[], session: Session) {
  if (!purchases.some(isForCustomer)) return () => false;
  const accounts = await receivables(session);
  return (purchase: Transaction): boolean => {
    const lines = linesOf(purchase) ?? [];
    const isReceivable = (line: Line) => accounts.includes(refOf(detailOf(line).AccountRef) ?? "");
    return isForCustomer(purchase) && lines.length > 0 && lines.every(isReceivable);
  };
}

export const isRefund = async (purchase: Transaction, session: Session): Promise<boolean> =>
  (await refundTest([purchase], session))(purchase);

export async function onlyRefunds(purchases: readonly Transaction[], session: Session) {
  return purchases.filter(await refundTest(purchases, session));
}

export async function withoutRefunds(purchases: readonly Transaction[], session: Session) {
  const isRefunded = await refundTest(purchases, session);
  return purchases.filter((purchase) => !isRefunded(purchase));
}
