/** The requests that Kontor posts to callers, as OpenAPI 3.1 `webhooks`. */
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
  "HMAC-SHA256 of the raw body, in hex. The key is the secret decoded from hex.",
);
const deliveryHeaders = [
  signature,
  header("X-SERVICE-SIGNATURE-PREVIOUS", "The same with the previous secret, for 24 hours after a rotation.", false),
  header("X-SERVICE-SUBSCRIPTION", "The id of the subscription that the delivery belongs to."),
  header(
    "webhook-id",
    "Identifies the delivery. Identical in every attempt and replay, so that you can detect duplicates.",
  ),
  header("webhook-timestamp", "When this attempt was made, in Unix seconds."),
  header("webhook-signature", "The signature for Standard Webhooks libraries, made with the same secret."),
];

const responses = {
  "200": { description: "Any 2xx status accepts the delivery. Any other status is retried for three days." },
  "410": { description: "Ends the subscription." },
};

export function describeWebhooks(schemas: Schemas): Record<string, object> {
  const bodyOf = (schema: JsonSchema) => ({ schema: fold(schema, schemas), example: exampleOf(schema) });
  const event = plain(Event);
  const folded = fold(event, schemas);
  return {
    recordChanged: {
      post: {
        operationId: "recordChanged",
        tags: ["Webhooks"],
        summary: "A record changed in an end user's books",
        description:
          "Posted to the `callbackUrl` of every matching subscription. The body is a single event, or an array if the target system's events are delivered in batches (see `webhooks.batches` in `/targetSystems/{slug}`).",
        security: [],
        parameters: deliveryHeaders,
        requestBody: {
          required: true,
          content: {
            "application/json": {
              schema: { oneOf: [folded, { type: "array", items: folded }] },
              example: withoutTest(exampleOf(event)),
            },
          },
        },
        responses,
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
        requestBody: { required: true, content: { "application/json": bodyOf(plain(AccountKeyEvent)) } },
        responses,
      },
    },
  };
}

/** Only test events have `test`. */
function withoutTest(example: unknown): object {
  const { test: _, ...event } = example as { readonly test?: unknown };
  return event;
}
