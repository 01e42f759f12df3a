/**
 * Maintains webhook subscriptions at vendors: creates one when a platform subscribes to changes, renews it in time, and
 * ends it with the last subscription. Interrupted work is resumed with the same URL.
 */

import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";
import type { VendorAddress, VendorSubscription, Webhooks } from "../../contract/webhooks.ts";
import { findConnection } from "../../store/connections.ts";
import { sweepNow } from "../../store/pollState.ts";
import { type Database, transaction } from "../../store/postgres/database.ts";
import {
  addVendorAddress,
  claimVendorSubscriptions,
  type DueVendorSubscription,
  findMissing,
  findVendorSubscriptions,
  keepVendorSubscription,
  loseVendorSubscription,
  markForRemoval,
  markMoved,
  postponeVendorSubscription,
  type ReportableResource,
  removeVendorSubscription,
  type VendorSubscriptionName,
  type VendorSubscriptionRow,
} from "../../store/vendorSubscriptions.ts";
import { type OpenConnection, openConnection, scopeOf } from "../accounts/connection.ts";
import { newId } from "../secrets/ids.ts";
import type { Vault } from "../secrets/vault.ts";
import { reopeningSession } from "../session/reopeningSession.ts";
import type { OpenSession } from "../session/sessionFactory.ts";
import { changeScopeOf } from "./changeScope.ts";
import { type ReportChannel } from "./poller.ts";
import { resourcesReportedBy, scopeNeedsOf } from "./sources.ts";
import { newVendorAddress, openVendorAddress, openVendorFacts, sealVendorFacts } from "./webhookAddress.ts";

export interface VendorSubscriptionDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly openSession: OpenSession;
  readonly reportChannelOf: (connector: Connector) => ReportChannel;
  /** The URL under which vendors reach this service. */
  readonly publicUrl: () => string;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

/** Per round. */
const maxSubscriptions = 8;
const leaseSeconds = 120;

/** Adds missing subscriptions, maintains due ones, and returns how many were due. */
export async function maintainVendorSubscriptions(deps: VendorSubscriptionDeps): Promise<number> {
  const { database } = deps;
  const reportable = reportableOf(deps);
  await addAddresses(deps, reportable, "recent");
  const due = await claimVendorSubscriptions(database, reportable, { most: maxSubscriptions, leaseSeconds });
  await Promise.all(due.map((subscription) => renewSubscription(deps, subscription)));
  return due.length;
}

/** Finds all missing subscriptions, and those that are no longer needed. */
export async function sweepVendorSubscriptions(deps: VendorSubscriptionDeps): Promise<void> {
  const reportable = reportableOf(deps);
  await addAddresses(deps, reportable, "all");
  await markForRemoval(deps.database, reportable);
}

/** Called at start and whenever the service's URL changes, not in every round: services may disagree about it. */
export const moveVendorSubscriptions = ({ database }: VendorSubscriptionDeps, baseUrl: string): Promise<void> =>
  markMoved(database, baseUrl);

async function addAddresses(
  { database, vault }: VendorSubscriptionDeps,
  reportable: readonly ReportableResource[],
  which: "all" | "recent",
) {
  for (const name of await findMissing(database, reportable, which))
    await addVendorAddress(database, newVendorAddress(vault, name));
}

const reportableOf = ({ connectors, reportChannelOf }: VendorSubscriptionDeps): ReportableResource[] =>
  [...connectors.values()]
    .filter((connector) => reportChannelOf(connector).by === "address")
    .flatMap((connector) =>
      resourcesReportedBy(connector).map((resource) => ({
        targetSystem: connector.id,
        resource,
        ...scopeNeedsOf(connector),
      })),
    );

async function renewSubscription(deps: VendorSubscriptionDeps, due: DueVendorSubscription): Promise<void> {
  const { database, onFault } = deps;
  try {
    const makeContact = await contactFor(deps, due);
    if (makeContact === undefined) await removeVendorSubscription(database, due);
    else if (due.isWanted) await keep(deps, due, await lookAfter(deps, makeContact, due));
    else await end(makeContact, database);
  } catch (error) {
    if (!(error instanceof Failure)) onFault(error);
    if (!due.isWanted && due.attempts >= maxAttempts) return removeVendorSubscription(database, due);
    const fault = error instanceof Failure ? error.code : "internal";
    const retryAfter = error instanceof Failure ? (error.details.retryAfter ?? 0) : 0;
    const seconds = Math.max(retryAfter, Math.min(longestWait, firstWait * 2 ** Math.min(due.attempts, 20)));
    await postponeVendorSubscription(database, due, { seconds, fault });
  }
}

const firstWait = 5;
const longestWait = 3600;
/** After that, an unsubscribe is given up: the URL no longer works, so the vendor will notice. */
const maxAttempts = 8;

interface VendorContact {
  readonly name: VendorSubscriptionName;
  readonly webhooks: Webhooks;
  readonly session: Session;
  readonly address: VendorAddress;
  /** The vendor's subscription, if it exists already. */
  readonly known: VendorSubscription | undefined;
  /** The URL of that subscription, if it was made for another public URL of this service. */
  readonly formerUrl: string | undefined;
}

/** Undefined if the connection has ended. */
async function contactFor(
  deps: VendorSubscriptionDeps,
  row: VendorSubscriptionRow,
): Promise<VendorContact | undefined> {
  const { database, vault, connectors } = deps;
  const connection = await findConnection(database, row.connectionId);
  const connector = connection && connectors.get(connection.targetSystem);
  if (connection === undefined || connection.state === "disabled" || connector?.webhooks === undefined)
    return undefined;
  const chosen = await changeScopeOf(database, connection, row.scope);
  const scope = connector.webhooks.withinCompany ? scopeOf(chosen) : undefined;
  const about = { requestId: newId(), priority: "background", cause: "renewal", scope } as const;
  const open = () => deps.openSession(connector, openConnection(connection, vault), about);
  return talk(deps, row, {
    connector,
    webhooks: connector.webhooks,
    connection: chosen,
    session: reopeningSession(open),
  });
}

