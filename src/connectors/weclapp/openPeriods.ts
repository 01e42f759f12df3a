/** weclapp stores a document as a draft and books it with a second request, so a closed year is noticed before the first. */
import type { WriteHandler } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import { closedUntil } from "./catalogue.ts";

interface Bookable {
  readonly status?: string | undefined;
  readonly billDate?: string | undefined;
  readonly invoiceDate?: string | undefined;
}

export const inOpenPeriod = <Input extends Bookable, Record>(
  handler: WriteHandler<Input, Record>,
  field: "billDate" | "invoiceDate",
): WriteHandler<Input, Record> => ({
  ...handler,
  prepare: async (call, session) => {
    const day = call.body[field]?.slice(0, 10);
    const closed = call.body.status === "OPEN" && day !== undefined ? await closedUntil(session) : undefined;
    if (closed !== undefined && day !== undefined && day <= closed)
      throw cannotStore(`${field} is ${day}, but the books are closed until ${closed}. Send a later day.`, field);
    return handler.prepare?.(call, session);
  },
});
