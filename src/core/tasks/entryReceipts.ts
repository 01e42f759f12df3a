/** Compares the records of a bulk write with its entries while they are read, so that no list is held in memory. */
import type { JobRecord, WriteHandler } from "../../contract/connector.ts";
import type { Operation } from "../../contract/operation.ts";
import { type OperationId, operations } from "../../contract/operations.ts";
import type { Difference } from "../calling/request.ts";
import { tableBelow } from "../writing/bodyLines.ts";
import { differenceText, receiptDifferences } from "../writing/differences.ts";
import { ofEntryField } from "./taskReceipts.ts";

type Pages = AsyncIterable<readonly JobRecord<unknown>[]>;

export interface EntryReceipts {
  /** Passes the pages on. */
  compare(pages: Pages): Pages;
  /** With the paths of the bulk body: `entries[2].number`. */
  differences(): readonly Difference[];
  /** A sentence for each difference, and one for those that are not listed. */
  warnings(system: string): readonly string[];
}

/** Callers do not read more. */
const mostDifferences = 100;

/** Entries of `contacts.bulk` are bodies of `contacts.create`. */
const entryOperationOf = (bulk: OperationId): Operation =>
  operations[bulk.replace(/\.bulk$/, ".create") as OperationId];

export function entryReceipts(
  operation: OperationId,
  { fields, writableFields }: Pick<WriteHandler<unknown, unknown>, "fields" | "writableFields">,
  entries: readonly unknown[],
): EntryReceipts {
  const single = { fields, writableFields: tableBelow(writableFields, "entries") };
  const found: { readonly entry: number; readonly difference: Difference }[] = [];
  let count = 0;
  const note = ({ entry, record }: JobRecord<unknown>): void => {
    if (entry === undefined) return;
    for (const difference of receiptDifferences(entryOperationOf(operation), single, entries[entry], record)) {
      count++;
      if (found.length < mostDifferences) found.push({ entry, difference });
    }
  };
  return {
    compare: async function* (pages) {
      for await (const page of pages) {
        for (const record of page) note(record);
        yield page;
      }
    },
    differences: () => found.map(({ entry, difference }) => ofEntryField(entry, difference)),
    warnings: (system) => [
      ...found.map(({ entry, difference }) => ofEntry(entry, differenceText(system, difference))),
      ...(count > found.length ? [`${count - found.length} more differences.`] : []),
    ],
  };
}

/** People count from one. */
export const ofEntry = (index: number, message: string): string => `Entry ${index + 1}: ${message}`;
