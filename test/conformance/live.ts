/**
 * A stand-in that passes everything on to a real program, so that the whole suite runs opposite it: around it is what is
 * around every simulator, which refuses, loses and counts.
 */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Simulation, Vendor } from "../../simulators/simulation.ts";

export interface LiveVendor extends Pick<Simulation, "slug" | "isSignIn" | "isReading"> {
  /** Where the program listens. */
  readonly url: string;
  /** What an end user signs in with; the host of `baseUrl` is made up, and stands for the program. */
  readonly credentials: Readonly<Record<string, string>>;
  readonly companies?: Vendor["companies"];
  /** As the program says no; what it never says is left out. */
  readonly refusals: Vendor["refusals"];
  /** Ends sessions that were given out, where there are any. */
  readonly expireTokens?: () => void;
  /** What somebody does at the program's own screens, where it can be done from here: `at` is the suite's moment. */
  readonly touch?: (id: string, list: string, at: number) => void;
  readonly remove?: (id: string) => void;
}

export function liveSimulation({ slug, url, credentials, refusals, ...vendor }: LiveVendor): Simulation {
  const { companies = [], isSignIn, isReading, touch } = vendor;
  const cannot = (what: string) => () => {
    throw new Error(`Nobody can ${what} a record of ${slug} from here.`);
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
      touch: touch === undefined ? cannot("touch") : (id, list = "") => touch(id, list, now()),
      remove: vendor.remove ?? cannot("remove"),
      settle: async () => {},
      routes: (app) => void app.all("/*", (request, reply) => passOn(url, request, reply)),
    }),
  };
}

/** What is between two hops only, or would be wrong after the body was read. */
const ofTheWay = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "host",
  "keep-alive",
  "transfer-encoding",
]);

const handedOn = (headers: Iterable<readonly [string, string]>): [string, string][] =>
  [...headers].flatMap(([name, value]) => (ofTheWay.has(name) ? [] : [[name, value]]));

async function passOn(url: string, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const path = request.url.replace(/^\/[^/?]*/, "");
  const headers = Object.entries(request.headers).map(([name, value]) => [name, String(value)] as const);
  const body = Buffer.isBuffer(request.body) && request.body.length > 0 ? new Uint8Array(request.body) : undefined;
  const answer = await fetch(`${url}${path}`, {
    method: request.method,
    headers: handedOn(headers),
    redirect: "manual",
    ...(body && { body }),
  });
  const bytes = Buffer.from(await answer.arrayBuffer());
  return reply
    .code(answer.status)
    .headers(Object.fromEntries(handedOn(answer.headers)))
    .send(bytes);
}
