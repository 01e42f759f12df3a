/** The invented organisations: the engine's story in Xero's shapes, a maker of kites with every odd case, and a small one. */
import { tellStory } from "../engine/story.ts";
import type { World } from "../simulation.ts";
import { type Company, openOrganisation } from "./company.ts";
import { furnish } from "./furnish.ts";
import { bookByHand, cash, credit, type Happening, offer, trade } from "./papers.ts";
import { dayLength, type Row, stamp } from "./wire.ts";

export function openBooks(world: World): Company[] {
  const began = Math.floor(world.now() / dayLength) * dayLength - 760 * dayLength;
  const kites = openOrganisation("kites", kiteWorks(began), world.now);
  const teapots = openOrganisation("teapots", teapotTesters(began), world.now);
  const bills = [140, { open: 9, overdue: 8, partlyPaid: 4, voided: 4, draft: 6, submitted: 4, offset: 3 }] as const;
  const large = tellStory({ name: "kites", now: world.now(), scale: { bills } });
  const small = tellStory({ name: "teapots", now: world.now(), size: "small" });
  const times = (count: number, make: (index: number) => Happening): Happening[] =>
    Array.from({ length: count }, (_, index) => make(index));
  kites.past(began, () => furnish(kites, large));
  teapots.past(began, () => furnish(teapots, small));
  relive(teapots, trade(teapots, small));
  relive(kites, [
    ...[...trade(kites, large), ...credit(kites, large)],
    ...times(116, (index) => cash(kites, large, index)),
    ...times(104, (index) => offer(kites, large, index)),
    ...times(14, (index) => bookByHand(kites, began + (30 + index * 50) * dayLength, index)),
  ]);
  return [kites, teapots];
}

const relive = (company: Company, happenings: readonly Happening[]): void => {
  for (const { when, act } of happenings.toSorted((one, other) => one.when - other.when)) company.past(when, act);
};

/** What is the same of both. */
const about = (began: number): Row => ({
  ...{ OrganisationStatus: "ACTIVE", CreatedDateUTC: `/Date(${began})/`, Edition: "BUSINESS", ExternalLinks: [] },
  ...{ FinancialYearEndDay: 31, Phones: [], Addresses: [] },
});
const kiteWorks = (began: number): Row => ({
  ...{ ...about(began), Name: "Muddlebury Kite Works (simulated)", LegalName: "Muddlebury Kite Works Ltd" },
  ...{ PaysTax: true, Version: "UK", OrganisationType: "COMPANY", BaseCurrency: "GBP", CountryCode: "GB" },
  ...{ IsDemoCompany: false, RegistrationNumber: "00000042", TaxNumber: "GB000000042", FinancialYearEndMonth: 3 },
  ...{ SalesTaxBasis: "ACCRUALS", SalesTaxPeriod: "3MONTHLY", Timezone: "GMTSTANDARDTIME", ShortCode: "!k1t3s" },
  ...{ PeriodLockDate: stamp(began - 400 * dayLength), EndOfYearLockDate: stamp(began - 800 * dayLength) },
  PaymentTerms: { Bills: { Day: 20, Type: "OFFOLLOWINGMONTH" }, Sales: { Day: 14, Type: "DAYSAFTERBILLDATE" } },
});
const teapotTesters = (began: number): Row => ({
  ...{ ...about(began), Name: "Tiny Teapot Testers (simulated)", LegalName: "Tiny Teapot Testers", PaysTax: false },
  ...{ Version: "NZ", OrganisationType: "SOLE_TRADER", BaseCurrency: "NZD", CountryCode: "NZ", IsDemoCompany: true },
  ...{ FinancialYearEndMonth: 12, SalesTaxBasis: "NONE", SalesTaxPeriod: "NONE", ShortCode: "!t34p0" },
  ...{ Timezone: "NEWZEALANDSTANDARDTIME", PaymentTerms: {} },
});
