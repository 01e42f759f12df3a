/** The closed period of the company's books, as far as the connected user may know it. */
import type { Connector } from "../../../contract/connector.ts";
import { Failure } from "../../../contract/failure.ts";
import type { Day } from "../../../contract/parameters.ts";
import type { Session } from "../../../contract/session.ts";

/** The last closed day. Undefined if the vendor has none, or the user may not read it: the vendor then decides itself. */
export async function closedUntilAt({ closedUntil }: Connector, session: Session): Promise<Day | undefined> {
  try {
    return await closedUntil?.(session);
  } catch (error) {
    if (error instanceof Failure && (error.code === "target_forbidden" || error.code === "not_found")) return undefined;
    throw error;
  }
}
