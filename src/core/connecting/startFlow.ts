/** Starts a flow: checks the caller's options and returns the URL for its end user. */

import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { isLocale } from "../../contract/locale.ts";
import { addFlow, type FlowOptions } from "../../store/connecting/flows.ts";
import type { Database } from "../../store/postgres/database.ts";
import { findSigningSecret } from "../../store/tenants.ts";
import { callbackUrlsOf } from "../accounts/tenants.ts";
import type { Outbound } from "../outbound/client.ts";
import { checkAddress } from "../outbound/suppliedUrl.ts";
import { hashToken, newId, newToken } from "../secrets/ids.ts";
import type { Vault } from "../secrets/vault.ts";
import { isOfOneCompany } from "./context.ts";
import { type FlowSecrets, flowLifetime, sealSecrets, splitOptions } from "./flow.ts";

export interface StartFlowDeps {
  readonly database: Database;
  readonly vault: Vault;
  readonly outbound: Outbound;
  readonly baseUrl: () => string;
  readonly now: () => number;
  /** Throws if there is no OAuth client for this target system. */
  readonly checkClient: (tenantId: string, connector: Connector) => Promise<void>;
}

export interface FlowRequest extends Partial<FlowOptions> {
  /** `link`: created by hand for an end user to sign in again. The account key does not change. */
  readonly kind: "redirect" | "webhook" | "link";
  /** The same as `company`, which takes precedence. */
  readonly companyId?: string | undefined;
  /** Our own page that the flow was started from, for kind `link`. The end user returns there. */
  readonly overviewUrl?: string | undefined;
}

/** The connection to authorise again, and its key if known. */
export interface Reconnect {
  readonly connectionId: string;
  readonly accountKey?: string;
}

export type StartFlow = (
  tenantId: string,
  connector: Connector,
  request: FlowRequest,
  reconnect?: Reconnect,
) => Promise<string>;

export function makeStartFlow(deps: StartFlowDeps): StartFlow {
  const { database, vault, baseUrl, now } = deps;
  return async (tenantId, connector, { overviewUrl, ...request }, reconnect) => {
    const { options, addresses: suppliedAddresses } = splitOptions(
      await withDefaults(deps, tenantId, connector, request),
    );
    const addresses =
      overviewUrl === undefined ? suppliedAddresses : { callbackUrl: overviewUrl, cancelCallbackUrl: overviewUrl };
    const signInAnswers = answersOf(connector, options, baseUrl());
    const isMailed = request.kind === "link" && overviewUrl === undefined;
    const id = newId();
    const token = newToken();
    const secrets: FlowSecrets = {
      token,
      seed: newToken(),
      addresses,
      signInAnswers,
      ...(reconnect?.accountKey !== undefined && { accountKey: reconnect.accountKey }),
    };
    await addFlow(database, {
      id,
      tenantId,
      targetSystem: connector.id,
      connectionId: reconnect?.connectionId ?? null,
      tokenHash: hashToken(token),
      options: { ...options, returnTo: originOf(suppliedAddresses.cancelCallbackUrl ?? suppliedAddresses.callbackUrl) },
      secrets: sealSecrets(vault, id, secrets),
      expiresAt: new Date(now() + (isMailed ? linkLifetime : flowLifetime)),
    });
    const page = connector.signIn.kind === "oauth2" ? "start" : "submit";
    return `${baseUrl()}/auth/${page}?flow=${token}`;
  };
}

/**
 * Values that a vendor needs before its sign-in page, such as the country. The caller sends them, because OAuth flows start
 * without a page of ours. The connector refuses unknown values.
 */
function answersOf({ signIn }: Connector, { tenantId, baseUrl }: FlowOptions, url: string): Record<string, string> {
  if (signIn.kind !== "oauth2") return {};
  const known: Readonly<Record<string, string | undefined>> = { tenantId, baseUrl };
  const answers = Object.fromEntries(
    signIn.asks.flatMap(({ name }): [string, string][] => (known[name] === undefined ? [] : [[name, known[name]]])),
  );
  if (typeof signIn.authorizeUrl === "function") signIn.authorizeUrl({ ...answers, ownUrl: url, publicUrl: url });
  return answers;
}

