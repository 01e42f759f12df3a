/** When the invented companies did what they did, and how much of it. */
import type { Book } from "./store.ts";

/** How many of each there are. */
export interface Size {
  readonly customers: number;
  readonly vendors: number;
  readonly contacts: number;
  readonly items: number;
  readonly salesInvoices: number;
  readonly purchaseInvoices: number;
  /** Quotes, orders, credit memos. */
  readonly others: number;
  readonly payments: number;
  readonly vouchers: number;
  readonly longDocument: number;
}

export interface Plan {
  readonly name: string;
  readonly displayName: string;
  readonly size: Size;
  /** A second currency that the ledger is kept in as well. */
  readonly additionalCurrency: string;
}

/** While the past is written the clock stands in it; afterwards it is the world's. */
export interface Clock {
  at: number | undefined;
}

export const day = 86_400_000;

export interface Season {
  readonly book: Book;
  readonly size: Size;
  readonly clock: Clock;
  readonly today: number;
}

/** The day that the `index`th of `count` things happened, over the last twenty months up to yesterday. */
export const dayOf = (today: number, index: number, count: number) =>
  today - day - Math.floor(((count - 1 - index) * 600) / count) * day;

export const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);
