/** A stage for one connector: the real service, the simulator of its vendor, and one connected end user. */

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Writable } from "node:stream";
import { pino } from "pino";
import type { Simulation } from "../../simulators/simulation.ts";
import { type Exchange, type Simulator, startSimulator } from "../../simulators/start.ts";
import { readConfig } from "../../src/config.ts";
import type { Connector } from "../../src/contract/connector.ts";
import { type OperationId, operations } from "../../src/contract/operations.ts";
import { type Session } from "../../src/contract/session.ts";
import { createApiKey, createTenant } from "../../src/core/accounts/tenants.ts";
import type { Outbound } from "../../src/core/outbound/client.ts";
import { logOptions } from "../../src/core/secrets/scrubLog.ts";
import { reopeningSession } from "../../src/core/session/reopeningSession.ts";
import type { ReadList } from "../../src/verify/pages.ts";
import { openStorage } from "../../src/wiring/storage.ts";
import { type CheckedFetch, openCheckedFetch } from "../openapi/checkedFetch.ts";
import type { Answer, Body } from "../support/calling.ts";
import { freshDatabase, tables } from "../support/database.ts";
import { makeCall } from "../support/platform.ts";
import type { Row } from "../support/service.ts";
import { listenWith } from "../support/wired.ts";
import { connectEndUser } from "./connect.ts";
import { type Evidence, watchConnector } from "./evidence.ts";
import type { Facts, Ids, Query } from "./facts.ts";
import { knownSecrets, type Secrets } from "./secrets.ts";

export interface StageRequest {
  readonly ids?: Ids;
  readonly query?: Query;
  /** Sent as JSON, unless it is a form. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Does not wait for the vendor's rate limits, for checks of those limits. */
  readonly atOnce?: true;
}

/** Facts that the checks have learned so far. */
export interface Notes {
  /** Complete lists. */
  readonly lists: Map<string, Promise<ReadList>>;
  /** Single records. */
  readonly singles: Map<string, Promise<Answer>>;
  /** The last record that each operation wrote. */
  readonly written: Map<OperationId, Row>;
  /** Counter for unique values. */
  count: number;
}

export interface Stage {
  readonly facts: Facts;
  readonly connector: Connector;
  readonly simulator: Simulator;
  readonly evidence: Evidence;
  readonly notes: Notes;
  /** Calls the public API as a platform does, and waits for `Retry-After` if the simulator's rate limits are reached. */
  ask(id: OperationId, request?: StageRequest): Promise<Answer>;
  /** Reads any path of the service, without checking the response against the OpenAPI description. */
  read(path: string, query: Readonly<Record<string, string>>): Promise<Pick<Answer, "status" | "body" | "headers">>;
  /** The outcome of a write: `POST /operations/{id}/reconcile`. */
  reconcile(operationId: string): Promise<Answer>;
  /** Runs the work and returns its traffic with the vendor, without sign-in. */
  during<Result>(work: () => Promise<Result>): Promise<{ result: Result; exchanges: Exchange[] }>;
  /** All traffic with the vendor. */
  exchanges(): readonly Exchange[];
  /** Runs the work with this timeout for the vendor's responses. */
  impatient<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result>;
  /** A session with the end user's credentials, outside any company. */
  session(): Session;
  /** The complete log of the service. */
  log(): string;
  readonly secrets: Secrets;
  /** A finding for each response that contained a secret. */
  readonly leaks: readonly string[];
  close(): Promise<void>;
}

/** Several connectors in one service, because starting a service with its database takes longer than most checks. */
export interface Stages {
  /** Connects a new end user. Connectors with the same simulation share one simulator. */
  open(facts: Facts): Promise<Stage>;
  close(): Promise<void>;
}

interface StageOptions {
  /** Whether to check every record, which takes time. */
  readonly isWatched?: boolean;
  /** Whether to check every exchange against the OpenAPI description. */
  readonly isChecked?: boolean;
}

