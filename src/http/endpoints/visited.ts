import type { Flow, FlowOptions } from "../../store/connecting/flows.ts";

/** The subject of a hosted page: a flow, the end user's page, or a question of an assistant. */
export type Visited = Pick<Flow, "tenantId" | "tenantName"> &
  ({ readonly options: Pick<FlowOptions, "locale"> } | { readonly locale: string | null });
