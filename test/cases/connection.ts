/** An end user's connection to a target system, called through the public API. */
import { type OperationId, operations } from "../../src/contract/operations.ts";
import { openSandbox } from "../../src/sandbox/sandbox.ts";
import type { Row } from "../../src/verify/row.ts";
import { pathParameters, walk } from "../conformance/reading.ts";
import type { Stage, StageRequest } from "../conformance/stage.ts";
import { type Answer, call } from "../support/calling.ts";
import { day, type Service } from "../support/service.ts";

export interface Connection {
  ask(id: OperationId, request?: StageRequest): Promise<Answer>;
  /** All records of a list. */
  rows(id: OperationId, query?: StageRequest["query"]): Promise<readonly Row[]>;
  /** The vendor's clock. */
  now(): number;
  /** Takes the right to bills away from the connected user, or gives it back. */
  limitUser(isLimited: boolean): Promise<void>;
  /** Does in the vendor's own UI what its API only shows. */
  act(action: string, details: Readonly<Record<string, unknown>>): void;
  /** Does the work while the books are closed until a day. */
  whileClosed(until: string, work: () => Promise<void>): Promise<void>;
  /** Does the work on a new connection of an end user whose language at the vendor is another one. */
  inSecondLanguage(work: (connection: Connection) => Promise<void>): Promise<void>;
  /** The invented credentials of the end user, for vendors that want them in the body of their own API. */
  readonly credentials: Readonly<Record<string, string>>;
}

/** `open` connects another end user. */
export const stageConnection = (stage: Stage, open: () => Promise<Stage>): Connection => ({
  ask: stage.ask,
  rows: async (id, query = {}) => (await walk(stage, id, { query })).rows,
  now: () => stage.simulator.now(),
  limitUser: async (isLimited) => stage.simulator.limitUser(isLimited),
  act: (action, details) => stage.simulator.vendor.act?.(action, details),
  whileClosed: async (until, work) => {
    const reopen = stage.simulator.closeBooks(until);
    try {
      await work();
    } finally {
      reopen();
    }
  },
  inSecondLanguage: async (work) => {
    stage.simulator.speakSecondLanguage(true);
    try {
      await work(stageConnection(await open(), open));
    } finally {
      stage.simulator.speakSecondLanguage(false);
    }
  },
  credentials: stage.simulator.vendor.access.credentials ?? {},
});

/** The demo company of the sandbox inside the service. */
export const sandboxConnection = (service: Service): Connection => ({
  ask: (id, { ids = {}, query = {}, body, headers = {} } = {}) => {
    const { method, path } = operations[id];
    const filled = pathParameters(id).reduce(
      (address, name) => address.replace(`{${name}}`, encodeURIComponent(ids[name] ?? "")),
      path,
    );
    const search = new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    );
    return call({ ...service, fetch }, `${filled}?${search.toString()}`, {
      method,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  },
  rows: (id, query = {}) => service.list(id, { query }),
  now: () => Date.parse(`${day}T12:00:00Z`),
  limitUser: async (isLimited) => {
    const { storage } = service;
    const demo = await openSandbox({ pool: storage.database, ...storage.config.sandbox });
    const failures = isLimited ? [{ status: 403, times: 1_000_000, path: "/bills" }] : [];
    await demo.changeGrants({ behaviour: { failures } });
  },
  act: (action) => {
    throw new Error(`The sandbox has no action ${action}: all of its facts can be entered through its API.`);
  },
  whileClosed: async (until, work) => {
    const { database } = service.storage;
    const open = await database.query<{ id: string }>(
      `UPDATE sandbox.records SET body = body || '{"status": "closed"}'
      WHERE collection = 'fiscal-years' AND body->>'status' = 'open' AND body->>'start_date' <= $1 RETURNING id`,
      [until],
    );
    try {
      await work();
    } finally {
      await database.query(
        `UPDATE sandbox.records SET body = body || '{"status": "open"}'
        WHERE collection = 'fiscal-years' AND id = ANY($1)`,
        [open.rows.map(({ id }) => id)],
      );
    }
  },
  inSecondLanguage: () => Promise.reject(new Error("The sandbox has one language.")),
  credentials: {},
});
