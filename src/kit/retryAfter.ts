/** The wait that a vendor asks for in a header other than `Retry-After`. */
import { type VendorReply } from "../contract/session.ts";

/** Reads a header with seconds to wait, or with a Unix timestamp. */
export function secondsUntilReset(header: string) {
  return (headers: VendorReply["headers"], now: number): number | undefined => {
    const said = headers[header];
    if (said === undefined || !/^\d+(?:\.\d+)?$/.test(said)) return undefined;
    const value = Number(said);
    return Math.max(0, value > oldestMoment ? value - now / 1000 : value);
  };
}

/** Larger numbers are timestamps: no vendor asks to wait for thirty years. */
const oldestMoment = 1_000_000_000;
