/** What is set for a whole organization: its fiscal years, its journals and the journals of its invoices. */
import { cannotStore } from "../../contract/failure.ts";
import type { Company, UserInfo } from "../../contract/records/connection.ts";
import type { FiscalYear, Journal } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { calendarDay } from "../../kit/dates.ts";
import { invalidField } from "../../kit/encode.ts";
import { getInMemory, inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { readCached } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { all, ask, list, modified, orderOfCreation, stamps } from "./conventions.ts";
import type { Exercise, JournalType, Organization, UserProfile } from "./types.ts";

/** An organization whose onboarding is not complete has this id and cannot be used (vendor's page on organizations). */
const unusable = "00000000-0000-0000-0000-000000000000";

const organizations = { root: "organizations", selection: "id socialName" };

export async function companies(session: Session): Promise<readonly Company[]> {
  const found = await all<Organization>(session, organizations);
  return found
    .filter(({ id }) => id !== unusable)
    .map(({ id, socialName }) => ({ id, ...(socialName && { name: socialName }) }));
}

const profileQuery = "query { userProfile { id fullName } }";

export async function user(session: Session): Promise<UserInfo> {
  const { userProfile } = await ask(session, { query: profileQuery, variables: {} });
  const { id, fullName } = (userProfile ?? {}) as UserProfile;
  return { ...(id && { id }), ...(fullName && { name: fullName }) };
}

const exercises = {
  root: "accountingExercises",
  selection: "id creationDate modificationDate description startDate endDate status periods { endDate isClosed }",
};

export const exercisesOf = (session: Session): Promise<readonly Exercise[]> =>
  all<Exercise>(session, exercises, [], [["startDate", "ASC"]]);

export async function fiscalYearStarts(session: Session): Promise<readonly string[]> {
  return (await exercisesOf(session)).flatMap(({ startDate }) => (startDate ? calendarDay(startDate) : []));
}

/** The last day of the closed years and periods. */
export async function closedUntil(session: Session): Promise<string | undefined> {
  const closed = (await exercisesOf(session)).flatMap(({ status, endDate, periods }) =>
    status === "CLOSED"
      ? [endDate]
      : (periods ?? []).filter(({ isClosed }) => isClosed === true).map((one) => one.endDate),
  );
  return closed
    .flatMap((day) => (day ? calendarDay(day) : []))
    .toSorted()
    .at(-1);
}

/** Posting comes after the document was made, so a closed period is noticed before. */
export async function checkOpen(session: Session, day: string | undefined, field: string): Promise<void> {
  const until = await closedUntil(session);
  if (until === undefined || day === undefined || calendarDay(day) > until) return;
  throw cannotStore(`The books are closed until ${until}. Send a later day, or leave the document a draft.`, field);
}

const yearStates = vocabulary({ OPEN: "OPEN", CLOSED: "CLOSED" });

const fiscalYear = mapping<FiscalYear, Exercise>({
  ...stamps,
  ...values({ id: "id", description: "description" }),
  ...days({ startDate: "startDate", endDate: "endDate" }),
  status: yearStates.read(({ status }) => status, ["UNDEFINED"]),
});

const journalTypes = {
  root: "journalTypes",
  selection: "id creationDate modificationDate code name type deactivated accountingAccountId",
};

const journal = mapping<Journal, JournalType>({
  ...stamps,
  ...values({ id: "id", accountId: "accountingAccountId", code: "code", description: "name", type: "type" }),
});

const activeJournals = (session: Session): Promise<readonly JournalType[]> =>
  readCached(session, "sage journals", async () =>
    (await all<JournalType>(session, journalTypes)).filter(({ deactivated }) => deactivated !== true),
  );

/** The only journal of a type, for writes that name none. */
export async function onlyJournal(session: Session, type: string): Promise<JournalType> {
  const fitting = (await activeJournals(session)).filter((each) => each.type === type);
  const [found, ...others] = fitting;
  if (found !== undefined && others.length === 0) return found;
  const codes = fitting.flatMap(({ code }) => code ?? []).join(", ");
  const hint = codes === "" ? "It has none." : `Use one of ${codes}.`;
  throw invalidField(`Send journalCode: the company has no single journal of the type ${type}. ${hint}`, "journalCode");
}

export const journalsNow = activeJournals;

const postingJournals = {
  sales: { field: "defaultSalesPostingInvoiceJournalTypeId", type: "SALES_INVOICE" },
  purchases: { field: "defaultPurchasePostingInvoiceJournalTypeId", type: "PURCHASE_INVOICE" },
} as const;

const setupQuery = `query ($id: ID!) { organizationSalesSetupByOrgId(id: $id) { ${Object.values(postingJournals)
  .map(({ field }) => field)
  .join(" ")} } }`;

/** The journal in which the company posts its invoices: the one of its settings, or the only one of the type. */
export async function postingJournal(session: Session, side: keyof typeof postingJournals): Promise<string> {
  const { field, type } = postingJournals[side];
  const setup = await readCached(session, "sage sales setup", async () => {
    const request = { query: setupQuery, variables: { id: session.company } };
    return ((await ask(session, request))["organizationSalesSetupByOrgId"] ?? {}) as Readonly<Record<string, unknown>>;
  });
  const configured = setup[field];
  return typeof configured === "string" && configured !== "" ? configured : (await onlyJournal(session, type)).id;
}

export const years = {
  "fiscalYears.list": inMemory<FiscalYear, Exercise>({ read: exercisesOf, map: fiscalYear }),
  "fiscalYears.get": getInMemory<FiscalYear, Exercise>({ read: exercisesOf, map: fiscalYear, id: ({ id }) => id }),
  "journals.list": list<Journal, JournalType>({
    of: journalTypes,
    map: journal,
    filters: modified,
    defaultOrder: orderOfCreation,
  }),
};
