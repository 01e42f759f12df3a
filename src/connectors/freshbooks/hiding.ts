import type { Call, WriteHandler } from "../../contract/connector.ts";
import { undefinedIfMissing } from "../../kit/reading.ts";
import { deleted, isDeleted, resultIn } from "./conventions.ts";

const nameOf = (kind: string | ((call: Call) => string), call: Call): string =>
  typeof kind === "string" ? kind : kind(call);

/** A deletion, which is a change of visibility. Users can take it back in FreshBooks. */
export const hiding = (
  path: (call: Call) => string,
  kindOf: string | ((call: Call) => string),
  rules: readonly string[] = [],
): WriteHandler<undefined, { id: string }> => ({
  fields: { id: true },
  writableFields: {},
  requires: [],
  rules: [...rules, "The record is hidden, and can be restored in FreshBooks."],
  request: (call) => ({ method: "PUT", path: path(call), body: { [nameOf(kindOf, call)]: deleted } }),
  answer: (_reply, { ids }) => ({ record: { id: Object.values(ids).at(-1) ?? "" }, raw: {} }),
  find: async (call, session) => {
    const found = await undefinedIfMissing(session.read(path(call)));
    const native = resultIn<{ readonly vis_state?: number }>(nameOf(kindOf, call))(found);
    return native === undefined || isDeleted(native) ? {} : undefined;
  },
});
