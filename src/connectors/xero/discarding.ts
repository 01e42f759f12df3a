/** Xero deletes nothing: a draft becomes deleted, what was approved becomes void, and both can still be read. */

import type { Call, WriteHandler } from "../../contract/connector.ts";
import { type Session } from "../../contract/session.ts";
import { path } from "../../kit/path.ts";
import { noRecord } from "../../kit/reading.ts";
import { recordsIn } from "./conventions.ts";

interface Discardable {
  readonly Status?: string | null | undefined;
}

const isGone = ({ Status }: Discardable): boolean => Status === "DELETED" || Status === "VOIDED";

interface Discarding {
  readonly wanted?: (native: Discardable) => string;
  readonly told?: (status: string) => object;
}

const deletedOrVoid = ({ Status }: Discardable): string => (Status === "AUTHORISED" ? "VOIDED" : "DELETED");

export function discard(
  collection: "CreditNotes" | "Invoices" | "Payments",
  id: string,
  { wanted = deletedOrVoid, told = (Status) => ({ [collection]: [{ Status }] }) }: Discarding = {},
): WriteHandler<undefined, { id: string }> {
  const place = ({ ids }: Call): string => path`/${collection}/${ids[id]}`;
  const read = async (call: Call, session: Session): Promise<Discardable> => {
    const [native] = recordsIn(await session.read(place(call)), collection);
    if (native === undefined) throw noRecord();
    return native;
  };
  return {
    fields: { id: true },
    writableFields: {},
    requires: [],
    prepare: read,
    request: (call, native) => ({
      method: "POST",
      path: place(call),
      body: told(wanted(native as Discardable)),
    }),
    answer: (_reply, { ids }) => ({ record: { id: ids[id] ?? "" }, raw: {} }),
    find: async (call, session) => (isGone(await read(call, session)) ? {} : undefined),
  };
}
