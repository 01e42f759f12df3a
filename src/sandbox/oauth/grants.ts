/** Grants with their codes and tokens. Revoking a grant invalidates every code and token issued for it. */
import { randomBytes } from "node:crypto";
import type { GrantStore, Issued, Redeemable } from "../engine/redemption.ts";
import { hashOf, randomSecret } from "../engine/secrets.ts";
import type { Queryable } from "../server/database.ts";
import type { Behaviour } from "../server/faults.ts";
import type { Token } from "../server/tokens.ts";

export interface NewGrant {
  readonly client: string;
  /** The user whose books they are. */
  readonly name: string;
  readonly scope: string;
  readonly behaviour?: Behaviour;
}

export async function addGrant(database: Queryable, grant: NewGrant): Promise<Buffer> {
  // No secret has this hash: a grant is reached through its tokens only.
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

/** Returns the code, of which only the hash is stored. */
export async function addCode(
  database: Queryable,
  grant: Buffer,
  { redirectUri, challenge }: { redirectUri: string; challenge: string },
): Promise<string> {
  const code = `sandbox_code_${randomSecret()}`;
  await database.query("DELETE FROM sandbox.codes WHERE expires_at < now() - interval '1 day'");
  await database.query(
    `INSERT INTO sandbox.codes (hash, grant_hash, redirect_uri, challenge, expires_at)
     VALUES ($1, $2, $3, $4, now() + interval '60 seconds')`,
    [hashOf(code), grant, redirectUri, challenge],
  );
  return code;
}

interface IssuedTokens extends Issued {
  readonly refreshToken: string;
  /** When the access token expires. */
  readonly expiresAt: Date;
}

const defaultAccessSeconds = 600;

export async function issueTokens(database: Queryable, grant: Buffer): Promise<IssuedTokens> {
  const accessToken = `sandbox_access_${randomSecret()}`;
  const refreshToken = `sandbox_refresh_${randomSecret()}`;
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
    [grant, defaultAccessSeconds, hashOf(accessToken), hashOf(refreshToken)],
  );
  const [row] = rows;
  if (row === undefined) throw new Error("The grant does not exist.");
  return { accessToken, refreshToken, ...row };
}

export async function revokeGrant(database: Queryable, grant: Buffer): Promise<void> {
  await database.query("UPDATE sandbox.grants SET revoked_at = now() WHERE hash = $1 AND revoked_at IS NULL", [grant]);
}

/** The grant that a code or token belongs to, whether or not that is still valid. */
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

const selectRedeemable = {
  code: `SELECT c.grant_hash AS grant, g.client, c.used_at IS NOT NULL AS "isUsed",
           c.expires_at > now() AND g.revoked_at IS NULL AS "isLive", c.redirect_uri AS "redirectUri", c.challenge
         FROM sandbox.codes c JOIN sandbox.grants g ON g.hash = c.grant_hash WHERE c.hash = $1 FOR UPDATE`,
  refresh: `SELECT r.grant_hash AS grant, g.client, r.used_at IS NOT NULL AS "isUsed",
              r.expires_at > now() AND g.revoked_at IS NULL AS "isLive"
            FROM sandbox.grant_tokens r JOIN sandbox.grants g ON g.hash = r.grant_hash
            WHERE r.hash = $1 AND r.kind = 'refresh' FOR UPDATE`,
};
const markUsed = {
  code: "UPDATE sandbox.codes SET used_at = now() WHERE hash = $1",
  refresh: "UPDATE sandbox.grant_tokens SET used_at = now() WHERE hash = $1",
};

/** Inside a transaction: a code or token that was found stays locked until it is marked as used. */
export const grantStore = (database: Queryable): GrantStore<Buffer, IssuedTokens> => ({
  find: async ({ kind, secret }) => {
    const { rows } = await database.query<Redeemable<Buffer>>(selectRedeemable[kind], [hashOf(secret)]);
    return rows[0];
  },
  use: async ({ kind, secret }) => {
    await database.query(markUsed[kind], [hashOf(secret)]);
  },
  issue: (grant) => issueTokens(database, grant),
  revoke: (grant) => revokeGrant(database, grant),
});

/** Changes that tests make to grants whose tokens somebody else has. */
export interface GrantChange {
  /** Expires the access tokens. */
  readonly expire?: true;
  readonly revoke?: true;
  readonly behaviour?: Behaviour | null;
}

export interface GrantChoice {
  readonly clientId?: string;
  readonly name?: string;
}

/** Returns how many grants match the choice. */
export async function changeGrants(database: Queryable, change: GrantChange, choice: GrantChoice): Promise<number> {
  const { rows } = await database.query<{ hash: Buffer }>(
    `SELECT hash FROM sandbox.grants JOIN sandbox.tokens USING (hash)
     WHERE client = coalesce($1, client) AND name = coalesce($2, name)`,
    [choice.clientId ?? null, choice.name ?? null],
  );
  const hashes = rows.map(({ hash }) => hash);
  if (change.expire)
    await database.query(
      "UPDATE sandbox.grant_tokens SET expires_at = now() WHERE kind = 'access' AND grant_hash = ANY($1)",
      [hashes],
    );
  if (change.revoke)
    await database.query("UPDATE sandbox.grants SET revoked_at = now() WHERE hash = ANY($1)", [hashes]);
  if (change.behaviour !== undefined)
    await database.query("UPDATE sandbox.tokens SET behaviour = $2 WHERE hash = ANY($1)", [hashes, change.behaviour]);
  return rows.length;
}
