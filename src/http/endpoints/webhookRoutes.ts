/** The endpoints with which a caller hears of changes. */

import type { FastifyInstance } from "fastify";
import { listOfResource } from "../../contract/event.ts";
import { Failure } from "../../contract/failure.ts";
import { defaultLimit } from "../../contract/parameters.ts";
import { timestampOf } from "../../contract/timestamp.ts";
import type { Caller } from "../../core/accounts/callers.ts";
import { endUserOf } from "../../core/accounts/connection.ts";
import { chooseScope } from "../../core/calling/chooseScope.ts";
import { paginationOf } from "../../core/calling/listCall.ts";
import { scopeNeedsOf, neverReported } from "../../core/changes/sources.ts";
import { type ConnectingDeps } from "../../core/connecting/context.ts";
import type { ConnectionDeps } from "../../core/connecting/manageConnection.ts";
import { openAddress } from "../../core/delivering/callbackAddress.ts";
import { type ReplayRequest, replay } from "../../core/delivering/replay.ts";
import { messageIdOf } from "../../core/delivering/signature.ts";
import {
  renew,
  rotateSecret,
  type SubscriptionRequest,
  subscribe,
  subscriptionOf,
  unsubscribe,
} from "../../core/delivering/subscriptions.ts";
import { sendTestEvent } from "../../core/delivering/testEvent.ts";
import { readEvents } from "../../core/events/eventLog.ts";
import { hashToken } from "../../core/secrets/ids.ts";
import type { Vault } from "../../core/secrets/vault.ts";
import { asVendorFailure } from "../../core/session/asVendorFailure.ts";
import { checkChoice } from "../../core/session/checkChoice.ts";
import {
  countDeliveries,
  type DeliveryState,
  type DeliveryView,
  listDeliveries,
  mostCounted,
} from "../../store/deliveryHistory.ts";
import type { LoggedEvent } from "../../store/events.ts";
import {
  countSubscriptions,
  findListenable,
  findSubscribedScopes,
  listSubscriptions,
  type Subscription,
  type SubscriptionOwner,
} from "../../store/subscriptions.ts";
import {
  type AskedByTenant,
  type AskedForUser,
  addEndpoints,
  type Gatekeepers,
  type Handlers,
} from "../server/endpoint.ts";
import { tenantWebhookEndpoints } from "./tenantWebhookEndpoints.ts";
import { eventEndpoints, webhookEndpoints } from "./webhookEndpoints.ts";

export interface WebhookOptions extends Gatekeepers {
  readonly connecting: ConnectingDeps;
  readonly manageFor: (requestId: string) => ConnectionDeps;
}

export function addWebhookRoutes(app: FastifyInstance, options: WebhookOptions): void {
  const { connecting } = options;
  const ofConnection = handlersFor<AskedForUser>(connecting, ({ tenantId, caller }) => ({
    tenantId,
    connectionId: caller.connection.id,
  }));
  const ofTenant = handlersFor<AskedByTenant>(connecting, ({ tenantId }) => ({ tenantId, connectionId: null }));

  addEndpoints(app, options, webhookEndpoints, {
    ...ofConnection,
    "webhooks.create": async (asked) => {
      const { targetSystem, ...wish } = asked.body as NewWish;
      checkTargetSystem(asked.caller, targetSystem);
      const scope = await meantScope(options, asked, wish);
      const warnings = neverReported(connecting.connectors.get(asked.caller.connection.targetSystem), wish);
      return ofConnection.subscribe(asked, { ...wish, ...scope }, warnings);
    },
  });
  addEndpoints(app, options, tenantWebhookEndpoints, {
    ...prefixed(ofTenant),
    "tenant.webhooks.create": async (asked) => {
      const { targetSystem: _, ...wish } = asked.body as NewWish;
      return ofTenant.subscribe(asked, wish, await unheardOf(connecting, asked.tenantId, wish));
    },
  });
  addEndpoints(app, options, eventEndpoints, {
    "events.list": async ({ caller, values }) => {
      const { cursor: after, limit = defaultLimit } = values as { cursor?: string; limit?: number };
      const { events, cursor } = await readEvents(connecting.database, {
        connectionId: caller.connection.id,
        after,
        limit,
      });
      return { meta: { cursor }, data: events.map(logged) };
    },
  });
}

type NewWish = SubscriptionRequest & { readonly targetSystem?: string };

