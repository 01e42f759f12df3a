/** The webhook endpoints for a whole tenant: one URL and one secret for all its connections. */
import type { Endpoint } from "../server/endpoint.ts";
import { webhookEndpoints } from "./webhookEndpoints.ts";

type Rows = typeof webhookEndpoints;
type ForTenant = {
  readonly [Id in keyof Rows as `tenant.${Id}`]: Endpoint & { readonly keys: "api" };
};

function forTenant([id, endpoint]: readonly [string, Endpoint]): [string, Endpoint] {
  const { query, ...row } = endpoint;
  const { companyId: _, environmentName: __, rawData: ___, ...tenantQuery } = query ?? {};
  return [
    `tenant.${id}`,
    {
      ...row,
      path: `/tenants${row.path}`,
      keys: "api",
      scope: { resource: "webhooks", isAboutAll: true },
      summary: `${row.summary.replace(/ (?:of|in) a connection$/, "")}, for the whole tenant`,
      ...(Object.keys(tenantQuery).length > 0 && { query: tenantQuery }),
      ...(id === "webhooks.create" && { description: subscribeDescription }),
      failures: row.failures.filter((code) => !/^account_key|_required$/.test(code)),
    },
  ];
}

const subscribeDescription =
  "Changes in all your current and future connections are posted to `callbackUrl`. Each event has `connectionId`, `targetSystem` and, if you provided it, `endUserId`; events that concern no connection, such as an issue about the endpoint of a tenant-wide subscription, have none of them. `eventType` and `resource` are optional filters. For a connection without a selected company, only changes in companies that its own subscriptions name are sent; `meta.warnings` lists these connections. A subscription lasts 90 days and is extended while there are events.";

export const tenantWebhookEndpoints = Object.fromEntries(
  Object.entries<Endpoint>(webhookEndpoints).map(forTenant),
) as unknown as ForTenant;
