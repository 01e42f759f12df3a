/** How a caller hears of changes: its subscriptions, what was delivered, and the log itself. */

import type { TSchema } from "typebox";
import { PagedMeta } from "../../contract/envelope.ts";
import { eventResources, eventTypes } from "../../contract/event.ts";
import type { FailureCode } from "../../contract/failure.ts";
import {
  type Parameter,
  parameters,
  rawDataParameter,
  scopeParameters,
  Unreadable,
} from "../../contract/parameters.ts";
import { WebhookSubscription } from "../../contract/records/connection.ts";
import { describedAs, flag, listOf, oneOf, record, suppliedUrl, text, timestamp } from "../../contract/schema.ts";
import { Type } from "../../contract/schemaBuilders.ts";
import { longestAddress } from "../../core/outbound/suppliedUrl.ts";
import { deliveryStates } from "../../store/deliveryHistory.ts";
import type { EndpointTable } from "../server/endpoint.ts";

const { instant, string, choice } = parameters;
const tag = "Webhooks";
const always: FailureCode[] = [
  "invalid_request",
  "api_key_missing",
  "api_key_invalid",
  "account_key_missing",
  "account_key_invalid",
  "rate_limited",
  "internal",
  "unavailable",
] as FailureCode[];
const ofOne: FailureCode[] = [...always, "not_found"];

const data = (title: string, schema: TSchema): TSchema => Type.Object({ data: schema }, { title: `${title}Answer` });
const window = { page: parameters.page, limit: parameters.limit };
const pageOf = (title: string, schema: TSchema): TSchema =>
  Type.Object({ meta: PagedMeta, data: listOf(schema) }, { title: `${title}Answer` });

const eventType = oneOf(...eventTypes);
const resource = oneOf(...eventResources);
const id = Type.String({ examples: ["01JEXAMPLE0000000000000000"] });
const callbackUrl = Type.String({ format: "uri", examples: ["https://platform.example/events"] });
const secrets = {
  secret: Type.String({ examples: ["5f".repeat(32)], description: "64 hex digits, shown in this answer only." }),
  standardWebhooksSecret: Type.String({
    examples: [`whsec_${Buffer.alloc(32, 0x5f).toString("base64")}`],
    description: "The same secret, as libraries for Standard Webhooks take it.",
  }),
};

const dates = { createdDate: timestamp, expiresDate: timestamp, updatedDate: timestamp };
const SubscriptionInput = record(
  "WebhookSubscriptionInput",
  { callbackUrl: { ...suppliedUrl, maxLength: longestAddress, examples: ["https://platform.example/events"] } },
  { eventType, resource, targetSystem: text },
);
const NewSubscription = record("NewWebhookSubscription", { id, callbackUrl, ...dates, ...secrets }, {});
const Listed = record(
  "ListedWebhookSubscription",
  { id, callbackUrl, state: oneOf("active", "paused", "ended"), ...dates },
  { eventType, resource, companyId: text, environmentName: text },
);
const NewSecret = record("NewWebhookSecret", { id, ...secrets, previousUntilDate: timestamp }, {});

const place = Type.String({ examples: ["1042"] });
const LoggedEvent = record(
  "LoggedEvent",
  { id: place, eventType, resource, resourceId: text, filterDate: timestamp, recordedDate: timestamp },
  { companyId: text },
);
const DeliveredEvent = record("DeliveredEvent", { eventType, resource, resourceId: text, filterDate: timestamp }, {});
const Attempt = record(
  "WebhookDeliveryAttempt",
  { at: timestamp, milliseconds: Type.Integer() },
  { status: Type.Integer(), answer: text },
);
const DeliveryFields = record(
  "WebhookDelivery",
  {
    id: text,
    state: oneOf(...deliveryStates),
    events: listOf(DeliveredEvent),
    attempts: listOf(Attempt),
    createdDate: timestamp,
  },
  { nextAttemptDate: timestamp, settledDate: timestamp },
);
/** One whole example: what an open delivery has, a settled one has not. */
const Delivery: TSchema = {
  ...DeliveryFields,
  examples: [
    {
      id: "msg_01JEXAMPLE0000000000000000_1042",
      state: "open",
      events: [
        {
          eventType: "UPDATED",
          resource: "INVOICE",
          resourceId: "invoice-1042",
          filterDate: "2026-02-22T09:30:00Z",
        },
      ],
      attempts: [{ at: "2026-02-22T09:31:00Z", milliseconds: 48, status: 503, answer: "Back in a minute." }],
      createdDate: "2026-02-22T09:31:00Z",
      nextAttemptDate: "2026-02-22T09:31:05Z",
    },
  ],
};
const ReplayInput: TSchema = describedAs(
  record(
    "WebhookReplayInput",
    {},
    { deliveryId: text, from: timestamp, to: timestamp, failed: describedAs(flag, { const: true }) },
  ),
  {
    oneOf: [{ required: ["deliveryId"] }, { required: ["from"] }, { required: ["failed"] }],
    dependentRequired: { to: ["from"] },
    examples: [{ from: "2026-02-22T00:00:00Z", to: "2026-02-23T00:00:00Z" }],
  },
);

const TestDelivery = record(
  "WebhookTestDelivery",
  { delivered: flag, milliseconds: Type.Integer() },
  { status: Type.Integer(), answer: text },
);

