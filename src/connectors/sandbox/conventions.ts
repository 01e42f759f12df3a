/** What all lists of the sandbox have in common. */

import type { TSchema } from "typebox";
import { currency } from "../../contract/schema.ts";
import { type VendorQuery } from "../../contract/session.ts";
import { byPageNumber } from "../../kit/paging.ts";
import { lists } from "../../kit/reading.ts";
import { spelled, vocabulary } from "../../kit/vocabulary.ts";
import type { Page } from "./types.ts";

export const paging = byPageNumber({
  page: "page",
  size: "page_size",
  largest: 100,
  first: 1,
  records: (page: Page) => page.items,
  total: (page: Page) => page.total,
});

export const list = lists({
  paging,
  order: (field, direction) => ({ sort: direction === "DESC" ? `-${field}` : field }),
});

/** How the sandbox writes our enumerated values: PARTIALLY_PAID is partially_paid, SPEND-TRANSFER spend_transfer. */
export const spell = (ours: string): string => ours.toLowerCase().replaceAll("-", "_");
export const oneOf = <Field extends TSchema>(field: Field) => vocabulary(spelled(field, spell)).ours;

/** Codes are written as we write them. */
export const codeOf = <Field extends TSchema>(field: Field) => vocabulary(spelled(field)).ours;
export const currencyOf = codeOf(currency);

/** Words of fields that are open text in the contract but come from a list of the sandbox. */
export const loud = (theirs: string | null | undefined): string | undefined => theirs?.toUpperCase();

export const modified = { lastModifiedAt: (at: Date): VendorQuery => ({ updated_since: at.toISOString() }) };
export const fiscalYear = {
  fiscalYear: (year: string): VendorQuery => ({ fiscal_year: year }),
  fiscalYearStartDate: (day: string): VendorQuery => ({ fiscal_year_start: day }),
};
export const status = { status: (value: string): VendorQuery => ({ status: spell(value) }) };
export const paymentStatus = { paymentStatus: (value: string): VendorQuery => ({ payment_status: spell(value) }) };
