/** Writes that a person confirms on a hosted page. */
import type { Queryable } from "../postgres/database.ts";

export type PersonAnswer = "confirmed" | "declined";

export interface AssistantQuestion {
  readonly id: string;
  readonly grantId: string;
  readonly connectionId: string;
  /** Encrypted for table `assistant_questions`, the row's id, column `message`. */
  readonly message: Buffer;
  readonly expiresAt: Date;
  readonly answer: PersonAnswer | null;
}

export interface NewAssistantQuestion extends Omit<AssistantQuestion, "answer"> {
  readonly tokenHash: Buffer;
  readonly subject: Buffer;
}

export async function addAssistantQuestion(database: Queryable, question: NewAssistantQuestion): Promise<void> {
  await database.query(
    `INSERT INTO assistant_questions (id, token_hash, grant_id, connection_id, subject, message, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [
      question.id,
      question.tokenHash,
      question.grantId,
      question.connectionId,
      question.subject,
      question.message,
      question.expiresAt,
    ],
  );
}

/** The latest answer of the person to exactly this question, with any of the keyed hashes of its subject. */
export async function findAnswer(
  database: Queryable,
  { grantId, subjects, now }: { readonly grantId: string; readonly subjects: readonly Buffer[]; readonly now: Date },
): Promise<PersonAnswer | undefined> {
  const { rows } = await database.query<{ answer: PersonAnswer }>(
    `SELECT answer FROM assistant_questions
     WHERE grant_id = $1 AND subject = ANY ($2) AND answer IS NOT NULL AND expires_at > $3 ORDER BY id DESC LIMIT 1`,
    [grantId, subjects, now],
  );
  return rows[0]?.answer;
}

export interface AskedQuestion extends AssistantQuestion {
  readonly tenantId: string;
  readonly tenantName: string;
  readonly clientName: string;
  readonly personHash: Buffer | null;
}

/** Undefined if the grant or its connection has ended. */
export async function findAssistantQuestion(
  database: Queryable,
  tokenHash: Buffer,
): Promise<AskedQuestion | undefined> {
  const { rows } = await database.query<AskedQuestion>(
    `SELECT q.id, q.grant_id AS "grantId", q.connection_id AS "connectionId", q.message, q.expires_at AS "expiresAt",
       q.answer, g.tenant_id AS "tenantId", t.name AS "tenantName", g.client_name AS "clientName",
       g.person_hash AS "personHash"
     FROM assistant_questions q JOIN assistant_grants g ON g.id = q.grant_id AND g.ended_at IS NULL
       JOIN connections c ON c.id = q.connection_id AND c.state <> 'disabled'
       JOIN tenants t ON t.id = g.tenant_id AND t.disabled_at IS NULL
     WHERE q.token_hash = $1`,
    [tokenHash],
  );
  return rows[0];
}

/** Returns false if it was answered before. */
export async function answerQuestion(database: Queryable, id: string, answer: PersonAnswer): Promise<boolean> {
  const { rowCount } = await database.query(
    "UPDATE assistant_questions SET answer = $2 WHERE id = $1 AND answer IS NULL",
    [id, answer],
  );
  return rowCount === 1;
}
