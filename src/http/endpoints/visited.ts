import type { Flow, FlowOptions } from "../../store/connecting/flows.ts";

/** What a hosted page is about: a flow, the end user's page, or a question of an assistant. */
export type Visited = Pick<Flow, "tenantId" | "tenantName"> &
  ({ readonly options: Pick<FlowOptions, "locale"> } | { readonly locale: string | null });
