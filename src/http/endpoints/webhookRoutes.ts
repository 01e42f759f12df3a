/** The endpoints with which a caller hears of changes. */

import type { FastifyInstance } from "fastify";
import { Failure } from "../../contract/failure.ts";
import { defaultLimit } from "../../contract/parameters.ts";
import { timestampOf } from "../../contract/timestamp.ts";
import type { Caller } from "../../core/accounts/callers.ts";
import { neverHeard } from "../../core/changes/sources.ts";
import { type Connecting } from "../../core/connecting/context.ts";
import { type ReplayWish, replay } from "../../core/delivering/replay.ts";
import { messageIdOf } from "../../core/delivering/signature.ts";
import {
  renew,
  rotateSecret,
  type SubscriptionWish,
  subscribe,
  subscriptionOf,
  unsubscribe,
} from "../../core/delivering/subscriptions.ts";
import { readEvents } from "../../core/events/eventLog.ts";
import { countDeliveries, type DeliveryState, type DeliveryView, listDeliveries } from "../../store/deliveryHistory.ts";
import type { LoggedEvent } from "../../store/events.ts";
import { countSubscriptions, listSubscriptions, type Subscription } from "../../store/subscriptions.ts";
import { type AskedForUser, addEndpoints, type Gatekeepers } from "./endpoint.ts";
import { webhookEndpoints } from "./webhookEndpoints.ts";

export function addWebhookRoutes(app: FastifyInstance, gatekeepers: Gatekeepers, connecting: Connecting): void {
  const { database, connectors } = connecting;

  addEndpoints(app, gatekeepers, webhookEndpoints, {
    "webhooks.create": async ({ tenantId, caller, body }) => {
      const owner = { tenantId, connectionId: caller.connection.id };
      const { targetSystem, ...wish } = body as SubscriptionWish & { readonly targetSystem?: string };
      checkTargetSystem(caller, targetSystem);
      const { subscription, secret } = await subscribe(connecting, owner, wish);
      const warnings = neverHeard(connectors.get(caller.connection.targetSystem), wish);
      return { ...(warnings.length > 0 && { meta: { warnings } }), data: { ...shown(subscription), secret } };
    },
    "webhooks.get": async ({ caller, values }) => {
      const { id, callbackUrl } = values as { id?: string; callbackUrl?: string };
      const query = { connectionId: caller.connection.id, id, callbackUrl, window: { page: 1, limit: 1 } };
      const [newest] = await listSubscriptions(database, query);
      if (newest === undefined)
        throw new Failure("not_found", "There is no such subscription: POST /webhooks makes one.", {
          field: id !== undefined ? "id" : callbackUrl === undefined ? undefined : "callbackUrl",
        });
      return withIgnored(values, { data: shown(newest) });
    },
    "webhooks.list": async ({ caller, values }) => {
      const { connection } = caller;
      const window = windowOf(values);
      const total = await countSubscriptions(database, connection.id);
      const found = await listSubscriptions(database, { connectionId: connection.id, window });
      return pageOf(window, total, found.map(listed));
    },
    "webhooks.delete": async (asked) => {
      await unsubscribe(connecting, nameOf(asked));
      return { data: { id: nameOf(asked).id } };
    },
    "webhooks.secret.rotate": async (asked) => {
      const { subscription, secret } = await rotateSecret(connecting, nameOf(asked));
      const { id, previousUntil } = subscription;
      return { data: { id, secret, ...(previousUntil && { previousUntilDate: timestampOf(previousUntil) }) } };
    },
    "webhooks.renew": async (asked) => ({ data: listed(await renew(connecting, nameOf(asked))) }),
    "webhooks.deliveries.list": async (asked) => {
      const { id: subscriptionId } = await subscriptionOf(connecting, nameOf(asked));
      const { state } = asked.values as { state?: DeliveryState };
      const window = windowOf(asked.values);
      const total = await countDeliveries(database, { subscriptionId, state });
      const found = await listDeliveries(database, { subscriptionId, state, window });
      return pageOf(
        window,
        total,
        found.map((delivery) => delivered(subscriptionId, delivery)),
      );
    },
    "webhooks.replay": async (asked) => {
      const batches = connectors.get(asked.caller.connection.targetSystem)?.batches === true;
      const { subscription, deliveries } = await replay({ database, batches }, nameOf(asked), asked.body as ReplayWish);
      return { ...pauseTold(subscription), data: { deliveries } };
    },
    "events.list": async ({ caller, values }) => {
      const { cursor: after, limit = defaultLimit } = values as { cursor?: string; limit?: number };
      const { events, cursor } = await readEvents(database, { connectionId: caller.connection.id, after, limit });
      return { meta: { cursor }, data: events.map(logged) };
    },
  });
}

