/**
 * `fetch` to a running service, held to the description that the service itself hands out, both ways: no answer outside
 * it, and no refusal of what it allows. What does not fit is thrown, so that the test that asked fails.
 */

import { openRequests } from "./requests.ts";
import { type OpenApi, openSchemas, type Schemas } from "./schemas.ts";

export type CheckedFetch = (address: string, init?: RequestInit) => Promise<Response>;

export function openCheckedFetch(url: string): CheckedFetch {
  let opened: Promise<Checks> | undefined;
  return async (address, init = {}) => {
    opened ??= openChecks(url);
    const { fault } = await opened;
    const sent = new Headers(init.headers);
    // Packing and unpacking what stays on this machine takes as long as checking it.
    if (!sent.has("accept-encoding")) sent.set("accept-encoding", "identity");
    const answer = await fetch(address, { ...init, headers: sent });
    // Read once and handed on: a clone takes both through streams.
    const bytes = Buffer.from(await answer.arrayBuffer());
    const { status, statusText, headers } = answer;
    const body = bytes.toString();
    const type = headers.get("content-type") ?? "";
    const { pathname, searchParams } = new URL(address);
    const method = init.method ?? "GET";
    const asked = { method, pathname, query: searchParams, headers: sent, body: init.body };
    const found = fault(asked, { status, type, body });
    if (found !== undefined) throw new Error(`Not as described: ${method} ${pathname} ${found}`);
    return new Response(bytes.length === 0 ? null : bytes, { status, statusText, headers });
  };
}

export interface Asked {
  readonly method: string;
  readonly pathname: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body?: unknown;
}

export interface Answered {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export interface Checks {
  /** What is wrong with the answer to a request; undefined when it is as described, or about no described operation. */
  fault(asked: Asked, answered: Answered): string | undefined;
}

/** By the target systems of the service, on which its description depends: making one takes long. */
const opened = new Map<string, Promise<Checks>>();

/** By what the description says apart from its words: compiling the schemas takes long, and hardly any differ. */
const made = new Map<string, Checks>();

export async function openChecks(url: string): Promise<Checks> {
  // Where a test has a proxy in front, nobody's requests are spent on this one.
  const elsewhere = { headers: { "x-forwarded-for": "198.51.100.1" } };
  const targetSystems = await (await fetch(`${url}/targetSystems`, elsewhere)).text();
  const known = opened.get(targetSystems) ?? describedChecks(url);
  opened.set(targetSystems, known);
  return known;
}

async function describedChecks(url: string): Promise<Checks> {
  const description = (await (await fetch(`${url}/openapi.json`)).json()) as OpenApi;
  const gist = JSON.stringify(description, (name, value: unknown) => (isWording(name, value) ? undefined : value));
  const known = made.get(gist) ?? makeChecks(description);
  made.set(gist, known);
  return known;
}

/** What people read, and what no check looks at. */
const isWording = (name: string, value: unknown): boolean =>
  (name === "description" && typeof value === "string") ||
  ["example", "info", "servers", "x-target-systems"].includes(name);

export function makeChecks(description: OpenApi): Checks {
  const schemas = openSchemas(description);
  const requests = openRequests(description, schemas);
  return {
    fault: (asked, answered) => {
      const found = requests.find(asked.method, asked.pathname);
      if (found === undefined) return undefined;
      const outside = answerFault(schemas, found.operation.responses, answered);
      if (outside !== undefined) return outside;
      return answered.status === 400 && requests.allows(found, asked) ? refusalFault(answered) : undefined;
    },
  };
}

interface DescribedAnswer {
  readonly content: Readonly<Record<string, { readonly schema: object }>>;
}

function answerFault(
  { pointed, faults }: Schemas,
  responses: Readonly<Record<string, object>>,
  { status, type, body }: Answered,
): string | undefined {
  const { content } = (pointed(responses[status] ?? {}) as Partial<DescribedAnswer>) ?? {};
  const [mediaType = ""] = type.split(";");
  const media = content?.[mediaType];
  if (media === undefined) return `answered ${status} ${mediaType}, which is not described: ${body.slice(0, 300)}`;
  if (mediaType !== "application/json") return undefined;
  const found = faults(media.schema, JSON.parse(body));
  return found.length === 0 ? undefined : `answered ${status} with ${found.join("; ")}: ${body.slice(0, 500)}`;
}

/** What no schema can say. */
const beyondSchemas: readonly RegExp[] = [
  // It is about one target system, and names it.
  / (?:is required by|is not one of|is not known at|for) [A-Z]|^[A-Z].* (?:takes|has) no \w+ \w+(?:; there are |\. Use one of )/,
  // It is about what the connection was made with.
  / this connection(?: |$)/,
  // It is about bytes or texts that cannot be stored, wherever they are.
  / must be text (?:in UTF-8|without NUL)|^the body must not be nested deeper than |^The headers exceed /,
  // It is about what is stored, or about two things that were sent.
  /^cursor \d+ is /,
  /^The limit of \d+ subscriptions is reached/,
  /^The subscription \w+ has ended/,
  /^callbackUrl is required\. Send it, or register one/,
  // It is about where a URL leads from this installation.
  /^\w+ is not usable\. The URL leads to a private network/,
  /^id or the X-ACCOUNT-KEY header is required$/,
  /^to must be later than from$/,
  /^Debits and credits differ by [\d.]+\.$/,
  // It is about the statuses that one target system can write.
  /^status has to be one of [A-Z, ]+, not [A-Z_]+\.$/,
];

/** Only `invalid_request` is about the request alone; every other code of 400 is about the connection or the tenant. */
function refusalFault({ body }: Answered): string | undefined {
  const { errors = [] } = JSON.parse(body) as { errors?: { code: string; message: string }[] };
  const unsaid = errors.filter(
    ({ code, message }) => code === "invalid_request" && !beyondSchemas.some((rule) => rule.test(message)),
  );
  if (unsaid.length === 0) return undefined;
  return `refused what the description allows: ${unsaid.map(({ message }) => message).join("; ")}`;
}
