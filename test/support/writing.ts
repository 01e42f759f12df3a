/** Writes through the public API, checks every response against the contract and looks records up by their marker. */

import { Type } from "typebox";
import { Compile } from "typebox/compile";
import { expect } from "vitest";
import { sandbox } from "../../src/connectors/sandbox/connector.ts";
import type { WriteCall, WriteHandler } from "../../src/contract/connector.ts";
import type { Operation } from "../../src/contract/operation.ts";
import { type OperationId, operations } from "../../src/contract/operations.ts";
import { type Session } from "../../src/contract/session.ts";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import { type Answer, call } from "./calling.ts";
import { day, type Row, type Service } from "./service.ts";

export interface Sent {
  readonly ids?: Readonly<Record<string, string>>;
  /** Sent as JSON, unless it is a form. */
  readonly body?: unknown;
}

export interface Writer {
  /** The operations that were tried. */
  readonly attempted: ReadonlySet<OperationId>;
  send(id: OperationId, sent: Sent): Promise<Answer>;
  /** Writes, and returns the record. Fails on errors, warnings and records that do not match the contract. */
  write(id: OperationId, sent: Sent): Promise<Row>;
  /** Reads the record again, if it can be read. */
  readBack(id: OperationId, row: Row): Promise<Row>;
}

export const idOf = (row: Row): string => String(row["invoiceId"] ?? row["lineItemId"] ?? row["id"]);

export async function openWriter(service: Service): Promise<Writer> {
  const session = await sessionOf(service);
  const attempted = new Set<OperationId>();
  const send: Writer["send"] = (id, { ids = {}, body }) => {
    const { method, path } = operations[id];
    attempted.add(id);
    const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ""));
    if (body instanceof FormData) return call(service, filled, { method, body });
    const json = { headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    return call(service, filled, { method, ...(body === undefined ? {} : json) });
  };
  const write: Writer["write"] = async (id, sent) => {
    const { status, headers, body } = await send(id, sent);
    expect({ id, status, errors: body.errors, warnings: body.meta?.warnings }).toEqual({
      id,
      status: operations[id].status,
    });
    const operation: Operation = operations[id];
    const schema = operation.many ? Type.Array(operation.record) : operation.record;
    expect(Compile(schema).Errors(body.data)).toEqual([]);
    const marker = headers.get("x-operation-id") ?? "";
    const retry = { ids: sent.ids ?? {}, filters: {}, files: [], body: sent.body, marker };
    if (operation.method === "POST") expect(await findByMarker(session, id, retry)).toEqual(body.data);
    return (operation.many ? (body.data as Row[])[0] : body.data) as Row;
  };
  return { attempted, send, write, readBack: (id, row) => readBack(service, id, row) };
}

/** The record that a retry would return if the response to the first attempt were lost. */
async function findByMarker(session: Session, id: OperationId, retry: WriteCall<unknown>): Promise<unknown> {
  const handler = sandbox.operations[id] as WriteHandler<unknown, unknown>;
  const found = await handler.find?.(retry, session);
  return found === undefined ? found : handler.answer(found, retry).record;
}

async function sessionOf({ url, storage }: Service): Promise<Session> {
  const { issueToken } = await openSandbox({ pool: storage.database, day, entries: 1000 });
  const headers = { authorization: `Bearer ${await issueToken("Test")}` };
  const base = `${url}/sandbox/v1/environments/production/companies/bergblick`;
  const unused = () => Promise.reject(new Error("The test expects only reads."));
  return {
    read: async (path, query = {}) => {
      const search = new URLSearchParams(query as Record<string, string>);
      return (await fetch(`${base}${path}?${search.toString()}`, { headers })).json();
    },
    memory: new Map(),
    readWithHeaders: unused,
    readByPost: unused,
    readByPostWithHeaders: unused,
    readLines: unused,
    download: unused,
    send: unused,
  };
}

async function readBack(service: Service, id: OperationId, row: Row): Promise<Row> {
  const get = id.replace(/\.\w+$/, ".get") as OperationId;
  const list = id.replace(/\.\w+$/, ".list") as OperationId;
  if (get in operations) {
    const [, name = ""] = /\{(\w+)\}/.exec(operations[get].path) ?? [];
    return service.get(get, { ids: { [name]: idOf(row) } });
  }
  if (!(list in operations)) return row;
  return (await service.list(list)).find((candidate) => idOf(candidate) === idOf(row)) ?? {};
}
