/** Tests whether a vendor accepts an OAuth client and its redirect URL, as far as possible without signing in. */
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type OAuthClient } from "../accounts/oauthClients.ts";
import { flat, type HttpResponse, OutboundFault } from "../outbound/exchange.ts";
import { newToken } from "../secrets/ids.ts";
import { scrubText } from "../secrets/scrubText.ts";
import { type ConnectingDeps, redirectUri } from "./context.ts";

/** `unknown`: the vendor's response does not say. */
export type Verdict = "yes" | "no" | "unknown";

export interface ClientTrial {
  /** Whether the token endpoint accepts the client id and secret. */
  readonly client: Verdict;
  /** Whether the authorization endpoint accepts the client id and redirect URL; "yes" means that it did not refuse them. */
  readonly redirect: Verdict;
  /** The vendor's error messages. */
  readonly vendorMessages: readonly string[];
}

type TrialDeps = Pick<ConnectingDeps, "outbound" | "oauth" | "baseUrl">;
type TrialResult = readonly [verdict: Verdict, vendorMessage: string | undefined];

export async function tryClient(
  connecting: TrialDeps,
  connector: Connector,
  client: OAuthClient,
): Promise<ClientTrial> {
  // The URLs depend on the end user's input, so they cannot be tested here.
  if (connector.signIn.asks.length > 0) return { client: "unknown", redirect: "unknown", vendorMessages: [] };
  const [[clientVerdict, tokenMessage], [redirectVerdict, redirectMessage]] = await Promise.all([
    tryToken(connecting, connector, client),
    tryRedirect(connecting, connector, client),
  ]);
  const messages = [tokenMessage, redirectMessage].filter((text) => text !== undefined);
  return {
    client: clientVerdict,
    redirect: redirectVerdict,
    vendorMessages: [...new Set(messages)].map((text) => scrubText(text).slice(0, maxMessageLength)),
  };
}

const maxMessageLength = 300;

async function tryToken(
  { oauth, baseUrl }: TrialDeps,
  connector: Connector,
  client: OAuthClient,
): Promise<TrialResult> {
  try {
    const offer = { redirectUri: redirectUri(baseUrl(), connector) };
    const { status, error, description } = await oauth.tryFakeCode(connector, client, offer);
    const message = error === undefined ? undefined : [error, description].filter(Boolean).join(": ");
    if (error === "invalid_grant") return ["yes", undefined];
    const isRefused = status === 401 || error === "invalid_client" || error === "unauthorized_client";
    return [isRefused ? "no" : "unknown", message];
  } catch (error) {
    return ["unknown", reasonOf(error)];
  }
}

const deadlineMs = 15_000;
const maxBytes = 512 * 1024;

async function tryRedirect(connecting: TrialDeps, connector: Connector, client: OAuthClient): Promise<TrialResult> {
  const address = redirectUri(connecting.baseUrl(), connector);
  const request = { signInInput: {}, redirectUri: address, state: newToken(), verifier: newToken() + newToken() };
  try {
    const url = connecting.oauth.authorizeUrl(connector, client, request);
    const headers = { accept: "text/html", "user-agent": "Mozilla/5.0 (Kontor)" };
    const answer = await connecting.outbound.fetchBytes({
      method: "GET",
      url,
      headers,
      deadlineMs,
      maxBytes,
      purpose: "vendor",
    });
    return judge(answer, url, address);
  } catch (error) {
    return ["unknown", reasonOf(error)];
  }
}

const errorPattern = /invalid_client|unauthorized_client|redirect_uri_mismatch|invalid[ _]redirect|AADSTS\d{1,9}/i;

function judge({ status, headers, bytes }: HttpResponse, authorizeUrl: string, address: string): TrialResult {
  const { location } = flat(headers);
  if (status >= 300 && status < 400 && location !== undefined) {
    const target = new URL(location, authorizeUrl);
    const error = target.searchParams.get("error");
    // The vendor redirects to our URL only if it knows the client.
    if (target.href.startsWith(address)) return ["yes", error ?? undefined];
    return error === null ? ["yes", undefined] : ["no", error];
  }
  const [word] = errorPattern.exec(Buffer.from(bytes).toString("utf8")) ?? [];
  if (word !== undefined) return ["no", word];
  // Bot protection responds like this, too.
  if (status === 403 || status === 429 || status >= 500) return ["unknown", String(status)];
  return status < 300 ? ["yes", undefined] : ["no", String(status)];
}

function reasonOf(error: unknown): string {
  if (error instanceof OutboundFault || error instanceof Failure) return error.message;
  throw error;
}
