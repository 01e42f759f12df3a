/** Everything that is checked and changed in a write before it is sent, in the same way for dry runs and real writes. */
import { Failure, type Fault } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import type { Write } from "../calling/request.ts";
import { inCompanyCurrency } from "./companyCurrency.ts";
import { type FittedBody, fitBody } from "./fitBody.ts";
import { checkChangeable, checkNewStatus } from "./guards/lockedDocuments.ts";
import { checkPayment } from "./payments.ts";
import { contradictionsIn } from "./plausibility.ts";
import { totalMismatches } from "./promises.ts";

interface PrepareOptions {
  /** Whether an earlier attempt may have succeeded. It may have changed the state of the document already. */
  readonly mayBeThere?: boolean;
}

/** Throws if the target system could not store what the body says. Nothing has been sent then. */
export async function prepareWrite(
  write: Write,
  session: Session,
  { mayBeThere = false }: PrepareOptions = {},
): Promise<FittedBody> {
  const faults = await inCompanyCurrency(write, session, (currency) => wrongAmounts(write.call.body, currency));
  if (faults.length > 0) throw new Failure("cannot_store", faults.map(({ message }) => message).join("; "), { faults });
  checkNewStatus(write);
  if (!mayBeThere) {
    await checkChangeable(write, session);
    await checkPayment(write, session);
  }
  return fitBody(write, session);
}

function wrongAmounts(body: unknown, companyCurrency: string | undefined): Fault[] {
  const contradictions = contradictionsIn(body, companyCurrency);
  return contradictions.length > 0 ? contradictions : totalMismatches(body, companyCurrency);
}

export type PrepareWrite = typeof prepareWrite;

/** For writes that only start a task: the task prepares its body when it runs. */
export const leaveAsIs: PrepareWrite = async ({ call: { body } }) => ({ body, warnings: [] });
