/** A connector on stage: the real service around it, its vendor's simulator opposite, and one end user connected. */

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
import { type Evidence, gather } from "./evidence.ts";
import type { Facts, Ids, Query } from "./facts.ts";
import { knownSecrets, type Secrets } from "./secrets.ts";

export interface Asked {
  readonly ids?: Ids;
  readonly query?: Query;
  /** A form is sent as one, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Without waiting for the vendor's limits, where they are what is asked about. */
  readonly atOnce?: true;
}

/** What the checks learned so far. */
export interface Notes {
  /** Lists that were read whole. */
  readonly lists: Map<string, Promise<ReadList>>;
  /** Single records that were read. */
  readonly singles: Map<string, Promise<Answer>>;
  /** The last record that each write made. */
  readonly written: Map<OperationId, Row>;
  /** For what must not repeat. */
  count: number;
}

export interface Stage {
  readonly facts: Facts;
  readonly connector: Connector;
  readonly simulator: Simulator;
  readonly evidence: Evidence;
  readonly notes: Notes;
  /** Through the public API, as a platform. Waits as told where the simulator's own limits are reached. */
  ask(id: OperationId, asked?: Asked): Promise<Answer>;
  /** Any address of the service, read as a platform would, and not held to the description: who reads checks for itself. */
  read(path: string, query: Readonly<Record<string, string>>): Promise<Pick<Answer, "status" | "body" | "headers">>;
  /** What became of a write: `POST /operations/{id}/reconcile`. */
  reconcile(operationId: string): Promise<Answer>;
  /** What went to the vendor meanwhile, sign-in left out. */
  during<Result>(work: () => Promise<Result>): Promise<{ result: Result; exchanges: Exchange[] }>;
  /** Everything that went to the vendor. */
  exchanges(): readonly Exchange[];
  /** How long the service waits for the vendor, in milliseconds, while this is done. */
  impatient<Result>(milliseconds: number, work: () => Promise<Result>): Promise<Result>;
  /** Outside any company, with the end user's credentials. */
  session(): Session;
  /** Everything that the service logged. */
  log(): string;
  readonly secrets: Secrets;
  /** Answers that had a secret in them. */
  readonly leaks: readonly string[];
  close(): Promise<void>;
}

/** Connectors in one service: opening one, with its database, takes longer than most checks. */
export interface Stages {
  /** A new end user of one of the connectors. Whoever has the same simulation has the same simulator. */
  open(facts: Facts): Promise<Stage>;
  close(): Promise<void>;
}

interface StageOptions {
  /** Not where nobody asks for evidence: looking at every record takes its time. */
  readonly isWatched?: boolean;
}

