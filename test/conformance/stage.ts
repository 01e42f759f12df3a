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
import { reopeningSession } from "../../src/core/vendor/reopeningSession.ts";
import type { Walked } from "../../src/verify/pages.ts";
import { openStorage } from "../../src/wiring/storage.ts";
import type { Answer, Body } from "../calling.ts";
import { freshDatabase, tables } from "../database.ts";
import { type CheckedFetch, openCheckedFetch } from "../openapi/checkedFetch.ts";
import { makeCall } from "../platform.ts";
import type { Row } from "../service.ts";
import { listenWith } from "../wired.ts";
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
  readonly lists: Map<string, Promise<Walked>>;
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

/** Unwatched where nobody asks for evidence: looking at every record takes its time. */
export async function openStage(facts: Facts, { isWatched = true } = {}): Promise<Stage> {
  const simulator = await startSimulator(facts.simulation);
  const evidence = gather(facts.connector);
  const service = await openService(isWatched ? evidence.connector : facts.connector, simulator).catch(
    async (error: unknown) => {
      await simulator.close();
      throw error;
    },
  );
  const all: Exchange[] = [];
  const secrets = knownSecrets(simulator.vendor.access);
  const look = (): Exchange[] => {
    const fresh = simulator.exchanges();
    all.push(...fresh);
    secrets.learn(fresh);
    return fresh;
  };
  const leaks: string[] = [];
  const close = async () => {
    await service.stop();
    await simulator.close();
  };
  try {
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
      notes: { lists: new Map(), written: new Map(), count: 0 },
      ...{ facts, connector, simulator, evidence, ask, secrets, leaks, close },
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
    };
  } catch (error) {
    await close();
    throw error;
  }
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

async function openService(connector: Connector, { slug, url: site, vendor: { access }, wait }: Simulator) {
  const folder = await mkdtemp(join(tmpdir(), "kontor-conformance-"));
  const fresh = await freshDatabase(tables);
  const name = slug.toUpperCase().replaceAll("-", "_");
  const settings = {
    ...{ DATA_DIR: folder, DATABASE_URL: fresh.url, ALLOW_PRIVATE_NETWORK: "true", SANDBOX: "off" },
    // Simulators stand in for vendors, not for their patience.
    ...{ LOG_LEVEL: "trace", RATE_LIMIT: "100000", TARGET_LIMITS: "off", [`TARGET_SITE_${name}`]: site },
    ...(access.oauthClient && {
      [`OAUTH_CLIENT_ID_${name}`]: access.oauthClient.clientId,
      [`OAUTH_CLIENT_SECRET_${name}`]: access.oauthClient.clientSecret,
    }),
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
  const pause = async (milliseconds: number) => wait(milliseconds);
  const between = (outbound: Outbound): Outbound => ({
    ...outbound,
    fetchBytes: (request) => outbound.fetchBytes({ ...request, deadlineMs: Math.min(request.deadlineMs, patience) }),
  });
  const { url, core, close } = await listenWith(storage, [connector], { between, pause });
  const { apiKey } = await createApiKey(storage.database, await createTenant(storage.database, "Neuland"));
  return {
    ...{ url, apiKey, core },
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
