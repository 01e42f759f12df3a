/** `skills` are the notes of Wals-pro/weclapp-skills at 5733d3c and ce86ef1 (v2, checked against live data). */
import { expect, test } from "vitest";
import { accountingDay, midnight } from "./days.ts";

test.each([
  ["2026-03-28", "2026-03-27T23:00:00.000Z"],
  ["2026-03-29", "2026-03-28T23:00:00.000Z"],
  ["2026-03-30", "2026-03-29T22:00:00.000Z"],
  ["2026-07-10", "2026-07-09T22:00:00.000Z"],
  ["2026-10-25", "2026-10-24T22:00:00.000Z"],
  ["2026-10-26", "2026-10-25T23:00:00.000Z"],
])("skills: %s begins at %s, which is midnight in Berlin, also when the clocks change", (day, moment) => {
  expect(new Date(midnight(day)).toISOString()).toBe(moment);
  expect(accountingDay(midnight(day))).toBe(`${day}T00:00:00Z`);
});
