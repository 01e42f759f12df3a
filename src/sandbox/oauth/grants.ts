/** Grants with their codes and tokens. A grant ends as a whole: with its revocation, all it gave out is worth nothing. */
import { randomBytes } from "node:crypto";
import type { Queryable } from "../server/database.ts";
import type { Behaviour } from "../server/faults.ts";
import { hashOf, type Token } from "../server/tokens.ts";
import { TokenError } from "./errors.ts";
import { challengeOf, newSecret, same } from "./secrets.ts";

export interface NewGrant {
  readonly client: string;
  /** Whose books they are. */
  readonly name: string;
  readonly scope: string;
  readonly behaviour?: Behaviour;
}

export async function addGrant(database: Queryable, grant: NewGrant): Promise<Buffer> {
  // The hash of nothing that anybody has: a grant is reached through its tokens only.
  const hash = randomBytes(32);
  await database.query("INSERT INTO sandbox.tokens (hash, name, behaviour) VALUES ($1, $2, $3)", [
    hash,
    grant.name,
    grant.behaviour ?? null,
  ]);
  await database.query("INSERT INTO sandbox.grants (hash, client, scope) VALUES ($1, $2, $3)", [
    hash,
    grant.client,
    grant.scope,
  ]);
  return hash;
}

/** The code is in this answer and nowhere else. */
export async function addCode(
  database: Queryable,
  grant: Buffer,
  { redirectUri, challenge }: { redirectUri: string; challenge: string },
): Promise<string> {
  const code = newSecret("code");
  await database.query("DELETE FROM sandbox.codes WHERE expires_at < now() - interval '1 day'");
  await database.query(
    `INSERT INTO sandbox.codes (hash, grant_hash, redirect_uri, challenge, expires_at)
     VALUES ($1, $2, $3, $4, now() + interval '60 seconds')`,
    [hashOf(code), grant, redirectUri, challenge],
  );
  return code;
}

export interface Issued {
  readonly accessToken: string;
  readonly refreshToken: string;
  /** Of the access token. */
  readonly expiresAt: Date;
  readonly seconds: number;
  readonly scope: string;
}

const usualAccessSeconds = 600;

