import { expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import { xero } from "../../connectors/xero/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { missingYears } from "./fiscalYears.ts";

const handler = { filters: ["fiscalYearStartDate", "fiscalYear"] as const };
const request = { connector: xero, handler };
const session = (end: object) => async () => sessionWith({ read: async () => ({ Organisations: [end] }) });
const march = session({ FinancialYearEndDay: 31, FinancialYearEndMonth: 3 });

test("knows every year, but only one start day, if all fiscal years begin on the same day", async () => {
  const warnings = (fiscalYearStartDate: string) =>
    missingYears({ ...request, filters: { fiscalYearStartDate } }, march);
  expect(await warnings("1999-04-01")).toEqual([]);
  expect(await warnings("2026-01-01")).toEqual([
    "Xero has no fiscal year for fiscalYearStartDate=2026-01-01: all fiscal years begin on 04-01. The list is empty.",
  ]);
  expect(await missingYears({ ...request, filters: { fiscalYear: "2026" } }, march)).toEqual([]);
});

test("returns the list without a warning if the fiscal years cannot be read", async () => {
  const refusing = async () => sessionWith({ read: () => Promise.reject(new Failure("target_forbidden", "No.")) });
  expect(await missingYears({ ...request, filters: { fiscalYearStartDate: "2026-01-01" } }, refusing)).toEqual([]);
});

test("reads the fiscal years once, and again when a requested year is not among them", async () => {
  let reads = 0;
  const years = ["2025-01-01"];
  const fiscalYearStarts = async () => {
    reads++;
    return [...years];
  };
  const emptySession = sessionWith({});
  const from = (fiscalYearStartDate: string) =>
    missingYears(
      { connector: { ...xero, fiscalYearStarts }, handler, filters: { fiscalYearStartDate } },
      async () => emptySession,
    );
  expect([await from("2025-01-01"), await from("2025-01-01"), reads]).toEqual([[], [], 1]);
  years.push("2026-01-01");
  expect([await from("2026-01-01"), reads]).toEqual([[], 2]);
});