/** What is done with subscriptions, whoever they belong to. */
function handlersFor<Who extends AskedByTenant>(connecting: ConnectingDeps, ownerOf: (asked: Who) => SubscriptionOwner) {
  const { database, connectors } = connecting;
  const shown = (subscription: Subscription) => shownWith(connecting.vault, subscription);
  const listed = (subscription: Subscription) => listedWith(connecting.vault, subscription);
  const nameOf = (asked: Who) => ({ id: asked.ids["webhookId"] ?? "", ...ownerOf(asked) });
  const batches = (targetSystem: string): boolean => connectors.get(targetSystem)?.batches === true;
  return {
    subscribe: async (asked: Who, wish: SubscriptionRequest, warnings: readonly string[]) => {
      const { subscription, secret } = await subscribe(connecting, ownerOf(asked), wish);
      return { ...(warnings.length > 0 && { meta: { warnings } }), data: { ...shown(subscription), ...told(secret) } };
    },
    "webhooks.get": async (asked: Who) => {
      const { id, callbackUrl, ...dates } = asked.values as Partial<Record<string, string>>;
      const {
        createdDate: createdAt,
        expiresDate: expiresAt,
        updatedDate: updatedAt,
      } = dates as Readonly<Record<string, Date | undefined>>;
      const addressHash = callbackUrl === undefined ? undefined : hashToken(callbackUrl);
      const filters = { id, addressHash, createdAt, expiresAt, updatedAt };
      const query = { ...ownerOf(asked), ...filters, window: { page: 1, limit: 1 } };
      const [newest] = await listSubscriptions(database, query);
      if (newest === undefined)
        throw new Failure("not_found", "There is no such subscription: POST makes one.", {
          field: id !== undefined ? "id" : callbackUrl === undefined ? undefined : "callbackUrl",
        });
      return withIgnored(asked.values, { data: shown(newest) });
    },
    "webhooks.list": async (asked: Who) => {
      const window = windowOf(asked.values);
      const total = await countSubscriptions(database, ownerOf(asked));
      const found = await listSubscriptions(database, { ...ownerOf(asked), window });
      return pageOf(window, total, found.map(listed));
    },
    "webhooks.delete": async (asked: Who) => {
      await unsubscribe(connecting, nameOf(asked));
      return { data: { id: nameOf(asked).id } };
    },
    "webhooks.test": async (asked: Who) => {
      const subscription = await subscriptionOf(connecting, nameOf(asked));
      const { caller } = asked as Partial<AskedForUser>;
      const targetSystem = caller?.connection.targetSystem ?? "";
      const origin = caller === undefined ? {} : endUserOf(caller.connection);
      const { status, answer, ...outcome } = await sendTestEvent(
        connecting,
        subscription,
        origin,
        batches(targetSystem),
      );
      return { data: { ...outcome, ...(status !== undefined && { status }), ...(answer !== undefined && { answer }) } };
    },
    "webhooks.secret.rotate": async (asked: Who) => {
      const { subscription, secret } = await rotateSecret(connecting, nameOf(asked));
      const { id, previousUntil } = subscription;
      const until = previousUntil && { previousUntilDate: timestampOf(previousUntil) };
      return { data: { id, ...told(secret), ...until } };
    },
    "webhooks.renew": async (asked: Who) => ({ data: listed(await renew(connecting, nameOf(asked))) }),
    "webhooks.deliveries.list": async (asked: Who) => {
      const { id: subscriptionId } = await subscriptionOf(connecting, nameOf(asked));
      const { state } = asked.values as { state?: DeliveryState };
      const window = windowOf(asked.values);
      const total = await countDeliveries(database, { subscriptionId, state });
      const found = await listDeliveries(database, { subscriptionId, state, window });
      return pageOf(window, total, found.map(delivered));
    },
    "webhooks.replay": async (asked: Who) => {
      const { subscription, deliveries } = await replay(
        { database, batches },
        nameOf(asked),
        asked.body as ReplayRequest,
      );
      return { ...pauseTold(subscription), data: { deliveries } };
    },
  };
}

type TenantHandlers = Omit<Handlers<typeof tenantWebhookEndpoints>, "tenant.webhooks.create">;

const prefixed = (handlers: ReturnType<typeof handlersFor<AskedByTenant>>): TenantHandlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([id, handle]) => [`tenant.${id}`, handle]),
  ) as unknown as TenantHandlers;

