/**
 * `fetch` to a running service that checks each exchange against the service's OpenAPI description: every response must
 * match it, and no request that it allows may be refused. A mismatch is thrown, so that the calling test fails.
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
    // Compressing traffic that stays on this machine takes as long as checking it.
    if (!sent.has("accept-encoding")) sent.set("accept-encoding", "identity");
    const answer = await fetch(address, { ...init, headers: sent });
    // Read the body once and pass it on: cloning would send both copies through streams.
    const bytes = Buffer.from(await answer.arrayBuffer());
    const { status, statusText, headers } = answer;
    const body = bytes.toString();
    const type = headers.get("content-type") ?? "";
    const { pathname, searchParams } = new URL(address);
    const method = init.method ?? "GET";
    const request = { method, pathname, query: searchParams, headers: sent, body: init.body };
    const found = fault(request, { status, type, body });
    if (found !== undefined) throw new Error(`Not as described: ${method} ${pathname} ${found}`);
    return new Response(bytes.length === 0 ? null : bytes, { status, statusText, headers });
  };
}

export interface SentRequest {
  readonly method: string;
  readonly pathname: string;
  readonly query: URLSearchParams;
  readonly headers: Headers;
  readonly body?: unknown;
}

export interface ReceivedResponse {
  readonly status: number;
  readonly type: string;
  readonly body: string;
}

export interface Checks {
  /** The fault of a response; undefined if it matches the description, or if the operation is not described. */
  fault(request: SentRequest, response: ReceivedResponse): string | undefined;
}

/** Keyed by the target systems of the service, which determine its description: building a description is slow. */
const opened = new Map<string, Promise<Checks>>();

/** Keyed by the description without its prose: compiling the schemas is slow, and they hardly ever differ. */
const made = new Map<string, Checks>();

export async function openChecks(url: string): Promise<Checks> {
  // If the test trusts a proxy, this request counts against no other caller's rate limit.
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

/** Prose and examples, which no check uses. */
const isWording = (name: string, value: unknown): boolean =>
  (name === "description" && typeof value === "string") ||
  ["example", "info", "servers", "x-target-systems"].includes(name);

export function makeChecks(description: OpenApi): Checks {
  const schemas = openSchemas(description);
  const requests = openRequests(description, schemas);
  return {
    fault: (request, response) => {
      const found = requests.find(request.method, request.pathname);
      if (found === undefined) return undefined;
      const outside = answerFault(schemas, found.operation.responses, response);
      if (outside !== undefined) return outside;
      return response.status === 400 && requests.allows(found, request) ? refusalFault(response) : undefined;
    },
  };
}

interface DescribedAnswer {
  readonly content: Readonly<Record<string, { readonly schema: object }>>;
}

function answerFault(
  { pointed, faults }: Schemas,
  responses: Readonly<Record<string, object>>,
  { status, type, body }: ReceivedResponse,
): string | undefined {
  const { content } = (pointed(responses[status] ?? {}) as Partial<DescribedAnswer>) ?? {};
  const [mediaType = ""] = type.split(";");
  const media = content?.[mediaType];
  if (media === undefined) return `answered ${status} ${mediaType}, which is not described: ${body.slice(0, 300)}`;
  if (mediaType !== "application/json") return undefined;
  const found = faults(media.schema, JSON.parse(body));
  return found.length === 0 ? undefined : `answered ${status} with ${found.join("; ")}: ${body.slice(0, 500)}`;
}

/** Refusals for reasons that a schema cannot express. */
const beyondSchemas: readonly RegExp[] = [
  // Rules of one target system, which the message names.
  / (?:is required by|is not one of|is not known at|for) [A-Z]|^[A-Z].* (?:takes|has) no \w+ \w+(?:; there are |\. Use one of )/,
  // Properties of the connection.
  / this connection(?: |$)/,
  // Bytes or text that cannot be stored, in any field.
  / must be text (?:in UTF-8|without NUL)|^the body must not be nested deeper than |^The headers exceed /,
  // Stored data, or a combination of two values.
  /^cursor \d+ is /,
  /^The limit of \d+ subscriptions is reached/,
  /^The subscription \w+ has ended/,
  /^callbackUrl is required\. Send it, or register one/,
  // It is about where a URL leads from this installation.
  /^\w+ is not usable\. The URL leads to a private network/,
  /^id or the X-ACCOUNT-KEY header is required$/,
  // Imports: fields that one target system needs, tokens that were sent before, the tenant's own client.
  /^connections\[\d+\]\.\w+ (?:is|was|or) /,
  /^Tokens of .+ work only with the OAuth client/,
  /^The import is still running/,
  /^Send either endUserId or ids\.$/,
  /^Send either role or readOnly\.$/,
  /^to must be later than from$/,
  /^Debits and credits differ by [\d.]+\.$/,
  // Statuses that one target system can write.
  /^status has to be one of [A-Z, ]+, not [A-Z_]+\.$/,
];

/** Only `invalid_request` concerns the request alone; all other codes with status 400 concern the connection or the tenant. */
function refusalFault({ body }: ReceivedResponse): string | undefined {
  const { errors = [] } = JSON.parse(body) as { errors?: { code: string; message: string }[] };
  const unexplained = errors.filter(
    ({ code, message }) => code === "invalid_request" && !beyondSchemas.some((rule) => rule.test(message)),
  );
  if (unexplained.length === 0) return undefined;
  return `refused what the description allows: ${unexplained.map(({ message }) => message).join("; ")}`;
}