export async function openStages(all: readonly Facts[], { isWatched = true }: StageOptions = {}): Promise<Stages> {
  const simulators = new Map<Simulation, Simulator>();
  const evidences = new Map(all.map(({ connector }) => [connector, gather(connector)]));
  const closeSimulators = () => Promise.all([...simulators.values()].map((simulator) => simulator.close()));
  try {
    for (const { simulation } of all)
      if (!simulators.has(simulation)) simulators.set(simulation, await startSimulator(simulation));
    const cast = all.map(({ connector, simulation }) => ({
      connector: isWatched ? the(evidences, connector).connector : connector,
      simulator: the(simulators, simulation),
    }));
    const service = await openService(cast);
    return {
      open: (facts) =>
        onStage(facts, {
          service,
          simulator: the(simulators, facts.simulation),
          evidence: the(evidences, facts.connector),
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

function the<Key, Value>(known: ReadonlyMap<Key, Value>, key: Key): Value {
  const found = known.get(key);
  if (found === undefined) throw new Error("It was not there when the stages were opened.");
  return found;
}

/** One connector in a service of its own. */
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
}

async function onStage(facts: Facts, { service, simulator, evidence }: Surroundings): Promise<Stage> {
  const all: Exchange[] = [];
  const secrets = knownSecrets(simulator.vendor.access);
  const look = (): Exchange[] => {
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
      throw new Error(`${(error as Error).message}\n${lastWords(look())}`);
    },
  );
  const keys = { "x-api-key": apiKey, "x-account-key": accountKey };
  const ask: Stage["ask"] = async (id, asked = {}) => {
    const once = () => send({ url, fetch: checkedFetch }, keys, id, asked);
    const answer = await (asked.atOnce ? once() : patiently(simulator, once));
    look();
    if (secrets.shownIn(answer.text).length > 0) leaks.push(`${id}: the answer has a secret in it`);
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
      const asked = `${url}${path}?${new URLSearchParams(query).toString()}`;
      return answerOf(fetch(asked, { headers: { ...keys, "accept-encoding": "identity" } }));
    },
    reconcile: (id) => answerOf(checkedFetch(`${url}/operations/${id}/reconcile`, { method: "POST", headers: keys })),
    during: async (work) => {
      look();
      const before = all.length;
      const result = await work();
      look();
      return { result, exchanges: all.slice(before).filter(isData(facts.simulation)) };
    },
    exchanges: () => (look(), all),
    impatient: service.impatient,
    session: () => {
      const { openSession, startSession } = core.connecting;
      const credentials = credentialsOf(simulator, (look(), all));
      if (connector.signIn.kind !== "session") return openSession(connector, credentials);
      return reopeningSession(async () =>
        openSession(connector, { ...credentials, ...(await startSession(connector, credentials)) }),
      );
    },
    log: service.log,
    close: async () => {},
  };
}

/** What the vendor said last, for who has to find out why signing in failed. */
const lastWords = (exchanges: readonly Exchange[]): string =>
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

/** What an end user signed in with: the newest token that was given out, or the keys. */
function credentialsOf({ vendor }: Simulator, exchanges: readonly Exchange[]): Record<string, string> {
  const given = exchanges.findLast(({ status, reply }) => status === 200 && reply.includes('"access_token"'));
  const token = given && (JSON.parse(given.reply.toString()) as { access_token: string });
  return token === undefined ? { ...vendor.access.credentials } : { accessToken: token.access_token };
}

/** Who plays whom: a connector, and what stands for its vendor. */
interface Part {
  readonly connector: Connector;
  readonly simulator: Simulator;
}

function siteSettings({ connector: { id }, simulator: { url, vendor } }: Part): Record<string, string> {
  const name = id.toUpperCase().replaceAll("-", "_");
  const { oauthClient } = vendor.access;
  return {
    [`TARGET_SITE_${name}`]: url,
    ...(oauthClient && {
      [`OAUTH_CLIENT_ID_${name}`]: oauthClient.clientId,
      [`OAUTH_CLIENT_SECRET_${name}`]: oauthClient.clientSecret,
    }),
  };
}

async function openService(cast: readonly Part[]) {
  const folder = await mkdtemp(join(tmpdir(), "kontor-conformance-"));
  const fresh = await freshDatabase(tables);
  const settings = {
    DATA_DIR: folder,
    DATABASE_URL: fresh.url,
    ALLOW_PRIVATE_NETWORK: "true",
    SANDBOX: "off",
    // Simulators stand in for vendors, not for their patience.
    LOG_LEVEL: "trace",
    RATE_LIMIT: "100000",
    TARGET_LIMITS: "off",
    ...Object.assign({}, ...cast.map(siteSettings)),
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
  // As everywhere on stage, it is the vendor's clock that is moved on.
  const pause = async (milliseconds: number) => {
    for (const simulator of new Set(cast.map((part) => part.simulator))) simulator.wait(milliseconds);
  };
  const between = (outbound: Outbound): Outbound => ({
    ...outbound,
    fetchBytes: (request) => outbound.fetchBytes({ ...request, deadlineMs: Math.min(request.deadlineMs, patience) }),
  });
  const connectors = cast.map(({ connector }) => connector);
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
  { ids = {}, query = {}, body, headers = {} }: Asked,
): Promise<Answer> {
  const { method, path } = operations[id];
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ""));
  const wanted = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, `${value}`]),
  );
  const isJson = body !== undefined && !(body instanceof FormData);
  return answerOf(
    fetch(`${url}${filled}?${wanted.toString()}`, {
      method,
      headers: { ...keys, ...(isJson && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: isJson ? JSON.stringify(body) : body }),
    }),
  );
}

async function answerOf(asked: Promise<Response>): Promise<Answer> {
  const answer = await asked;
  const text = await answer.text();
  return { status: answer.status, headers: answer.headers, text, body: JSON.parse(text) as Body };
}

/** A simulator may keep to its vendor's limits: the vendor's clock is moved on, as a caller would wait. */
async function patiently(simulator: Simulator, once: () => Promise<Answer>): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await once();
    const isLimited = answer.status === 429 && answer.body.errors?.[0]?.code === "target_rate_limited";
    if (!isLimited || tries === 4) return answer;
    simulator.wait((Number(answer.headers.get("retry-after")) || 60) * 1000);
  }
}
