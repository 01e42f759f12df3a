/** Handlers of the webhook and event endpoints. */

import type { FastifyInstance } from "fastify";
import { timestampOf } from "../../contract/clocks.ts";
import { type EventResource, listOfResource } from "../../contract/event.ts";
import { Failure } from "../../contract/failure.ts";
import type { OperationId } from "../../contract/operations.ts";
import { defaultLimit } from "../../contract/parameters.ts";
import { allowsResourceOf, type Scopes } from "../../contract/scopes.ts";
import type { Caller } from "../../core/accounts/callers.ts";
import { endUserOf } from "../../core/accounts/connection.ts";
import { chooseScope } from "../../core/calling/chooseScope.ts";
import { paginationOf } from "../../core/calling/listCall.ts";
import { neverReported, scopeNeedsOf } from "../../core/changes/sources.ts";
import { type ConnectingDeps } from "../../core/connecting/context.ts";
import { type ConnectionDeps, faultOf } from "../../core/connecting/manageConnection.ts";
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
  type RequestedScope,
  type Subscription,
  type SubscriptionOwner,
} from "../../store/subscriptions.ts";
import { listSubscriptionFaults, type SubscriptionFault } from "../../store/vendorSubscriptions.ts";
import {
  addEndpoints,
  type ConnectionCall,
  type Handlers,
  type RequestChecks,
  type TenantCall,
} from "../server/endpoint.ts";
import { tenantWebhookEndpoints } from "./tenantWebhookEndpoints.ts";
import { eventEndpoints, webhookEndpoints } from "./webhookEndpoints.ts";

export interface WebhookOptions extends RequestChecks {
  readonly connecting: ConnectingDeps;
  readonly manageFor: (requestId: string) => ConnectionDeps;
}

export function addWebhookRoutes(app: FastifyInstance, options: WebhookOptions): void {
  const { connecting } = options;
  const ofConnection = handlersFor<ConnectionCall>(connecting, ({ tenantId, caller }) => ({
    tenantId,
    connectionId: caller.connection.id,
  }));
  const ofTenant = handlersFor<TenantCall>(connecting, ({ tenantId }) => ({ tenantId, connectionId: null }));

  addEndpoints(app, options, webhookEndpoints, {
    ...ofConnection,
    "webhooks.get": async (call) => {
      const scope = await subscribedScope(options, call);
      return ofConnection["webhooks.get"](call, scope);
    },
    "webhooks.create": async (call) => {
      const { targetSystem, ...subscription } = call.body as NewSubscription;
      checkTargetSystem(call.caller, targetSystem);
      checkSubscribed(call, subscription);
      const scope = await scopeOf(options, call, subscription);
      const warnings = neverReported(connecting.connectors.get(call.caller.connection.targetSystem), subscription);
      return ofConnection.subscribe(call, { ...subscription, ...scope }, warnings);
    },
  });
  addEndpoints(app, options, tenantWebhookEndpoints, {
    ...prefixed(ofTenant),
    "tenant.webhooks.create": async (call) => {
      const { targetSystem: _, ...subscription } = call.body as NewSubscription;
      checkSubscribed(call, subscription);
      return ofTenant.subscribe(call, subscription, await unreportedChanges(connecting, call.tenantId, subscription));
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
      const { scopes } = caller;
      return { meta: { cursor }, data: events.filter(({ resource }) => mayHearOf(scopes, resource)).map(logged) };
    },
  });
}

/** A key that is limited to resources sees only their events. Events of the connection itself are for every key. */
function mayHearOf(scopes: Scopes, resource: EventResource): boolean {
  const list = (listOfResource as Partial<Record<EventResource, OperationId>>)[resource];
  return list === undefined || allowsResourceOf(scopes, list);
}

/** A key that is limited to resources names the one that it subscribes to. */
function checkSubscribed({ scopes }: TenantCall, { resource }: SubscriptionRequest): void {
  if (resource === undefined && scopes.resources === null) return;
  if (resource !== undefined && mayHearOf(scopes, resource)) return;
  if (resource === undefined)
    throw new Failure(
      "scope_missing",
      `This API key is limited to resources. Subscribe to each of them with resource, such as "INVOICE".`,
      { field: "resource" },
    );
  const [needed = resource] = listOfResource[resource as keyof typeof listOfResource].split(".");
  throw new Failure("scope_missing", `This API key lacks the scope resource:${needed}.`, { field: "resource" });
}

