import { type Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { isUnavailable } from "../../store/postgres/unavailable.ts";
import { NoSlot } from "../outbound/slots.ts";

/** Turns errors of a connector's mapping into failures: they mean that the vendor's record is not as documented. */
export async function asVendorFailure<Result>({ id, name }: Connector, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof Failure && cause.details.targetSystem !== undefined) throw cause;
    if (cause instanceof Failure) throw new Failure(cause.code, cause.message, { ...cause.details, targetSystem: id });
    // Faults of this service, not of the vendor.
    if (cause instanceof NoSlot || isUnavailable(cause)) throw cause;
    throw new Failure("target_bad_response", `${name} sent a record that Kontor could not convert.`, {
      cause,
      targetSystem: id,
    });
  }
}
