/** How target systems differ in ways that callers notice: which ones, and the tests that show it. */
export interface Difference {
  readonly behaviour: string;
  readonly targetSystems: readonly string[];
  /** Files, and the name of a test in each. */
  readonly tests: readonly (readonly [file: string, name: string])[];
}

const editions = "test/api/editions.test.ts";
const datev = "src/connectors/datev-rewe-export/tasks.test.ts";
const economic = "src/connectors/e-conomic/calls.test.ts";
const tenancy = "src/connectors/weclapp/tenancy.test.ts";

export const differences: readonly Difference[] = [
  {
    behaviour:
      "Listing journal entries starts a task. `fiscalYearStartDate` is required and must be the first day of a fiscal year",
    targetSystems: ["sandbox-export", "datev-rewe-export"],
    tests: [
      [datev, "lists each posting of the year once, with one line on the side of its column"],
      [datev, "returns no entries for an unknown fiscal year, with a warning that lists the known ones"],
      ["test/api/tasks.test.ts", "is returned as a task, with the same entries as the sandbox"],
      ["test/api/tasks.test.ts", "ends without records, with a warning, if the fiscal year does not exist"],
    ],
  },
  {
    behaviour: "Payment terms and trial balances are listed by fiscal year; `accountNumber` is the only filter",
    targetSystems: ["sandbox-export"],
    tests: [
      [editions, "%s needs a fiscal year"],
      [editions, "filters by account number, and warns that the account code has no effect"],
      [editions, "does not filter payment terms by lastModifiedAt"],
    ],
  },
  {
    behaviour:
      "Only booked entries are listed, of the current calendar year by default. `lastModifiedAt` means the booking date and reaches across fiscal years",
    targetSystems: ["sandbox-ledger", "e-conomic"],
    tests: [
      [economic, "journal entries begin with the calendar year by default"],
      [economic, "lastModifiedAt of journal entries reads the years from its day on"],
      [editions, "lists booked entries only, and of the current calendar year"],
      [editions, "treats lastModifiedAt as the booking date, across fiscal years"],
    ],
  },
  {
    behaviour: "Entries of the last twelve months are listed by default; `transactionDateFrom` reaches further back",
    targetSystems: ["sandbox-nok", "tripletex"],
    tests: [[editions, "lists the last twelve months by default, and earlier entries with transactionDateFrom"]],
  },
  {
    behaviour: "Every amount is in NOK, whatever currency it was booked in",
    targetSystems: ["sandbox-nok", "tripletex"],
    tests: [[editions, "converts every amount to NOK in lists and single reads, and entries still balance"]],
  },
  {
    behaviour: "Only drafts are listed, with temporary numbers",
    targetSystems: ["sandbox-drafts"],
    tests: [[editions, "lists drafts only, with temporary numbers"]],
  },
  {
    behaviour: "Exchange rates are strings",
    targetSystems: ["sandbox-ledger"],
    tests: [[editions, "returns exchange rates as strings"]],
  },
  {
    behaviour: "`rawData` has no effect",
    targetSystems: ["sandbox-ledger"],
    tests: [[editions, "never returns native data"]],
  },
  {
    behaviour: "`tenantId` fills in the tenant on the key-entry page",
    targetSystems: ["sandbox-token", "weclapp"],
    tests: [
      [editions, "fills in the tenant on the key-entry page"],
      [tenancy, "prefills the key page with the platform's tenantId and sends the token to that tenant's host"],
    ],
  },
  {
    behaviour: "Long-lived token: `companyId` is refused together with interactive selection",
    targetSystems: ["sandbox-token", "datev-rewe-export-longtoken"],
    tests: [
      [datev, "refuses companyId together with interactive selection"],
      [editions, "refuses companyId if the end user is to choose, but accepts company, or either parameter alone"],
    ],
  },
  {
    behaviour: "Purchase orders require a package that the end user has booked",
    targetSystems: ["sandbox-token", "weclapp"],
    tests: [[tenancy, "forbids purchase orders without the package, with weclapp's reason, while other lists work"]],
  },
  {
    behaviour:
      "`lastModifiedAt` of booking proposals takes whole days only: `YYYY-MM-DDT00:00:00Z`, without milliseconds",
    targetSystems: ["sandbox-key"],
    tests: [[editions, "accepts whole days as lastModifiedAt of booking proposals"]],
  },
  {
    behaviour: "A company and an environment must be chosen, once for the connection or with each request",
    targetSystems: ["sandbox", "businesscentral"],
    tests: [
      [editions, "must be chosen, and so must its environment"],
      [editions, "can be overridden in a request"],
    ],
  },
  {
    behaviour: "Events are delivered as arrays",
    targetSystems: ["sandbox-export"],
    tests: [
      ["test/events/deliveries.test.ts", "is a list, even of one event, if the target system delivers in batches"],
    ],
  },
];