const originOf = (address: string | undefined): string | undefined =>
  address === undefined ? undefined : new URL(address).origin;

/** Links are sent by e-mail, so they last longer. */
export const linkLifetime = 24 * 60 * 60 * 1000;

/** Fills in the caller's defaults, and refuses options that cannot work before the end user sees them. */
async function withDefaults(
  deps: StartFlowDeps,
  tenantId: string,
  connector: Connector,
  { kind, companyId, ...request }: FlowRequest,
): Promise<FlowOptions> {
  const { database, outbound, checkClient } = deps;
  const registered = await callbackUrlsOf(deps, tenantId);
  const options: FlowOptions = {
    ...request,
    company: request.company ?? companyId,
    environmentSelection: request.environmentSelection ?? (kind === "link" && isOfOneCompany(connector)),
    includeSignature: request.includeSignature ?? false,
    ...(kind !== "link" && {
      callbackUrl: request.callbackUrl ?? registered.callbackUrl ?? undefined,
      cancelCallbackUrl: request.cancelCallbackUrl ?? registered.cancelCallbackUrl ?? undefined,
    }),
  };
  if (companyId !== undefined && options.environmentSelection && isLongLived(connector))
    throw invalid(
      "companyId",
      `companyId and environmentSelection cannot be combined for ${connector.name}, because its tokens are long-lived. Send one of them.`,
    );
  if (isOfOneCompany(connector) && options.company === undefined && !options.environmentSelection)
    throw new Failure(
      "company_required",
      `${connector.name} issues tokens for one company only. Send companyId, or environmentSelection=true.`,
      { field: "companyId" },
    );
  if (kind === "webhook") checkWebhookOptions(options);
  else if (kind === "redirect" && options.callbackUrl === undefined)
    throw invalid(
      "callbackUrl",
      "callbackUrl is required. Send it, or register one with POST /tenants/add-callback-urls.",
    );
  for (const field of ["callbackUrl", "cancelCallbackUrl", "webhookCallbackUrl", "baseUrl"] as const)
    await checkAddress(outbound, field, options[field]);
  if (options.locale !== undefined) checkLocale(options.locale);
  checkOpener(options, [registered.callbackUrl, registered.cancelCallbackUrl]);
  const signs = options.includeSignature || kind === "webhook";
  if (signs && (await findSigningSecret(database, tenantId)) === null)
    throw new Failure("signing_secret_missing", "Create a signing secret first: POST /tenant/signing-secret.", {
      field: kind === "webhook" ? "webhookCallbackUrl" : "include_signature",
    });
  if (connector.signIn.kind === "oauth2") await checkClient(tenantId, connector);
  return options;
}

const isLongLived = (connector: Connector): boolean =>
  isOfOneCompany(connector) || (connector.signIn.kind === "apiKey" && connector.signIn.longLived === true);

function checkWebhookOptions(options: FlowOptions): void {
  if (options.webhookCallbackUrl === undefined) throw invalid("webhookCallbackUrl", "webhookCallbackUrl is required");
  if (options.environmentSelection)
    throw invalid(
      "environmentSelection",
      "environmentSelection is not available in the webhook flow. Use GET /auth/{target-system}, or send environment and company.",
    );
}

/** Only a site that receives the account key anyway may learn that the flow has ended. */
function checkOpener(
  { openerOrigin, callbackUrl, cancelCallbackUrl }: FlowOptions,
  registered: readonly (string | null | undefined)[],
): void {
  if (openerOrigin === undefined) return;
  const allowed = [callbackUrl, cancelCallbackUrl, ...registered].flatMap(
    (address) => originOf(address ?? undefined) ?? [],
  );
  if (allowed.includes(openerOrigin)) return;
  throw invalid("openerOrigin", "openerOrigin must be the origin of callbackUrl or of a registered callback URL");
}

export function checkLocale(locale: string): void {
  if (isLocale(locale)) return;
  throw new Failure("unknown_locale", "locale must be a BCP 47 language tag, for example de or de-CH", {
    field: "locale",
  });
}

const invalid = (field: string, message: string): Failure => new Failure("invalid_request", message, { field });
