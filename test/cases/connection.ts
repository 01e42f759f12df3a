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
  inSecondLanguage: () => Promise.reject(new Error("The sandbox has one language.")),
  credentials: {},
});
