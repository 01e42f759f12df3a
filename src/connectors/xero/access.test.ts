/** Xero's responses about organisations, as others recorded them. */
import { expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import { closedUntil, companies, fiscalYearStarts } from "./access.ts";

test("lists organisations without a name, and leaves practices out (waynerobinson/xeroizer e17d833 connections.json)", async () => {
  const connections = [
    { id: "9332e669", tenantId: "7f5fabdd", tenantType: "ORGANISATION", createdDateUtc: "2019-12-13T18:10:43.3063640" },
    { id: "8774aba8", tenantId: "b4aca7b2", tenantType: "PRACTICE", createdDateUtc: "2019-12-13T18:06:31.5600280" },
  ];
  expect(await companies(sessionWith({ read: async () => connections }))).toEqual([{ id: "7f5fabdd" }]);
});

test.each([
  ["fylein/fyle-xero-api fa076b0", { PeriodLockDate: "/Date(1222732800000+0000)/" }, undefined],
  ["XeroAPI/Xero-OpenAPI 16.1.0", { EndOfYearLockDate: "/Date(1546214400000+0000)/" }, "2018-12-31"],
])("the lock of a period binds only some users, that of a year all (%s)", async (_seen, organisation, last) => {
  const session = sessionWith({ read: async () => ({ Organisations: [organisation] }) });
  expect(await closedUntil(session)).toBe(last);
});

test.each([
  [31, 3, "04-01"],
  [28, 2, "03-01"],
  [31, 12, "01-01"],
])("years that end on %d of month %d begin on %s", async (FinancialYearEndDay, FinancialYearEndMonth, first) => {
  const organisation = { FinancialYearEndDay, FinancialYearEndMonth };
  const session = sessionWith({ read: async () => ({ Organisations: [organisation] }) });
  expect(await fiscalYearStarts(session)).toEqual([first]);
});
