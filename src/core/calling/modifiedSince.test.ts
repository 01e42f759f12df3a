import { expect, test } from "vitest";
import { withoutEarlierChanges } from "./modifiedSince.ts";

const at = (time: string) => ({ id: time, updatedDate: `2026-02-22T${time}Z` });
const records = [at("07:59:59"), at("08:00:00"), { id: "timeless" }, at("23:00:00")];
const laterRecords = records.slice(1);
const listing = { records, raw: ["a", "b", "c", "d"], total: 4 };
const name = "Day Books";
const first = { window: { page: 1, limit: 20 }, name };

test("leaves out earlier changes of the day with their raw data, and adjusts the total", () => {
  expect(withoutEarlierChanges(listing, new Date("2026-02-22T08:00:00.700Z"), first)).toEqual({
    records: laterRecords,
    raw: ["b", "c", "d"],
    total: 3,
  });
});

test("warns if the total also counts records of other pages", () => {
  const filtered = withoutEarlierChanges({ ...listing, total: 40 }, new Date("2026-02-22T08:00:00Z"), first);
  expect([filtered.records, filtered.total]).toEqual([laterRecords, 40]);
  expect(filtered.warnings).toEqual([
    "Day Books filters changes by day only: records changed that day before 2026-02-22T08:00:00Z were left out, so pages may be shorter; total still includes them.",
  ]);
});

test("returns the listing unchanged for a whole day", () => {
  expect(withoutEarlierChanges(listing, new Date("2026-02-22"), first)).toBe(listing);
});
