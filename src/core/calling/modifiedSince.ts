/**
 * `lastModifiedAt` for target systems that filter changes only by day: the vendor gets the day, and earlier changes on
 * that day are removed here.
 */

import { timestampOf } from "../../contract/clocks.ts";
import type { ListFacts, Listing, PageWindow } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";

const dayMs = 86_400_000;

const startOfDay = (moment: Date): Date => new Date(moment.getTime() - (moment.getTime() % dayMs));

type ModifiedBy = NonNullable<ListFacts["modifiedBy"]>;

/** The day to send to the target system. `text` is the parameter as the caller wrote it. */
export function dayToRequest(by: ModifiedBy, moment: Date, text: unknown, name: string): Date {
  if (by === "midnight" && !/^\d{4}-\d{2}-\d{2}T00:00:00Z$/.test(String(text))) {
    const message = `lastModifiedAt must be a whole day for ${name}: use the form 2026-02-22T00:00:00Z, without milliseconds`;
    throw new Failure("invalid_request", message, { field: "lastModifiedAt" });
  }
  return startOfDay(moment);
}

/** Removes records that changed earlier on that day. */
export function withoutEarlierChanges(
  listing: Listing<unknown>,
  moment: Date,
  { window, name }: { readonly window: PageWindow | undefined; readonly name: string },
): Listing<unknown> {
  if (moment.getTime() === startOfDay(moment).getTime()) return listing;
  // Records have timestamps in whole seconds.
  const since = timestampOf(moment);
  const isKept = listing.records.map((record) => {
    const { updatedDate } = record as { readonly updatedDate?: unknown };
    return typeof updatedDate !== "string" || updatedDate >= since;
  });
  const records = listing.records.filter((_, index) => isKept[index]);
  const filtered = { ...listing, records, raw: listing.raw.filter((_, index) => isKept[index]) };
  const { total } = listing;
  const isComplete = window === undefined || (window.page === 1 && total === listing.records.length);
  if (isComplete || total === 0) return { ...filtered, ...(total !== undefined && { total: records.length }) };
  const totals = total === undefined ? "" : "; total still includes them";
  const warning = `${name} filters changes by day only: records changed that day before ${since} were left out, so pages may be shorter${totals}.`;
  return { ...filtered, warnings: [...(listing.warnings ?? []), warning] };
}
