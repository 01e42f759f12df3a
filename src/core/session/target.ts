/** Where a session's requests go and what they carry: made once when it opens, so that a call only adds its path. */

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
  /** Absent outside any company. */
  readonly scope?: Scope | undefined;
  /** The connector's site, made for this installation. */
  readonly site: string;
  /** Where the operator has this target system answered instead: `https://host/path` goes to `<that>/host/path`. */
  readonly targetSite?: string | undefined;
}

type Headers = Readonly<Record<string, string>>;

export interface Target {
  readonly origin: string;
  readonly host: string;
  /** What every path begins with. */
  readonly base: string;
  /** The part of it that names the chosen company. */
  readonly scopePath: string;
  readonly headers: Headers;
  readonly purpose: Purpose;
}

/** The same for the same credentials, as long as somebody has them: who calls often opens a session each time. */
export function openTargets(): typeof targetOf {
  const known = new WeakMap<TargetFacts["credentials"], Map<string, Target>>();
  return (facts) => {
    const { connector, credentials, scope, site, targetSite } = facts;
    const targets = known.get(credentials) ?? new Map<string, Target>();
    known.set(credentials, targets);
    const name = JSON.stringify([connector.id, scope, site, targetSite]);
    const target = targets.get(name) ?? targetOf(facts);
    targets.set(name, target);
    if (targets.size > mostTargets) targets.clear();
    return target;
  };
}

/** Of one connection: companies and environments that callers name. */
const mostTargets = 100;

export function targetOf({ connector, credentials, scope, site, targetSite }: TargetFacts): Target {
  const chosen = scope === undefined ? {} : (connector.scope?.(scope) ?? {});
  const url = new URL(standIn(siteOf(connector, site, credentials), targetSite));
  const scopePath = withoutTrailingSlashes(chosen.path ?? "");
  const base = withoutTrailingSlashes(url.pathname) + scopePath;
  const scopeHeaders = chosen.headers ?? {};
  if (/[^\x21-\x7e]/.test(base) || !areSendable(scopeHeaders))
    throw new Failure("invalid_request", `${connector.name} has no such company or environment.`);
  const signIn = signInHeaders(connector.signIn, valuesOf(credentials, scope));
  if (signIn === undefined || !areSendable(signIn)) throw targetFailure(connector, "connection_needs_reauth");
  return {
    origin: url.origin,
    host: url.host,
    base,
    scopePath,
    headers: { "user-agent": "kontor", "accept-encoding": "gzip, br", ...scopeHeaders, ...signIn },
    purpose: purposeOf(credentials, targetSite),
  };
}

/** One name of a host, or one step of a path, and nothing that could lead elsewhere. */
const isOneName = (value: string): boolean => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(value);

/** Where each customer has an address of their own, the credentials name it. */
function siteOf(connector: Connector, site: string, credentials: TargetFacts["credentials"]): string {
  return site.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = valuesOf(credentials)(name) ?? "";
    if (!isOneName(value)) throw targetFailure(connector, "connection_needs_reauth");
    return value.toLowerCase();
  });
}

/** An address that the end user gave passes the walls, unless the operator says where to go instead. */
export const purposeOf = (credentials: Readonly<Record<string, unknown>>, targetSite: string | undefined): Purpose =>
  targetSite === undefined && Object.hasOwn(credentials, "baseUrl") ? "selfHosted" : "vendor";

/** What a connector may know of its credentials. */
export function givenOf({ signIn: { asks } }: Connector, credentials: TargetFacts["credentials"]): SignInInput {
  const open = asks.flatMap(({ name, secret }) => {
    const value = secret ? undefined : credentials[name]?.reveal();
    return value === undefined ? [] : [[name, name === "baseUrl" ? withoutTrailingSlashes(value) : value]];
  });
  return Object.fromEntries(open) as SignInInput;
}

/** Where requests for a target system go. */
export type WhereOf = (
  connector: Connector,
  credentials: TargetFacts["credentials"],
) => Pick<TargetFacts, "site" | "targetSite">;

/** `targetSites`: where they go instead of its own site, by its id. */
export const makeWhereOf =
  (facts: () => ServiceUrls, targetSites: Readonly<Record<string, string>>): WhereOf =>
  (connector, credentials) => {
    const { id, site } = connector;
    const address = typeof site === "string" ? site : site({ ...givenOf(connector, credentials), ...facts() });
    return { site: address, targetSite: targetSites[id] };
  };

/** Whether an address is on one of the vendor's other hosts. */
export const isPublicHost = ({ publicHosts = [] }: Connector, address: string): boolean => {
  const { host } = new URL(address);
  return publicHosts.some((known) => {
    const [start = "", end] = known.split("*");
    if (end === undefined) return host === known;
    const between = host.slice(start.length, host.length - end.length);
    return host === start + between + end && between !== "" && !between.includes(".");
  });
};

export function standIn(address: string, targetSite: string | undefined): string {
  if (targetSite === undefined) return address;
  const { host, pathname, search } = new URL(address);
  return `${withoutTrailingSlashes(targetSite)}/${host}${pathname}${search}`;
}

/** A stand-in on loopback finds us there, whatever address others know us by. */
export const isOnThisMachine = (targetSite: string | undefined): boolean =>
  targetSite !== undefined && /^https?:\/\/(?:127\.\d+\.\d+\.\d+|\[::1\]|localhost)(?:[:/]|$)/.test(targetSite);

export const valuesOf =
  (credentials: TargetFacts["credentials"], { company, environment }: Scope = {}): ValueOf =>
  (name) => {
    if (Object.hasOwn(credentials, name)) return credentials[name]?.reveal();
    return name === "company" ? company : name === "environment" ? environment : undefined;
  };

/** Only what the connector says that it places, and never nothing: the vendor would take that for somebody else. */
export function placedOf(connector: Connector, name: string, valueOf: ValueOf): string {
  if (connector.signIn.inBody?.includes(name) !== true)
    throw new Error(`${connector.id} does not say that ${name} goes into bodies.`);
  const value = valueOf(name);
  if (value === undefined) throw targetFailure(connector, "connection_needs_reauth");
  return value;
}

const basic = { authorization: "Basic {base64 username:password}" };

/** Undefined when something is asked for that the connection does not have. */
function signInHeaders(signIn: SignIn, valueOf: ValueOf): Headers | undefined {
  const optional = new Set<string>(signIn.asks.filter((ask) => ask.optional).map(({ name }) => name));
  const isMissing = (name: string): boolean => valueOf(name) === undefined;
  const filled: [string, string][] = [];
  for (const [name, template] of Object.entries({ ...(signIn.kind === "basic" && basic), ...signIn.headers })) {
    const names = namesIn(template);
    if (names.some((one) => isMissing(one) && !optional.has(one))) return undefined;
    if (names.length === 0 || !names.every(isMissing)) filled.push([name, fill(template, valueOf)]);
  }
  return Object.fromEntries(filled);
}

/** A line break in a header would begin another one. */
const areSendable = (headers: Headers): boolean =>
  Object.values(headers).every((value) => !/[^\t\x20-\x7e\x80-\xff]/.test(value));

export function withQuery(path: string, query: VendorQuery | undefined): string {
  let whole = path;
  let sign = path.includes("?") ? "&" : "?";
  for (const name in query) {
    const value = query[name];
    if (value === undefined) continue;
    whole += `${sign}${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
    sign = "&";
  }
  return whole;
}

export function withoutQuery(path: string): string {
  const end = path.indexOf("?");
  return end === -1 ? path : path.slice(0, end);
}