interface Parties {
  readonly connector: Connector;
  readonly webhooks: Webhooks;
  readonly connection: Pick<OpenConnection, "environment" | "company">;
  readonly session: Session;
}

function talk(
  { vault, publicUrl }: VendorSubscriptionDeps,
  row: VendorSubscriptionRow,
  parties: Parties,
): VendorContact {
  const { token, secret } = openVendorAddress(vault, row);
  const path = `/events/${parties.connector.id}/${token}`;
  const hasMoved = row.baseUrl !== null && row.baseUrl !== publicUrl();
  return {
    name: row,
    webhooks: parties.webhooks,
    session: parties.session,
    address: { url: publicUrl() + path, secret, scope: scopeOf(parties.connection) },
    formerUrl: hasMoved ? row.baseUrl + path : undefined,
    known:
      row.facts === null ? undefined : { facts: openVendorFacts(vault, row), expiresAt: row.expiresAt?.toISOString() },
  };
}

/** Why a subscription had to be made again. Stored like an error code. */
const lostFault = "subscription_lost";

/** Renews a subscription or confirms that it exists, and makes it again if the vendor has lost it or switched it off. */
async function lookAfter(
  deps: VendorSubscriptionDeps,
  contact: VendorContact,
  due: DueVendorSubscription,
): Promise<VendorSubscription> {
  const { webhooks, session, address, known, formerUrl } = contact;
  if (webhooks.subscribe === undefined)
    throw new Error(`Connection ${due.connectionId} does not support webhook subscriptions.`);
  if (known === undefined) return webhooks.subscribe(session, address);
  const isActive = formerUrl === undefined && ((await webhooks.isActive?.(session, known, address)) ?? true);
  if (isActive) {
    const renewed = await renewKnown(contact, known);
    if (renewed !== undefined) return renewed;
  }
  await loseVendorSubscription(deps.database, due, formerUrl === undefined ? lostFault : null);
  // Subscriptions that are left of an incomplete set would report changes twice.
  const subscribed = formerUrl === undefined ? address : { ...address, url: formerUrl };
  await webhooks.unsubscribe?.(session, known, subscribed).catch((error: unknown) => {
    if (!(error instanceof Failure)) throw error;
  });
  const made = await webhooks.subscribe(session, address);
  // Changes since the loss were not reported.
  await transaction(deps.database, (client) => sweepNow(client, due));
  return made;
}

/** Undefined if the vendor does not know the subscription any more. */
async function renewKnown(
  { webhooks, session, address }: VendorContact,
  known: VendorSubscription,
): Promise<VendorSubscription | undefined> {
  if (webhooks.renew === undefined) return known;
  try {
    return await webhooks.renew(session, known, address);
  } catch (error) {
    const isForgotten = error instanceof Failure && ["not_found", "target_rejected"].includes(error.code);
    if (!isForgotten) throw error;
    return undefined;
  }
}

async function keep(
  deps: VendorSubscriptionDeps,
  due: DueVendorSubscription,
  subscription: VendorSubscription,
): Promise<void> {
  const { database, vault, now, publicUrl } = deps;
  const expiresAt = subscription.expiresAt === undefined ? null : new Date(subscription.expiresAt);
  await keepVendorSubscription(database, due, {
    facts: sealVendorFacts(vault, due, subscription),
    expiresAt,
    baseUrl: publicUrl(),
    dueAt: expiresAt === null ? null : renewalOf(expiresAt, now()),
  });
}

const soonest = 60_000;

/** After two thirds of its lifetime, so that there is time for retries if the vendor is down. */
function renewalOf(expiresAt: Date, now: number): Date {
  return new Date(now + Math.max(soonest, ((expiresAt.getTime() - now) * 2) / 3));
}

async function end(contact: VendorContact, database: Database): Promise<void> {
  const { name, webhooks, session, address, known, formerUrl } = contact;
  if (known !== undefined)
    await webhooks
      .unsubscribe?.(session, known, { ...address, url: formerUrl ?? address.url })
      .catch((error: unknown) => {
        if (!(error instanceof Failure && error.code === "not_found")) throw error;
      });
  await removeVendorSubscription(database, name);
}

/** Ends the subscriptions of a connection that is being removed, while its credentials still exist; ignores failures. */
export async function endVendorSubscription(
  deps: VendorSubscriptionDeps,
  connector: Connector | undefined,
  connection: OpenConnection,
): Promise<void> {
  for (const row of await findVendorSubscriptions(deps.database, connection.id))
    await endWithConnection(deps, row, { connector, connection });
}

async function endWithConnection(
  deps: VendorSubscriptionDeps,
  row: VendorSubscriptionRow,
  { connector, connection }: { readonly connector: Connector | undefined; readonly connection: OpenConnection },
): Promise<void> {
  const { webhooks } = connector ?? {};
  try {
    if (connector === undefined || webhooks === undefined || connection.state !== "active") return;
    const session = await deps.openSession(connector, connection, { requestId: newId(), cause: "renewal" });
    const chosen = await changeScopeOf(deps.database, connection, row.scope);
    await end(talk(deps, row, { connector, webhooks, connection: chosen, session }), deps.database);
  } catch (error) {
    if (!(error instanceof Failure)) deps.onFault(error);
  } finally {
    await removeVendorSubscription(deps.database, row);
  }
}
