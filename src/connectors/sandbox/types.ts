/**
 * The sandbox's own shapes. Its records have our fields in snake case, which `fields.ts` says once for both directions;
 * here is what is read otherwise. Amounts are decimal text; what a record lacks is null or absent.
 */
import type { Decimal } from "../../kit/money.ts";

export type Text = string | null | undefined;
export type List<Item> = readonly Item[] | null | undefined;

export interface Native {
  readonly [field: string]: unknown;
}

export interface Page {
  readonly items?: unknown;
  readonly total?: unknown;
}

export interface Refusal {
  readonly error?: { readonly code?: Text; readonly message?: Text; readonly field?: Text } | null;
}

/** The amounts posted to an account: one of the two is present. */
export interface Posted {
  readonly debit?: Decimal;
  readonly credit?: Decimal;
}

export interface NativeFile {
  readonly id: string;
  readonly file_name: string;
  readonly size?: number | null;
}

export interface FileOwner {
  readonly file_id?: Text;
  readonly files?: List<string>;
}

export interface FiscalYear {
  readonly start_date?: Text;
  readonly end_date?: Text;
  readonly status?: Text;
}

export interface Job {
  readonly id?: Text;
  readonly status?: Text;
  /** The reason of the failure. */
  readonly error?: Text;
}

/** The result of one entry of a bulk request. */
export interface BulkResult extends Refusal {
  /** Zero-based, in the order of the entries. */
  readonly index: number;
  readonly record?: Native | null;
}

/** The body that the sandbox sends to a subscription's URL. */
export interface Post {
  readonly type?: Text;
  readonly challenge?: Text;
  readonly events?: readonly PostedEvent[];
}

export interface PostedEvent {
  readonly number: string;
  readonly list: string;
  readonly id: string;
  readonly kind: string;
  readonly at: string;
}

export interface Subscription {
  readonly id: string;
  readonly expires_at: string;
  readonly signing_secret: string;
}
