/** The URL and headers of a session's requests, built once when it opens, so that a call only adds its path. */

import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Scope, VendorQuery } from "../../contract/session.ts";
import type { ServiceUrls, SignIn, SignInInput } from "../../contract/signIn.ts";
import type { Purpose } from "../outbound/client.ts";
import { withoutTrailingSlashes } from "../outbound/suppliedUrl.ts";
import type { Secret } from "../secrets/secret.ts";
import { fill, namesIn, type ValueOf } from "./template.ts";
import { targetFailure } from "./vendorError.ts";

export interface TargetFacts {
  readonly connector: Connector;
  readonly credentials: Readonly<Record<string, Secret>>;
  /** Absent for calls outside any company. */
  readonly scope?: Scope | undefined;
  /** The base URL of the connector for this installation. */
  readonly site: string;
  /** The operator's stand-in for this target system: `https://host/path` becomes `<targetSite>/host/path`. */
  readonly targetSite?: string | undefined;
}

type Headers = Readonly<Record<string, string>>;

export interface Target {
  readonly origin: string;
  readonly host: string;
  /** The prefix of every path. */
  readonly base: string;
  /** The part of the prefix that names the chosen company. */
  readonly scopePath: string;
  /** The query parameters that name the chosen company. */
  readonly scopeQuery: VendorQuery | undefined;
  readonly headers: Headers;
  readonly purpose: Purpose;
}

/** Caches targets for as long as their credentials are in memory, because every request opens a session. */
export function openTargets(): typeof targetOf {
  const known = new WeakMap<TargetFacts["credentials"], Map<string, Target>>();
  return (facts) => {
    const { connector, credentials, scope, site, targetSite } = facts;
    const targets = known.get(credentials) ?? new Map<string, Target>();
    known.set(credentials, targets);
    const name = JSON.stringify([connector.id, scope, site, targetSite]);
    const target = targets.get(name) ?? targetOf(facts);
    targets.set(name, target);
    if (targets.size > maxTargets) targets.clear();
    return target;
  };
}

/** For one connection: callers may name many companies and environments. */
const maxTargets = 100;

export function targetOf({ connector, credentials, scope, site, targetSite }: TargetFacts): Target {
  const chosen = scope === undefined ? {} : (connector.scope?.(scope) ?? {});
  const url = new URL(standInUrl(siteOf(connector, site, credentials), targetSite));
  const scopePath = withoutTrailingSlashes(chosen.path ?? "");
  const base = withoutTrailingSlashes(url.pathname) + scopePath;
  const scopeHeaders = chosen.headers ?? {};
  if (/[^\x21-\x7e]/.test(base) || !areSendable(scopeHeaders))
    throw new Failure(
      "invalid_request",
      `${connector.name} has no company or environment with this id. Check companyId and environmentName; GET /auth/companies lists the companies.`,
    );
  const signIn = signInHeaders(connector.signIn, valuesOf(credentials, scope));
  if (signIn === undefined || !areSendable(signIn)) throw targetFailure(connector, "connection_needs_reauth");
  return {
    origin: url.origin,
    host: url.host,
    base,
    scopePath,
    scopeQuery: chosen.query,
    headers: { "user-agent": "kontor", "accept-encoding": "gzip, br", ...scopeHeaders, ...signIn },
    purpose: purposeOf(credentials, targetSite),
  };
}

/** A single host label or path segment, so that the URL cannot lead to another host. */
const isSingleLabel = (value: string): boolean => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(value);

/** Fills the credentials into the URL of vendors that give each customer a separate host. */
function siteOf(connector: Connector, site: string, credentials: TargetFacts["credentials"]): string {
  return site.replaceAll(/\{(\w+)\}/g, (_match, name: string) => {
    const value = valuesOf(credentials)(name) ?? "";
    if (!isSingleLabel(value)) throw targetFailure(connector, "connection_needs_reauth");
    return value.toLowerCase();
  });
}

/** URLs supplied by end users are checked like self-hosted systems, unless the operator set a stand-in. */
export const purposeOf = (credentials: Readonly<Record<string, unknown>>, targetSite: string | undefined): Purpose =>
  targetSite === undefined && Object.hasOwn(credentials, "baseUrl") ? "selfHosted" : "vendor";

