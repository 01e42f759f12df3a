/**
 * Money that QuickBooks keeps among the purchases, and cannot find by the account of its lines: a check or expense for a
 * customer on a receivables account pays the customer back, and one for a vendor on a payables account pays the vendor on
 * account (Intuit's help, "Record a refund for an overpayment or credit in QuickBooks Online" and "Record vendor
 * prepayments or deposits"). If a purchase has other lines, too, its lines on such an account are a payment and the rest is
 * an expense, so that every unit of money appears once.
 */
import { Big } from "big.js";
import type { Session } from "../../contract/session.ts";
import { amount, sum } from "../../kit/money.ts";
import { readCached } from "../../kit/reading.ts";
import { all, equals, everyState } from "./conventions.ts";
import { refOf } from "./fields.ts";
import { detailOf, linesOf } from "./lines.ts";
import type { Account, Line, Transaction } from "./types.ts";

/** The lines of a purchase that are an expense, or those that are a payment, with their total. */
export interface PurchasePart extends Transaction {
  /** The purchase as QuickBooks sent it. */
  readonly purchase: Transaction;
}

export const rawOf = ({ purchase }: PurchasePart): Transaction => purchase;

interface PurchaseParts {
  readonly expense?: PurchasePart;
  readonly payment?: PurchasePart;
}

type AccountType = "Accounts Receivable" | "Accounts Payable";

/** The type of the accounts on which money for the customer or vendor of a purchase is a payment. */
function paidAccountType({ EntityRef, Credit }: Transaction): AccountType | undefined {
  if (EntityRef?.type === "Vendor") return "Accounts Payable";
  return EntityRef?.type === "Customer" && !Credit ? "Accounts Receivable" : undefined;
}

const accountsOf = (session: Session, type: AccountType): Promise<readonly string[]> =>
  readCached(session, type, async () =>
    (await all<Account>(session, "Account", [equals("AccountType")(type), everyState])).map(({ Id }) => Id),
  );

/** Named like a payment: from the customer, to whom the money goes back, or to the vendor, who returns a credit to a card. */
function paymentOf(purchase: Transaction, lines: readonly Line[], total: number): PurchasePart {
  const { EntityRef, AccountRef, Credit } = purchase;
  const isForVendor = EntityRef?.type === "Vendor";
  return {
    ...purchase,
    purchase,
    ...(isForVendor ? { VendorRef: EntityRef } : { CustomerRef: EntityRef }),
    DepositToAccountRef: AccountRef,
    Line: lines,
    TotalAmt: isForVendor && !Credit ? total : 0 - total,
  };
}

function partsOf(purchase: Transaction, isPaid: (line: Line) => boolean): PurchaseParts {
  const lines = linesOf(purchase) ?? [];
  const paid = lines.filter(isPaid);
  const total = amount(purchase.TotalAmt) ?? 0;
  if (paid.length === 0) return { expense: { ...purchase, purchase } };
  if (paid.length === lines.length) return { payment: paymentOf(purchase, lines, total) };
  const paidTotal = sum(paid.map(({ Amount }) => amount(Amount))) ?? 0;
  return {
    // Receivables and payables are not taxed, so the tax belongs to the expense.
    expense: {
      ...purchase,
      purchase,
      Line: lines.filter((line) => !isPaid(line)),
      TotalAmt: new Big(total).minus(paidTotal).toNumber(),
    },
    payment: paymentOf(purchase, paid, paidTotal),
  };
}

/** Accounts of a type are read only if a purchase names a customer or a vendor. */
async function partsOfAll(purchases: readonly Transaction[], session: Session): Promise<readonly PurchaseParts[]> {
  const types = new Set(purchases.flatMap((purchase) => paidAccountType(purchase) ?? []));
  const accounts = new Map<AccountType, readonly string[]>();
  for (const type of types) accounts.set(type, await accountsOf(session, type));
  return purchases.map((purchase) => {
    const type = paidAccountType(purchase);
    const paid = (type && accounts.get(type)) ?? [];
    return partsOf(purchase, (line) => paid.includes(refOf(detailOf(line).AccountRef) ?? ""));
  });
}

export async function purchaseParts(purchase: Transaction, session: Session): Promise<PurchaseParts> {
  const [parts] = await partsOfAll([purchase], session);
  return parts ?? {};
}

export const paymentsIn = async (purchases: readonly Transaction[], session: Session) =>
  (await partsOfAll(purchases, session)).flatMap(({ payment }) => payment ?? []);

export const expensesIn = async (purchases: readonly Transaction[], session: Session) =>
  (await partsOfAll(purchases, session)).flatMap(({ expense }) => expense ?? []);
