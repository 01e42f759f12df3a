/** The addresses of this machine and of its public URL. A caller must not use the service to reach what listens there. */
import type { LookupFunction } from "node:net";
import { networkInterfaces } from "node:os";
import ipaddr from "ipaddr.js";

export interface OwnAddresses {
  /** Looks the addresses up again if the last look-up is older than a minute. */
  refresh(): Promise<void>;
  has(address: string): boolean;
}

export interface OwnHost {
  readonly lookup: LookupFunction;
  /** The service's public URL, which may belong to a proxy on another machine. */
  readonly publicUrl?: string | undefined;
  /** Replaces the machine's interfaces in tests. */
  readonly interfaces?: () => readonly string[];
}

const lookupAgainMs = 60_000;
const longestLookupMs = 3000;

export function openOwnAddresses({ lookup, publicUrl, interfaces = machineAddresses }: OwnHost): OwnAddresses {
  const host = publicUrl !== undefined && URL.canParse(publicUrl) ? new URL(publicUrl).hostname : undefined;
  let known: ReadonlySet<string> = new Set();
  let publicAddresses: readonly string[] = [];
  let refreshedAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  const lookUp = async (): Promise<void> => {
    // An address that cannot be found now is probably still the last one.
    if (host !== undefined) publicAddresses = (await addressesOf(host, lookup)) ?? publicAddresses;
    known = new Set([...interfaces(), ...publicAddresses].map(plainForm));
    refreshedAt = performance.now();
  };
  return {
    refresh: async () => {
      if (performance.now() - refreshedAt < lookupAgainMs) return;
      running ??= lookUp().finally(() => {
        running = undefined;
      });
      await running;
    },
    has: (address) => known.has(plainForm(address)),
  };
}

const machineAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((found) => (found ?? []).map(({ address }) => address));

/** One form for all spellings of an address, such as `::ffff:8.8.8.8`. */
const plainForm = (address: string): string => (ipaddr.isValid(address) ? ipaddr.process(address).toString() : address);

/** Undefined if the name cannot be resolved. */
const addressesOf = (host: string, lookup: LookupFunction): Promise<readonly string[] | undefined> =>
  new Promise((resolve) => {
    const bare = host.replace(/^\[(.*)\]$/, "$1");
    if (ipaddr.isValid(bare)) return resolve([bare]);
    const timer = setTimeout(resolve, longestLookupMs, undefined);
    lookup(bare, { all: true }, (error, found) => {
      clearTimeout(timer);
      if (error !== null) resolve(undefined);
      else resolve(Array.isArray(found) ? found.map(({ address }) => address) : [found]);
    });
  });