/** The credentials that are not secret: connectors may see them. */
export function visibleCredentialsOf(
  { signIn: { asks } }: Connector,
  credentials: TargetFacts["credentials"],
): SignInInput {
  const visible = asks.flatMap(({ name, secret }) => {
    const value = secret ? undefined : credentials[name]?.reveal();
    return value === undefined ? [] : [[name, name === "baseUrl" ? withoutTrailingSlashes(value) : value]];
  });
  return Object.fromEntries(visible) as SignInInput;
}

/** The URLs to which requests for a target system go. */
export type ResolveSite = (
  connector: Connector,
  credentials: TargetFacts["credentials"],
) => Pick<TargetFacts, "site" | "targetSite">;

/** `targetSites`: the operator's stand-ins, by target system. */
export const makeResolveSite =
  (facts: () => ServiceUrls, targetSites: Readonly<Record<string, string>>): ResolveSite =>
  (connector, credentials) => {
    const { id, site } = connector;
    const address =
      typeof site === "string" ? site : site({ ...visibleCredentialsOf(connector, credentials), ...facts() });
    return { site: address, targetSite: targetSites[id] };
  };

/** Whether the URL is on one of the vendor's other hosts, as declared by the connector. */
export const isPublicHost = ({ publicHosts = [] }: Connector, address: string): boolean => {
  const { host } = new URL(address);
  return publicHosts.some((known) => {
    const [start = "", end] = known.split("*");
    if (end === undefined) return host === known;
    const between = host.slice(start.length, host.length - end.length);
    return host === start + between + end && between !== "" && !between.includes(".");
  });
};

export function standInUrl(address: string, targetSite: string | undefined): string {
  if (targetSite === undefined) return address;
  const { host, pathname, search } = new URL(address);
  return `${withoutTrailingSlashes(targetSite)}/${host}${pathname}${search}`;
}

/** A stand-in on this machine reaches the service on loopback, whatever its public URL is. */
export const isOnThisMachine = (targetSite: string | undefined): boolean =>
  targetSite !== undefined && /^https?:\/\/(?:127\.\d+\.\d+\.\d+|\[::1\]|localhost)(?:[:/]|$)/.test(targetSite);

export const valuesOf =
  (credentials: TargetFacts["credentials"], { company, environment }: Scope = {}): ValueOf =>
  (name) => {
    if (Object.hasOwn(credentials, name)) return credentials[name]?.reveal();
    return name === "company" ? company : name === "environment" ? environment : undefined;
  };

/** Only credentials that the connector declares for bodies. Never empty: the vendor could take that for another user. */
export function bodyCredentialOf(connector: Connector, name: string, valueOf: ValueOf): string {
  if (connector.signIn.inBody?.includes(name) !== true)
    throw new Error(`The connector ${connector.id} sends ${name} in a body, but does not declare it in signIn.inBody.`);
  const value = valueOf(name);
  if (value === undefined) throw targetFailure(connector, "connection_needs_reauth");
  return value;
}

const basic = { authorization: "Basic {base64 username:password}" };

/** Undefined if the connection lacks a required credential. */
function signInHeaders(signIn: SignIn, valueOf: ValueOf): Headers | undefined {
  const optional = new Set<string>(signIn.asks.filter((ask) => ask.optional).map(({ name }) => name));
  const isMissing = (name: string): boolean => valueOf(name) === undefined;
  const filled: [string, string][] = [];
  for (const [name, template] of Object.entries({ ...(signIn.kind === "basic" && basic), ...signIn.headers })) {
    const names = namesIn(template);
    if (names.some((credential) => isMissing(credential) && !optional.has(credential))) return undefined;
    if (names.length === 0 || !names.every(isMissing)) filled.push([name, fill(template, valueOf)]);
  }
  return Object.fromEntries(filled);
}

/** A line break in a header value would start another header. */
const areSendable = (headers: Headers): boolean =>
  Object.values(headers).every((value) => !/[^\t\x20-\x7e\x80-\xff]/.test(value));

export function withQuery(path: string, query: VendorQuery | undefined): string {
  let url = path;
  let separator = path.includes("?") ? "&" : "?";
  for (const name in query) {
    const value = query[name];
    if (value === undefined) continue;
    url += `${separator}${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
    separator = "&";
  }
  return url;
}

export function withoutQuery(path: string): string {
  const end = path.indexOf("?");
  return end === -1 ? path : path.slice(0, end);
}
