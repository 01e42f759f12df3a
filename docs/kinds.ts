/** The kinds of target system that the service was described with, which connectors are of that kind, and the tests that show it. */
export interface Kind {
  readonly says: string;
  readonly shownBy: readonly string[];
  /** File and the name of the test in it. */
  readonly tests: readonly (readonly [file: string, name: string])[];
}

const editions = "test/api/editions.test.ts";
const datev = "src/connectors/datev-rewe-export/tasks.test.ts";
const economic = "src/connectors/e-conomic/callExamples.test.ts";
const tenancy = "src/connectors/weclapp/tenancy.test.ts";

export const kinds: readonly Kind[] = [
  {
    says: "Journal entries come as a task; `fiscalYearStartDate` is required and has to be a year's",
    shownBy: ["sandbox-export", "datev-rewe-export"],
    tests: [
      [datev, "each posting of the year is there once, with one line on the side of its column"],
      [datev, "a fiscal year that begins nowhere has no entries, and a warning names those there are"],
      ["test/api/tasks.test.ts", "comes as a task and is the same as the sandbox's own"],
      ["test/api/tasks.test.ts", "fails where the vendor knows no such year, in the vendor's words"],
    ],
  },
  {
    says: "Of payment terms and trial balances alone, for a fiscal year, without filters but `accountNumber`",
    shownBy: ["sandbox-export"],
    tests: [
      [editions, "%s needs a fiscal year"],
      [editions, "keeps one account's balance, and says that the code has no effect"],
      [editions, "does not filter payment terms by their change"],
    ],
  },
  {
    says: "Booked entries only, of the current calendar year; `lastModifiedAt` is the day of booking, over fiscal years",
    shownBy: ["sandbox-ledger", "e-conomic"],
    tests: [
      [economic, "journal entries begin with the calendar year by default"],
      [economic, "lastModifiedAt of journal entries reads the years from its day on"],
      [editions, "lists booked entries only, and of the current calendar year"],
      [editions, "takes lastModifiedAt for the day of booking, over several fiscal years"],
    ],
  },
  {
    says: "Entries of the last twelve months, earlier ones from `transactionDateFrom`",
    shownBy: ["sandbox-nok", "tripletex"],
    tests: [[editions, "lists the last twelve months, and more where transactionDateFrom asks for more"]],
  },
  {
    says: "Every amount in NOK, whatever it was booked in",
    shownBy: ["sandbox-nok", "tripletex"],
    tests: [[editions, "converts every amount to NOK, in a list and alone, and entries still balance"]],
  },
  {
    says: "Drafts only, with numbers that are not final",
    shownBy: ["sandbox-drafts"],
    tests: [[editions, "lists drafts only, with temporary numbers"]],
  },
  {
    says: "Exchange rates as text",
    shownBy: ["sandbox-ledger"],
    tests: [[editions, "has exchange rates as text"]],
  },
  {
    says: "No native data: `rawData` has no effect",
    shownBy: ["sandbox-ledger"],
    tests: [[editions, "shows no native data, whatever is asked for"]],
  },
  {
    says: "A key-entry page whose tenant `tenantId` fills in",
    shownBy: ["sandbox-token", "weclapp"],
    tests: [
      [editions, "fills in the tenant on the key-entry page"],
      [tenancy, "prefills the key page with the platform's tenantId and sends the token to that tenant's host"],
    ],
  },
  {
    says: "A long token: `companyId` is refused where the end user is to choose",
    shownBy: ["sandbox-token", "datev-rewe-export-longtoken"],
    tests: [
      [datev, "refuses companyId with interactive selection"],
      [editions, "refuses companyId where the end user is to choose, but takes company, or either alone"],
    ],
  },
  {
    says: "Purchase orders need a package of the end user's",
    shownBy: ["sandbox-token", "weclapp"],
    tests: [[tenancy, "forbids purchase orders without the package, with weclapp's reason, while other lists work"]],
  },
  {
    says: "Changed booking proposals by the day: `YYYY-MM-DDT00:00:00Z`, without milliseconds",
    shownBy: ["sandbox-key"],
    tests: [[editions, "takes a whole day for changed booking proposals"]],
  },
  {
    says: "A company and an environment have to be chosen, once or with each request",
    shownBy: ["sandbox", "businesscentral"],
    tests: [
      [editions, "has to be chosen, and so does its environment"],
      [editions, "can be another one for a request"],
    ],
  },
  {
    says: "Changes leave as lists of several",
    shownBy: ["sandbox-export"],
    tests: [["test/events/deliveries.test.ts", "a list where the target system's events leave as lists, even of one"]],
  },
];
