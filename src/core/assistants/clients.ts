/** The programs that ask for access: with a metadata document at their own URL, or registered here (RFC 7591). */
import { Failure } from "../../contract/failure.ts";
import { type AssistantClient, addAssistantClient, findAssistantClient } from "../../store/assistants/clients.ts";
import { addAudit } from "../../store/log/auditLog.ts";
import { type Database, transaction } from "../../store/postgres/database.ts";
import type { RateLimit } from "../accounts/rateLimit.ts";
import type { Outbound } from "../outbound/client.ts";
import { OutboundFault } from "../outbound/exchange.ts";
import { newId } from "../secrets/ids.ts";
import { isUsableRedirect } from "./addresses.ts";
import { OAuthProblem } from "./problem.ts";

export interface ClientDeps {
  readonly database: Database;
  readonly outbound: Outbound;
  readonly baseUrl: () => string;
  readonly now: () => number;
  /** Limits registrations, readings of metadata documents and attempts to enter a code, by IP address. */
  readonly attempts: Pick<RateLimit, "take">;
}

export interface Clients {
  find(id: string, address: string): Promise<AssistantClient>;
  register(metadata: unknown, address: string): Promise<AssistantClient>;
}

/** Throws if this address has made too many attempts. */
export function takeAttempt({ attempts }: Pick<ClientDeps, "attempts">, address: string): void {
  const { allowed, seconds } = attempts.take(address);
  if (!allowed)
    throw new Failure("rate_limited", `Too many attempts. Try again in ${seconds} s.`, { retryAfter: seconds });
}

const mostCached = 200;
const longestAgeMs = 3_600_000;
const usualAgeMs = 300_000;
const mostRedirects = 10;
const longestName = 60;

interface Metadata {
  readonly client_id?: unknown;
  readonly client_name?: unknown;
  readonly redirect_uris?: unknown;
  readonly token_endpoint_auth_method?: unknown;
}

export function openClients(deps: ClientDeps): Clients {
  const { database, now } = deps;
  // Ordered by insertion: the first entry is the oldest.
  const documents = new Map<string, { readonly client: AssistantClient; readonly until: number }>();
  const readDocument = async (id: string, address: string): Promise<AssistantClient> => {
    const known = documents.get(id);
    if (known !== undefined && known.until > now()) return known.client;
    takeAttempt(deps, address);
    const { client, ageMs } = await fetchDocument(deps, id);
    documents.delete(id);
    documents.set(id, { client, until: now() + ageMs });
    if (documents.size > mostCached) documents.delete(documents.keys().next().value ?? "");
    return client;
  };
  return {
    find: async (id, address) => {
      if (isDocumentUrl(id, deps.baseUrl())) return readDocument(id, address);
      const client = await findAssistantClient(database, id);
      if (client === undefined)
        throw new OAuthProblem("invalid_client", "This client_id is not registered. Register again.");
      return client;
    },
    register: async (metadata, address) => {
      takeAttempt(deps, address);
      const { redirectUris, name } = readMetadata(metadata);
      const client = { id: `kcli_${newId()}`, name, redirectUris };
      await transaction(database, async (transacted) => {
        await addAssistantClient(transacted, client);
        const action = "assistantClient.register";
        await addAudit(transacted, { role: "visitor", tenantId: null, action, subject: client.id, address });
      });
      return client;
    },
  };
}

/**
 * An https URL with a path, as the draft on client id metadata documents demands. An installation that is itself on loopback
 * also reads documents from there, for development.
 */
function isDocumentUrl(id: string, baseUrl: string): boolean {
  if (!URL.canParse(id)) return false;
  const url = new URL(id);
  const isDevelopment = (address: URL): boolean => address.protocol === "http:" && address.hostname === "127.0.0.1";
  if (url.protocol !== "https:" && !(isDevelopment(url) && isDevelopment(new URL(baseUrl)))) return false;
  // Normalised forms only: without user, fragment or dot segments.
  return url.href === id && url.pathname !== "/" && url.username === "" && url.hash === "";
}

const documentBounds = { deadlineMs: 5000, maxBytes: 16 * 1024 } as const;

async function fetchDocument(
  { outbound }: ClientDeps,
  id: string,
): Promise<{ readonly client: AssistantClient; readonly ageMs: number }> {
  const unusable = (reason: string): OAuthProblem =>
    new OAuthProblem("invalid_client", `The metadata document of this client_id is not usable: ${reason}.`);
  const headers = { accept: "application/json" };
  const request = { method: "GET", url: id, headers, purpose: "supplied", ...documentBounds } as const;
  const response = await outbound.fetchBytes(request).catch((error: unknown) => {
    if (error instanceof OutboundFault) throw unusable("it could not be read");
    throw error;
  });
  if (response.status !== 200) throw unusable(`its status is ${response.status}`);
  const metadata = jsonIn(response.bytes);
  if (metadata === undefined) throw unusable("it is not a JSON object");
  if (metadata.client_id !== id) throw unusable("its client_id is another one");
  const { token_endpoint_auth_method: method = "none" } = metadata;
  if (method !== "none") throw unusable("token_endpoint_auth_method must be none");
  const { name, redirectUris } = readMetadata(metadata);
  return { client: { id, name, redirectUris }, ageMs: ageOf(response.headers["cache-control"]) };
}

function jsonIn(bytes: Buffer): Metadata | undefined {
  try {
    const value: unknown = JSON.parse(bytes.toString("utf8"));
    return typeof value === "object" && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function ageOf(cacheControl: string | string[] | undefined): number {
  const text = String(cacheControl ?? "");
  if (/no-store|no-cache/i.test(text)) return 0;
  const [, seconds] = /max-age=(\d{1,9})/i.exec(text) ?? [];
  return seconds === undefined ? usualAgeMs : Math.min(Number(seconds) * 1000, longestAgeMs);
}

function readMetadata(metadata: unknown): Omit<AssistantClient, "id"> {
  if (typeof metadata !== "object" || metadata === null)
    throw new OAuthProblem("invalid_client_metadata", "Send the client's metadata as a JSON object.");
  const { redirect_uris: redirects, client_name: name } = metadata as Metadata;
  if (!Array.isArray(redirects) || redirects.length === 0 || redirects.length > mostRedirects)
    throw new OAuthProblem("invalid_redirect_uri", `redirect_uris must be a list of 1 to ${mostRedirects} URLs.`);
  const wrong = redirects.findIndex((redirect) => !isUsableRedirect(redirect));
  if (wrong >= 0)
    throw new OAuthProblem(
      "invalid_redirect_uri",
      `redirect_uris[${wrong}] must be an https URL with a host name, or an http URL of localhost, 127.0.0.1 or [::1], without user and fragment.`,
    );
  const redirectUris = redirects as string[];
  return { redirectUris, name: readableName(name) ?? new URL(redirectUris[0] ?? "").host };
}

/** Without characters that are invisible or change the direction of the text around it. */
function readableName(name: unknown): string | undefined {
  if (typeof name !== "string") return undefined;
  const readable = name.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim();
  return readable === "" ? undefined : Array.from(readable).slice(0, longestName).join("");
}
