/** The sandbox's own shapes that many records share. Amounts are decimal text; what a record lacks is null or absent. */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type Flag = boolean | null | undefined;
export type List<Item> = readonly Item[] | null | undefined;

export interface Page {
  readonly items?: unknown;
  readonly total?: unknown;
}

export interface Refusal {
  readonly error?: { readonly code?: Text; readonly message?: Text } | null;
}

export interface Environment {
  readonly id: string;
  readonly name?: Text;
  readonly type?: Text;
  readonly country_code?: Text;
  readonly tenant_id?: Text;
  readonly application_family?: Text;
}

export interface Company {
  readonly id: string;
  readonly name?: Text;
  readonly environment_id?: Text;
  readonly client_number?: number | null;
  readonly consultant_number?: number | null;
  readonly subscriptions?: List<Subscription>;
}

export interface Subscription {
  readonly id?: Text;
  readonly name?: Text;
  readonly status?: Text;
  readonly active?: Flag;
}

/** Instants, in the company's local time with its offset. */
export interface Stamped {
  readonly created_at?: Text;
  readonly updated_at?: Text;
}

export interface Identified {
  readonly id: string;
}

export interface Address {
  readonly address_line1?: Text;
  readonly address_line2?: Text;
  readonly city?: Text;
  readonly country_code?: Text;
  readonly postal_code?: Text;
  readonly type?: Text;
}

export interface Addressed {
  readonly addresses?: List<Address>;
}

export interface Dimension {
  readonly id?: Text;
  readonly category_name?: Text;
  readonly code?: Text;
  readonly name?: Text;
}

/** The totals of a document, and of one of its lines. */
export interface Totals {
  readonly total_discount_amount?: Decimal;
  readonly total_discount_percentage?: Decimal;
  readonly total_gross_amount?: Decimal;
  readonly total_net_amount?: Decimal;
  readonly total_tax_amount?: Decimal;
}

/** A line of a document that trades something. */
export interface TradeLine extends Identified, Stamped, Totals {
  readonly description?: Text;
  readonly item_id?: Text;
  readonly item_name?: Text;
  readonly quantity?: Decimal;
  readonly tax_code?: Text;
  readonly tax_rate_percentage?: Decimal;
  readonly unit_amount?: Decimal;
  readonly unit_discount_amount?: Decimal;
  readonly unit_discount_percentage?: Decimal;
  readonly unit_name?: Text;
}

export interface File extends Identified {
  readonly file_name?: Text;
  readonly content_type?: Text;
}

export interface FileOwner {
  readonly file_id?: Text;
  readonly files?: List<string>;
}

export interface DocumentType {
  readonly name: string;
  readonly category?: Text;
}

export interface DocumentExtensions {
  readonly allowed_file_extensions?: List<string>;
}
