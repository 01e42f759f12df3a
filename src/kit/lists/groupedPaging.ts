/** Paging for lists in which several rows form one record, such as the lines of a journal entry. */
import { byCachedCursor, groupsOf, type Paging, recordsOf } from "./paging.ts";

interface Groups<Row> {
  readonly records: (body: never) => unknown;
  /** The vendor's parameters for the number of rows to skip and to return. */
  readonly skip: string;
  readonly size: string;
  /** The vendor's largest page. */
  readonly largest: number;
  /** Whether two neighbouring rows belong to one record. The vendor has to sort the rows accordingly. */
  readonly isSame: (left: Row, right: Row) => boolean;
}

/** An estimate that sizes the request. */
const rowsPerRecord = 5;
const smallestPage = 50;

/**
 * Each native is a list of rows, and pages end between records:
 * `byGroups({ skip: "$skip", size: "$top", largest: 2000, records, isSame })`.
 */
export function byGroups<Row>(vendor: Groups<Row>): Paging {
  return byCachedCursor(0, async (read, skip, limit) => {
    const size = Math.min(vendor.largest, Math.max(smallestPage, limit * rowsPerRecord));
    // Also reads the row before the page. If it belongs to the first record, rows were inserted earlier in the list.
    const overlap = Math.min(skip, 1);
    const rows: Row[] = [];
    for (;;) {
      const query = { [vendor.skip]: skip - overlap + rows.length, [vendor.size]: size };
      const page = recordsOf(vendor, (await read(query)).body) as Row[];
      rows.push(...page);
      const groups = groupsOf(rows, vendor.isSame);
      if (overlap === 1 && groups.shift()?.length !== 1) return "moved";
      const isLast = page.length < size;
      if (!isLast && groups.length < 2) continue;
      const completeGroups = isLast ? groups : groups.slice(0, -1);
      const natives = completeGroups.slice(0, limit);
      const isEnd = isLast && natives.length === groups.length;
      return isEnd ? { natives } : { natives, next: skip + natives.flat().length };
    }
  });
}
