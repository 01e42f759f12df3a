/** A client of the sandbox's OAuth server, and a user who gives consent. */
import { type Browser, challengeFor, newVerifier, type OAuthServer, openBrowser } from "./oauth.ts";

export const redirectUri = "https://platform.example/back?kept=1";
export const client = {
  clientId: "shop",
  clientSecret: "p:a s/s%+ü",
  redirectUris: [redirectUri],
  name: "Muster Shop",
};
export const verifier = newVerifier();

export const authorizeRequest = {
  response_type: "code",
  client_id: client.clientId,
  redirect_uri: redirectUri,
  scope: "books",
  state: "s t&a=te",
  code_challenge: challengeFor(verifier),
  code_challenge_method: "S256",
};
export type Changes = Partial<Record<keyof typeof authorizeRequest, string | undefined>>;

export const basic = ({ clientId, clientSecret }: { clientId: string; clientSecret: string }) => {
  const encoded = [clientId, clientSecret].map((part) => new URLSearchParams({ part }).toString().slice(5));
  return { authorization: `Basic ${Buffer.from(encoded.join(":")).toString("base64")}` };
};

export function authorizeUrl({ issuer }: OAuthServer, changes: Changes = {}): string {
  const parameters = Object.entries({ ...authorizeRequest, ...changes }).filter(([, value]) => value !== undefined);
  return `${issuer}/authorize?${new URLSearchParams(parameters as [string, string][]).toString()}`;
}

/** Signs in and opens the consent page. */
export async function signIn(server: OAuthServer, browser: Browser, changes: Changes = {}) {
  const login = await browser.open(authorizeUrl(server, changes));
  const sent = await browser.submit(login, { user: "demo", password: "demo" });
  return browser.open(sent.location?.href ?? "");
}

export async function codeFor(server: OAuthServer): Promise<string> {
  const browser = openBrowser(server.issuer);
  const back = await browser.submit(await signIn(server, browser), { answer: "allow" });
  return back.location?.searchParams.get("code") ?? "";
}
