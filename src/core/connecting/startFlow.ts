/** Begins a flow: checks what the caller wants and makes the address to show to its end user. */

import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { isLocale } from "../../contract/locale.ts";
import { addFlow, type FlowOptions } from "../../store/flows.ts";
import type { Database } from "../../store/postgres/database.ts";
import { findSigningSecret } from "../../store/tenants.ts";
import { callbackUrlsOf } from "../accounts/tenants.ts";
import type { Outbound } from "../outbound/client.ts";
import { checkAddress } from "../outbound/suppliedUrl.ts";
import { hashToken, newId, newToken } from "../secrets/ids.ts";
import type { Vault } from "../secrets/vault.ts";
import { isOfOneCompany } from "./context.ts";
import { type FlowSecrets, flowLifetime, partedOptions, sealSecrets } from "./flow.ts";

export interface StartFlowDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly outbound: Outbound;
  readonly baseUrl: () => string;
  readonly now: () => number;
  /** Throws when there is no OAuth client to go to this target system with. */
  readonly checkClient: (tenantId: string, connector: Connector) => Promise<void>;
}

export interface FlowRequest extends Partial<FlowOptions> {
  /** A link: made by hand for an end user to sign in again. Nobody waits for the key, which stays as it is. */
  readonly kind: "redirect" | "webhook" | "link";
  /** The same as `company`, which goes first. */
  readonly companyId?: string | undefined;
}

/** The connection to authorise again, and its key where that is known. */
export interface Reconnect {
  readonly connectionId: string;
  readonly accountKey?: string;
}

export type StartFlow = (
  tenantId: string,
  connector: Connector,
  wish: FlowRequest,
  again?: Reconnect,
) => Promise<string>;

export function makeStartFlow(beginning: StartFlowDeps): StartFlow {
  const { database, vault, baseUrl, now } = beginning;
  return async (tenantId, connector, wish, again) => {
    const { options, addresses } = partedOptions(await settle(beginning, tenantId, connector, wish));
    const asked = askedOf(connector, options, baseUrl());
    const id = newId();
    const token = newToken();
    const secrets: FlowSecrets = {
      token,
      seed: newToken(),
      addresses,
      asked,
      ...(again?.accountKey !== undefined && { accountKey: again.accountKey }),
    };
    await addFlow(database, {
      id,
      tenantId,
      targetSystem: connector.id,
      connectionId: again?.connectionId ?? null,
      tokenHash: hashToken(token),
      options: { ...options, returnTo: originOf(addresses.cancelCallbackUrl ?? addresses.callbackUrl) },
      secrets: sealSecrets(vault, id, secrets),
      expiresAt: new Date(now() + (wish.kind === "link" ? linkLifetime : flowLifetime)),
    });
    const page = connector.signIn.kind === "oauth2" ? "start" : "submit";
    return `${baseUrl()}/auth/${page}?flow=${token}`;
  };
}

/**
 * What a vendor wants to know before its own sign-in page, such as the country that it is in: the caller says so, for no
 * page of ours comes first. The connector refuses what it does not know.
 */
function askedOf({ signIn }: Connector, { tenantId, baseUrl }: FlowOptions, url: string): Record<string, string> {
  if (signIn.kind !== "oauth2") return {};
  const known: Readonly<Record<string, string | undefined>> = { tenantId, baseUrl };
  const asked = Object.fromEntries(
    signIn.asks.flatMap(({ name }): [string, string][] => (known[name] === undefined ? [] : [[name, known[name]]])),
  );
  if (typeof signIn.authorizeUrl === "function") signIn.authorizeUrl({ ...asked, ownUrl: url, publicUrl: url });
  return asked;
}

const originOf = (address: string | undefined): string | undefined =>
  address === undefined ? undefined : new URL(address).origin;

/** It travels by mail. */
const linkLifetime = 24 * 60 * 60 * 1000;

/** Fills in the caller's defaults and refuses what cannot work before an end user ever sees it. */
async function settle(
  deps: StartFlowDeps,
  tenantId: string,
  connector: Connector,
  { kind, companyId, ...wish }: FlowRequest,
): Promise<FlowOptions> {
  const { database, outbound, checkClient } = deps;
  const registered = await callbackUrlsOf(deps, tenantId);
  const options: FlowOptions = {
    ...wish,
    company: wish.company ?? companyId,
    environmentSelection: wish.environmentSelection ?? (kind === "link" && isOfOneCompany(connector)),
    includeSignature: wish.includeSignature ?? false,
    ...(kind !== "link" && {
      callbackUrl: wish.callbackUrl ?? registered.callbackUrl ?? undefined,
      cancelCallbackUrl: wish.cancelCallbackUrl ?? registered.cancelCallbackUrl ?? undefined,
    }),
  };
  if (companyId !== undefined && options.environmentSelection && isLongLived(connector))
    throw wrong(
      "companyId",
      `companyId and environmentSelection exclude each other for ${connector.name}: its tokens are long-lived`,
    );
  if (isOfOneCompany(connector) && options.company === undefined && !options.environmentSelection)
    throw new Failure(
      "company_required",
      `${connector.name} gives tokens of one company: send companyId, or environmentSelection=true.`,
      { field: "companyId" },
    );
  if (kind === "webhook") checkWebhookWish(options);
  else if (kind === "redirect" && options.callbackUrl === undefined)
    throw wrong(
      "callbackUrl",
      "callbackUrl is required: send it, or register one with POST /tenants/add-callback-urls",
    );
  for (const field of ["callbackUrl", "cancelCallbackUrl", "webhookCallbackUrl", "baseUrl"] as const)
    await checkAddress(outbound, field, options[field]);
  if (options.locale !== undefined) checkLocale(options.locale);
  checkOpener(options, [registered.callbackUrl, registered.cancelCallbackUrl]);
  const signs = options.includeSignature || kind === "webhook";
  if (signs && (await findSigningSecret(database, tenantId)) === null)
    throw new Failure("signing_secret_missing", "Make a signing secret first: POST /tenant/signing-secret.", {
      field: kind === "webhook" ? "webhookCallbackUrl" : "include_signature",
    });
  if (connector.signIn.kind === "oauth2") await checkClient(tenantId, connector);
  return options;
}

const isLongLived = (connector: Connector): boolean =>
  isOfOneCompany(connector) || (connector.signIn.kind === "apiKey" && connector.signIn.longLived === true);

function checkWebhookWish(options: FlowOptions): void {
  if (options.webhookCallbackUrl === undefined) throw wrong("webhookCallbackUrl", "webhookCallbackUrl is required");
  if (options.environmentSelection)
    throw wrong(
      "environmentSelection",
      "environmentSelection is not available in the webhook flow: use GET /auth/{target-system}, or send environment and company",
    );
}

/** Only a site that the account key goes to anyway is told that there is one. */
function checkOpener(
  { openerOrigin, callbackUrl, cancelCallbackUrl }: FlowOptions,
  registered: readonly (string | null | undefined)[],
): void {
  if (openerOrigin === undefined) return;
  const allowed = [callbackUrl, cancelCallbackUrl, ...registered].flatMap(
    (address) => originOf(address ?? undefined) ?? [],
  );
  if (allowed.includes(openerOrigin)) return;
  throw wrong(
    "openerOrigin",
    "openerOrigin must be the origin of callbackUrl, or of an address that is registered for you",
  );
}

function checkLocale(locale: string): void {
  if (isLocale(locale)) return;
  throw new Failure("unknown_locale", "locale must be a BCP 47 language tag, for example de or de-CH", {
    field: "locale",
  });
}

const wrong = (field: string, message: string): Failure => new Failure("invalid_request", message, { field });