type NewSubscription = SubscriptionRequest & { readonly targetSystem?: string };

/** Handlers for subscriptions of a connection or of a tenant. */
function handlersFor<Call extends TenantCall>(connecting: ConnectingDeps, ownerOf: (call: Call) => SubscriptionOwner) {
  const { database, connectors } = connecting;
  const shown = (subscription: Subscription) => shownWith(connecting.vault, subscription);
  const listed = (subscription: Subscription) => listedWith(connecting.vault, subscription);
  const nameOf = (call: Call) => ({ id: call.ids["webhookId"] ?? "", ...ownerOf(call) });
  const batches = (targetSystem: string | null): boolean => connectors.get(targetSystem ?? "")?.batches === true;
  /** The faults of the subscriptions at the target system. A tenant's subscription covers many connections. */
  const faultsOf = async (call: Call): Promise<readonly SubscriptionFault[]> => {
    const { caller } = call as Partial<ConnectionCall>;
    return caller === undefined ? [] : listSubscriptionFaults(database, caller.connection.id);
  };
  return {
    subscribe: async (call: Call, request: SubscriptionRequest, warnings: readonly string[]) => {
      const { subscription, secret } = await subscribe(connecting, ownerOf(call), request);
      return {
        ...(warnings.length > 0 && { meta: { warnings } }),
        data: { ...shown(subscription), ...secretFields(secret) },
      };
    },
    "webhooks.get": async (call: Call, scope?: RequestedScope) => {
      const { id, callbackUrl, ...dates } = call.values as Partial<Record<string, string>>;
      const {
        createdDate: createdAt,
        expiresDate: expiresAt,
        updatedDate: updatedAt,
      } = dates as Readonly<Record<string, Date | undefined>>;
      const addressHash = callbackUrl === undefined ? undefined : hashToken(callbackUrl);
      const filters = { id, addressHash, createdAt, expiresAt, updatedAt, scope };
      const query = { ...ownerOf(call), ...filters, window: { page: 1, limit: 1 } };
      const [newest] = await listSubscriptions(database, query);
      if (newest === undefined)
        throw new Failure("not_found", "Unknown subscription. Create one with POST /webhooks.", {
          field: id !== undefined ? "id" : callbackUrl === undefined ? undefined : "callbackUrl",
        });
      const faults = await faultsOf(call);
      return withIgnored(call.values, { data: { ...shown(newest), ...faultIn(faults, newest) } });
    },
    "webhooks.list": async (call: Call) => {
      const window = windowOf(call.values);
      const total = await countSubscriptions(database, ownerOf(call));
      const found = await listSubscriptions(database, { ...ownerOf(call), window });
      const faults = await faultsOf(call);
      const data = found.map((subscription) => ({ ...listed(subscription), ...faultIn(faults, subscription) }));
      return pageOf(window, total, data);
    },
    "webhooks.delete": async (call: Call) => {
      await unsubscribe(connecting, nameOf(call));
      return { data: { id: nameOf(call).id } };
    },
    "webhooks.test": async (call: Call) => {
      const subscription = await subscriptionOf(connecting, nameOf(call));
      const { caller } = call as Partial<ConnectionCall>;
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
    "webhooks.secret.rotate": async (call: Call) => {
      const { subscription, secret } = await rotateSecret(connecting, nameOf(call));
      const { id, previousUntil } = subscription;
      const until = previousUntil && { previousUntilDate: timestampOf(previousUntil) };
      return { data: { id, ...secretFields(secret), ...until } };
    },
    "webhooks.renew": async (call: Call) => ({ data: listed(await renew(connecting, nameOf(call))) }),
    "webhooks.deliveries.list": async (call: Call) => {
      const { id: subscriptionId } = await subscriptionOf(connecting, nameOf(call));
      const { state } = call.values as { state?: DeliveryState };
      const window = windowOf(call.values);
      const total = await countDeliveries(database, { subscriptionId, state });
      const found = await listDeliveries(database, { subscriptionId, state, window });
      return pageOf(window, total, found.map(delivered));
    },
    "webhooks.replay": async (call: Call) => {
      const { subscription, deliveries } = await replay(
        { database, batches },
        nameOf(call),
        call.body as ReplayRequest,
      );
      return { ...pauseWarning(subscription), data: { deliveries } };
    },
  };
}

type TenantHandlers = Omit<Handlers<typeof tenantWebhookEndpoints>, "tenant.webhooks.create">;

const prefixed = (handlers: ReturnType<typeof handlersFor<TenantCall>>): TenantHandlers =>
  Object.fromEntries(
    Object.entries(handlers).map(([id, handle]) => [`tenant.${id}`, handle]),
  ) as unknown as TenantHandlers;

/** The secret in both formats. */
const secretFields = (secret: string) => ({
  secret,
  standardWebhooksSecret: `whsec_${Buffer.from(secret, "hex").toString("base64")}`,
});

/**
 * The environment and company to subscribe to: those of the request, otherwise the connection's selection, otherwise those
 * of its other subscriptions. Empty if they are the connection's selection.
 */
async function scopeOf(
  { connecting, manageFor }: WebhookOptions,
  call: ConnectionCall,
  { resource }: SubscriptionRequest,
) {
  const { caller, values, request } = call;
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
  // A company that does not exist would never report changes.
  await asVendorFailure(connector, async () => checkChoice(connector, await open(), scope));
  return scope;
}

/**
 * The company that the request names. Without a selection at sign-in, it has to name the company and the environment.
 * Undefined if it need not and does not.
 */
async function subscribedScope(
  { connecting, manageFor }: WebhookOptions,
  { caller, values, request }: ConnectionCall,
): Promise<RequestedScope | undefined> {
  const { connection } = caller;
  const connector = connecting.connectors.get(connection.targetSystem);
  if (connector === undefined) return undefined;
  const open = () => manageFor(request.id).openSession(connector, connection);
  const scope = await chooseScope(connector, connection, values, open);
  const { companyId, environmentName } = values as Partial<Record<string, string>>;
  if (companyId === undefined && environmentName === undefined) return undefined;
  // Without a selection, only subscriptions to events of the connection itself have no company.
  const isSelection = connector.needs.every((need) => connection[need] === null || scope[need] === connection[need]);
  return { ...scope, isSelection };
}

/** Warnings about changes that a tenant-wide subscription would not receive at present. */
async function unreportedChanges(
  { connectors, database }: ConnectingDeps,
  tenantId: string,
  subscription: SubscriptionRequest,
) {
  const { resource } = subscription;
  if (resource !== undefined && !(resource in listOfResource)) return [];
  const needing = [...connectors.values()].map((connector) => ({
    targetSystem: connector.id,
    ...scopeNeedsOf(connector),
  }));
  const { targetSystems, unchosen } = await findListenable(database, tenantId, needing);
  const never = targetSystems.flatMap((slug) => neverReported(connectors.get(slug), subscription));
  if (unchosen.length === 0) return never;
  const first = unchosen.slice(0, mostNamed).join(", ");
  const connections = unchosen.length > mostNamed ? `${first} and ${unchosen.length - mostNamed} more` : first;
  return [
    ...never,
    `No company is selected for ${connections}. Changes to their records are sent only if a subscription of the connection specifies a companyId, or after a company is selected with POST /auth/reconnect.`,
  ];
}

const mostNamed = 10;

/** Rejects a request whose account key belongs to another target system. */
function checkTargetSystem({ connection }: Caller, expected: string | undefined): void {
  if (expected === undefined || expected.toLowerCase() === connection.targetSystem) return;
  throw new Failure(
    "invalid_request",
    `targetSystem must be ${connection.targetSystem}, the target system of this connection`,
    {
      field: "targetSystem",
    },
  );
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
    ...(total === undefined && {
      warnings: [`There are more than ${mostCounted} records; the exact number is not counted.`],
    }),
  },
  data,
});

/** Warns about parameters that have no effect on subscriptions. */
function withIgnored(values: Readonly<Record<string, unknown>>, answer: object): object {
  const names = ["rawData", "companyId", "environmentName"].filter((name) => name in values);
  const warnings = names.map((name) => `${name} has no effect on subscriptions and was ignored.`);
  return warnings.length === 0 ? answer : { meta: { warnings }, ...answer };
}

const pauseWarning = ({ id, state }: Subscription) =>
  state === "paused" && {
    meta: { warnings: [`The subscription is paused. Resume it with POST /webhooks/${id}/renew.`] },
  };

function faultIn(faults: readonly SubscriptionFault[], { environment, company }: Subscription) {
  const scope = environment === null && company === null ? "" : `${environment ?? ""}\t${company ?? ""}`;
  return faultOf(faults.find((fault) => fault.scope === scope));
}

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
