/** The wait that a vendor asks for in a header other than `Retry-After`. */
import { type VendorReply } from "../contract/session.ts";

/** Reads a header with seconds to wait, or with a Unix timestamp. */
export function secondsUntilReset(header: string) {
  return (headers: VendorReply["headers"], now: number): number | undefined => {
    const text = headers[header];
    if (text === undefined || !/^\d+(?:\.\d+)?$/.test(text)) return undefined;
    const value = Number(text);
    return Math.max(0, value > oldestMoment ? value - now / 1000 : value);
  };
}

/** Larger numbers are timestamps: no vendor asks to wait for thirty years. */
const oldestMoment = 1_000_000_000;
