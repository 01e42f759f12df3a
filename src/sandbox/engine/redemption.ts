/** The rules by which an authorization code or a refresh token is exchanged for new tokens. */
import { challengeOf, isSame } from "./secrets.ts";
import { TokenError } from "./tokenError.ts";

/** The code or refresh token that a client sends. */
export type Presented =
  | { readonly kind: "code"; readonly secret: string; readonly redirectUri: string; readonly verifier: string }
  | { readonly kind: "refresh"; readonly secret: string };

export interface Redeemable<Grant> {
  readonly grant: Grant;
  /** The id of the client that it was issued to. */
  readonly client: string;
  /** Neither expired nor revoked. */
  readonly isLive: boolean;
  readonly isUsed: boolean;
  /** Of codes only. A code without a challenge needs no verifier. */
  readonly redirectUri?: string;
  readonly challenge?: string | undefined;
}

export interface Issued {
  readonly accessToken: string;
  readonly refreshToken?: string;
  /** How long the access token is valid. */
  readonly seconds: number;
  readonly scope?: string;
}

export interface GrantStore<Grant, Tokens extends Issued = Issued> {
  find(presented: Presented): Promise<Redeemable<Grant> | undefined>;
  /** Marks the code or refresh token as used. */
  use(presented: Presented): Promise<void>;
  issue(grant: Grant): Promise<Tokens>;
  /** Ends the grant with every token issued for it. */
  revoke(grant: Grant): Promise<void>;
}

/**
 * A code is used up even if the exchange fails. A second use means that somebody else has the secret, so the grant ends.
 * Returns the refusal instead of throwing it, because a transaction around this call has to commit.
 */
export async function redeem<Grant, Tokens extends Issued>(
  store: GrantStore<Grant, Tokens>,
  client: string,
  presented: Presented,
): Promise<Tokens | TokenError> {
  const refusal = new TokenError("invalid_grant", "The code or token is invalid, has expired or was used before.");
  const found = await store.find(presented);
  if (found === undefined || found.client !== client) return refusal;
  if (found.isUsed) await store.revoke(found.grant);
  if (found.isUsed || !found.isLive) return refusal;
  await store.use(presented);
  return matches(found, presented) ? store.issue(found.grant) : refusal;
}

function matches({ redirectUri, challenge }: Redeemable<unknown>, presented: Presented): boolean {
  if (presented.kind === "refresh") return true;
  const isVerified = challenge === undefined || isSame(challenge, challengeOf(presented.verifier));
  return redirectUri === presented.redirectUri && isVerified;
}
