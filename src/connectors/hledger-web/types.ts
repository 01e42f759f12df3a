/** The JSON of hledger-web 1.25: the fields that Kontor reads, and all that hledger-web requires in a new entry. */

interface Quantity {
  /** All digits as an integer; beyond 2^53 as text. */
  readonly decimalMantissa: number | string;
  readonly decimalPlaces: number;
}

export interface Amount {
  readonly acommodity: string;
  readonly aquantity: Quantity;
  readonly aprice: Price | null;
  readonly astyle: AmountStyle;
}

/** A price per unit, or for the whole amount. */
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
  /** The posting's tags first, then its account's, then those of the parent accounts. */
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

/** The balance of an account, excluding its subaccounts. */
export interface AccountBalance {
  readonly aname: string;
  readonly aebalance: readonly Amount[];
}
