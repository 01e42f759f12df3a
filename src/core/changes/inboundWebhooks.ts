/**
 * What vendors post to us. It is checked and stored in one transaction, and only then answered: a vendor that hears of
 * success never has to post again, and one that posts again anyway adds nothing.
 */
import { createHash } from "node:crypto";
import type { Connector } from "../../contract/connector.ts";
import { isStorable } from "../../contract/parameters.ts";
import type { Notice, Receipt, VendorPost } from "../../contract/webhooks.ts";
import { addAmbiguousNotice } from "../../store/ambiguousNotices.ts";
import { type Database, type Queryable, transaction } from "../../store/postgres/database.ts";
import { findRegistrations } from "../../store/registrations.ts";
import { findPortalRecipients, findWebhookRecipient } from "../../store/vendorSubscriptions.ts";
import { webhookSecretOf } from "../accounts/oauthClients.ts";
import type { RateLimit } from "../accounts/rateLimit.ts";
import { appendChanges, type Change } from "../events/eventLog.ts";
import { hashKey } from "../secrets/keys.ts";
import type { Vault } from "../secrets/vault.ts";
import { openVendorAddress, openVendorFacts } from "./webhookAddress.ts";

export interface InboundDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly connectors: ReadonlyMap<string, Connector>;
  /** The operator's keys from vendors' portals, by slug. */
  readonly webhookSecrets: Readonly<Record<string, string>>;
  /** For each connection or portal: somebody who posts without end is told to wait. */
  readonly limit: RateLimit;
  readonly now: () => number;
  readonly onFault: (error: unknown) => void;
}

/** What was posted, before anybody knows whose it is. */
export type Posted = Pick<VendorPost, "headers" | "query" | "body">;

export type Reception =
  | { readonly kind: "unknown" | "invalidSignature" | "stored" }
  | { readonly kind: "handshake"; readonly body: string }
  | { readonly kind: "tooMany"; readonly seconds: number };

export interface InboundWebhooks {
  /** The address of one connection. */
  atConnection(slug: string, token: string, post: Posted): Promise<Reception>;
  /** The address that was entered in a portal: the operator's, or a tenant's own. */
  atPortal(slug: string, tenantId: string | undefined, post: Posted): Promise<Reception>;
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
      const whole = { ...post, secret, facts: openVendorFacts(vault, found) };
      const listener = { id: found.connectionId, scope: found.scope };
      const audience = { limitedBy: found.connectionId, find: async () => [listener] };
      return receive(deps, connector, whole, audience);
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
  const [own] = await findRegistrations(database, tenantId, slug);
  return own && webhookSecretOf(vault, own);
}

interface Audience {
  readonly limitedBy: string;
  /** In the order of their ids, so that nobody waits for each other. */
  find(client: Queryable, companies: readonly string[]): Promise<readonly Listener[]>;
}

interface Listener {
  readonly id: string;
  readonly scope: string;
  /** Undefined: its address is its own, so everything is about it. */
  readonly company?: string | null;
}

async function receive(
  deps: InboundDeps,
  connector: Connector,
  post: VendorPost,
  audience: Audience,
): Promise<Reception> {
  const { allowed, seconds } = deps.limit.take(audience.limitedBy);
  if (!allowed) return { kind: "tooMany", seconds };
  const receipt = read(deps, connector, post);
  if (receipt.kind === "handshake") return { kind: "handshake", body: receipt.body ?? "" };
  if (receipt.kind === "invalidSignature") return receipt;
  // No record has an id that cannot be kept.
  const notices = receipt.notices.filter(({ resourceId, company = "" }) => isStorable(`${resourceId}${company}`));
  if (notices.length > 0) await store(deps, connector, { notices, post, audience });
  return { kind: "stored" };
}

/** A connector that stumbles has met something that is not from its vendor, or it is at fault: we have to know. */
function read({ onFault }: InboundDeps, { webhooks }: Connector, post: VendorPost): Receipt {
  try {
    return webhooks?.receive(post) ?? { kind: "invalidSignature" };
  } catch (error) {
    onFault(error);
    return { kind: "invalidSignature" };
  }
}

interface Delivered {
  readonly notices: readonly Notice[];
  readonly post: VendorPost;
  readonly audience: Audience;
}

async function store(deps: InboundDeps, connector: Connector, { notices, post, audience }: Delivered): Promise<void> {
  const { vault, now } = deps;
  const digest = createHash("sha256").update(post.body).digest("hex");
  const companies = [...new Set(notices.flatMap(({ company }) => company ?? []))];
  await transaction(deps.database, async (client) => {
    for (const { id, scope, company } of await audience.find(client, companies)) {
      const own = notices.filter((notice) => company === undefined || notice.company === company);
      const clear = own.filter(({ ambiguous }) => ambiguous === undefined);
      const changes = clear.map((notice) => changeOf(notice, digest, now()));
      await appendChanges(client, { id, batches: connector.batches === true, scope, reportedBy: "vendor" }, changes);
      for (const notice of own)
        if (notice.ambiguous !== undefined)
          await addAmbiguousNotice(client, sealNotice(vault, id, { notice, digest, scope }));
    }
  });
}

/**
 * Clocks of vendors are coarse: two changes within one second are two, so the vendor's number of it is part of the mark,
 * or else what was posted. The same post again is the same change.
 */
export function changeOf(notice: Notice, digest: string, now: number): Change {
  const { resource, resourceId, eventType, changedAt, number = digest } = notice;
  const said = new Date(changedAt);
  const mark = JSON.stringify([resource, resourceId, eventType, changedAt, number]);
  return { resource, resourceId, eventType, changedAt: Number.isNaN(said.getTime()) ? new Date(now) : said, mark };
}

export interface KeptNotice {
  readonly notice: Notice;
  readonly digest: string;
  readonly scope?: string;
}

/** The table had another name when the first of them were sealed. */
const noticePlace = (id: string) => ({ table: "unclear_notices", row: id, column: "notice" });

/** Named after what it is, so that the same post again is the same row. */
function sealNotice(vault: Vault, connectionId: string, kept: KeptNotice) {
  const text = JSON.stringify(kept);
  const id = createHash("sha256").update(`${connectionId} ${text}`).digest("hex");
  return { id, connectionId, notice: vault.seal(noticePlace(id), text) };
}

export const openNotice = (vault: Vault, { id, notice }: { id: string; notice: Buffer }): KeptNotice =>
  JSON.parse(vault.open(noticePlace(id), notice)) as KeptNotice;
