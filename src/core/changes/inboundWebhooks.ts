/**
 * Receives vendors' webhooks. A request is checked and stored in one transaction before it is answered: after a success
 * the vendor need not send it again, and if it does, nothing is added.
 */
import { createHash } from "node:crypto";
import type { Connector } from "../../contract/connector.ts";
import { isStorable } from "../../contract/parameters.ts";
import type { Notice, Receipt, VendorPost } from "../../contract/webhooks.ts";
import { addAmbiguousNotice } from "../../store/ambiguousNotices.ts";
import { findRegistrations } from "../../store/connecting/registrations.ts";
import { type Database, type Queryable, transaction } from "../../store/postgres/database.ts";
import { findPortalRecipients, findWebhookRecipient } from "../../store/vendorSubscriptions.ts";
import { webhookSecretOf } from "../accounts/oauthClients.ts";
import type { RateLimit } from "../accounts/rateLimit.ts";
import type { Change } from "../events/change.ts";
import { appendChanges } from "../events/eventLog.ts";
import { hashKey } from "../secrets/keys.ts";
import type { Vault } from "../secrets/vault.ts";
import { openVendorAddress, openVendorFacts } from "./webhookAddress.ts";

export interface InboundDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly connectors: ReadonlyMap<string, Connector>;
  /** The operator's keys from vendors' portals, by target system. */
  readonly webhookSecrets: Readonly<Record<string, string>>;
  /** For each connection or portal. */
  readonly limit: RateLimit;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

/** A request before its recipient is known. */
export type InboundPost = Pick<VendorPost, "headers" | "query" | "body">;

export type Reception =
  | { readonly kind: "unknown" | "invalidSignature" | "stored" }
  | { readonly kind: "handshake"; readonly body: string }
  | { readonly kind: "tooMany"; readonly seconds: number };

export interface InboundWebhooks {
  /** Receives a request at the URL of one connection. */
  atConnection(slug: string, token: string, post: InboundPost): Promise<Reception>;
  /** Receives a request at the URL entered in a portal, by the operator or by a tenant. */
  atPortal(slug: string, tenantId: string | undefined, post: InboundPost): Promise<Reception>;
}

const unknown = { kind: "unknown" } as const;

export function openInboundWebhooks(deps: InboundDeps): InboundWebhooks {
  const { database, vault, connectors, webhookSecrets } = deps;
  return {
    atConnection: async (slug, token, post) => {
      const connector = connectors.get(slug);
      if (connector?.webhooks?.setUp !== "api") return unknown;
      const found = await findWebhookRecipient(database, slug, hashKey(token));
      if (found === undefined || found.state === "disabled") return unknown;
      const secret =
        connector.webhooks.signedWith === "appKey"
          ? ((await tenantSecret(database, vault, { tenantId: found.tenantId, slug })) ?? webhookSecrets[slug])
          : openVendorAddress(vault, found).secret;
      if (secret === undefined) return unknown;
      const vendorPost = { ...post, secret, facts: openVendorFacts(vault, found) };
      const recipient = { id: found.connectionId, scope: found.scope };
      const recipients = { limitedBy: found.connectionId, find: async () => [recipient] };
      return receive(deps, connector, vendorPost, recipients);
    },
    atPortal: async (slug, tenantId, post) => {
      const connector = connectors.get(slug);
      if (connector?.webhooks?.setUp !== "portal") return unknown;
      const secret =
        tenantId === undefined ? webhookSecrets[slug] : await tenantSecret(database, vault, { tenantId, slug });
      if (secret === undefined) return unknown;
      return receive(
        deps,
        connector,
        { ...post, secret },
        {
          limitedBy: `${slug} ${tenantId ?? ""}`,
          find: (client, companies) => findPortalRecipients(client, { targetSystem: slug, companies, tenantId }),
        },
      );
    },
  };
}

async function tenantSecret(
  database: Database,
  vault: Vault,
  { tenantId, slug }: { tenantId: string; slug: string },
): Promise<string | undefined> {
  const [registration] = await findRegistrations(database, tenantId, slug);
  return registration && webhookSecretOf(vault, registration);
}