export async function issueTokens(database: Queryable, grant: Buffer): Promise<Issued> {
  const accessToken = newSecret("access");
  const refreshToken = newSecret("refresh");
  await database.query("DELETE FROM sandbox.grant_tokens WHERE grant_hash = $1 AND expires_at < now()", [grant]);
  const { rows } = await database.query<{ expiresAt: Date; seconds: number; scope: string }>(
    `WITH facts AS (
       SELECT coalesce((behaviour->>'access_seconds')::int, $2) AS seconds, scope
       FROM sandbox.tokens JOIN sandbox.grants USING (hash) WHERE hash = $1
     ), access AS (
       INSERT INTO sandbox.grant_tokens (hash, grant_hash, kind, expires_at)
       SELECT $3, $1, 'access', now() + make_interval(secs => seconds) FROM facts RETURNING expires_at
     ), refresh AS (
       INSERT INTO sandbox.grant_tokens (hash, grant_hash, kind, expires_at)
       VALUES ($4, $1, 'refresh', now() + interval '90 days')
     )
     SELECT expires_at AS "expiresAt", seconds, scope FROM facts, access`,
    [grant, usualAccessSeconds, hashOf(accessToken), hashOf(refreshToken)],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("The grant is not there.");
  return { accessToken, refreshToken, ...row };
}

export async function revokeGrant(database: Queryable, grant: Buffer): Promise<void> {
  await database.query("UPDATE sandbox.grants SET revoked_at = now() WHERE hash = $1 AND revoked_at IS NULL", [grant]);
}

/** What a client presents to get tokens. */
export type Presented =
  | { readonly kind: "code"; readonly secret: string; readonly redirectUri: string; readonly verifier: string }
  | { readonly kind: "refresh"; readonly secret: string };

/** The grant behind it, for its behaviour; whether it may be used is found out by redeeming it. */
export async function grantBehind(database: Queryable, secret: string, client: string): Promise<Token | undefined> {
  const { rows } = await database.query<Token>(
    `SELECT t.hash, t.name, t.behaviour FROM sandbox.grants g JOIN sandbox.tokens t USING (hash)
     WHERE g.client = $2 AND g.hash IN (
       SELECT grant_hash FROM sandbox.codes WHERE hash = $1
       UNION ALL SELECT grant_hash FROM sandbox.grant_tokens WHERE hash = $1)`,
    [hashOf(secret), client],
  );
  return rows[0];
}

interface Redeemable {
  readonly grant: Buffer;
  readonly client: string;
  readonly live: boolean;
  readonly used: boolean;
  readonly redirectUri?: string;
  readonly challenge?: string;
}

const redeemable = {
  code: `SELECT c.grant_hash AS grant, g.client, c.used_at IS NOT NULL AS used,
           c.expires_at > now() AND g.revoked_at IS NULL AS live, c.redirect_uri AS "redirectUri", c.challenge
         FROM sandbox.codes c JOIN sandbox.grants g ON g.hash = c.grant_hash WHERE c.hash = $1 FOR UPDATE`,
  refresh: `SELECT r.grant_hash AS grant, g.client, r.used_at IS NOT NULL AS used,
              r.expires_at > now() AND g.revoked_at IS NULL AS live
            FROM sandbox.grant_tokens r JOIN sandbox.grants g ON g.hash = r.grant_hash
            WHERE r.hash = $1 AND r.kind = 'refresh' FOR UPDATE`,
};
const useUp = {
  code: "UPDATE sandbox.codes SET used_at = now() WHERE hash = $1",
  refresh: "UPDATE sandbox.grant_tokens SET used_at = now() WHERE hash = $1",
};

/**
 * Gives tokens for a code or a refresh token, which is used up by it, also when it does not fit. One that was used
 * before has been in other hands: the grant ends. Inside a transaction; a refusal is returned, because what it changed
 * has to stay.
 */
export async function redeem(database: Queryable, client: string, presented: Presented): Promise<Issued | TokenError> {
  const hash = hashOf(presented.secret);
  const { rows } = await database.query<Redeemable>(redeemable[presented.kind], [hash]);
  const [found] = rows;
  const refused = new TokenError("invalid_grant", "The code or token is not valid, has expired or was used before.");
  if (found === undefined || found.client !== client) return refused;
  if (found.used) await revokeGrant(database, found.grant);
  if (found.used || !found.live) return refused;
  await database.query(useUp[presented.kind], [hash]);
  if (presented.kind === "code" && !fits(found, presented)) return refused;
  return issueTokens(database, found.grant);
}

const fits = (found: Redeemable, { redirectUri, verifier }: Extract<Presented, { kind: "code" }>): boolean =>
  found.redirectUri === redirectUri && same(found.challenge ?? "", challengeOf(verifier));

/** What tests do to grants that somebody else holds the tokens of. */
export interface GrantChange {
  /** Ends the access tokens that are out. */
  readonly expire?: true;
  readonly revoke?: true;
  readonly behaviour?: Behaviour | null;
}

export interface GrantChoice {
  readonly clientId?: string;
  readonly name?: string;
}

/** Answers how many grants there are of the kind. */
export async function changeGrants(database: Queryable, change: GrantChange, choice: GrantChoice): Promise<number> {
  const { rows } = await database.query<{ hash: Buffer }>(
    `SELECT hash FROM sandbox.grants JOIN sandbox.tokens USING (hash)
     WHERE client = coalesce($1, client) AND name = coalesce($2, name)`,
    [choice.clientId ?? null, choice.name ?? null],
  );
  const hashes = [rows.map(({ hash }) => hash)];
  if (change.expire)
    await database.query(
      "UPDATE sandbox.grant_tokens SET expires_at = now() WHERE kind = 'access' AND grant_hash = ANY($1)",
      hashes,
    );
  if (change.revoke) await database.query("UPDATE sandbox.grants SET revoked_at = now() WHERE hash = ANY($1)", hashes);
  if (change.behaviour !== undefined)
    await database.query("UPDATE sandbox.tokens SET behaviour = $2 WHERE hash = ANY($1)", [
      ...hashes,
      change.behaviour,
    ]);
  return rows.length;
}
