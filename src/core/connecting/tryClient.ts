/** Whether a vendor takes an OAuth client and its redirect address, as far as that shows without anybody signing in. */
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type OAuthClient } from "../accounts/oauthClients.ts";
import { type Answer, flat, OutboundFault } from "../outbound/exchange.ts";
import { newToken } from "../secrets/ids.ts";
import { scrubText } from "../secrets/scrubText.ts";
import { type Connecting, redirectUri } from "./context.ts";

/** `unknown`: the vendor's answer says neither. */
export type Accepted = "yes" | "no" | "unknown";

export interface ClientTrial {
  /** The client id and its secret, at the address for tokens. */
  readonly client: Accepted;
  /** The client id and the redirect address, at the address to sign in: a yes means that it was not turned away there. */
  readonly redirect: Accepted;
  /** What the vendor said, in its own words. */
  readonly said: readonly string[];
}

type Trying = Pick<Connecting, "outbound" | "oauth" | "baseUrl">;
type Half = readonly [accepted: Accepted, said: string | undefined];

export async function tryClient(connecting: Trying, connector: Connector, client: OAuthClient): Promise<ClientTrial> {
  // Where the end user's own address leads there, it is theirs to try.
  if (connector.signIn.asks.length > 0) return { client: "unknown", redirect: "unknown", said: [] };
  const [[known, first], [led, second]] = await Promise.all([
    tryToken(connecting, connector, client),
    tryRedirect(connecting, connector, client),
  ]);
  const said = [first, second].filter((text) => text !== undefined);
  return { client: known, redirect: led, said: [...new Set(said)].map((text) => scrubText(text).slice(0, longest)) };
}

const longest = 300;

async function tryToken({ oauth, baseUrl }: Trying, connector: Connector, client: OAuthClient): Promise<Half> {
  try {
    const offer = { redirectUri: redirectUri(baseUrl(), connector) };
    const { status, error, description } = await oauth.tryFakeCode(connector, client, offer);
    const said = error === undefined ? undefined : [error, description].filter(Boolean).join(": ");
    if (error === "invalid_grant") return ["yes", undefined];
    const isTurnedAway = status === 401 || error === "invalid_client" || error === "unauthorized_client";
    return [isTurnedAway ? "no" : "unknown", said];
  } catch (error) {
    return ["unknown", reasonOf(error)];
  }
}

const deadlineMs = 15_000;
const maxBytes = 512 * 1024;

async function tryRedirect(connecting: Trying, connector: Connector, client: OAuthClient): Promise<Half> {
  const address = redirectUri(connecting.baseUrl(), connector);
  const departure = { given: {}, redirectUri: address, state: newToken(), verifier: newToken() + newToken() };
  try {
    const url = connecting.oauth.authorizeUrl(connector, client, departure);
    const headers = { accept: "text/html", "user-agent": "Mozilla/5.0 (Kontor)" };
    const answer = await connecting.outbound.fetchBytes({
      method: "GET",
      url,
      headers,
      deadlineMs,
      maxBytes,
      purpose: "vendor",
    });
    return judged(answer, url, address);
  } catch (error) {
    return ["unknown", reasonOf(error)];
  }
}

const errorWords = /invalid_client|unauthorized_client|redirect_uri_mismatch|invalid[ _]redirect|AADSTS\d{1,9}/i;

function judged({ status, headers, bytes }: Answer, asked: string, address: string): Half {
  const { location } = flat(headers);
  if (status >= 300 && status < 400 && location !== undefined) {
    const target = new URL(location, asked);
    const error = target.searchParams.get("error");
    // It leads back to us only where it knows us.
    if (target.href.startsWith(address)) return ["yes", error ?? undefined];
    return error === null ? ["yes", undefined] : ["no", error];
  }
  const [word] = errorWords.exec(Buffer.from(bytes).toString("utf8")) ?? [];
  if (word !== undefined) return ["no", word];
  // A wall against programs looks like this, too.
  if (status === 403 || status === 429 || status >= 500) return ["unknown", String(status)];
  return status < 300 ? ["yes", undefined] : ["no", String(status)];
}

function reasonOf(error: unknown): string {
  if (error instanceof OutboundFault || error instanceof Failure) return error.message;
  throw error;
}
