/** API keys and access tokens, with the behaviour switched on for each. Only their hashes are stored. */
import { randomBytes } from "node:crypto";
import type pg from "pg";
import { hashOf } from "../engine/secrets.ts";
import { type Queryable, transaction } from "./database.ts";
import { type Behaviour, type Decision, decide } from "./faults.ts";

export interface Token {
  readonly hash: Buffer;
  readonly name: string;
  readonly behaviour: Behaviour | null;
}

export async function issueToken(database: Queryable, name: string): Promise<string> {
  const token = `sandbox_${randomBytes(24).toString("base64url")}`;
  await database.query("INSERT INTO sandbox.tokens (hash, name) VALUES ($1, $2)", [hashOf(token), name]);
  return token;
}

/** Finds an API key, or the grant of an access token. */
export async function findToken(database: Queryable, token: string): Promise<Token | undefined> {
  const { rows } = await database.query<Token>({
    name: "sandbox-token",
    text: `SELECT hash, name, behaviour FROM sandbox.tokens WHERE hash = coalesce(
             (SELECT grant_hash FROM sandbox.grant_tokens a JOIN sandbox.grants g ON g.hash = a.grant_hash
              WHERE a.hash = $1 AND a.kind = 'access' AND a.expires_at > now() AND g.revoked_at IS NULL), $1)`,
    values: [hashOf(token)],
  });
  return rows[0];
}

export async function setBehaviour(database: Queryable, { hash }: Token, behaviour: Behaviour | null): Promise<void> {
  await database.query(
    "UPDATE sandbox.tokens SET behaviour = $2, minute_start = NULL, minute_count = 0 WHERE hash = $1",
    [hash, behaviour],
  );
}

/** Counts the request and decides its fate. The row is locked, so that concurrent requests are counted one by one. */
export async function useBehaviour(pool: pg.Pool, { hash }: Token, path: string): Promise<Decision | undefined> {
  return transaction(pool, async (client) => {
    const { rows } = await client.query<{ behaviour: Behaviour | null; start: Date | null; count: number; now: Date }>(
      `SELECT behaviour, minute_start AS start, minute_count AS count, clock_timestamp() AS now
       FROM sandbox.tokens WHERE hash = $1 FOR UPDATE`,
      [hash],
    );
    const row = rows[0];
    if (row?.behaviour === undefined || row.behaviour === null) return undefined;
    const usage = { start: row.start?.getTime() ?? 0, count: row.count };
    const decision = decide(row.behaviour, usage, { path, now: row.now.getTime() });
    await client.query(
      "UPDATE sandbox.tokens SET behaviour = $2, minute_start = $3, minute_count = $4 WHERE hash = $1",
      [hash, decision.behaviour, new Date(decision.usage.start), decision.usage.count],
    );
    return decision;
  });
}
