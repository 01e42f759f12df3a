/** Starts a simulator on loopback, with everything that surrounds a vendor and is the same for all of them. */
import type { AddressInfo } from "node:net";
import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest } from "fastify";
import { openHanging, type Refused, refuse, takeFault } from "../src/sandbox/engine/faults.ts";
import { addControls, isControl } from "./engine/controls.ts";
import type { Refusals, SentRequest, Simulation, Vendor } from "./simulation.ts";

export interface Simulator {
  readonly slug: string;
  /** The value for `TARGET_SITE_<SLUG>`. */
  readonly url: string;
  readonly vendor: Vendor;
  /** Moves the vendor's clock forward. */
  wait(milliseconds: number): void;
  now(): number;
  /** Makes the next requests for the vendor's data fail. Signing in is not affected. */
  injectFault(kind: Fault, times: number): void;
  /** Refuses requests of these URLs, host included, as forbidden. Undefined: none. */
  refuse(urls: RegExp | undefined): void;
  /** Takes a right away from the connected user, as an administrator does in the vendor's own UI, or gives it back. */
  limitUser(isLimited: boolean): void;
  /** Closes the books until a day, as a bookkeeper does in the vendor's own UI, and returns how to open them again. */
  closeBooks(until: string): () => void;
  /** Answers in the second language of the vendor, as after a user has changed the language in the vendor's own UI. */
  speakSecondLanguage(isOn: boolean): void;
  /** Posts for which this is true get lost on their way. */
  lose(isLost: (count: number) => boolean): void;
  /** All requests and responses since the last call. */
  exchanges(): Exchange[];
  close(): Promise<void>;
}

/**
 * `silence` never responds, `garbage` responds with status 200 and broken JSON. `lostAnswer` affects the next write: the
 * vendor carries it out, and the connection breaks before the response.
 */
export type Fault = keyof Refusals | "silence" | "garbage" | "lostAnswer";

/** One request and its response, as sent over the wire. */
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
  /** Whether the simulator made it fail on purpose. */
  readonly isInjectedFault: boolean;
}

export interface StartOptions {
  readonly port?: number;
  /** Paths, host included, that never fail on purpose: the sign-in. */
  readonly spared?: RegExp;
  /** How many exchanges are kept for the next call; the oldest are dropped. */
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
  let isLost: (count: number) => boolean = () => false;
  let posts = 0;
  const deliver = loggingPost(posted);
  const send: typeof deliver = async (...sent) => {
    posts += 1;
    return isLost(posts) ? { status: 200, body: "" } : deliver(...sent);
  };
  const vendor = simulation.open({ now, url: () => url, post: send });
  const record = addRecorder(app, keep);
  const isSpared = (request: FastifyRequest) =>
    spared.test(request.url) || isControl(request.url) || simulation.isSignIn?.(sentOf(request)) === true;
  const isReading = (request: FastifyRequest) =>
    request.method === "GET" || request.method === "HEAD" || simulation.isReading?.(sentOf(request)) === true;
  // Before the vendor sees the request, or as soon as its body is known if only the body tells what it is.
  const when = simulation.isSignIn || simulation.isReading ? "preValidation" : "onRequest";
  const injectFault = addFaults(app, vendor, { when, isSpared, isReading, record });
  let refused: RegExp | undefined;
  app.addHook("onRequest", async (request, reply) => {
    if (refused?.test(request.url)) await refuse(reply, refusalFor(vendor, "forbidden"));
  });
  let isUserLimited = false;
  // Some vendors name the records only in the body.
  app.addHook("preValidation", async (request, reply) => {
    const { limitedUser } = vendor;
    if (isUserLimited && limitedUser?.isRefused(sentOf(request))) await refuse(reply, limitedUser.refused);
  });
  let isSecondLanguage = false;
  app.addHook("onSend", async (request, _reply, payload) => {
    if (!isSecondLanguage || typeof payload !== "string") return payload;
    return vendor.secondLanguage?.translate(payload, { ...sentOf(request), headers: request.headers }) ?? payload;
  });
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
    injectFault,
    refuse: (urls) => {
      refused = urls;
    },
    limitUser: (isLimited) => {
      if (vendor.limitedUser === undefined)
        throw new Error("The simulator does not know what to refuse to a limited user.");
      isUserLimited = isLimited;
    },
    closeBooks: (until) => {
      if (vendor.closeBooks === undefined) throw new Error("The simulator has no closed periods.");
      return vendor.closeBooks(until);
    },
    speakSecondLanguage: (isOn) => {
      if (vendor.secondLanguage === undefined) throw new Error("The simulator has no second language.");
      isSecondLanguage = isOn;
    },
    lose: (test) => {
      isLost = test;
    },
    exchanges: () => record.take(),
    close: async () => {
      await vendor.untilIdle();
      await app.close();
    },
  };
}

