/** The JSON of hledger-web 1.25: only what we read, and all that it insists on in what we write. */

interface Quantity {
  /** Whole digits; beyond 2^53 they arrive as text. */
  readonly decimalMantissa: number | string;
  readonly decimalPlaces: number;
}

export interface Amount {
  readonly acommodity: string;
  readonly aquantity: Quantity;
  readonly aprice: Price | null;
  readonly astyle: AmountStyle;
}

/** At a price of each, or at one of all. */
interface Price {
  readonly tag: "UnitPrice" | "TotalPrice";
  readonly contents: Amount;
}

export interface AmountStyle {
  readonly ascommodityside: "L" | "R";
  readonly ascommodityspaced: boolean;
  readonly asdecimalpoint: string | null;
  readonly asdigitgroups: unknown;
  readonly asprecision: number;
}

type Tag = readonly [name: string, value: string];

export interface Posting {
  readonly paccount: string;
  readonly pamount: readonly Amount[];
  readonly pcomment: string;
  /** Its own tags first, then those of its account, then those of the accounts above. */
  readonly ptags: readonly Tag[];
}

export interface Transaction {
  readonly tdate: string;
  readonly tcode: string;
  readonly tdescription: string;
  readonly tcomment: string;
  readonly ttags: readonly Tag[];
  readonly tpostings: readonly Posting[];
}

/** With what names it, which the vendor does not. */
export interface Entry {
  readonly id: string;
  readonly transaction: Transaction;
}

/** Amounts of an account without those below it. */
export interface AccountBalance {
  readonly aname: string;
  readonly aebalance: readonly Amount[];
}

/** An account as several answers tell it. */
export interface Account {
  readonly name: string;
  readonly code: string | undefined;
  readonly type: string | undefined;
  /** Absent where nothing was posted to it. */
  readonly balance: AccountBalance | undefined;
}
