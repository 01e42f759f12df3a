/** Conventions of Dolibarr's lists, single records and writes. */
import type { Filters, ListHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session, type VendorQuery } from "../../contract/session.ts";
import { byPageNumber, everyRecord, type Paging } from "../../kit/lists/paging.ts";
import type { Mapping } from "../../kit/mapping.ts";
import { get, type ListDescription, lists, readCached, undefinedIfRefused } from "../../kit/reading.ts";
import { resource as resourceOf } from "../../kit/resource.ts";
import { changedOf, createdOf, tooEarlyBy } from "./fields.ts";
import type { Identified, Page, Stamped, Status } from "./types.ts";

/** Dolibarr's error for an empty list is read as one: see `errors.ts`. */
const recordsOf = <Native>(body: readonly Native[] | Page<Native>): readonly Native[] | undefined => {
  if (Array.isArray(body)) return body as readonly Native[];
  const { data, error } = body as Page<Native>;
  return error === undefined ? data : [];
};

const plain = byPageNumber({ page: "page", size: "limit", first: 0, largest: 100, records: recordsOf });

/** Some lists of some versions have a total; for the others it comes with the last page. */
const paging: Paging = async (read, window, memory) => {
  let vendorTotal: number | undefined;
  const readCounted = async (query: VendorQuery) => {
    const reply = await read(query);
    vendorTotal = (reply.body as Page<unknown>).pagination?.total;
    return reply;
  };
  const { natives, total } = await plain(readCounted, window, memory);
  return { natives, total: window === undefined ? total : (vendorTotal ?? total) };
};

const list = lists({
  paging,
  order: (field, direction) => ({ sortfield: `${field},t.rowid`, sortorder: `${direction},${direction}` }),
  filterSeparator: " and ",
});

const always = { sortfield: "t.rowid", sortorder: "ASC", pagination_data: true };

/** A query for the records that meet all conditions: `where("(t.type:=:2)")`. */
export const where = (...conditions: readonly string[]): VendorQuery => ({ sqlfilters: conditions.join(" and ") });