/** A client that knows which target system it means is told when it holds another one's key. */
function checkTargetSystem({ connection }: Caller, said: string | undefined): void {
  if (said === undefined || said.toLowerCase() === connection.targetSystem) return;
  throw new Failure("invalid_request", `targetSystem must be ${connection.targetSystem}, which this connection is to`, {
    field: "targetSystem",
  });
}

const nameOf = ({ caller, ids }: AskedForUser) => ({ id: ids["webhookId"] ?? "", connectionId: caller.connection.id });

interface Window {
  readonly page: number;
  readonly limit: number;
}

function windowOf(values: Readonly<Record<string, unknown>>): Window {
  const { page = 1, limit = defaultLimit } = values as Partial<Window>;
  return { page, limit };
}

const pageOf = ({ page, limit }: Window, total: number, data: readonly object[]) => ({
  meta: { pagination: { total, perPage: limit, currentPage: page, totalPages: Math.ceil(total / limit) } },
  data,
});

/** A subscription is to a whole connection, and no target system knows of it. */
function withIgnored(values: Readonly<Record<string, unknown>>, answer: object): object {
  const names = ["rawData", "companyId", "environmentName"].filter((name) => name in values);
  const warnings = names.map((name) => `${name} has no meaning for subscriptions; it was ignored.`);
  return warnings.length === 0 ? answer : { meta: { warnings }, ...answer };
}

const pauseTold = ({ id, state }: Subscription) =>
  state === "paused" && {
    meta: { warnings: [`The subscription is paused; nothing is sent before POST /webhooks/${id}/renew.`] },
  };

const shown = ({ id, callbackUrl, createdAt, expiresAt, updatedAt }: Subscription) => ({
  id,
  callbackUrl,
  createdDate: timestampOf(createdAt),
  expiresDate: timestampOf(expiresAt),
  updatedDate: timestampOf(updatedAt),
});

const listed = (subscription: Subscription) => ({
  ...shown(subscription),
  state: subscription.state,
  ...(subscription.eventType !== null && { eventType: subscription.eventType }),
  ...(subscription.resource !== null && { resource: subscription.resource }),
});

const logged = ({ sequence, eventType, resource, resourceId, changedAt, recordedAt }: LoggedEvent) => ({
  ...{ id: sequence, eventType, resource, resourceId },
  filterDate: timestampOf(changedAt),
  recordedDate: timestampOf(recordedAt),
});

const delivered = (subscriptionId: string, delivery: DeliveryView) => ({
  id: messageIdOf(subscriptionId, delivery.sequence),
  state: delivery.state,
  events: delivery.events.map(({ changedAt, ...event }) => ({
    ...event,
    filterDate: timestampOf(new Date(changedAt)),
  })),
  attempts: delivery.attempts.map(({ at, status, milliseconds, answer }) => ({
    at: timestampOf(new Date(at)),
    ...(status !== null && { status }),
    milliseconds,
    ...(answer !== null && { answer }),
  })),
  createdDate: timestampOf(delivery.createdAt),
  ...(delivery.state === "open" && { nextAttemptDate: timestampOf(delivery.dueAt) }),
  ...(delivery.settledAt !== null && { settledDate: timestampOf(delivery.settledAt) }),
});
