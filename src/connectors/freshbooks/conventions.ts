/** Conventions of FreshBooks' lists, single records and writes. */
import type { ListHandler } from "../../contract/connector.ts";
import { cannotStore, Failure } from "../../contract/failure.ts";
import type { Session, VendorQuery } from "../../contract/session.ts";
import { localTime, todayIn } from "../../kit/dates.ts";
import { byPageNumber, everyRecord, type Paging } from "../../kit/lists/paging.ts";
import { path } from "../../kit/path.ts";
import { type ListDescription, lists, noRecord, readCached, undefinedIfRefused } from "../../kit/reading.ts";
import type { AccountingReply, Business, Identity, JournalEntryAccount, Text } from "./types.ts";

export const site = "https://api.freshbooks.com";

/** Larger pages are cut to this size without a word. */
const largestPage = 100;

const resultOf = (reply: unknown) => (reply as AccountingReply | null)?.response?.result;

/** Rows are in a property of the result that is named after the resource. */
const pagesOf = (name: string): Paging =>
  byPageNumber({
    page: "page",
    size: "per_page",
    largest: largestPage,
    first: 1,
    records: (reply: unknown) => resultOf(reply)?.[name],
    total: (reply: unknown) => resultOf(reply)?.["total"],
  });

/** A list of FreshBooks, with the property that holds its rows: `list("clients", { path: "/users/clients", map: customer })`. */
export const list = <Record, Native>(name: string, description: ListDescription<Record, Native>): ListHandler<Record> =>
  lists({ paging: pagesOf(name) })(description);

/** All rows of a list. */
export const allOf = <Native>(
  session: Session,
  at: string,
  name: string,
  query: VendorQuery = {},
): Promise<readonly Native[]> => everyRecord(pagesOf(name))<Native>(session, at, query);

/** The record in a reply, which is in a property of the result that is named after its kind. */
export const resultIn =
  <Native>(kind: string) =>
  (reply: unknown): Native | undefined =>
    resultOf(reply)?.[kind] as Native | undefined;

interface Visible {
  readonly vis_state?: number;
}

/** Deleted records are hidden in lists, but can still be read by their ids. Archived ones (2) are shown everywhere. */
export const isDeleted = ({ vis_state: state }: Visible): boolean => state === 1;
export const deleted = { vis_state: 1 } as const;

export async function readRecord<Native extends Visible>(
  session: Session,
  at: string,
  kind: string,
  query: VendorQuery = {},
): Promise<Native> {
  const native = resultIn<Native>(kind)(await session.read(at, query));
  if (native === undefined || isDeleted(native)) throw noRecord();
  return native;
}

/** Timestamps have no zone. Those of the accounting resources are New York's, and those of bills UTC (NOTES.md). */
const newYork = localTime("America/New_York");
const utc = localTime("UTC");
export const stampOf = (value: Text) => newYork.read(value);
export const utcStampOf = (value: Text) => utc.read(value);

/**
 * The vendor's filter takes a day. It was reported to have no effect on some lists, and its zone is not documented, so it is
 * asked for the day before, and Kontor compares the times itself.
 */
export const changedSince = (at: Date): VendorQuery => ({
  "search[updated_min]": new Date(at.getTime() - 86_400_000).toISOString().slice(0, 10),
});
export const isSince = (stamp: string | undefined, since: Date | undefined): boolean =>
  since === undefined || (stamp !== undefined && Date.parse(stamp) >= Math.floor(since.getTime() / 1000) * 1000);

export const identityOf = (session: Session): Promise<Identity> =>
  readCached(
    session,
    "freshbooks identity",
    async () => (await session.read(`${site}/auth/api/v1/users/me`)) as Identity,
  );

/** The chosen business. Its account has the company's id. */
export async function businessOf(session: Session): Promise<Business> {
  const { response } = await identityOf(session);
  const found = (response?.business_memberships ?? []).find(({ business }) => business?.account_id === session.company);
  if (found?.business) return found.business;
  throw new Failure("not_found", "The connected user is not a member of this business at FreshBooks any more.");
}

/** The day in the company's zone. */
export const todayOf = async (session: Session): Promise<string> =>
  todayIn((await businessOf(session)).timezone || "America/New_York");

/** The accounts of the journal are in the company's currency. */
export const companyCurrency = (session: Session): Promise<string | undefined> =>
  readCached(session, "freshbooks currency", async () => {
    const reading = session.read("/journal_entry_accounts/journal_entry_accounts", { page: 1, per_page: 1 });
    const accounts = resultIn<readonly JournalEntryAccount[]>("journal_entry_accounts")(
      await undefinedIfRefused(reading, "target_forbidden"),
    );
    return accounts?.[0]?.currency_code ?? undefined;
  });

/** A document that a body refers to, or a refusal that names the field. */
export async function referenced<Native extends Visible>(
  session: Session,
  { folder, id, kind, field }: { folder: string; id: string; kind: string; field: string },
): Promise<Native> {
  const found = /^\d+$/.test(id)
    ? await undefinedIfRefused(readRecord<Native>(session, `${folder}${path`/${id}`}`, kind), "not_found")
    : undefined;
  if (found !== undefined) return found;
  throw cannotStore(`FreshBooks has no ${kind.replaceAll("_", " ")} with the id ${id}.`, field);
}
