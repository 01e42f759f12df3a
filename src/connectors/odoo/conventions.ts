/** Conventions of Odoo's lists and writes: a model, the fields to read, and a domain of conditions in Polish notation. */
import type { GetHandler, ListHandler, OperationHandlers } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import { type Mapped, type ModelReader, modelReads, type Search } from "../../kit/models/reading.ts";
import { type ModelWriter, modelWrites } from "../../kit/models/writing.ts";
import { noRecord, readCached } from "../../kit/reading.ts";
import {
  companyDomain,
  type Domain,
  either,
  type Fields,
  known,
  type Native,
  rawOf,
  read,
  type Source,
} from "./records.ts";
import {
  addressOf,
  ask,
  bodyOf,
  type Caller,
  callerOf,
  count,
  type Question,
  resultOf,
  serverOf,
  todayOf,
} from "./rpc.ts";

/** Which records of a source to read. */
export interface Meant extends Source {
  readonly domain?: Domain;
  /** Whether the model has archived records, which are hidden by default. */
  readonly archived?: true;
}

export type Kind<Record, Own> = Meant & Mapped<Record, Own>;

/** Odoo's format of a timestamp: UTC, to the second. */
const momentText = (at: Date): string => at.toISOString().slice(0, 19).replace("T", " ");

/** Changing a part counts as changing the record, although its own stamp stays. */
const stampPaths = ({ parts = [], links = {} }: Source): readonly string[] => [
  "write_date",
  ...parts.flatMap((part) => {
    const below = links[part];
    return below === undefined ? [] : stampPaths(below).map((path) => `${part}.${path}`);
  }),
];

export const changedSince = (at: Date, source: Source, prefix = ""): Domain =>
  either(...stampPaths(source).map((path) => [[`${prefix}${path}`, ">=", momentText(at)] as const]));

async function domainOf(kind: Meant, session: Session): Promise<Domain> {
  const fields = await known(session, kind.model);
  return [
    ...(kind.domain ?? []),
    ...companyDomain(kind, fields, session.company),
    ...(kind.archived && "active" in fields ? ([["active", "in", [true, false]]] as const) : []),
  ];
}

interface Selection {
  readonly domain: readonly unknown[];
  readonly offset?: number;
  readonly limit?: number;
  readonly order?: string;
}

/** The records of a domain, with their linked records. */
export const select = <Own = Native>(
  session: Session,
  source: Source,
  { domain, offset = 0, limit, order = "id ASC" }: Selection,
): Promise<readonly Own[]> =>
  read<Own>(session, source, (fields) => ({
    method: "search_read",
    args: { domain, fields, offset, limit: limit ?? null, order },
  }));

/** The id of the first match, or the given refusal. */
export async function idFor(session: Session, model: string, domain: Domain, refusal: Failure): Promise<number> {
  const [record] = await select(session, { model, fields: [] }, { domain, limit: 1 });
  if (record === undefined) throw refusal;
  return record.id;
}

/** Facts that filters need. */
export interface ListFacts {
  readonly fields: Fields;
  /** The current day of the end user. */
  readonly today: string;
}

export const reading: ModelReader<Meant> = {
  search: async <Own>(session: Session, kind: Meant, { domain, order = [["id", "ASC"]], ...page }: Search) =>
    select<Own>(session, kind, {
      ...page,
      domain: [...(await domainOf(kind, session)), ...domain],
      order: order.map((clause) => clause.join(" ")).join(", "),
    }),
  count: async (session, kind, domain) => count(session, kind.model, [...(await domainOf(kind, session)), ...domain]),
  readFacts: async (session, { model }): Promise<ListFacts> => ({
    fields: await known(session, model),
    today: await todayOf(session),
  }),
  changedSince,
  includingArchived: (kind) => ({ ...kind, archived: true }),
  rawOf,
  largest: 200,
};

/** JSON-2 returns the plain list of ids. */
const isReply = (reply: unknown): boolean => Array.isArray(reply) || "jsonrpc" in (reply as object);

