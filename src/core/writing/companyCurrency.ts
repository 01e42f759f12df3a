/** Checks amounts in the company's currency if a body has none of its own: its smallest unit decides what is rounding. */
import { decimalsOf } from "../../contract/currencies.ts";
import { Failure, type Fault } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import type { Write } from "../calling/request.ts";
import { asVendorFailure } from "../session/asVendorFailure.ts";
import { type Fields, textIn } from "./bodyLines.ts";

type Check = (companyCurrency: string | undefined) => readonly Fault[];

/** The currency is read only if the amounts are wrong in cents, because that costs a call. */
export async function inCompanyCurrency(write: Write, session: Session, check: Check): Promise<readonly Fault[]> {
  const faults = check(undefined);
  if (faults.length === 0 || hasCurrency(write.call.body)) return faults;
  const currency = await companyCurrency(write, session);
  return decimalsOf(currency) === decimalsOf(undefined) ? faults : check(currency);
}

const hasCurrency = (body: unknown): boolean => textIn((body ?? {}) as Fields, "currency") !== undefined;

async function companyCurrency({ connector }: Write, session: Session): Promise<string | undefined> {
  try {
    return await asVendorFailure(connector, async () => connector.companyCurrency?.(session));
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}
