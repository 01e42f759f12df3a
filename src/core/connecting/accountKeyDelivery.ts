/**
 * Delivers account keys to callers: in the URL to which the browser returns, or, in the webhook flow, in an event. The event
 * is stored together with its connection and retried until the receiver accepts it.
 */

import { timestampOf } from "../../contract/clocks.ts";
import type { Flow } from "../../store/connecting/flows.ts";
import {
  addKeyDelivery,
  claimKeyDeliveries,
  endKeyDelivery,
  type KeyDelivery,
  postponeKeyDelivery,
} from "../../store/connecting/keyDeliveries.ts";
import type { Database, Queryable } from "../../store/postgres/database.ts";
import { findSigningSecret } from "../../store/tenants.ts";
import { endUserOf } from "../accounts/connection.ts";
import { signingSecretColumn } from "../accounts/oauthClients.ts";
import { nextWait } from "../delivering/retrySchedule.ts";
import type { Outbound } from "../outbound/client.ts";
import { OutboundFault } from "../outbound/exchange.ts";
import { newId } from "../secrets/ids.ts";
import { Secret } from "../secrets/secret.ts";
import { callbackSignature, sign } from "../secrets/signature.ts";
import type { Vault } from "../secrets/vault.ts";
import { type KeyHandOver } from "./context.ts";
import { withParameters } from "./flowSteps.ts";

export interface KeyDeliveryDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly outbound: Outbound;
  readonly now: () => number;
}

const bodyColumn = (id: string) => ({ table: "key_deliveries", row: id, column: "body" });

async function signingSecret(database: Queryable, vault: Vault, tenantId: string): Promise<Secret | undefined> {
  const sealed = await findSigningSecret(database, tenantId);
  return sealed === null ? undefined : new Secret(vault.open(signingSecretColumn(tenantId), sealed));
}

export function makeHandOverKey({ vault, now }: Pick<KeyDeliveryDeps, "vault" | "now">) {
  return async (
    client: Queryable,
    { tenantId, targetSystem, options }: Flow,
    accountKey: string,
  ): Promise<KeyHandOver> => {
    const { callbackUrl, webhookCallbackUrl, includeSignature } = options;
    const endUser = endUserOf({ endUserId: options.endUserId ?? null, endUserName: options.endUserName ?? null });
    if (webhookCallbackUrl !== undefined) {
      const id = newId();
      const createdDate = timestampOf(new Date(now()));
      const facts = { eventType: "CREATED", resource: "ACCOUNT_KEY", accountKey, targetSystem, createdDate };
      const event = { ...facts, ...endUser };
      // The URL is encrypted, too: it may contain a secret of the receiver.
      const body = vault.seal(bodyColumn(id), `${webhookCallbackUrl}\n${JSON.stringify(event)}`);
      return {
        store: (client) => addKeyDelivery(client, { id, tenantId, url: "", body }),
        ...(callbackUrl !== undefined && { redirect: callbackUrl }),
      };
    }
    if (callbackUrl === undefined) return {};
    const secret = includeSignature ? await signingSecret(client, vault, tenantId) : undefined;
    const signature = secret && callbackSignature(secret, { accountKey, ...endUser }, now());
    return { redirect: withParameters(callbackUrl, { accountKey, ...endUser, ...signature }) };
  };
}

const leaseSeconds = 60;

/** Attempts due deliveries and returns how many were due. */
export async function deliverKeys(delivering: KeyDeliveryDeps, onGivenUp: (id: string) => void): Promise<number> {
  const { database } = delivering;
  const due = await claimKeyDeliveries(database, { most: 20, leaseSeconds });
  await Promise.all(
    due.map(async (delivery) => {
      const answer = await attempt(delivering, delivery);
      const wait = nextWait({ attempts: delivery.attempts, random: Math.random() });
      if (answer === "taken") return endKeyDelivery(database, delivery.id);
      if (wait !== undefined) return postponeKeyDelivery(database, { id: delivery.id, seconds: wait, answer });
      onGivenUp(delivery.id);
      return endKeyDelivery(database, delivery.id);
    }),
  );
  return due.length;
}

/** Older rows have the URL in plain text in a separate column. */
function openDelivery({ vault }: KeyDeliveryDeps, { id, url, body }: KeyDelivery): { url: string; text: string } {
  const opened = vault.open(bodyColumn(id), body);
  const end = opened.indexOf("\n");
  return url === "" ? { url: opened.slice(0, end), text: opened.slice(end + 1) } : { url, text: opened };
}

async function attempt(delivering: KeyDeliveryDeps, delivery: KeyDelivery): Promise<string> {
  const secret = await signingSecret(delivering.database, delivering.vault, delivery.tenantId);
  const { url, text } = openDelivery(delivering, delivery);
  try {
    const { status } = await delivering.outbound.fetchBytes({
      method: "POST",
      url,
      headers: {
        "content-type": "application/json",
        ...(secret && { "x-service-signature": sign(secret, text) }),
      },
      body: text,
      deadlineMs: 20_000,
      maxBytes: 64 * 1024,
      purpose: "supplied",
    });
    return status >= 200 && status < 300 ? "taken" : `status ${status}`;
  } catch (error) {
    if (error instanceof OutboundFault) return error.reason;
    throw error;
  }
}
