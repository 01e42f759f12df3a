/**
 * The ledger is handed out entry by entry. Those of one day under one document number are what we call a journal entry:
 * sorted by both they stand together, so that a page can be cut between two documents and never through one.
 */
import type { VendorQuery } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Paging, ReadPage } from "../../kit/paging.ts";
import type { Page } from "./vendor.ts";
import type { GeneralLedgerEntry } from "./vendorLedger.ts";

export type Entries = readonly GeneralLedgerEntry[];

export const byBoth: VendorQuery = { $orderby: "postingDate,documentNumber,entryNumber" };

export function groupsOf(entries: Entries): Entries[] {
  const groups: GeneralLedgerEntry[][] = [];
  for (const entry of entries) {
    const group = groups.at(-1);
    if (group?.[0] !== undefined && isSameDocument(group[0], entry)) group.push(entry);
    else groups.push([entry]);
  }
  return groups;
}

export const isSameDocument = (one: GeneralLedgerEntry, other: GeneralLedgerEntry): boolean =>
  one.documentNumber === other.documentNumber && one.postingDate === other.postingDate;

/** Where a document begins: how many documents come before it, and how many entries. */
interface Mark {
  readonly before: number;
  readonly skip: number;
}

/** Marks already passed are remembered, as with cursors. The vendor counts entries, so the end alone tells a total. */
export const byDocument: Paging = async (read, window, memory) => {
  const from = window === undefined ? 0 : (window.page - 1) * window.limit;
  const to = window === undefined ? Number.POSITIVE_INFINITY : from + window.limit;
  const marks = (memory.get("marks") as readonly Mark[] | undefined) ?? [{ before: 0, skip: 0 }];
  const known = [...marks];
  let mark = marks.findLast(({ before }) => before <= from);
  const natives: Entries[] = [];
  let total: number | undefined;
  while (mark !== undefined && mark.before < to) {
    const { before, skip }: Mark = mark;
    const run = await readRun(read, skip, to - before);
    const taken = run.groups.slice(0, to - before);
    natives.push(...taken.slice(Math.max(0, from - before)));
    const isEnd = run.isLast && taken.length === run.groups.length;
    if (isEnd) total = before + run.groups.length;
    mark = isEnd ? undefined : { before: before + taken.length, skip: skip + taken.flat().length };
    if (mark !== undefined && mark.before > (known.at(-1)?.before ?? 0)) known.push(mark);
  }
  memory.set("marks", known);
  return { natives, total };
};

/** Most documents have few entries. */
const usualEntries = 5;
const [fewest, most] = [50, 2000];

/** Whole documents: one that reaches beyond what was read is left for the next run, unless it is the only one. */
async function readRun(read: ReadPage, skip: number, wanted: number): Promise<{ groups: Entries[]; isLast: boolean }> {
  const size = Math.min(most, Math.max(fewest, wanted * usualEntries));
  const entries: GeneralLedgerEntry[] = [];
  for (;;) {
    const { body } = await read({ $skip: skip + entries.length, $top: size });
    const { value } = body as Page;
    if (!Array.isArray(value)) throw new Failure("target_bad_response", "The target system's list has no records.");
    entries.push(...(value as GeneralLedgerEntry[]));
    const groups = groupsOf(entries);
    if (value.length < size) return { groups, isLast: true };
    if (groups.length > 1) return { groups: groups.slice(0, -1), isLast: false };
  }
}
