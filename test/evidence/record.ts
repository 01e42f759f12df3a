/**
 * `npm run evidence:record -- <slug> <folder> '{"baseUrl":"http://127.0.0.1:18080","apiKey":"…"}'`: reads every list and the
 * first record of each from a program that runs on this machine, and writes drafts of evidence files with its replies. With a
 * file of writes as last parameter, it makes these writes instead, and notes the accepted bodies and the refusals:
 *
 *     [{ "fact": "a draft with a discount", "operation": "invoices.create", "body": { "contactId": "1" } }]
 *
 * The books have to be invented. Somebody who has read docs/guides/amounts.md writes the `record` of each draft by hand.
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { GetHandler, ListHandler, WriteHandler } from "../../src/contract/connector.ts";
import { Failure } from "../../src/contract/failure.ts";
import { type OperationId, operations } from "../../src/contract/operations.ts";
import type { Session } from "../../src/contract/session.ts";
import { openHttpClient } from "../../src/core/outbound/client.ts";
import { Secret } from "../../src/core/secrets/secret.ts";
import { createSession } from "../../src/core/session/session.ts";
import { makeResolveSite, targetOf } from "../../src/core/session/target.ts";
import type { Exchange, SeenCall } from "./files.ts";
import { noting } from "./noting.ts";
import { standInCredentials } from "./vendor.ts";
import { vendors } from "./vendors.ts";

const [slug = "", folder = "", given = "{}", writesFile] = process.argv.slice(2);
const { company = "1", ...input } = JSON.parse(given) as Record<string, string>;
const connector = vendors.find(({ id }) => id === slug);
if (connector === undefined) throw new Error(`No connector has the slug "${slug}".`);
const { operations: handlers } = connector;

const outbound = openHttpClient({ allowPrivate: true });
const credentials = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, new Secret(value)]));
const resolved = makeResolveSite(() => ({ ownUrl: "", publicUrl: "" }), {})(connector, credentials);
const target = targetOf({ connector, credentials, scope: { company }, ...resolved });
const replacements = new Map(
  Object.entries(input).map(([name, value]) => [value, standInCredentials[name]?.reveal() ?? `seen-${name}`]),
);

type Handler = Partial<GetHandler<Row> & ListHandler<Row> & WriteHandler<unknown, Row>>;
type Row = Readonly<Record<string, unknown>>;

/** What a draft shows: the call, and which of the requests it is about. */
interface Draft {
  readonly operation: OperationId;
  readonly fact: string;
  readonly file: string;
  readonly call: SeenCall;
}

/** Runs a call of the connector, and writes what was sent and answered as a draft. */
async function draft(
  { operation, fact, file, call }: Draft,
  run: (session: Session, onSend: () => void) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  if (connector === undefined) return [];
  const noted = noting(outbound, target, replacements);
  let main = 0;
  const onSend = () => void (main = noted.exchanges.length);
  const session = createSession({
    connector,
    connection: { credentials },
    scope: { company },
    outbound: noted.outbound,
    ...resolved,
    log: { debug: () => undefined },
    clock: Date.now,
  });
  const outcome = await run(session, onSend).catch((error: unknown) => {
    if (error instanceof Failure) return error;
    throw error;
  });
  const wasRefused = outcome instanceof Failure;
  const seen = wasRefused
    ? `refused: ${outcome.details.targetMessage ?? outcome.message}`
    : `${outcome.length} records`;
  process.stdout.write(`${operation}, ${fact}: ${seen}, ${noted.exchanges.length} requests\n`);
  // What the connector itself refuses says nothing about the program.
  if (wasRefused && outcome.details.targetStatus === undefined) return [];
  const { request, reply } = noted.exchanges[wasRefused && main === 0 ? noted.exchanges.length - 1 : main] ?? {};
  if (request === undefined) return [];
  const further: readonly Exchange[] = noted.exchanges.filter((exchange) => exchange.request !== request);
  const expected = wasRefused ? { failure: {} } : { record: {} };
  const evidence = { source: "", seen: "", fact, call, request, reply, further, ...expected };
  mkdirSync(join(folder, operation), { recursive: true });
  writeFileSync(join(folder, operation, `${file}.json`), `${JSON.stringify(evidence, undefined, 2)}\n`);
  return wasRefused ? [] : outcome;
}

/** Lists, and the first record of each. */
async function recordReads(): Promise<void> {
  const window = { page: 1, limit: Number(process.env["LIMIT"] ?? 3) };
  for (const id of Object.keys(handlers) as OperationId[]) {
    const { list } = handlers[id] as unknown as Handler;
    if (list === undefined || operations[id].path.includes("{")) continue;
    const about = { fact: "", file: "draft" };
    const rows = await draft(
      { operation: id, ...about, call: { window } },
      async (session) => (await list({ ids: {}, filters: {}, window }, session)).records,
    );
    const single = `${id.slice(0, -".list".length)}.get` as OperationId;
    const { get } = (handlers[single] ?? {}) as unknown as Handler;
    const [, name = ""] = /\{(\w+)\}/.exec(operations[single]?.path ?? "") ?? [];
    const key = rows[0]?.["id"] ?? rows[0]?.["invoiceId"];
    if (get === undefined || typeof key !== "string") continue;
    const ids = { [name]: key };
    await draft({ operation: single, ...about, call: { ids } }, async (session) => [
      (await get({ ids, filters: {} }, session)).record,
    ]);
  }
}

/** An entry of the file of writes. An operation that only reads shows how the program refuses it. */
interface Wanted {
  readonly operation: OperationId;
  readonly fact: string;
  readonly ids?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

const fileNameOf = (fact: string): string =>
  fact
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .replaceAll(/^-|-$/g, "");

async function recordWrites(wanted: readonly Wanted[]): Promise<void> {
  for (const [index, { operation, fact, ids = {}, body }] of wanted.entries()) {
    const { list, get, prepare, request, complete, answer } = handlers[operation] as unknown as Handler;
    const marker = `kontor-${index + 1}`;
    const plain = { ids, filters: {} };
    const about = { operation, fact, file: fileNameOf(fact) };
    const call = { ...(Object.keys(ids).length > 0 && { ids }), ...(body !== undefined && { body, marker }) };
    await draft({ ...about, call }, async (session, onSend) => {
      if (list) return (await list({ ...plain, window: { page: 1, limit: 20 } }, session)).records;
      if (get) return [(await get(plain, session)).record];
      if (!request || !answer) return [];
      const write = { ...plain, body, files: [], marker };
      const prepared = await prepare?.(write, session);
      onSend();
      const reply = await session.send(request(write, prepared));
      const completed = complete === undefined ? reply : await complete(reply, write, session);
      return [answer(completed, write).record];
    });
  }
}

await (writesFile === undefined
  ? recordReads()
  : recordWrites(JSON.parse(readFileSync(writesFile, "utf8")) as readonly Wanted[]));
await outbound.close();
