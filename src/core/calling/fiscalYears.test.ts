import { expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import { xero } from "../../connectors/xero/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { missingYears } from "./fiscalYears.ts";

const handler = { filters: ["fiscalYearStartDate", "fiscalYear"] as const };
const every = { connector: xero, handler };
const session = (end: object) => async () => sessionWith({ read: async () => ({ Organisations: [end] }) });
const march = session({ FinancialYearEndDay: 31, FinancialYearEndMonth: 3 });

test("where all years begin alike, any year is there and any other day is not", async () => {
  const asked = (fiscalYearStartDate: string) => missingYears({ ...every, filters: { fiscalYearStartDate } }, march);
  expect(await asked("1999-04-01")).toEqual([]);
  expect(await asked("2026-01-01")).toEqual([
    "Xero has no fiscal year for fiscalYearStartDate=2026-01-01: they all begin on 04-01.",
  ]);
  expect(await missingYears({ ...every, filters: { fiscalYear: "2026" } }, march)).toEqual([]);
});

test("a list is not kept back where the years cannot be asked", async () => {
  const refusing = async () => sessionWith({ read: () => Promise.reject(new Failure("target_forbidden", "No.")) });
  expect(await missingYears({ ...every, filters: { fiscalYearStartDate: "2026-01-01" } }, refusing)).toEqual([]);
});

test("the years are asked for once, until one is not among them", async () => {
  let asked = 0;
  const years = ["2025-01-01"];
  const fiscalYearStarts = async () => {
    asked++;
    return [...years];
  };
  const one = sessionWith({});
  const from = (fiscalYearStartDate: string) =>
    missingYears(
      { connector: { ...xero, fiscalYearStarts }, handler, filters: { fiscalYearStartDate } },
      async () => one,
    );
  expect([await from("2025-01-01"), await from("2025-01-01"), asked]).toEqual([[], [], 1]);
  years.push("2026-01-01");
  expect([await from("2026-01-01"), asked]).toEqual([[], 2]);
});
