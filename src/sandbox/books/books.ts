/** The invented companies and their books. They are the same on every run and end on the given day. */
import { calendar } from "./basics/calendar.ts";
import type { Books, CompanyRow, EnvironmentRow } from "./basics/types.ts";
import { companyBooks } from "./company.ts";
import { modelScale, smallScale } from "./documents/companyContext.ts";

export interface BooksOptions {
  /** The last day of the books, `YYYY-MM-DD`. */
  readonly day: string;
  /** The first company gets at least this many journal entries. */
  readonly entries: number;
}

const environment = (id: string, name: string): EnvironmentRow => ({
  id,
  name,
  type: id,
  country_code: "DE",
  tenant_id: `tenant-${id}`,
  application_family: "Sandbox",
});
const environments = [environment("production", "Produktion"), environment("test", "Testumgebung")];

const subscription = (id: string, name: string, active: boolean) => ({
  id,
  name,
  status: active ? "active" : "canceled",
  active,
});

const companies: readonly CompanyRow[] = [
  {
    id: "bergblick",
    name: "Bergblick Musterhandel GmbH",
    environment_id: "production",
    client_number: 10001,
    consultant_number: 900001,
    subscriptions: [subscription("sub-1", "Rechnungswesen", true), subscription("sub-2", "Lohn", false)],
  },
  {
    id: "kornfeld",
    name: "Kornfeld Beispielbäckerei e.K.",
    environment_id: "production",
    client_number: 10002,
    consultant_number: 900001,
    subscriptions: [subscription("sub-3", "Rechnungswesen", true)],
  },
  {
    id: "probelauf",
    name: "Probelauf Fantasie AG",
    environment_id: "test",
    client_number: 10003,
    consultant_number: 900002,
    subscriptions: [],
  },
];

const entriesOfSmallCompanies = 200;

/** The chart of accounts of each year. The small companies switch charts between the two years. */
const charts: Readonly<Record<string, readonly [string, string]>> = {
  kornfeld: ["SKR14", "SKR04"],
  probelauf: ["SKR51", "SKR42"],
};

export function makeBooks({ day, entries }: BooksOptions): Books {
  const time = calendar(day);
  return {
    environments,
    companies: companies.map((company, index) =>
      companyBooks(company, {
        time,
        entries: index === 0 ? entries : entriesOfSmallCompanies,
        scale: index === 0 ? modelScale : smallScale,
        charts: charts[company.id] ?? ["SKR03", "SKR03"],
      }),
    ),
  };
}
