/**
 * Brings account keys to callers: in the address that the browser is sent back to, or, in the webhook flow, in an event
 * to an address of theirs. An event is written together with its connection and tried until somebody takes it.
 */

import { timestampOf } from "../../contract/timestamp.ts";
import type { Flow } from "../../store/flows.ts";
import {
  addKeyDelivery,
  claimKeyDeliveries,
  endKeyDelivery,
  type KeyDelivery,
  postponeKeyDelivery,
} from "../../store/keyDeliveries.ts";
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
import { type HandOver } from "./context.ts";
import { withParameters } from "./flowSteps.ts";

export interface KeyDeliveryDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly outbound: Outbound;
  readonly now: () => number;
}

const bodyPlace = (id: string) => ({ table: "key_deliveries", row: id, column: "body" });

async function signingSecret(database: Queryable, vault: Vault, tenantId: string): Promise<Secret | undefined> {
  const sealed = await findSigningSecret(database, tenantId);
  return sealed === null ? undefined : new Secret(vault.open(signingSecretColumn(tenantId), sealed));
}

export function makeHandOver({ vault, now }: Pick<KeyDeliveryDeps, "vault" | "now">) {
  return async (
    client: Queryable,
    { tenantId, targetSystem, options }: Flow,
    accountKey: string,
  ): Promise<HandOver> => {
    const { callbackUrl, webhookCallbackUrl, includeSignature } = options;
    const endUser = endUserOf({ endUserId: options.endUserId ?? null, endUserName: options.endUserName ?? null });
    if (webhookCallbackUrl !== undefined) {
      const id = newId();
      const createdDate = timestampOf(new Date(now()));
      const facts = { eventType: "CREATED", resource: "ACCOUNT_KEY", accountKey, targetSystem, createdDate };
      const event = { ...facts, ...endUser };
      // With its address, which may carry a secret of its receiver's.
      const body = vault.seal(bodyPlace(id), `${webhookCallbackUrl}\n${JSON.stringify(event)}`);
      return {
        store: (client) => addKeyDelivery(client, { id, tenantId, url: "", body }),
        ...(callbackUrl !== undefined && { redirect: callbackUrl }),
      };
    }
    if (callbackUrl === undefined) return {};
    const secret = includeSignature ? await signingSecret(client, vault, tenantId) : undefined;
    const signature = secret && callbackSignature(secret, accountKey, now());
    return { redirect: withParameters(callbackUrl, { accountKey, ...endUser, ...signature }) };
  };
}

const leaseSeconds = 60;

/** Tries what is due, and tells how many that were. */
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

/** Before addresses were sealed, they stood beside the body. */
function openDelivery({ vault }: KeyDeliveryDeps, { id, url, body }: KeyDelivery): { url: string; text: string } {
  const opened = vault.open(bodyPlace(id), body);
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
