/**
 * `npm run evidence:record -- <slug> <folder> '{"baseUrl":"http://127.0.0.1:18080","apiKey":"…"}'`: reads every list and the
 * first record of each from a program that runs on this machine, and writes drafts of evidence files with its replies. The
 * books have to be invented. Somebody who has read docs/guides/amounts.md writes the `record` of each draft by hand.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Connector, GetHandler, ListHandler } from "../../src/contract/connector.ts";
import { type OperationId, operations } from "../../src/contract/operations.ts";
import type { Session, VendorQuery } from "../../src/contract/session.ts";
import { openHttpClient } from "../../src/core/outbound/client.ts";
import { Secret } from "../../src/core/secrets/secret.ts";
import { createSession } from "../../src/core/session/session.ts";
import { makeResolveSite } from "../../src/core/session/target.ts";
import type { Exchange, SeenReply } from "./files.ts";
import { vendors } from "./vendors.ts";

const [slug = "", folder = "", given = "{}"] = process.argv.slice(2);
const { company = "1", ...input } = JSON.parse(given) as Record<string, string>;
const connector = vendors.find(({ id }) => id === slug);
if (connector === undefined) throw new Error(`No connector has the slug "${slug}".`);

const outbound = openHttpClient({ allowPrivate: true });

/** A session that notes every request with its reply. */
function notingSession(target: Connector, noted: Exchange[]): Session {
  const credentials = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, new Secret(value)]));
  const resolved = makeResolveSite(() => ({ ownUrl: "", publicUrl: "" }), {})(target, credentials);
  const session = createSession({
    connector: target,
    connection: { credentials },
    scope: { company },
    outbound,
    ...resolved,
    log: { debug: () => undefined },
    clock: Date.now,
  });
  const note = (path: string, query: VendorQuery | undefined, reply: SeenReply, body?: unknown): void => {
    const [bare = path, search = ""] = path.split("?");
    const sent = Object.fromEntries([
      ...new URLSearchParams(search),
      ...Object.entries(query ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
    ]) as Record<string, string>;
    const request = {
      ...(body !== undefined && { method: "POST" }),
      path: bare,
      ...(Object.keys(sent).length > 0 && { query: sent }),
      ...(body !== undefined && { body }),
    };
    noted.push({ request, reply });
  };
  return {
    ...session,
    read: async (path, query, headers) => {
      const body = await session.read(path, query, headers);
      note(path, query, { body });
      return body;
    },
    readWithHeaders: async (path, query, headers) => {
      const reply = await session.readWithHeaders(path, query, headers);
      note(path, query, { body: reply.body });
      return reply;
    },
    readByPost: async (path, sent, query) => {
      const body = await session.readByPost(path, sent, query);
      note(path, query, { body }, JSON.parse(JSON.stringify(sent)));
      return body;
    },
  };
}

type Reader = Partial<GetHandler<Row> & ListHandler<Row>>;
type Row = Readonly<Record<string, unknown>>;

async function draft(id: OperationId, call: object, read: (session: Session) => Promise<readonly Row[]>) {
  const exchanges: Exchange[] = [];
  try {
    const found = await read(notingSession(connector as Connector, exchanges));
    const [{ request, reply } = { request: { path: "" }, reply: {} }, ...further] = exchanges;
    const evidence = { source: "", seen: "", fact: "", call, request, reply, further, record: {} };
    mkdirSync(join(folder, id), { recursive: true });
    writeFileSync(join(folder, id, "draft.json"), `${JSON.stringify(evidence, undefined, 2)}\n`);
    process.stdout.write(`${id}: ${found.length} records, ${exchanges.length} requests\n`);
    return found;
  } catch (error) {
    process.stdout.write(`${id}: ${String(error)}\n`);
    return [];
  }
}

const window = { page: 1, limit: Number(process.env["LIMIT"] ?? 3) };
for (const id of Object.keys(connector.operations) as OperationId[]) {
  const handler = connector.operations[id] as unknown as Reader;
  if (handler.list === undefined || operations[id].path.includes("{")) continue;
  const { list } = handler;
  const rows = await draft(
    id,
    { window },
    async (session) => (await list({ ids: {}, filters: {}, window }, session)).records,
  );
  const single = `${id.slice(0, -".list".length)}.get` as OperationId;
  const { get } = (connector.operations[single] ?? {}) as unknown as Reader;
  const [, name = ""] = /\{(\w+)\}/.exec(operations[single]?.path ?? "") ?? [];
  const key = rows[0]?.["id"] ?? rows[0]?.["invoiceId"];
  if (get === undefined || typeof key !== "string") continue;
  const ids = { [name]: key };
  await draft(single, { ids }, async (session) => [(await get({ ids, filters: {} }, session)).record]);
}
await outbound.close();
