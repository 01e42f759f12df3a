/** Where a session's requests go and what they carry: made once when it opens, so that a call only adds its path. */

import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Scope, VendorQuery } from "../../contract/session.ts";
import { withoutTrailingSlashes } from "../outbound/suppliedUrl.ts";
import type { Secret } from "../secrets/secret.ts";
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
  readonly headers: Headers;
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
  const url = new URL(standIn(site, targetSite));
  const base = withoutTrailingSlashes(url.pathname) + withoutTrailingSlashes(chosen.path ?? "");
  const scopeHeaders = chosen.headers ?? {};
  if (/[^\x21-\x7e]/.test(base) || !areSendable(scopeHeaders))
    throw new Failure("invalid_request", `${connector.name} has no such company or environment.`);
  const signIn = signInHeaders(connector, credentials);
  if (signIn === undefined || !areSendable(signIn)) throw targetFailure(connector, "connection_needs_reauth");
  return {
    origin: url.origin,
    host: url.host,
    base,
    headers: { "user-agent": "kontor", "accept-encoding": "gzip, br", ...scopeHeaders, ...signIn },
  };
}

export function standIn(address: string, targetSite: string | undefined): string {
  if (targetSite === undefined) return address;
  const { host, pathname, search } = new URL(address);
  return `${withoutTrailingSlashes(targetSite)}/${host}${pathname}${search}`;
}

/** A stand-in on loopback finds us there, whatever address others know us by. */
export const isOnThisMachine = (targetSite: string | undefined): boolean =>
  targetSite !== undefined && /^https?:\/\/(?:127\.\d+\.\d+\.\d+|\[::1\]|localhost)(?:[:/]|$)/.test(targetSite);

/** Undefined when something is asked for that the connection does not have. */
function signInHeaders(connector: Connector, credentials: TargetFacts["credentials"]): Headers | undefined {
  let complete = true;
  const fill = (template: string): string =>
    template.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
      const credential = Object.hasOwn(credentials, name) ? credentials[name] : undefined;
      if (credential === undefined) complete = false;
      return credential?.reveal() ?? "";
    });
  const filled = Object.entries(connector.signIn.headers).map(([name, template]) => [name, fill(template)]);
  return complete ? Object.fromEntries(filled) : undefined;
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
