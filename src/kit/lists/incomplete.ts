import type { ListHandler } from "../../contract/connector.ts";

/**
 * A list that never has all records, because the vendor's API does not show the others. The reason is a rule of the list
 * and a warning of every response.
 */
export const incomplete = <Record>(reason: string, handler: ListHandler<Record>): ListHandler<Record> => ({
  ...handler,
  rules: [reason, ...(handler.rules ?? [])],
  list: async (call, session) => {
    const found = await handler.list(call, session);
    return { ...found, warnings: [...(found.warnings ?? []), reason] };
  },
});