const writer: ModelWriter<Caller, Question> = {
  caller: callerOf,
  address: addressOf,
  body: bodyOf,
  creating: (model, values) => ({ model, method: "create", args: { vals_list: [values] } }),
  changing: (model, id, values) => ({ model, method: "write", ids: [id], args: { vals: values } }),
  deleting: (model, id) => ({ model, method: "unlink", ids: [id] }),
  newId: (reply) => (isReply(reply) ? ((resultOf(reply) as readonly number[])[0] ?? 0) : undefined),
};

const reads = modelReads(reading);
export const { getOf, readOne, partReadsOf, partsOf, readsOf } = reads;

/** The groups whose users see all records of a model. Other users see only those that they are responsible for. */
const fullViews: Readonly<Record<string, readonly string[]>> = {
  "account.move": ["account.group_account_invoice", "account.group_account_readonly"],
  "sale.order": ["sales_team.group_sale_salesman_all_leads"],
};
const partWarning =
  "This user sees only some of the documents in Odoo, such as their own, so this list is not complete. Connect a user with the rights to all of them.";

/** Whether the user belongs to a group. */
export const hasGroup = (session: Session, group_ext_id: string): Promise<boolean> =>
  readCached(session, `group ${group_ext_id}`, async () => {
    const { version, user } = await serverOf(session);
    // JSON-2 returns a bare value, which sessions do not accept as JSON.
    if (user === undefined) return true;
    const ids = version >= 18 ? { ids: [user] } : {};
    return Boolean(await ask(session, { model: "res.users", method: "has_group", ...ids, args: { group_ext_id } }));
  });

/** Whether the user sees all records of a model. */
export async function seesAll(session: Session, model: string): Promise<boolean> {
  const groups = fullViews[model];
  if (groups === undefined) return true;
  for (const group of groups) if (await hasGroup(session, group)) return true;
  return false;
}

/** A list, with a warning if the user sees only a part of it. */
export const listOf: typeof reads.listOf = (kind, listed) => {
  const handler = reads.listOf(kind, listed);
  if (fullViews[kind.model] === undefined) return handler;
  return {
    ...handler,
    list: async (call, session) => {
      const found = await handler.list(call, session);
      if (await seesAll(session, kind.model)) return found;
      return { ...found, warnings: [...(found.warnings ?? []), partWarning] };
    },
  };
};

export const { changeOf, createOf, orTakenBack, removeOf } = modelWrites(reading, writer);

/** Odoo translates the message ("Objekt sale.order existiert nicht"), so a short sentence that names a model is enough. */
const namesOnlyModel = (message: string): boolean =>
  message.length < 80 && /(?:^|\s)[a-z_]+(?:\.[a-z_]+)+(?:\s|$)/.test(message);

/** Whether Odoo refused because the app of the model is not installed. */
export const isMissingModel = (error: unknown): boolean => {
  if (!(error instanceof Failure)) return false;
  const { targetMessage = "" } = error.details;
  if (/^Object .+ doesn't exist$|^the model .+ does not exist/i.test(targetMessage)) return true;
  return error.code === "target_rejected" && namesOnlyModel(targetMessage);
};

/** Lists of an app that is not installed are empty, with a warning, and have no records. */
export function inApp<Handlers extends OperationHandlers>(app: string, handlers: Handlers): Handlers {
  const warning = `The app ${app} is not installed in Odoo, so this list is empty.`;
  const wrapped = Object.entries(handlers).map(([name, handler]) => {
    if ("list" in handler) {
      const list: ListHandler<unknown>["list"] = async (call, session) => {
        try {
          return await (handler as ListHandler<unknown>).list(call, session);
        } catch (error) {
          if (!isMissingModel(error)) throw error;
          return { records: [], raw: [], total: 0, warnings: [warning] };
        }
      };
      return [name, { ...handler, list }];
    }
    if (!("get" in handler)) return [name, handler];
    const get: GetHandler<unknown>["get"] = async (call, session) => {
      try {
        return await (handler as GetHandler<unknown>).get(call, session);
      } catch (error) {
        throw isMissingModel(error) ? noRecord() : error;
      }
    };
    return [name, { ...handler, get }];
  });
  return Object.fromEntries(wrapped) as Handlers;
}