/** The body is only known after the `onRequest` hook. */
const sentOf = ({ url, body }: FastifyRequest): SentRequest => ({
  url,
  body: Buffer.isBuffer(body) ? body : Buffer.alloc(0),
});

interface FaultOptions {
  readonly when: "onRequest" | "preValidation";
  readonly isSpared: (request: FastifyRequest) => boolean;
  readonly isReading: (request: FastifyRequest) => boolean;
  readonly record: Recorder;
}

interface ActiveFault {
  readonly kind: Fault;
  readonly times: number;
}

function addFaults(
  app: FastifyInstance,
  vendor: Vendor,
  { when, isSpared, isReading, record }: FaultOptions,
): Simulator["injectFault"] {
  let active: readonly ActiveFault[] = [];
  const lost = new WeakSet<FastifyRequest>();
  const hang = openHanging(app);
  const strike = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (isSpared(request)) return;
    const { fault, remaining } = takeFault(active, ({ kind }) => kind !== "lostAnswer" || !isReading(request));
    active = remaining;
    if (fault === undefined) return;
    record.markInjectedFault(request);
    if (fault.kind === "silence") hang(reply);
    else if (fault.kind === "lostAnswer") lost.add(request);
    else await refuse(reply, refusalFor(vendor, fault.kind));
  };
  if (when === "onRequest") app.addHook("onRequest", strike);
  else app.addHook("preValidation", strike);
  app.addHook("onSend", async (request, _reply, payload) => {
    if (lost.has(request)) request.raw.socket.destroy();
    return payload;
  });
  return (kind, times) => {
    active = [{ kind, times }];
  };
}

const garbage: Refused = { status: 200, headers: { "content-type": "application/json" }, body: '{"half":' };

function refusalFor({ refusals }: Vendor, kind: keyof Refusals | "garbage"): Refused {
  const refused = kind === "garbage" ? garbage : refusals[kind];
  if (refused === undefined) throw new Error(`The vendor has no refusal "${kind}".`);
  return refused;
}

/** Bodies arrive as bytes. The vendor's routes parse them. */
function keepRawBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", { parseAs: "buffer" }, (_request, body, done) => done(null, body));
}

interface Recorder {
  markInjectedFault(request: FastifyRequest): void;
  take(): Exchange[];
}

function addRecorder(app: FastifyInstance, keep: number): Recorder {
  const exchanges: Exchange[] = [];
  const faulted = new WeakSet<FastifyRequest>();
  app.addHook("onSend", async (request, reply, payload) => {
    if (isControl(request.url)) return payload;
    if (exchanges.length >= keep) exchanges.shift();
    const [address = "", query = ""] = request.url.split("?");
    const [, host = "", ...path] = address.split("/");
    exchanges.push({
      method: request.method,
      host,
      path: `/${path.join("/")}`,
      query,
      headers: request.headers,
      body: Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0),
      status: reply.statusCode,
      replyHeaders: reply.getHeaders(),
      reply: Buffer.isBuffer(payload) ? payload : Buffer.from(typeof payload === "string" ? payload : ""),
      isInjectedFault: faulted.has(request),
    });
    return payload;
  });
  return {
    markInjectedFault: (request: FastifyRequest) => void faulted.add(request),
    take: () => exchanges.splice(0),
  };
}

const maxPosted = 100;

/** Keeps the outcome of the last posts for the controls. */
function loggingPost(posted: string[]): typeof post {
  const note = (line: string) => {
    if (posted.length >= maxPosted) posted.shift();
    posted.push(line);
  };
  return async (url, headers, body) => {
    try {
      const answer = await post(url, headers, body);
      note(`posted to ${url}, which responded with ${answer.status}`);
      return answer;
    } catch (error) {
      note(`posted to ${url}, which did not respond`);
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
