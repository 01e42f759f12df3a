/**
 * The ledger is handed out entry by entry. Those of one day under one document number are what we call a journal entry:
 * sorted by both they stand together.
 */
import { type VendorQuery } from "../../contract/session.ts";
import { byGroups } from "../../kit/paging.ts";
import type { Page } from "./types.ts";
import type { GeneralLedgerEntry } from "./vendorLedger.ts";

export type Entries = readonly GeneralLedgerEntry[];

export const byBoth: VendorQuery = { $orderby: "postingDate,documentNumber,entryNumber" };

export const isSameDocument = (one: GeneralLedgerEntry, other: GeneralLedgerEntry): boolean =>
  one.documentNumber === other.documentNumber && one.postingDate === other.postingDate;

export const byDocument = byGroups({
  ...{ skip: "$skip", size: "$top", largest: 2000 },
  records: ({ value }: Page) => value,
  isSame: isSameDocument,
});
