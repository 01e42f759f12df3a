import { type Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { isUnavailable } from "../../store/postgres/unavailable.ts";
import { NoSlot } from "../outbound/slots.ts";

/** A mapping that stumbles met a record that is not as the vendor says. */
export async function asVendorFailure<Result>({ id, name }: Connector, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof Failure && cause.details.targetSystem !== undefined) throw cause;
    if (cause instanceof Failure) throw new Failure(cause.code, cause.message, { ...cause.details, targetSystem: id });
    // Ours, not the vendor's.
    if (cause instanceof NoSlot || isUnavailable(cause)) throw cause;
    throw new Failure("target_bad_response", `${name} sent a record that we do not understand.`, {
      cause,
      targetSystem: id,
    });
  }
}
