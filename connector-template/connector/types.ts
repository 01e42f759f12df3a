/** The vendor's shapes, with only the fields that the connector reads or writes. */
import type { Decimal } from "../../src/kit/money.ts";

type Text = string | null | undefined;

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
}

export interface Refusal {
  readonly error?: { readonly message?: Text } | null;
}

export interface Country {
  readonly id: number;
  readonly iso: string;
}

export interface Contact {
  readonly id: string;
  readonly name?: Text;
  readonly number?: Text;
  readonly email?: Text;
  readonly website?: Text;
  readonly customer?: boolean | null;
  readonly supplier?: boolean | null;
  readonly street?: Text;
  readonly postcode?: Text;
  readonly town?: Text;
  readonly country_id?: number | null;
  /** Added by the look-up. */
  readonly country?: Country;
  readonly created_at?: Text;
  readonly updated_at?: Text;
}

export interface InvoiceLine {
  readonly id: string;
  readonly text?: Text;
  readonly quantity?: Decimal;
  readonly unit_price?: Decimal;
  readonly tax_percent?: Decimal;
}

export interface Invoice {
  readonly id: string;
  readonly number?: Text;
  readonly contact_id?: Text;
  readonly date?: Text;
  readonly due_date?: Text;
  readonly currency?: Text;
  readonly state?: Text;
  readonly reference?: Text;
  readonly net?: Decimal;
  readonly tax?: Decimal;
  readonly gross?: Decimal;
  readonly lines?: readonly InvoiceLine[] | null;
  readonly created_at?: Text;
  readonly updated_at?: Text;
}

export interface Posting {
  readonly account?: Text;
  readonly text?: Text;
  readonly debit?: Decimal;
  readonly credit?: Decimal;
}

export interface Entry {
  readonly id: string;
  readonly number?: Text;
  readonly date?: Text;
  readonly text?: Text;
  readonly draft?: boolean | null;
  readonly postings?: readonly Posting[] | null;
  readonly updated_at?: Text;
}
