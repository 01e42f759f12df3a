/** A vendor that knows only what was seen: a server on loopback that replies with the bodies of an evidence file. */
import type { IncomingMessage } from "node:http";
import { buffer } from "node:stream/consumers";
import type { Connector } from "../../src/contract/connector.ts";
import type { Session } from "../../src/contract/session.ts";
import type { Outbound } from "../../src/core/outbound/client.ts";
import { Secret } from "../../src/core/secrets/secret.ts";
import { createSession } from "../../src/core/session/session.ts";
import { makeResolveSite, targetOf } from "../../src/core/session/target.ts";
import { serveHttp } from "../support/loopback.ts";
import { differences } from "./differences.ts";
import type { Exchange, SeenCall, SeenReply, SeenRequest } from "./files.ts";
import { graphQlCallIn, isSameQuery } from "./graphql.ts";
import { xmlIn, xmlText } from "./xml.ts";

/** A request that the connector made. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingMessage["headers"];
  /** JSON or XML, or the text if it is neither. */
  readonly body: unknown;
}

/** The exchanges of the file, and those that all files of the vendor share. */
export interface Knowledge {
  readonly own: readonly Exchange[];
  readonly shared: readonly Exchange[];
}

interface Scene extends Knowledge {
  /** Makes a path relative to the site and the company. */
  readonly relative: (path: string) => string;
  readonly received: ReceivedRequest[];
  readonly used: Set<Exchange>;
  readonly unanswered: string[];
}

export interface Stage {
  readonly session: Session;
  readonly received: readonly ReceivedRequest[];
  /** The requests without a reply in the file. */
  readonly unanswered: readonly string[];
  readonly used: ReadonlySet<Exchange>;
}

export interface EvidenceVendor {
  open(connector: Connector, knowledge: Knowledge, call: SeenCall): Stage;
  close(): Promise<void>;
}

/** Values for every kind of sign-in, which stand for the real ones in evidence files. */
export const standInCredentials: Readonly<Record<string, Secret>> = Object.fromEntries(
  Object.entries({
    accessToken: "seen-access-token",
    apiKey: "seen-api-key",
    appKey: "seen-app-key",
    baseUrl: "https://books.example",
    clientId: "seen-client",
    clientSecret: "seen-client-secret",
    cluster: "seen",
    database: "books",
    mandant: "1",
    password: "seen-password",
    sessionToken: "seen-session-token",
    tenantId: "tenant",
    userId: "1",
    username: "seen-user",
  }).map(([name, value]) => [name, new Secret(value)]),
);

/** Fields that an end user may leave empty are left empty. */
const credentialsFor = ({ signIn: { asks } }: Connector): Readonly<Record<string, Secret>> => {
  const optional = new Set<string>(asks.filter((ask) => ask.optional).map(({ name }) => name));
  return Object.fromEntries(Object.entries(standInCredentials).filter(([name]) => !optional.has(name)));
};

export async function openEvidenceVendor(outbound: Outbound): Promise<EvidenceVendor> {
  let scene: Scene | undefined;
  const server = await serveHttp(async (message, response) => {
    const {
      status = 200,
      headers = {},
      ...content
    } = scene === undefined ? { status: 410 } : await answer(message, scene);
    const { text, type } = written(content);
    response.writeHead(status, { ...(type !== undefined && { "content-type": type }), ...headers });
    response.end(text);
  });
  return {
    open: (connector, knowledge, { company = "1", environment = "production" }) => {
      const credentials = credentialsFor(connector);
      const facts = { ownUrl: server.url, publicUrl: server.url };
      const resolved = makeResolveSite(() => facts, { [connector.id]: server.url })(connector, credentials);
      const scope = { company, environment };
      const { base, scopePath } = targetOf({ connector, credentials, scope, ...resolved });
      const received: ReceivedRequest[] = [];
      const unanswered: string[] = [];
      const used = new Set<Exchange>();
      const relative = (path: string): string =>
        path.startsWith(base) ? path.slice(base.length) : `https:/${withoutScope(connector, path, scopePath)}`;
      scene = { ...knowledge, relative, received, used, unanswered };
      const session = createSession({
        connector,
        connection: { credentials },
        scope,
        outbound,
        ...resolved,
        log: { debug: () => undefined },
        clock: Date.now,
        pause: async () => undefined,
      });
      return { session, received, unanswered, used };
    },
    close: () => server.close(),
  };
}

