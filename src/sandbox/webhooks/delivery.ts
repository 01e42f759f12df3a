/** Delivers committed changes in order, many in one post, and retries until the post is accepted. */
import type pg from "pg";
import { type SendPost, signatureOf, signingSecret } from "./post.ts";

export interface DeliveryOptions {
  readonly pool: pg.Pool;
  readonly seed: Buffer;
  readonly send: SendPost;
  readonly random: () => number;
}

interface Due {
  readonly id: string;
  readonly url: string;
  readonly attempts: number;
}

interface Change {
  readonly number: string;
  readonly collection: string;
  readonly record: string;
  readonly kind: string;
  readonly at: Date;
}

const maxConcurrent = 20;
const leaseSeconds = 30;
const maxChanges = 50;
const postMs = 10_000;
const maxWaitSeconds = 3600;

/** Delivers to the subscriptions that are due, and returns how many they were. */
export async function deliverDue(options: DeliveryOptions): Promise<number> {
  const { pool } = options;
  if (!(await isAnythingDue(pool))) return 0;
  await pool.query("DELETE FROM sandbox.webhook_subscriptions WHERE expires_at < now()");
  const { rows } = await pool.query<Due>(
    `UPDATE sandbox.webhook_subscriptions SET leased_until = now() + make_interval(secs => $2) WHERE id IN (
       SELECT id FROM sandbox.webhook_subscriptions s
       WHERE due_at <= now() AND (leased_until IS NULL OR leased_until < now())
         AND EXISTS (SELECT FROM sandbox.webhook_changes WHERE subscription = s.id)
       ORDER BY due_at LIMIT $1 FOR UPDATE SKIP LOCKED
     ) RETURNING id, url, attempts`,
    [maxConcurrent, leaseSeconds],
  );
  await Promise.all(rows.map((due) => deliver(options, due)));
  return rows.length;
}

/** Hardly anybody subscribes to the sandbox, so the usual round is one short question. */
async function isAnythingDue(pool: DeliveryOptions["pool"]): Promise<boolean> {
  const { rows } = await pool.query<{ isDue: boolean }>(
    `SELECT EXISTS (SELECT FROM sandbox.webhook_subscriptions WHERE expires_at < now())
       OR EXISTS (SELECT FROM sandbox.webhook_changes) AS "isDue"`,
  );
  return rows[0]?.isDue === true;
}

/** Sends one post. Further changes are due immediately. */
async function deliver(options: DeliveryOptions, due: Due): Promise<void> {
  const { pool, random } = options;
  const { rows } = await pool.query<Change>(
    `SELECT number, collection, record, kind, at FROM sandbox.webhook_changes WHERE subscription = $1
     ORDER BY number LIMIT $2`,
    [due.id, maxChanges],
  );
  const accepted = rows.length === 0 || (await isAccepted(options, due, rows));
  if (accepted)
    await pool.query("DELETE FROM sandbox.webhook_changes WHERE subscription = $1 AND number = ANY ($2)", [
      due.id,
      rows.map(({ number }) => number),
    ]);
  const attempts = accepted ? 0 : due.attempts + 1;
  const wait = accepted ? 0 : Math.min(maxWaitSeconds, 2 ** (attempts - 1)) * (0.8 + 0.4 * random());
  await pool.query(
    `UPDATE sandbox.webhook_subscriptions SET leased_until = NULL, attempts = $2, due_at = now() + make_interval(secs => $3)
     WHERE id = $1`,
    [due.id, attempts, wait],
  );
}

async function isAccepted(
  { seed, send }: DeliveryOptions,
  { id, url }: Due,
  changes: readonly Change[],
): Promise<boolean> {
  const events = changes.map(({ number, collection, record, kind, at }) => ({
    number,
    list: collection,
    id: record,
    kind,
    at: at.toISOString(),
  }));
  const body = JSON.stringify({ type: "changes", subscription_id: id, events });
  const headers = {
    "content-type": "application/json",
    "x-sandbox-signature": signatureOf(signingSecret(seed, id), body),
  };
  const answer = await send({ url, headers, body, deadlineMs: postMs }).catch(() => undefined);
  return answer !== undefined && answer.status >= 200 && answer.status < 300;
}