/** Characters that end a condition, in one version or another, become the wildcard for any character. */
const pattern = (text: string): string => text.replaceAll(/[%_():'\\]/g, "_");
export const matches = (column: string, text: string): string => `(${column}:like:'${pattern(text)}')`;
export const contains = (column: string, text: string): string => `(${column}:like:'%${pattern(text)}%')`;

/** `20260131`, because version 18 cuts a value at its first colon and reads the rest of a time as 0. */
export const dayFrom = (column: string, day: string): VendorQuery =>
  where(`(${column}:>=:'${day.replaceAll("-", "")}')`);

/** The database has the server's days, which begin at most this long before they do in UTC. */
const largestOffset = 14 * 3_600_000;
const changedSince = (at: Date): VendorQuery =>
  dayFrom("t.tms", new Date(at.getTime() - largestOffset).toISOString().slice(0, 10));

export interface ListedDescription<Record, Native> extends ListDescription<Record, Native> {
  /** When a record changed, in seconds since 1970. Records without a time are never left out. */
  readonly changed?: (native: Native) => number | undefined;
  /** Whether all users see the same records, because they do not belong to third parties. */
  readonly isForAll?: true;
}

const changedBy = (native: Stamped): number | undefined => {
  const at = changedOf(native);
  return at === undefined || at === null || at === "" ? undefined : Number(at);
};

/** A list with Dolibarr's conventions. The vendor filters changes by day, and the list leaves out earlier ones of that day. */
export function listed<Record, Native extends Identified>(
  description: ListedDescription<Record, Native>,
): ListHandler<Record> {
  const { query, filters, localFilter, changed = changedBy as (native: Native) => number | undefined } = description;
  const isSince = (native: Native, { lastModifiedAt: since }: Filters): boolean => {
    const at = changed(native);
    return since === undefined || at === undefined || at >= Math.floor(since.getTime() / 1000);
  };
  const plainList = list<Record, Native>({
    ...description,
    join: async (natives, session) => dated(await (description.join?.(natives, session) ?? natives), session),
    query: (call) => ({ ...always, ...(typeof query === "function" ? query(call) : query) }),
    filters: { lastModifiedAt: changedSince, ...filters },
    localFilter: {
      when: (values) => values.lastModifiedAt !== undefined || (localFilter?.when(values) ?? false),
      fits: (native, values) =>
        isSince(native, values) && (!localFilter?.when(values) || localFilter.fits(native, values)),
    },
  });
  return {
    ...plainList,
    list: async (call, session) => {
      const found = await plainList.list(call, session);
      const { isPartial } = await settingOf(session);
      if (!isPartial || description.isForAll) return found;
      return { ...found, warnings: [...(found.warnings ?? []), partWarning("this list lacks records")] };
    },
  };
}

const partWarning = (consequence: string): string =>
  `The key's user may not see all third parties in Dolibarr, so ${consequence}. Give the user the permission "Extend access to all third parties".`;

/** The end user's name for the records of a folder. */
const folders: Readonly<Record<string, string>> = {
  "/thirdparties": "third parties",
  "/products": "products",
  "/invoices": "invoices",
  "/supplierinvoices": "supplier invoices",
  "/orders": "orders",
  "/supplierorders": "supplier orders",
  "/proposals": "proposals",
  "/bankaccounts": "bank accounts",
  "/projects": "projects",
};

/** Records that the key's user cannot see, for the answer to the sign-in. */
export async function restrictions(session: Session): Promise<readonly string[]> {
  const hidden: string[] = [];
  for (const [folder, name] of Object.entries(folders))
    if ((await evidenceIn(session, folder, { limit: 1 })) === undefined) hidden.push(name);
  const { isPartial } = await settingOf(session);
  const names = new Intl.ListFormat("en-GB").format(hidden);
  return [
    ...(hidden.length > 0
      ? [`The key's user may not read ${names} in Dolibarr, or their modules are not enabled.`]
      : []),
    ...(isPartial ? [partWarning("lists lack records")] : []),
  ];
}

const probes = 3;

/** Facts about the installation and the key's user that lists and single records depend on. */
interface Setting {
  /** Whether third parties are hidden from the key's user. */
  readonly isPartial: boolean;
  /** Seconds by which times of change are too early. */
  readonly early: number;
}

type Evidence = Identified & Stamped;

/** Read once. Without the right to read third parties or invoices, the other list has to do. */
const settingOf = (session: Session): Promise<Setting> =>
  readCached(session, "setting", async () => {
    const parties = await evidenceIn(session, "/thirdparties", { sortorder: "ASC", limit: 100 });
    const invoices = await evidenceIn(session, "/invoices", { sortorder: "DESC", limit: 20 });
    return {
      isPartial: parties !== undefined && (await hidesSome(session, parties)),
      early: earlyBy([...(parties ?? []), ...(invoices ?? [])]),
    };
  });

async function evidenceIn(
  session: Session,
  folder: string,
  query: VendorQuery,
): Promise<readonly Evidence[] | undefined> {
  const all = { ...query, sortfield: "t.rowid", page: 0 };
  const reply = await undefinedIfRefused(session.read(folder, all), "target_forbidden", "not_found");
  return reply === undefined ? undefined : (recordsOf(reply as readonly Evidence[] | Page<Evidence>) ?? []);
}

const quarter = 900;

/**
 * The database sets times of change in its own time zone, and PHP reads them in its own. If these differ, as in many
 * containers, new records seem to have changed before they were created.
 */
function earlyBy(records: readonly Stamped[]): number {
  const differences = records.flatMap((native) => {
    const difference = Number(createdOf(native) || Number.NaN) - Number(changedOf(native) || Number.NaN);
    return Number.isNaN(difference) ? [] : [difference];
  });
  return Math.round(Math.max(0, ...differences) / quarter) * quarter;
}

/** Records with the difference, which the mapping adds to their times of change. */
async function dated<Native>(natives: readonly Native[], session: Session): Promise<readonly Native[]> {
  const { early } = await settingOf(session);
  return early === 0 ? natives : natives.map((native) => ({ ...native, [tooEarlyBy]: early }));
}

/**
 * Third parties that are hidden from a user are left out of lists without a word, but reading one by its id is refused in
 * other words than reading one that does not exist.
 */
async function hidesSome(session: Session, parties: readonly Identified[]): Promise<boolean> {
  const seen = new Set(parties.map(({ id }) => Number(id)));
  const highest = Math.max(probes, ...seen);
  const missing = [...Array(highest).keys()].map((index) => index + 1).filter((id) => !seen.has(id));
  for (const id of missing.slice(0, probes)) if (await isHidden(session, id)) return true;
  return false;
}

async function isHidden(session: Session, id: number): Promise<boolean> {
  try {
    await session.read(`/thirdparties/${id}`);
    return false;
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== "not_found") throw error;
    return /Access not allowed for login/.test(error.details.targetMessage ?? "");
  }
}

export const allOf = everyRecord(plain);

/** The reply to a create is a bare id; the result of an earlier attempt is a record. */
export const madeId = (reply: unknown): string =>
  String(typeof reply === "object" && reply !== null ? (reply as Identified).id : reply);

/** One kind of record: its path, the name of its id in ours, and its mapping. */
export function resource<Record, Native extends Identified>(folder: string, id: string, map: Mapping<Record, Native>) {
  const idField = "invoiceId" in map.fields ? "invoiceId" : "id";
  const read = async (session: Session, recordId: string): Promise<Native> => {
    const native = (await session.read(`${folder}/${encodeURIComponent(recordId)}`)) as Native;
    return (await dated([native], session))[0] ?? native;
  };
  const readBack = (reply: unknown, _call: unknown, session: Session) => read(session, madeId(reply));
  const operations = resourceOf<Record, Native>({
    path: folder,
    id,
    map,
    change: "PUT",
    // The marker is stored as the reference of an outside system, so that an earlier attempt can be found.
    creating: {
      bareReply: true,
      readBack,
      also: ({ marker }) => ({ ref_ext: marker }),
      find: ({ marker }, session) => byMarker<Native>(session, folder, marker),
      stub: (reply: unknown) => ({ [idField]: madeId(reply) }) as unknown as Partial<Record>,
    },
    changing: { readBack },
  });
  return {
    ...operations,
    read,
    get: (isKind: (native: Native) => boolean = () => true) =>
      get<Record, Native>({
        map,
        read: async ({ ids }, session) => {
          const native = await read(session, ids[id] ?? "");
          return isKind(native) ? native : undefined;
        },
      }),
  };
}

async function byMarker<Native>(session: Session, folder: string, marker: string): Promise<Native | undefined> {
  const [found] = await allOf<Native>(session, folder, { ...always, ...where(`(t.ref_ext:=:'${marker}')`) });
  return found;
}

/** Whether the installation has the oldest supported version, which ignores fields that later ones store. */
export async function isVersion18(session: Session): Promise<boolean> {
  const { success } = (await session.read("/status")) as Status;
  return success?.dolibarr_version?.startsWith("18.") === true;
}
