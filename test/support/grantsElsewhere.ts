/** Grants that an old provider obtained from a simulated Xero, with the platform's own OAuth client. */
import type { Simulator } from "../../simulators/start.ts";

export interface Grant {
  readonly accessToken: string;
  readonly refreshToken: string;
}

const back = "https://old-provider.example/callback";

/** An end user allows access, and the old provider exchanges the code. */
export async function grantElsewhere({ url, vendor }: Simulator): Promise<Grant> {
  const { clientId = "", clientSecret = "" } = vendor.access.oauthClient ?? {};
  const allowed = await fetch(`${url}/login.xero.com/identity/connect/authorize`, {
    method: "POST",
    redirect: "manual",
    body: new URLSearchParams({
      answer: "allow",
      client_id: clientId,
      redirect_uri: back,
      scope: "offline_access",
      state: "s",
    }),
  });
  const code = new URL(allowed.headers.get("location") ?? back).searchParams.get("code") ?? "";
  const exchanged = await fetch(`${url}/identity.xero.com/connect/token`, {
    method: "POST",
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString("base64")}` },
    body: new URLSearchParams({ grant_type: "authorization_code", code, redirect_uri: back }),
  });
  const tokens = (await exchanged.json()) as { readonly access_token: string; readonly refresh_token: string };
  return { accessToken: tokens.access_token, refreshToken: tokens.refresh_token };
}

/** How often the simulator received each refresh token since the last call. */
export function sentTokens({ exchanges }: Simulator): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { path, body } of exchanges()) {
    if (path !== "/connect/token") continue;
    const token = new URLSearchParams(body.toString()).get("refresh_token");
    if (token !== null) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return counts;
}
