/** Webhook subscriptions: created after a handshake with the URL, renewed, deleted. */
import { randomBytes } from "node:crypto";
import type { FastifyInstance } from "fastify";
import type pg from "pg";
import { collections } from "../reading/collections.ts";
import { invalidField, notFound, rejected } from "../server/errors.ts";
import { parametersOf } from "../server/http.ts";
import { newId } from "../writing/numbering.ts";
import { checkRequired, type Field, readShape, shape } from "../writing/shapes/fields.ts";
import { type SendPost, signingSecret } from "./post.ts";

export interface WebhookDeps {
  readonly pool: pg.Pool;
  readonly seed: Buffer;
  readonly send: SendPost | undefined;
}

const lifetime = "interval '3 days'";
const handshakeMs = 5000;

const address: Field = {
  read: (value, path) => {
    if (typeof value !== "string" || value.length > 2000 || !/^https?:\/\//.test(value) || !URL.canParse(value))
      throw invalidField(path, "must be an http or https URL of at most 2000 characters");
    return value;
  },
};
const lists: Field = {
  read: (value, path) => {
    const names = collections.map(({ name }) => name);
    if (!Array.isArray(value) || value.length === 0 || !value.every((name) => names.includes(name as string)))
      throw invalidField(path, "must be a list of collection names");
    return [...new Set(value as string[])];
  },
};
const subscriptionShape = shape({ text: "token" }, { url: address, collections: lists }, "url collections");

interface Row {
  readonly id: string;
  readonly collections: readonly string[];
  readonly expires_at: Date;
}

export function addWebhookRoutes(app: FastifyInstance, deps: WebhookDeps): void {
  const { pool, seed } = deps;
  const path = "/webhook-subscriptions";

  /** There is one subscription per URL. A second request for it extends it. */
  app.post(path, async (request, reply) => {
    const { company = "" } = parametersOf(request);
    const input = readShape(subscriptionShape, request.body);
    checkRequired(subscriptionShape, input);
    const { url, token, collections: names } = input as { url: string; token?: string; collections: string[] };
    await handshake(deps.send, url, token);
    const { rows } = await pool.query<Row>(
      `INSERT INTO sandbox.webhook_subscriptions AS s (id, company, url, collections, expires_at)
       VALUES ($1, $2, $3, $4, now() + ${lifetime})
       ON CONFLICT (company, url) DO UPDATE SET collections = excluded.collections, expires_at = excluded.expires_at
       RETURNING id, collections, expires_at`,
      [newId("whs"), company, url, names],
    );
    const [subscription] = rows;
    if (subscription === undefined) throw new Error("The subscription was not stored.");
    return reply.code(201).send({ ...subscription, signing_secret: signingSecret(seed, subscription.id) });
  });

  const runOn = async (statement: string, parameters: Readonly<Record<string, string>>): Promise<Row> => {
    const { rows } = await pool.query<Row>(
      `${statement} WHERE company = $1 AND id = $2 AND expires_at > now()
      RETURNING id, collections, expires_at`,
      [parameters["company"], (parameters["id"] ?? "").replaceAll("\0", "")],
    );
    if (rows[0] === undefined) throw notFound("webhook subscription");
    return rows[0];
  };
  const renew = `UPDATE sandbox.webhook_subscriptions SET expires_at = now() + ${lifetime}`;
  app.post(`${path}/:id/renewal`, async (request) => runOn(renew, parametersOf(request)));
  app.delete(`${path}/:id`, async (request, reply) => {
    await runOn("DELETE FROM sandbox.webhook_subscriptions", parametersOf(request));
    return reply.code(204).send();
  });
}

/** The URL has to return the challenge, so that nothing is delivered to servers that did not subscribe. */
async function handshake(send: SendPost | undefined, url: string, token: string | undefined): Promise<void> {
  if (send === undefined) throw rejected("url", "cannot be reached, because webhooks are switched off");
  const challenge = randomBytes(24).toString("base64url");
  const answer = await send({
    url,
    headers: { "content-type": "application/json", ...(token !== undefined && { "x-sandbox-token": token }) },
    body: JSON.stringify({ type: "handshake", challenge }),
    deadlineMs: handshakeMs,
  }).catch(() => undefined);
  if (answer?.status !== 200 || answer.text !== challenge) throw rejected("url", "did not return the challenge");
}