export async function openStages(
  all: readonly Facts[],
  { isWatched = true, isChecked = true }: StageOptions = {},
): Promise<Stages> {
  const simulators = new Map<Simulation, Simulator>();
  const evidences = new Map(all.map(({ connector }) => [connector, watchConnector(connector)]));
  const closeSimulators = () => Promise.all([...simulators.values()].map((simulator) => simulator.close()));
  try {
    for (const { simulation } of all)
      if (!simulators.has(simulation)) simulators.set(simulation, await startSimulator(simulation));
    const pairings = all.map(({ connector, simulation }) => ({
      connector: isWatched ? requireKnown(evidences, connector).connector : connector,
      simulator: requireKnown(simulators, simulation),
    }));
    const service = await openService(pairings);
    return {
      open: (facts) =>
        openOnStage(facts, {
          service,
          simulator: requireKnown(simulators, facts.simulation),
          evidence: requireKnown(evidences, facts.connector),
          isChecked,
        }),
      close: async () => {
        await service.stop();
        await closeSimulators();
      },
    };
  } catch (error) {
    await closeSimulators();
    throw error;
  }
}

function requireKnown<Key, Value>(known: ReadonlyMap<Key, Value>, key: Key): Value {
  const found = known.get(key);
  if (found === undefined) throw new Error("The facts were not passed to openStages.");
  return found;
}

/** One connector in its own service. */
export async function openStage(facts: Facts, options?: StageOptions): Promise<Stage> {
  const stages = await openStages([facts], options);
  try {
    return { ...(await stages.open(facts)), close: stages.close };
  } catch (error) {
    await stages.close();
    throw error;
  }
}

interface Surroundings {
  readonly service: Awaited<ReturnType<typeof openService>>;
  readonly simulator: Simulator;
  readonly evidence: Evidence;
  readonly isChecked: boolean;
}

async function openOnStage(facts: Facts, { service, simulator, evidence, isChecked }: Surroundings): Promise<Stage> {
  const all: Exchange[] = [];
  const secrets = knownSecrets(simulator.vendor.access);
  const collect = (): Exchange[] => {
    const fresh = simulator.exchanges();
    all.push(...fresh);
    secrets.learn(fresh);
    return fresh;
  };
  const leaks: string[] = [];
  const { url, apiKey, core } = service;
  const call = makeCall(url, apiKey);
  const checkedFetch = openCheckedFetch(url);
  const { connector } = facts;
  const accountKey = await connectEndUser({ url, call, connector, vendor: simulator.vendor }).catch(
    (error: unknown) => {
      throw new Error(`${(error as Error).message}\n${lastExchanges(collect())}`);
    },
  );
  const keys = { "x-api-key": apiKey, "x-account-key": accountKey };
  const ask: Stage["ask"] = async (id, request = {}) => {
    const sendOnce = () => send({ url, fetch: isChecked ? checkedFetch : fetch }, keys, id, request);
    const answer = await (request.atOnce ? sendOnce() : respectingLimits(simulator, sendOnce));
    collect();
    if (secrets.shownIn(answer.text).length > 0) leaks.push(`${id}: the response contains a secret`);
    return answer;
  };
  return {
    notes: { lists: new Map(), singles: new Map(), written: new Map(), count: 0 },
    facts,
    connector,
    simulator,
    evidence,
    ask,
    secrets,
    leaks,
    read: async (path, query) => {
      const address = `${url}${path}?${new URLSearchParams(query).toString()}`;
      return answerOf(fetch(address, { headers: { ...keys, "accept-encoding": "identity" } }));
    },
    reconcile: (id) => answerOf(checkedFetch(`${url}/operations/${id}/reconcile`, { method: "POST", headers: keys })),
    during: async (work) => {
      collect();
      const before = all.length;
      const result = await work();
      collect();
      return { result, exchanges: all.slice(before).filter(isData(facts.simulation)) };
    },
    exchanges: () => (collect(), all),
    impatient: service.impatient,
    session: () => {
      const { openSession, startSession } = core.connecting;
      const credentials = credentialsOf(simulator, (collect(), all));
      if (connector.signIn.kind !== "session") return openSession(connector, credentials);
      return reopeningSession(async () =>
        openSession(connector, { ...credentials, ...(await startSession(connector, credentials)) }),
      );
    },
    log: service.log,
    close: async () => {},
  };
}

/** The last traffic with the vendor, to explain why signing in failed. */
const lastExchanges = (exchanges: readonly Exchange[]): string =>
  exchanges
    .slice(-4)
    .map(
      ({ method, host, path, status, reply }) =>
        `${method} ${host}${path}: ${status} ${reply.toString().slice(0, 300)}`,
    )
    .join("\n");

const isData =
  ({ isSignIn }: Simulation) =>
  ({ path, host, body }: Exchange): boolean => {
    const url = `/${host}${path}`;
    return !/\/(oauth|oauth2|connect|identity|login|token)\b/i.test(url) && isSignIn?.({ url, body }) !== true;
  };

