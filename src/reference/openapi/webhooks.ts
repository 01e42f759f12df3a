/** What we post to callers, as the `webhooks` of OpenAPI 3.1. */
import { eventResources, eventTypes } from "../../contract/event.ts";
import { flag, oneOf, record, text, timestamp } from "../../contract/schema.ts";
import { exampleOf } from "./examples.ts";
import { fold, type JsonSchema, plain, type Schemas } from "./jsonSchema.ts";

const origin = { connectionId: text, targetSystem: text, endUserId: text, endUserName: text };

const Event = record(
  "Event",
  { eventType: oneOf(...eventTypes), filterDate: timestamp, resource: oneOf(...eventResources), resourceId: text },
  { companyId: text, ...origin, test: flag },
);
const AccountKeyEvent = record(
  "AccountKeyEvent",
  {
    eventType: oneOf("CREATED"),
    resource: oneOf("ACCOUNT_KEY"),
    accountKey: text,
    targetSystem: text,
    createdDate: timestamp,
  },
  { endUserId: text, endUserName: text },
);

const header = (name: string, description: string, required = true) => ({
  name,
  in: "header",
  ...(required && { required }),
  description,
  schema: { type: "string" },
});

const signature = header(
  "X-SERVICE-SIGNATURE",
  "HMAC-SHA256 of the raw body, in hex, with the secret decoded from hex as the key.",
);
const ofDeliveries = [
  signature,
  header(
    "X-SERVICE-SIGNATURE-PREVIOUS",
    "The same with the secret before, for 24 hours after a new one was made.",
    false,
  ),
  header("X-SERVICE-SUBSCRIPTION", "The subscription that the delivery is for, by its id."),
  header("webhook-id", "Names the delivery: the same in every attempt and every replay, so that it can be done once."),
  header("webhook-timestamp", "When this attempt was made, in Unix seconds."),
  header("webhook-signature", "The signature as libraries for Standard Webhooks check it, with the same secret."),
];

const answers = {
  "200": { description: "Any 2xx: it was taken. Everything else is tried again for three days." },
  "410": { description: "Nobody wants these any more: the subscription ends." },
};

export function describeWebhooks(schemas: Schemas): Record<string, object> {
  const one = (schema: JsonSchema) => ({ schema: fold(schema, schemas), example: exampleOf(schema) });
  const event = plain(Event);
  const folded = fold(event, schemas);
  return {
    recordChanged: {
      post: {
        operationId: "recordChanged",
        tags: ["Webhooks"],
        summary: "Something changed in an end user's books",
        description:
          "Posted to the `callbackUrl` of every subscription that wants it. One event, or an array where the target system's events come in batches (see `webhooks.batches` of `/targetSystems/{slug}`).",
        security: [],
        parameters: ofDeliveries,
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { oneOf: [folded, { type: "array", items: folded }] },
              example: withoutTest(exampleOf(event)),
            },
          },
        },
        responses: answers,
      },
    },
    accountKeyCreated: {
      post: {
        operationId: "accountKeyCreated",
        tags: ["Webhooks"],
        summary: "An end user has connected",
        description:
          "Posted once to the `webhookCallbackUrl` of POST /auth/{targetSystem}, signed with the tenant's signing secret.",
        security: [],
        parameters: [signature],
        requestBody: { required: true, content: { "application/json": one(plain(AccountKeyEvent)) } },
        responses: answers,
      },
    },
  };
}

/** Real events have none. */
function withoutTest(example: unknown): object {
  const { test: _, ...event } = example as { readonly test?: unknown };
  return event;
}
