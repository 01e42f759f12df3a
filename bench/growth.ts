/** The program's costs with few and with very many rows, which should stay the same. */
import type { Bench } from "./figure.ts";
import { connections } from "./growth/connections.ts";
import { deliveries } from "./growth/deliveries.ts";
import { events } from "./growth/events.ts";
import { polls } from "./growth/polls.ts";
import { retention } from "./growth/retention.ts";
import { subscriptions } from "./growth/subscriptions.ts";
import { tenants } from "./growth/tenants.ts";
import { pages } from "./pages.ts";

export const growth: Readonly<Record<string, Bench>> = {
  connections,
  events,
  waiting: deliveries,
  subscriptions,
  polls,
  retention,
  pages,
  tenants,
};
