import { expect, test } from "vitest";
import { sinceThen } from "./modifiedSince.ts";

const at = (time: string) => ({ id: time, updatedDate: `2026-02-22T${time}Z` });
const records = [at("07:59:59"), at("08:00:00"), { id: "timeless" }, at("23:00:00")];
const kept = records.slice(1);
const listing = { records, raw: ["a", "b", "c", "d"], total: 4 };
const name = "Day Books";
const first = { window: { page: 1, limit: 20 }, name };

test("what changed earlier on the day is left out with its raw data, and the total is that of the rest", () => {
  expect(sinceThen(listing, new Date("2026-02-22T08:00:00.700Z"), first)).toEqual({
    records: kept,
    raw: ["b", "c", "d"],
    total: 3,
  });
});

test("a total that also counts records of other pages is told with a warning", () => {
  const {
    records: left,
    total,
    warnings,
  } = sinceThen({ ...listing, total: 40 }, new Date("2026-02-22T08:00:00Z"), first);
  expect([left, total]).toEqual([kept, 40]);
  expect(warnings).toEqual([
    "Day Books knows only the day of a change: what changed on it before 2026-02-22T08:00:00Z was left out, so that pages may be shorter; total counts it.",
  ]);
});

test("a whole day is answered as it came", () => {
  expect(sinceThen(listing, new Date("2026-02-22"), first)).toBe(listing);
});
