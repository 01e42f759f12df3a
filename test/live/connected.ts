/** The service beside a real program: connects its users and reads whole lists, as a platform would. */
import { expect } from "vitest";
import { type Call, makeCall, type Reply } from "../support/platform.ts";
import { type Service, startService } from "../support/service.ts";

export type Entry = { readonly [field: string]: unknown };

/** A connection of one user of the program. */
export interface Connected {
  readonly accountKey: string;
  /** Missing rights of the user, as the answer to the sign-in says. */
  readonly restrictions: readonly string[];
  /** Every record of a list, from all its pages. */
  all(path: string, query?: Readonly<Record<string, string>>): Promise<readonly Entry[]>;
  call(method: string, path: string, body?: unknown, query?: Readonly<Record<string, string>>): Promise<Reply>;
  /** The stored record. Fails with the response if the write is refused. */
  write(method: string, path: string, body?: unknown): Promise<Entry>;
  /** The first error of a write that must be refused. */
  refused(method: string, path: string, body?: unknown): Promise<Entry>;
}

export interface LiveService {
  readonly service: Service;
  readonly call: Call;
  connect(targetSystem: string, credentials: Readonly<Record<string, string>>): Promise<Connected>;
}

export async function startLiveService(): Promise<LiveService> {
  const service = await startService({ POLL_SECONDS: "1" }, { worker: true });
  const call = makeCall(service.url, service.keys.apiKey);
  return {
    service,
    call,
    connect: async (targetSystem, credentials) => {
      const reply = await call("POST", `/auth/accounts/${targetSystem}`, { body: credentials });
      if (reply.status > 201) throw new Error(`Signing in returned ${reply.status}: ${reply.text}`);
      return connectedWith(call, reply.body["accountKey"] ?? "", reply.meta.warnings ?? []);
    },
  };
}

/** A connection that was made in a browser has no list of restrictions. */
export function connectedWith(call: Call, accountKey: string, restrictions: readonly string[] = []): Connected {
  const send: Connected["call"] = (method, path, body, query) =>
    call(method, `/accounting${path}`, {
      accountKey,
      ...(body !== undefined && { body }),
      ...(query && { query }),
    });
  return {
    accountKey,
    restrictions,
    call: send,
    all: async (path, query = {}) => {
      const records: Entry[] = [];
      for (let page = 1; ; page++) {
        const reply = await send("GET", path, undefined, { limit: "100", page: String(page), ...query });
        if (reply.status !== 200) throw new Error(`GET ${path} returned ${reply.status}: ${reply.text}`);
        records.push(...reply.rows);
        if (page >= (reply.meta.pagination?.["totalPages"] ?? 1)) return records;
      }
    },
    write: async (method, path, body) => {
      const reply = await send(method, path, body);
      if (reply.status > 201) throw new Error(`${method} ${path} returned ${reply.status}: ${reply.text}`);
      return reply.data;
    },
    refused: async (method, path, body) => {
      const reply = await send(method, path, body);
      const { errors } = JSON.parse(reply.text) as { readonly errors?: readonly Entry[] };
      if (errors?.[0] === undefined) throw new Error(`${method} ${path} was accepted: ${reply.text}`);
      return errors[0];
    },
  };
}

/** Few enough for a small server. */
const callsAtOnce = 4;

/** Works on all values, on some of them at once. */
export async function forEach<Value>(values: readonly Value[], work: (value: Value) => Promise<void>): Promise<void> {
  for (let at = 0; at < values.length; at += callsAtOnce)
    await Promise.all(values.slice(at, at + callsAtOnce).map(work));
}

/** A list, and each of its records read alone: they must be the same. */
export async function readTwice(connected: Connected, path: string, id = "id"): Promise<readonly Entry[]> {
  const records = await connected.all(path);
  await forEach(records, async (record) => {
    const { data } = await connected.call("GET", `${path}/${String(record[id])}`);
    expect(data, `${path}/${String(record[id])}`).toEqual(record);
  });
  return records;
}
