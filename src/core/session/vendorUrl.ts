/** Resolves a connector's path to a URL: on its site, on another site of its API, or on a public host of the vendor. */
import type { Connector } from "../../contract/connector.ts";
import type { ParsedUrl } from "../outbound/client.ts";
import { isPublicHost, standInUrl, type Target, withoutQuery, withQuery } from "./target.ts";

export interface VendorUrl {
  readonly url: ParsedUrl;
  readonly host: string;
  /** Requests to a public URL carry no credentials. */
  readonly isPublic: boolean;
}

interface VendorSites {
  readonly connector: Connector;
  readonly targetSite?: string | undefined;
}

export function vendorUrlOf({ connector, targetSite }: VendorSites, target: Target, path: string): VendorUrl {
  if (!path.startsWith("https://"))
    return {
      url: { origin: target.origin, path: withScope(target.base + path, target.scopeQuery) },
      host: target.host,
      isPublic: false,
    };
  const { host } = new URL(path);
  const isAt = (site: string): boolean => path.startsWith(`${site}/`);
  const otherSite = connector.otherSites?.find(isAt);
  const isOnSite = typeof connector.site === "string" && isAt(connector.site);
  const isPublic = otherSite === undefined && !isOnSite;
  if (isPublic && !isPublicHost(connector, path))
    throw new Error(`The connector ${connector.id} reads from ${host}, but does not declare that host.`);
  const address = otherSite === undefined ? path : `${otherSite}${target.scopePath}${path.slice(otherSite.length)}`;
  const { origin, pathname, search } = new URL(standInUrl(address, targetSite));
  return {
    url: { origin, path: withScope(pathname + search, isPublic ? undefined : target.scopeQuery) },
    host,
    isPublic,
  };
}

/** The company is the chosen one, whatever the path of a caller's own request names. */
function withScope(path: string, scope: Target["scopeQuery"]): string {
  if (scope === undefined) return path;
  const own = new URLSearchParams(path.slice(withoutQuery(path).length));
  const named = Object.keys(scope).filter((name) => own.has(name));
  if (named.length === 0) return withQuery(path, scope);
  for (const name of named) own.delete(name);
  return withQuery(withoutQuery(path), { ...Object.fromEntries(own), ...scope });
}
