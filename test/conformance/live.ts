/**
 * A simulation that forwards every request to a real program, so that the whole suite runs against it. Like every
 * simulator, it can refuse requests, lose responses and record the traffic.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Simulation, Vendor } from "../../simulators/simulation.ts";

export interface LiveVendor extends Pick<Simulation, "slug" | "isSignIn" | "isReading"> {
  /** The program's URL. */
  readonly url: string;
  /** The end user's credentials. The host of `baseUrl` is invented and stands for the program. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly companies?: Vendor["companies"];
  /** The program's refusals, without those that it never uses. */
  readonly refusals: Vendor["refusals"];
  /** Ends all open sessions, if the program has sessions. */
  readonly expireTokens?: () => void;
  /** Changes a record as a person would in the program's own screens, if possible. `at` is the suite's clock. */
  readonly touch?: (id: string, list: string, at: number) => void;
  readonly remove?: (id: string) => void;
}

export function liveSimulation({ slug, url, credentials, refusals, ...vendor }: LiveVendor): Simulation {
  const { companies = [], isSignIn, isReading, touch } = vendor;
  const cannot = (verb: string) => () => {
    throw new Error(`The suite cannot ${verb} a record of ${slug}.`);
  };
  return {
    slug,
    ...(isSignIn && { isSignIn }),
    ...(isReading && { isReading }),
    open: ({ now }) => ({
      access: { credentials },
      companies,
      refusals,
      expireTokens: vendor.expireTokens ?? (() => {}),
      dropSubscriptions: cannot("drop the subscriptions of"),
      revokeAccess: cannot("revoke the access to"),
      touch: touch === undefined ? cannot("touch") : (id, list = "") => touch(id, list, now()),
      remove: vendor.remove ?? cannot("remove"),
      untilIdle: async () => {},
      routes: (app) => void app.all("/*", (request, reply) => forward(url, request, reply)),
    }),
  };
}

/** Headers that apply to one hop only, or that no longer fit after the body was read. */
const hopHeaders = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "host",
  "keep-alive",
  "transfer-encoding",
]);

const forwardedHeaders = (headers: Iterable<readonly [string, string]>): [string, string][] =>
  [...headers].flatMap(([name, value]) => (hopHeaders.has(name) ? [] : [[name, value]]));

async function forward(url: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const path = request.url.replace(/^\/[^/?]*/, "");
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
  const body = Buffer.isBuffer(request.body) && request.body.length > 0 ? new Uint8Array(request.body) : undefined;
  const answer = await fetch(`${url}${path}`, {
    method: request.method,
    headers: forwardedHeaders(headers),
    redirect: "manual",
    ...(body && { body }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return reply
    .code(answer.status)
    .headers(Object.fromEntries(forwardedHeaders(answer.headers)))
    .send(bytes);
}