interface Recipients {
  readonly limitedBy: string;
  /** Ordered by id, so that transactions do not deadlock. */
  find(client: Queryable, companies: readonly string[]): Promise<readonly Recipient[]>;
}

interface Recipient {
  readonly id: string;
  readonly scope: string;
  /** Undefined: the URL belongs to this connection, so all notices are for it. */
  readonly company?: string | null;
}

async function receive(
  deps: InboundDeps,
  connector: Connector,
  post: VendorPost,
  recipients: Recipients,
): Promise<Reception> {
  const { allowed, seconds } = deps.limit.take(recipients.limitedBy);
  if (!allowed) return { kind: "tooMany", seconds };
  const receipt = read(deps, connector, post);
  if (receipt.kind === "handshake") return { kind: "handshake", body: receipt.body ?? "" };
  if (receipt.kind === "invalidSignature") return receipt;
  // Real ids are always storable text.
  const notices = receipt.notices.filter(({ resourceId, company = "" }) => isStorable(`${resourceId}${company}`));
  if (notices.length > 0) await store(deps, connector, { notices, post, recipients });
  return { kind: "stored" };
}

/** If the connector throws, the request is not from its vendor, or the connector has a bug, so the error is reported. */
function read({ onFault }: InboundDeps, { webhooks }: Connector, post: VendorPost): Receipt {
  try {
    return webhooks?.receive(post) ?? { kind: "invalidSignature" };
  } catch (error) {
    onFault(error);
    return { kind: "invalidSignature" };
  }
}

interface ReceivedNotices {
  readonly notices: readonly Notice[];
  readonly post: VendorPost;
  readonly recipients: Recipients;
}

async function store(
  deps: InboundDeps,
  connector: Connector,
  { notices, post, recipients }: ReceivedNotices,
): Promise<void> {
  const { vault, now } = deps;
  const digest = createHash("sha256").update(post.body).digest("hex");
  const companies = [...new Set(notices.flatMap(({ company }) => company ?? []))];
  await transaction(deps.database, async (client) => {
    for (const { id, scope, company } of await recipients.find(client, companies)) {
      const relevant = notices.filter((notice) => company === undefined || notice.company === company);
      const clear = relevant.filter(({ ambiguous }) => ambiguous === undefined);
      const changes = clear.map((notice) => changeOf(notice, digest, now()));
      await appendChanges(client, { id, batches: connector.batches === true, scope, reportedBy: "vendor" }, changes);
      for (const notice of relevant)
        if (notice.ambiguous !== undefined)
          await addAmbiguousNotice(client, sealNotice(vault, id, { notice, digest, scope }));
    }
  });
}

/**
 * Vendors' timestamps are coarse, and two changes can share a second. So the mark also contains the vendor's number of the
 * change, or else a digest of the request. The same request again is the same change.
 */
export function changeOf(notice: Notice, digest: string, now: number): Change {
  const { resource, resourceId, eventType, changedAt, number = digest } = notice;
  const time = new Date(changedAt);
  const mark = JSON.stringify([resource, resourceId, eventType, changedAt, number]);
  return { resource, resourceId, eventType, changedAt: Number.isNaN(time.getTime()) ? new Date(now) : time, mark };
}

export interface StoredNotice {
  readonly notice: Notice;
  readonly digest: string;
  readonly scope?: string;
}

/** The table had this name when the first notices were encrypted. */
const noticeColumn = (id: string) => ({ table: "unclear_notices", row: id, column: "notice" });

/** The id is a hash of the notice, so that the same request again is the same row. */
function sealNotice(vault: Vault, connectionId: string, notice: StoredNotice) {
  const text = JSON.stringify(notice);
  const id = createHash("sha256").update(`${connectionId} ${text}`).digest("hex");
  return { id, connectionId, notice: vault.seal(noticeColumn(id), text) };
}

export const openNotice = (vault: Vault, { id, notice }: { id: string; notice: Buffer }): StoredNotice =>
  JSON.parse(vault.open(noticeColumn(id), notice)) as StoredNotice;
