/** Where a connector's paths lead: to the site, to another address of its API, or to what the vendor shows to everybody. */
import type { Connector } from "../../contract/connector.ts";
import type { ParsedUrl } from "../outbound/client.ts";
import { isPublicHost, standIn, type Target } from "./target.ts";

export interface VendorUrl {
  readonly url: ParsedUrl;
  readonly host: string;
  /** Our credentials have no business there. */
  readonly isPublic: boolean;
}

interface Leading {
  readonly connector: Connector;
  readonly targetSite?: string | undefined;
}

export function vendorUrlOf({ connector, targetSite }: Leading, target: Target, path: string): VendorUrl {
  if (!path.startsWith("https://"))
    return { url: { origin: target.origin, path: target.base + path }, host: target.host, isPublic: false };
  const site = connector.otherSites?.find((one) => path.startsWith(`${one}/`));
  const { host } = new URL(path);
  if (site === undefined && !isPublicHost(connector, path))
    throw new Error(`${connector.id} does not say that it reads from ${host}.`);
  const whole = site === undefined ? path : `${site}${target.scopePath}${path.slice(site.length)}`;
  const { origin, pathname, search } = new URL(standIn(whole, targetSite));
  return { url: { origin, path: pathname + search }, host, isPublic: site === undefined };
}
