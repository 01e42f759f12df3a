/** Writes through the public API, each checked against the contract and looked up by its marker. */

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
  /** A form is sent as one, anything else as JSON. */
  readonly body?: unknown;
}

export interface Writer {
  /** Which writes were made. */
  readonly made: ReadonlySet<OperationId>;
  send(id: OperationId, sent: Sent): Promise<Answer>;
  /** The record of a write that went well, without a warning, and as the contract says. */
  write(id: OperationId, sent: Sent): Promise<Row>;
  /** The record as it is read afterwards, where it can be. */
  readBack(id: OperationId, row: Row): Promise<Row>;
}

export const idOf = (row: Row): string => String(row["invoiceId"] ?? row["lineItemId"] ?? row["id"]);

export async function openWriter(service: Service): Promise<Writer> {
  const session = await sessionOf(service);
  const made = new Set<OperationId>();
  const send: Writer["send"] = (id, { ids = {}, body }) => {
    const { method, path } = operations[id];
    made.add(id);
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
    const again = { ids: sent.ids ?? {}, filters: {}, files: [], body: sent.body, marker };
    if (operation.method === "POST") expect(await foundAgain(session, id, again)).toEqual(body.data);
    return (operation.many ? (body.data as Row[])[0] : body.data) as Row;
  };
  return { made, send, write, readBack: (id, row) => readBack(service, id, row) };
}

/** What would be answered if the answer to the first attempt had been lost. */
async function foundAgain(session: Session, id: OperationId, again: WriteCall<unknown>): Promise<unknown> {
  const handler = sandbox.operations[id] as WriteHandler<unknown, unknown>;
  const found = await handler.find?.(again, session);
  return found === undefined ? found : handler.answer(found, again).record;
}

async function sessionOf({ url, storage }: Service): Promise<Session> {
  const { issueToken } = await openSandbox({ pool: storage.database, day, entries: 1000 });
  const headers = { authorization: `Bearer ${await issueToken("Test")}` };
  const place = `${url}/sandbox/v1/environments/production/companies/bergblick`;
  const unused = () => Promise.reject(new Error("only reads are expected"));
  return {
    read: async (path, query = {}) => {
      const asked = new URLSearchParams(query as Record<string, string>);
      return (await fetch(`${place}${path}?${asked.toString()}`, { headers })).json();
    },
    memory: new Map(),
    readWithHeaders: unused,
    readByPost: unused,
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
  return (await service.list(list)).find((one) => idOf(one) === idOf(row)) ?? {};
}
