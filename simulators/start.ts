/** Starts a simulator on loopback: what surrounds a vendor, the same for all of them. */
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { addControls, isControl } from "./engine/controls.ts";
import type { Refusals, Refused, SentRequest, Simulation, Vendor } from "./simulation.ts";

export interface Simulator {
  readonly slug: string;
  /** What `TARGET_SITE_<SLUG>` is set to. */
  readonly url: string;
  readonly vendor: Vendor;
  /** Moves the vendor's clock on. */
  wait(milliseconds: number): void;
  now(): number;
  /** The next requests to the vendor's data, sign-in left out, go wrong. */
  trouble(kind: Trouble, times: number): void;
  /** Everything that was asked and answered since the last look. */
  exchanges(): Exchange[];
  close(): Promise<void>;
}

/**
 * `silence` never answers, `garbage` is no JSON with status 200. `lostAnswer` strikes the next write: it is carried out,
 * and the connection breaks before the answer.
 */
export type Trouble = keyof Refusals | "silence" | "garbage" | "lostAnswer";

/** One request and its reply, as they went over the wire. */
export interface Exchange {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly host: string;
  readonly query: string;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  readonly status: number;
  readonly replyHeaders: Readonly<Record<string, unknown>>;
  readonly reply: Buffer;
  /** Whether we made it go wrong. */
  readonly troubled: boolean;
}

export interface StartOptions {
  readonly port?: number;
  /** Paths, host included, that trouble leaves alone: the sign-in. */
  readonly spared?: RegExp;
  /** How many exchanges are kept for the next look; the oldest go first. */
  readonly keep?: number;
}

const usuallySpared = /\/(oauth|oauth2|connect|identity|login|token)\b/i;

export async function startSimulator(simulation: Simulation, options: StartOptions = {}): Promise<Simulator> {
  const { port = 0, spared = usuallySpared, keep = Number.POSITIVE_INFINITY } = options;
  const app = Fastify({
    bodyLimit: 64 * 1024 * 1024,
    forceCloseConnections: true,
    routerOptions: { maxParamLength: 1000 },
  });
  let ahead = 0;
  let url = "";
  const now = () => Date.now() + ahead;
  const posted: string[] = [];
  const vendor = simulation.open({ now, url: () => url, post: told(posted) });
  const record = recorder(app, keep);
  const isSpared = (request: FastifyRequest) =>
    spared.test(request.url) || isControl(request.url) || simulation.isSignIn?.(sentOf(request)) === true;
  const isReading = (request: FastifyRequest) =>
    request.method === "GET" || request.method === "HEAD" || simulation.isReading?.(sentOf(request)) === true;
  // Before the vendor looks at it, or as soon as the body is there where that tells what it is.
  const when = simulation.isSignIn || simulation.isReading ? "preValidation" : "onRequest";
  const troubles = troubleMaker(app, vendor, { when, isSpared, isReading, record });
  keepRawBodies(app);
  addControls(app, { slug: simulation.slug, vendor, posted: () => posted.splice(0) });
  vendor.routes(app);
  await app.listen({ host: "127.0.0.1", port });
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`;
  return {
    slug: simulation.slug,
    url,
    vendor,
    now,
    wait: (milliseconds) => {
      ahead += milliseconds;
    },
    trouble: (kind, times) => {
      troubles.splice(0, Infinity, ...Array.from({ length: times }, () => kind));
    },
    exchanges: () => record.take(),
    close: async () => {
      await vendor.settle();
      await app.close();
    },
  };
}

/** Known once the body is there. */
const sentOf = ({ url, body }: FastifyRequest): SentRequest => ({
  url,
  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
});

interface Making {
  readonly when: "onRequest" | "preValidation";
  readonly isSpared: (request: FastifyRequest) => boolean;
  readonly isReading: (request: FastifyRequest) => boolean;
  readonly record: Recorder;
}

/** What is going to go wrong, the next first. */
function troubleMaker(app: FastifyInstance, vendor: Vendor, { when, isSpared, isReading, record }: Making): Trouble[] {
  const troubles: Trouble[] = [];
  const lost = new WeakSet<FastifyRequest>();
  const strike = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (isSpared(request)) return;
    if (troubles[0] === "lostAnswer" && isReading(request)) return;
    const kind = troubles.shift();
    if (kind === undefined) return;
    record.trouble(request);
    if (kind === "silence") reply.hijack();
    else if (kind === "lostAnswer") lost.add(request);
    else await refuse(reply, (kind === "garbage" ? garbage : vendor.refusals[kind]) ?? unknownRefusal(kind));
  };
  if (when === "onRequest") app.addHook("onRequest", strike);
  else app.addHook("preValidation", strike);
  app.addHook("onSend", async (request, _reply, payload) => {
    if (lost.has(request)) request.raw.socket.destroy();
    return payload;
  });
  return troubles;
}

const unknownRefusal = (kind: Trouble): never => {
  throw new Error(`The vendor never says ${kind}.`);
};

const garbage: Refused = { status: 200, headers: { "content-type": "application/json" }, body: '{"half":' };

const refuse = (reply: FastifyReply, { status, headers = {}, body }: Refused) =>
  reply
    .code(status)
    .headers({ "content-type": typeof body === "string" ? "text/plain" : "application/json", ...headers })
    .send(typeof body === "string" ? body : JSON.stringify(body));

/** Bodies arrive as bytes, whatever they are; a vendor's routes read them as they need. */
function keepRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
}

interface Recorder {
  trouble(request: FastifyRequest): void;
  take(): Exchange[];
}

function recorder(app: FastifyInstance, keep: number): Recorder {
  const taken: Exchange[] = [];
  const troubled = new WeakSet<FastifyRequest>();
  app.addHook("onSend", async (request, reply, payload) => {
    if (isControl(request.url)) return payload;
    if (taken.length >= keep) taken.shift();
    const [whole = "", query = ""] = request.url.split("?");
    const [, host = "", ...rest] = whole.split("/");
    taken.push({
      method: request.method,
      host,
      path: `/${rest.join("/")}`,
      query,
      headers: request.headers,
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      status: reply.statusCode,
      replyHeaders: reply.getHeaders(),
      reply: Buffer.isBuffer(payload) ? payload : Buffer.from(typeof payload === "string" ? payload : ""),
      troubled: troubled.has(request),
    });
    return payload;
  });
  return {
    trouble: (request: FastifyRequest) => void troubled.add(request),
    take: () => taken.splice(0),
  };
}

const mostTold = 100;

/** Keeps what became of the last posts, for the controls. */
function told(posted: string[]): typeof post {
  const note = (line: string) => {
    if (posted.length >= mostTold) posted.shift();
    posted.push(line);
  };
  return async (url, headers, body) => {
    try {
      const answer = await post(url, headers, body);
      note(`posted to ${url}, which answered ${answer.status}`);
      return answer;
    } catch (error) {
      note(`posted to ${url}, where nobody answered`);
      throw error;
    }
  };
}

async function post(url: string, headers: Readonly<Record<string, string>>, body: string) {
  const answer = await fetch(url, {
    method: "POST",
    headers,
    body,
    redirect: "manual",
    signal: AbortSignal.timeout(5000),
  });
  return { status: answer.status, body: await answer.text() };
}
