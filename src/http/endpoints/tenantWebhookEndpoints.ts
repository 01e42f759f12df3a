/** The same for the whole tenant: one address and one secret hear of all its connections. */
import type { Endpoint } from "../server/endpoint.ts";
import { webhookEndpoints } from "./webhookEndpoints.ts";

type Rows = typeof webhookEndpoints;
type ForTenant = {
  readonly [Id in keyof Rows as `tenant.${Id}`]: Endpoint & { readonly keys: "api" };
};

function forTenant([id, endpoint]: readonly [string, Endpoint]): [string, Endpoint] {
  const { query, ...row } = endpoint;
  const { companyId: _, environmentName: __, rawData: ___, ...left } = query ?? {};
  return [
    `tenant.${id}`,
    {
      ...row,
      path: `/tenants${row.path}`,
      keys: "api",
      summary: `${row.summary.replace(/ of a connection$/, "")}, for the whole tenant`,
      ...(Object.keys(left).length > 0 && { query: left }),
      ...(id === "webhooks.create" && { description: heard }),
      failures: row.failures.filter((code) => !/^account_key|_required$/.test(code)),
    },
  ];
}

const heard =
  "Changes of all your connections, also of those that come later, are posted to `callbackUrl`; each event says `connectionId`, `targetSystem` and, where you told it, `endUserId`. `eventType` and `resource` narrow them down. Of a connection without a chosen company only what subscriptions of its own name is heard; `meta.warnings` says which those are now. A subscription lasts 90 days, and longer as long as there is something to tell.";

export const tenantWebhookEndpoints = Object.fromEntries(
  Object.entries<Endpoint>(webhookEndpoints).map(forTenant),
) as unknown as ForTenant;