function withoutScope({ otherSites = [] }: Connector, path: string, scopePath: string): string {
  const site = otherSites.map((address) => address.replace("https:/", "")).find((start) => path.startsWith(start));
  return site === undefined ? path : site + path.slice(site.length).replace(scopePath, "");
}

async function answer(message: IncomingMessage, scene: Scene): Promise<SeenReply> {
  const { pathname, searchParams } = new URL(message.url ?? "", "http://localhost");
  const text = (await buffer(message)).toString();
  const request: ReceivedRequest = {
    method: message.method ?? "",
    path: scene.relative(pathname),
    query: Object.fromEntries(searchParams),
    headers: message.headers,
    body: text === "" ? undefined : (json(text) ?? xmlIn(text) ?? text),
  };
  scene.received.push(request);
  const fitting = [...scene.own, ...scene.shared]
    .filter((exchange) => fits(exchange.request, request))
    .toSorted((left, right) => conditionsOf(right) - conditionsOf(left));
  const [best] = fitting;
  const isOwn = best !== undefined && scene.own.includes(best);
  const alike = fitting.filter((candidate) => !isOwn || scene.own.includes(candidate));
  const exchange = alike.find((candidate) => !scene.used.has(candidate)) ?? alike.at(-1);
  if (exchange === undefined) {
    scene.unanswered.push(`${request.method} ${request.path} ${JSON.stringify(request.query)} ${text}`);
    return { status: 404, body: {} };
  }
  scene.used.add(exchange);
  return exchange.reply;
}

/** A reply to a certain query comes before a reply to any query of the path. */
const conditionsOf = ({ request: { query = {} } }: Exchange): number => Object.keys(query).length;

/** Writes are compared afterwards, so only the bodies of reads by POST have to fit. */
function fits({ method = "GET", path, query = {}, body, isXml }: SeenRequest, received: ReceivedRequest): boolean {
  const isSame = method === received.method && decoded(path) === decoded(received.path);
  if (!isSame || differences(query, received.query, false).length > 0) return false;
  if (method === "POST" && graphQlCallIn(body) !== undefined) return isSameQuery(body, received.body);
  return method !== "POST" || body === undefined || !(isXml || isSelection(body)) || isWithin(body, received.body);
}

/** A body that selects a request of JSON-RPC names its method. */
const isSelection = (body: unknown): boolean =>
  typeof body === "object" && body !== null && ("method" in body || "params" in body);

/** Whether every listed value occurs. Null stands for any entry of a list. */
function isWithin(expected: unknown, actual: unknown): boolean {
  if (expected === null) return true;
  if (typeof expected !== "object") return expected === actual;
  if (typeof actual !== "object" || actual === null) return false;
  return Object.entries(expected).every(([name, value]) => isWithin(value, (actual as Record<string, unknown>)[name]));
}

const decoded = (path: string): string => {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
};

function json(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function written({ body, isXml, text, lines }: Omit<SeenReply, "status" | "headers">): { text: string; type?: string } {
  if (isXml) return { text: xmlText(body), type: "text/xml; charset=utf-8" };
  if (lines !== undefined)
    return { text: lines.map((line) => JSON.stringify(line)).join("\n"), type: "application/x-ndjson" };
  if (text !== undefined) return { text };
  return body === undefined ? { text: "" } : { text: JSON.stringify(body), type: "application/json" };
}
