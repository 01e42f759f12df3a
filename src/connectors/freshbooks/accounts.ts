/** The chart of accounts. Its accounts also have the ids of the older parts of the API: of the journal, and of categories. */
import { cannotStore } from "../../contract/failure.ts";
import type { Account as AccountRecord } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { instant } from "../../kit/dates.ts";
import { getInMemory, inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { readCached } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { businessOf, isSince, site } from "./conventions.ts";
import type { LedgerAccount } from "./types.ts";

const classes = vocabulary({
  asset: "ASSET",
  equity: "EQUITY",
  expense: "EXPENSE",
  income: "REVENUE",
  liability: "LIABILITY",
});
const states = vocabulary({ active: "ACTIVE", archived: "ARCHIVED" });

const account = mapping<AccountRecord, LedgerAccount>({
  ...values({
    id: "uuid",
    code: "number",
    description: "description",
    name: "name",
    number: "number",
    parentAccountId: "parent_account",
    type: "sub_type",
  }),
  class: classes.read(({ type }) => type),
  status: states.read(({ state }) => state),
  updatedDate: ({ updated_at: updated }) => instant(updated),
});

/** Accounts belong to the business, not to its account like everything else. */
async function readAccounts(session: Session): Promise<readonly LedgerAccount[]> {
  const { business_uuid: uuid } = await businessOf(session);
  const at = `${site}${path`/accounting/businesses/${uuid ?? ""}/ledger_accounts/accounts`}`;
  return ((await session.read(at)) as { readonly data: readonly LedgerAccount[] }).data;
}

const knownAccounts = (session: Session): Promise<readonly LedgerAccount[]> =>
  readCached(session, "freshbooks accounts", () => readAccounts(session));

type Reference = "category_id" | "jesa_id";

/** The accounts of a page of records, by the id that the records name them with. */
export async function accountsBy(
  session: Session,
  reference: Reference,
  ids: readonly (number | null | undefined)[],
): Promise<ReadonlyMap<number, LedgerAccount>> {
  const wanted = ids.filter((id): id is number => id !== null && id !== undefined && id !== 0);
  if (wanted.length === 0) return new Map();
  const by = (all: readonly LedgerAccount[]) =>
    new Map(all.flatMap((each) => (each[reference] ? [[each[reference], each] as const] : [])));
  const known = by(await knownAccounts(session));
  // Accounts may be newer than the cached chart.
  return wanted.every((id) => known.has(id)) ? known : by(await readAccounts(session));
}

const missing: Readonly<Record<Reference, string>> = {
  category_id: "is no category of expenses",
  jesa_id: "is a heading, and takes no postings",
};

/** The older id of the account that a body names. */
export async function accountIdFor(
  session: Session,
  reference: Reference,
  { id, field }: { readonly id: string; readonly field: string },
): Promise<number> {
  const found = (await readAccounts(session)).find(({ uuid }) => uuid === id);
  if (found === undefined)
    throw cannotStore(
      `FreshBooks has no account with the id ${id}. GET /accounting/accounts lists its accounts.`,
      field,
    );
  const known = found[reference];
  if (known) return known;
  throw cannotStore(`The account ${found.number} ${found.name} ${missing[reference]} at FreshBooks.`, field);
}

export const accounts = {
  "accounts.list": inMemory<AccountRecord, LedgerAccount>({
    read: readAccounts,
    map: account,
    filters: {
      classFilter: ({ type }, wanted) => classes.toContract(type) === wanted,
      isActive: ({ state }, wanted) => (state !== "archived") === wanted,
      lastModifiedAt: ({ updated_at: updated }, since) => isSince(instant(updated), since),
    },
  }),
  "accounts.get": getInMemory<AccountRecord, LedgerAccount>({
    read: readAccounts,
    map: account,
    id: ({ uuid }) => uuid,
  }),
};
