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

export function targetOf({ connector, credentials, scope, site, targetSite }: TargetFacts): Target {
  const chosen = scope === undefined ? {} : (connector.scope?.(scope) ?? {});
  const url = new URL(standIn(siteOf(connector, site, credentials), targetSite));
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

/** One name of a host, or one step of a path, and nothing that could lead elsewhere. */
const isOneName = (value: string): boolean => /^[a-z\d](?:[a-z\d-]{0,61}[a-z\d])?$/i.test(value);

/** Where each customer has an address of their own, the credentials name it. */
function siteOf(connector: Connector, site: string, credentials: TargetFacts["credentials"]): string {
  return site.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const value = (Object.hasOwn(credentials, name) ? credentials[name] : undefined)?.reveal() ?? "";
    if (!isOneName(value)) throw targetFailure(connector, "connection_needs_reauth");
    return value.toLowerCase();
  });
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
