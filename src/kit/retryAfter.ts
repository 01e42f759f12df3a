import { type VendorReply } from "../contract/session.ts";
/** How vendors say how long to wait, when they do not say `Retry-After`. */

/** A header with seconds, or with the moment in seconds since 1970. */
export function secondsUntilReset(header: string) {
  return (headers: VendorReply["headers"], now: number): number | undefined => {
    const said = headers[header];
    if (said === undefined || !/^\d+(?:\.\d+)?$/.test(said)) return undefined;
    const value = Number(said);
    return Math.max(0, value > oldestMoment ? value - now / 1000 : value);
  };
}

/** Nobody asks to wait for thirty years: larger numbers are moments. */
const oldestMoment = 1_000_000_000;
