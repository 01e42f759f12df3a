/** `lastModifiedAt` at target systems that know only the day of a change: they are asked for the day, and the rest is done here. */
import type { ListFacts, Listing, Window } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { timestampOf } from "../../contract/timestamp.ts";

const dayMs = 86_400_000;

const startOfDay = (moment: Date): Date => new Date(moment.getTime() - (moment.getTime() % dayMs));

type ModifiedBy = NonNullable<ListFacts["modifiedBy"]>;

/** What the target system is asked for. `text` is what the caller wrote. */
export function askedDay(by: ModifiedBy, moment: Date, text: unknown, name: string): Date {
  if (by === "midnight" && !/^\d{4}-\d{2}-\d{2}T00:00:00Z$/.test(String(text))) {
    const message = `lastModifiedAt must be a whole day for ${name}, in the form 2026-02-22T00:00:00Z, without milliseconds`;
    throw new Failure("invalid_request", message, { field: "lastModifiedAt" });
  }
  return startOfDay(moment);
}

/** Without what changed earlier on that day. */
export function sinceThen(
  listing: Listing<unknown>,
  moment: Date,
  { window, name }: { readonly window: Window | undefined; readonly name: string },
): Listing<unknown> {
  if (moment.getTime() === startOfDay(moment).getTime()) return listing;
  // Records tell whole seconds.
  const since = timestampOf(moment);
  const isKept = listing.records.map((record) => {
    const { updatedDate } = record as { readonly updatedDate?: unknown };
    return typeof updatedDate !== "string" || updatedDate >= since;
  });
  const records = listing.records.filter((_, index) => isKept[index]);
  const kept = { ...listing, records, raw: listing.raw.filter((_, index) => isKept[index]) };
  const { total } = listing;
  const isWhole = window === undefined || (window.page === 1 && total === listing.records.length);
  if (isWhole || total === 0) return { ...kept, ...(total !== undefined && { total: records.length }) };
  const counted = total === undefined ? "" : "; total counts it";
  const warning = `${name} knows only the day of a change: what changed on it before ${since} was left out, so that pages may be shorter${counted}.`;
  return { ...kept, warnings: [...(listing.warnings ?? []), warning] };
}
