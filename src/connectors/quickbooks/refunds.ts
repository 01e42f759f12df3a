/**
 * Money that went back to a customer without a refund receipt: a check or expense for the customer on the receivables
 * account (Intuit's help, "Record a refund for an overpayment or credit in QuickBooks Online"). QuickBooks keeps it among
 * the purchases, and cannot find it by the customer or the account of its lines. If a purchase has other lines, too, its
 * lines on receivables are a payment and the rest is an expense, so that every unit of money appears once.
 */
import { Big } from "big.js";
import type { Session } from "../../contract/session.ts";
import { amount, sum } from "../../kit/money.ts";
import { readCached } from "../../kit/reading.ts";
import { all, equals, everyState } from "./conventions.ts";
import { refOf } from "./fields.ts";
import { detailOf, linesOf } from "./lines.ts";
import type { Account, Line, Transaction } from "./types.ts";

/** The lines of a purchase that are an expense, or those that are a refund, with their total. */
export interface PurchasePart extends Transaction {
  /** The purchase as QuickBooks sent it. */
  readonly purchase: Transaction;
}

export const rawOf = ({ purchase }: PurchasePart): Transaction => purchase;

interface PurchaseParts {
  readonly expense?: PurchasePart;
  readonly refund?: PurchasePart;
}

const isForCustomer = ({ EntityRef, Credit }: Transaction): boolean => EntityRef?.type === "Customer" && !Credit;

const receivables = (session: Session): Promise<readonly string[]> =>
  readCached(session, "receivables accounts", async () => {
    const isReceivable = equals("AccountType")("Accounts Receivable");
    return (await all<Account>(session, "Account", [isReceivable, everyState])).map(({ Id }) => Id);
  });

function partsOf(purchase: Transaction, isReceivable: (line: Line) => boolean): PurchaseParts {
  const lines = linesOf(purchase) ?? [];
  const refunded = lines.filter(isReceivable);
  if (refunded.length === 0) return { expense: { ...purchase, purchase } };
  if (refunded.length === lines.length) return { refund: { ...purchase, purchase } };
  const refundTotal = sum(refunded.map(({ Amount }) => amount(Amount)));
  const spent = new Big(amount(purchase.TotalAmt) ?? 0).minus(refundTotal);
  return {
    // Receivables are not taxed, so the tax belongs to the expense.
    expense: {
      ...purchase,
      purchase,
      Line: lines.filter((line) => !isReceivable(line)),
      TotalAmt: spent.toNumber(),
    },
    refund: {
      ...purchase,
      purchase,
      Line: refunded,
      TotalAmt: refundTotal,
    },
  };
}

/** The accounts are read only if a purchase names a customer. */
async function partsOfAll(purchases: readonly Transaction[], session: Session): Promise<readonly PurchaseParts[]> {
  const accounts = purchases.some(isForCustomer) ? await receivables(session) : [];
  const isReceivable = (line: Line) => accounts.includes(refOf(detailOf(line).AccountRef) ?? "");
  return purchases.map((purchase) => partsOf(purchase, isForCustomer(purchase) ? isReceivable : () => false));
}

export async function purchaseParts(purchase: Transaction, session: Session): Promise<PurchaseParts> {
  const [parts] = await partsOfAll([purchase], session);
  return parts ?? {};
}

export const refundsOf = async (purchases: readonly Transaction[], session: Session) =>
  (await partsOfAll(purchases, session)).flatMap(({ refund }) => refund ?? []);

export const expensesOf = async (purchases: readonly Transaction[], session: Session) =>
  (await partsOfAll(purchases, session)).flatMap(({ expense }) => expense ?? []);
