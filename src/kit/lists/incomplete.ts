import type { ListCall, ListHandler } from "../../contract/connector.ts";

/**
 * A list that does not have all records, because the vendor keeps the others elsewhere or does not show them. The reason is
 * a rule of the list and a warning of every response, except for filters with which the list is complete.
 */
export const incomplete = <Record>(
  reason: string,
  handler: ListHandler<Record>,
  isComplete: (filters: ListCall["filters"]) => boolean = () => false,
): ListHandler<Record> => ({
  ...handler,
  rules: [reason, ...(handler.rules ?? [])],
  list: async (call, session) => {
    const found = await handler.list(call, session);
    return isComplete(call.filters) ? found : { ...found, warnings: [...(found.warnings ?? []), reason] };
  },
});