/** The end user's credentials: the newest token, or the keys. */
function credentialsOf({ vendor }: Simulator, exchanges: readonly Exchange[]): Record<string, string> {
  const tokenReply = exchanges.findLast(({ status, reply }) => status === 200 && reply.includes('"access_token"'));
  const token = tokenReply && (JSON.parse(tokenReply.reply.toString()) as { access_token: string });
  return token === undefined ? { ...vendor.access.credentials } : { accessToken: token.access_token };
}

/** A connector and the simulator of its vendor. */
interface Pairing {
  readonly connector: Connector;
  readonly simulator: Simulator;
}

function siteSettings({ connector: { id }, simulator: { url, vendor } }: Pairing): Record<string, string> {
  const name = id.toUpperCase().replaceAll("-", "_");
  const { oauthClient } = vendor.access;
  return {
    [`TARGET_SITE_${name}`]: url,
    ...(oauthClient && {
      [`OAUTH_CLIENT_ID_${name}`]: oauthClient.clientId,
      [`OAUTH_CLIENT_SECRET_${name}`]: oauthClient.clientSecret,
      ...(oauthClient.appKey !== undefined && { [`OAUTH_APP_KEY_${name}`]: oauthClient.appKey }),
    }),
  };
}

async function openService(pairings: readonly Pairing[]) {
  const folder = await mkdtemp(join(tmpdir(), "kontor-conformance-"));
  const fresh = await freshDatabase(tables);
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: fresh.url,
    ALLOW_PRIVATE_NETWORK: "true",
    SANDBOX: "off",
    LOG_LEVEL: "trace",
    RATE_LIMIT: "100000",
    // Simulators need not be protected from too many calls.
    TARGET_LIMITS: "off",
    ...Object.assign({}, ...pairings.map(siteSettings)),
  };
  const config = readConfig(settings, new Date());
  const lines: string[] = [];
  const logged = new Writable({
    write: (chunk, _encoding, done) => {
      lines.push(String(chunk));
      done();
    },
  });
  const storage = await openStorage({ config, log: pino(logOptions({ level: "trace" }), logged), exclusive: false });
  let patience = Number.POSITIVE_INFINITY;
  // Instead of waiting, move the simulated clock forward.
  const pause = async (milliseconds: number) => {
    for (const simulator of new Set(pairings.map((pairing) => pairing.simulator))) simulator.wait(milliseconds);
  };
  const between = (outbound: Outbound): Outbound => ({
    ...outbound,
    fetchBytes: (request) => outbound.fetchBytes({ ...request, deadlineMs: Math.min(request.deadlineMs, patience) }),
  });
  const connectors = pairings.map(({ connector }) => connector);
  const { url, core, close } = await listenWith(storage, connectors, { between, pause });
  const { apiKey } = await createApiKey(storage.database, await createTenant(storage.database, "Neuland"));
  return {
    url,
    apiKey,
    core,
    log: () => lines.join(""),
    impatient: async <Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result> => {
      patience = milliseconds;
      try {
        return await work();
      } finally {
        patience = Number.POSITIVE_INFINITY;
      }
    },
    stop: async () => {
      await close();
      await storage.close();
      await fresh.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

async function send(
  { url, fetch }: { readonly url: string; readonly fetch: CheckedFetch },
  keys: Readonly<Record<string, string>>,
  id: OperationId,
  { ids = {}, query = {}, body, headers = {} }: StageRequest,
): Promise<Answer> {
  const { method, path } = operations[id];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ""));
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]),
  );
  const isJson = body !== undefined && !(body instanceof FormData);
  return answerOf(
    fetch(`${url}${filled}?${search.toString()}`, {
      method,
      headers: { ...keys, ...(isJson && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    }),
  );
}

async function answerOf(pending: Promise<Response>): Promise<Answer> {
  const response = await pending;
  const text = await response.text();
  return { status: response.status, headers: response.headers, text, body: JSON.parse(text) as Body };
}

/** Some simulators enforce their vendor's rate limits. Instead of waiting, the simulated clock moves forward. */
async function respectingLimits(simulator: Simulator, sendOnce: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await sendOnce();
    const isLimited = answer.status === 429 && answer.body.errors?.[0]?.code === "target_rate_limited";
    if (!isLimited || tries === 4) return answer;
    simulator.wait((Number(answer.headers.get("retry-after")) || 60) * 1000);
  }
}