const cursorForm = /^\d{1,18}$/;
const cursor: Parameter<string> = {
  schema: Type.String({ pattern: cursorForm.source }),
  meaning: "Where to read on: `meta.cursor` of the last answer. Default: the oldest event that is kept.",
  read: (value) => {
    if (!cursorForm.test(value)) throw new Unreadable("must be the meta.cursor of an earlier answer, or left out");
    return value;
  },
};

const ids = { webhookId: "The subscription that is meant, by its id from the list." };

export const webhookEndpoints = {
  "webhooks.create": {
    method: "POST",
    path: "/webhooks",
    tag,
    summary: "Subscribe to changes of a connection",
    description:
      "Changes are posted to `callbackUrl`, signed with the `secret` of this answer. `eventType` and `resource` narrow them down; left out, every one is sent. `companyId` (and `environmentName`) say whose changes are meant where it is not the company that the connection has chosen; one connection can have subscriptions for several companies. A subscription lasts 90 days, and longer as long as it is used.",
    keys: "both",
    query: scopeParameters,
    body: SubscriptionInput,
    status: 201,
    answer: data("NewWebhookSubscription", NewSubscription),
    failures: [...always, "company_required", "environment_required"],
  },
  "webhooks.get": {
    method: "GET",
    path: "/webhooks",
    tag,
    summary: "Get the newest subscription",
    description: "The newest that matches; `/webhooks/subscriptions` lists them all.",
    keys: "both",
    query: {
      id: string("Only the subscription that this id names."),
      callbackUrl: string("Only subscriptions that post to this address.", longestAddress),
      createdDate: instant("Only subscriptions that were made in this second."),
      expiresDate: instant("Only subscriptions that end in this second."),
      updatedDate: instant("Only subscriptions that were changed in this second."),
      ...rawDataParameter,
      ...scopeParameters,
    },
    answer: data("WebhookSubscription", WebhookSubscription),
    failures: ofOne,
  },
  "webhooks.list": {
    method: "GET",
    path: "/webhooks/subscriptions",
    tag,
    summary: "List the subscriptions of a connection",
    description:
      "Newest first. `paused`: nothing was taken for five days, see `/webhooks/{webhookId}/renew`. `ended`: the receiver answered 410, or its time was over.",
    keys: "both",
    query: window,
    answer: pageOf("WebhookSubscriptions", Listed),
    failures: always,
  },
  "webhooks.delete": {
    method: "DELETE",
    path: "/webhooks/{webhookId}",
    tag,
    summary: "Remove a subscription",
    description: "With its deliveries, also those that are still to be made.",
    keys: "both",
    ids,
    answer: data("RemovedWebhookSubscription", record("RemovedWebhookSubscription", { id }, {})),
    failures: ofOne,
  },
  "webhooks.test": {
    method: "POST",
    path: "/webhooks/{webhookId}/test",
    tag,
    summary: "Send a test event to a subscription",
    description:
      "At once and once: an event with `test: true`, signed like any other. The answer says what came of it; nothing is kept.",
    keys: "both",
    ids,
    answer: data("WebhookTestDelivery", TestDelivery),
    failures: ofOne,
  },
  "webhooks.secret.rotate": {
    method: "POST",
    path: "/webhooks/{webhookId}/secret",
    tag,
    summary: "Make a new secret for a subscription",
    description:
      "From now on deliveries are signed with the new secret, and until `previousUntilDate` (24 hours) with the old one as well.",
    keys: "both",
    ids,
    status: 201,
    answer: data("NewWebhookSecret", NewSecret),
    failures: ofOne,
  },
  "webhooks.renew": {
    method: "POST",
    path: "/webhooks/{webhookId}/renew",
    tag,
    summary: "Renew a subscription",
    description: "It lasts for another 90 days from now. A paused one goes on with everything that waits for it.",
    keys: "both",
    ids,
    answer: data("RenewedWebhookSubscription", Listed),
    failures: ofOne,
  },
  "webhooks.deliveries.list": {
    method: "GET",
    path: "/webhooks/{webhookId}/deliveries",
    tag,
    summary: "List the deliveries of a subscription",
    description:
      "Newest first, for 30 days. `id` is the `webhook-id` of the requests. An attempt without `status` got no answer; `answer` then says why.",
    keys: "both",
    ids,
    query: {
      ...window,
      state: choice("Only deliveries that are still open, or that ended in this way.", ...deliveryStates),
    },
    answer: pageOf("WebhookDeliveries", Delivery),
    failures: ofOne,
  },
  "webhooks.replay": {
    method: "POST",
    path: "/webhooks/{webhookId}/replay",
    tag,
    summary: "Send events again",
    description:
      "Exactly one of: `deliveryId`; `from` and perhaps `to`, which is every event of the log that matches the subscription and was recorded in that time (`to` not included), also those older than the subscription; `failed: true`, which is every delivery that was given up. They are due at once, with the same `webhook-id` as before.",
    keys: "both",
    ids,
    body: ReplayInput,
    answer: data("WebhookReplay", record("WebhookReplay", { deliveries: Type.Integer() }, {})),
    failures: ofOne,
  },
} as const satisfies EndpointTable;

export const eventEndpoints = {
  "events.list": {
    method: "GET",
    path: "/events",
    tag,
    summary: "Read the event log of a connection",
    description:
      "In the order of the log, without gaps, for 30 days. `meta.cursor` is where to read on, also when nothing is new.",
    keys: "both",
    query: { cursor, limit: parameters.limit },
    answer: Type.Object({ meta: Type.Object({ cursor: place }), data: listOf(LoggedEvent) }, { title: "EventsAnswer" }),
    failures: always,
  },
} as const satisfies EndpointTable;
