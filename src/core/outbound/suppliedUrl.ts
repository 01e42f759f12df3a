/** Checks URLs supplied by callers and end users. */
import { Failure } from "../../contract/failure.ts";
import { type Outbound } from "./client.ts";
import { OutboundFault } from "./exchange.ts";

export const longestAddress = 2000;

export async function checkAddress(outbound: Outbound, field: string, address: string | undefined): Promise<void> {
  if (address === undefined) return;
  if (address.length > longestAddress) throw invalid(field, `${field} must have at most ${longestAddress} characters`);
  try {
    await outbound.checkSuppliedUrl(address);
  } catch (cause) {
    if (!(cause instanceof OutboundFault)) throw cause;
    throw invalid(field, `${field} is not usable. ${cause.message}`, cause);
  }
}

const invalid = (field: string, message: string, cause?: OutboundFault): Failure =>
  new Failure("invalid_request", message, { field, cause });

export function withoutTrailingSlashes(address: string): string {
  let end = address.length;
  while (address[end - 1] === "/") end--;
  return address.slice(0, end);
}