/** In both forms that receivers take it in. */
const told = (secret: string) => ({
  secret,
  standardWebhooksSecret: `whsec_${Buffer.from(secret, "hex").toString("base64")}`,
});

/**
 * Whose changes are meant: what the connection has chosen, or what is named here; without either, what all its other
 * subscriptions name. Nothing, where it is what the connection has chosen.
 */
async function meantScope(
  { connecting, manageFor }: WebhookOptions,
  asked: AskedForUser,
  { resource }: SubscriptionRequest,
) {
  const { caller, values, request } = asked;
  const { connection } = caller;
  const connector = connecting.connectors.get(connection.targetSystem);
  if (connector === undefined || (resource !== undefined && !(resource in listOfResource))) return {};
  const [before, ...others] = await findSubscribedScopes(connecting.database, connection.id);
  const known = others.length === 0 ? before : undefined;
  const open = () => manageFor(request.id).openSession(connector, connection);
  const scope = await chooseScope(
    connector,
    {
      environment: connection.environment ?? known?.environment ?? null,
      company: connection.company ?? known?.company ?? null,
    },
    values,
    open,
  );
  if (connector.needs.every((need) => scope[need] === connection[need])) return {};
  // What is not there would never be heard of.
  await asVendorFailure(connector, async () => checkChoice(connector, await open(), scope));
  return scope;
}

/** What a subscription for the whole tenant will not hear of, as things are now. */
async function unheardOf({ connectors, database }: ConnectingDeps, tenantId: string, wish: SubscriptionRequest) {
  const { resource } = wish;
  if (resource !== undefined && !(resource in listOfResource)) return [];
  const needing = [...connectors.values()].map((connector) => ({ targetSystem: connector.id, ...scopeNeedsOf(connector) }));
  const { targetSystems, unchosen } = await findListenable(database, tenantId, needing);
  const never = targetSystems.flatMap((slug) => neverReported(connectors.get(slug), wish));
  if (unchosen.length === 0) return never;
  const some = unchosen.slice(0, mostNamed).join(", ");
  const all = unchosen.length > mostNamed ? `${some} and ${unchosen.length - mostNamed} more` : some;
  return [
    ...never,
    `No company is chosen for ${all}: changes of their records are heard only where a subscription of their own names a companyId, or once one is chosen with POST /auth/reconnect.`,
  ];
}

const mostNamed = 10;

/** A client that knows which target system it means is told when it holds another one's key. */
function checkTargetSystem({ connection }: Caller, said: string | undefined): void {
  if (said === undefined || said.toLowerCase() === connection.targetSystem) return;
  throw new Failure("invalid_request", `targetSystem must be ${connection.targetSystem}, which this connection is to`, {
    field: "targetSystem",
  });
}

interface Window {
  readonly page: number;
  readonly limit: number;
}

function windowOf(values: Readonly<Record<string, unknown>>): Window {
  const { page = 1, limit = defaultLimit } = values as Partial<Window>;
  return { page, limit };
}

const pageOf = (window: Window, total: number | undefined, data: readonly object[]) => ({
  meta: {
    pagination: paginationOf(window, total),
    ...(total === undefined && { warnings: [`There are more than ${mostCounted}; how many is not counted.`] }),
  },
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

const shownWith = (vault: Vault, subscription: Subscription) => ({
  id: subscription.id,
  callbackUrl: openAddress(vault, subscription.id, subscription),
  createdDate: timestampOf(subscription.createdAt),
  expiresDate: timestampOf(subscription.expiresAt),
  updatedDate: timestampOf(subscription.updatedAt),
});

const listedWith = (vault: Vault, subscription: Subscription) => ({
  ...shownWith(vault, subscription),
  state: subscription.state,
  ...(subscription.eventType !== null && { eventType: subscription.eventType }),
  ...(subscription.resource !== null && { resource: subscription.resource }),
  ...(subscription.company !== null && { companyId: subscription.company }),
  ...(subscription.environment !== null && { environmentName: subscription.environment }),
});

const logged = ({ sequence, eventType, resource, resourceId, changedAt, recordedAt, companyId }: LoggedEvent) => ({
  id: sequence,
  eventType,
  resource,
  resourceId,
  ...(companyId !== null && { companyId }),
  filterDate: timestampOf(changedAt),
  recordedDate: timestampOf(recordedAt),
});

const delivered = (delivery: DeliveryView) => ({
  id: messageIdOf(delivery.subscriptionId, delivery.sequence),
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
