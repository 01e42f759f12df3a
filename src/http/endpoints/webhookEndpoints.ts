/** The webhook endpoints: subscriptions, deliveries and the event log. */

import type { TSchema } from "typebox";
import { PagedMeta } from "../../contract/envelope.ts";
import { eventResources, eventTypes } from "../../contract/event.ts";
import type { FailureCode } from "../../contract/failure.ts";
import {
  InvalidParameter,
  type Parameter,
  parameters,
  rawDataParameter,
  scopeParameters,
} from "../../contract/parameters.ts";
import { BackgroundFault, WebhookSubscription } from "../../contract/records/connection.ts";
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
const withNotFound: FailureCode[] = [...always, "not_found"];

const data = (title: string, schema: TSchema): TSchema => Type.Object({ data: schema }, { title: `${title}Answer` });
const window = { page: parameters.page, limit: parameters.limit };
const pageOf = (title: string, schema: TSchema): TSchema =>
  Type.Object({ meta: PagedMeta, data: listOf(schema) }, { title: `${title}Answer` });

const eventType = oneOf(...eventTypes);
const resource = oneOf(...eventResources);
const id = Type.String({ examples: ["01JEXAMPLE0000000000000000"] });
const callbackUrl = Type.String({ format: "uri", examples: ["https://platform.example/events"] });
const secrets = {
  secret: Type.String({ examples: ["5f".repeat(32)], description: "64 hex digits. Returned only once." }),
  standardWebhooksSecret: Type.String({
    examples: [`whsec_${Buffer.alloc(32, 0x5f).toString("base64")}`],
    description: "The same secret in the format of Standard Webhooks libraries.",
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
  { eventType, resource, companyId: text, environmentName: text, lastFault: BackgroundFault },
);
const NewSecret = record("NewWebhookSecret", { id, ...secrets, previousUntilDate: timestamp }, {});

const position = Type.String({ examples: ["1042"] });
const LoggedEvent = record(
  "LoggedEvent",
  { id: position, eventType, resource, resourceId: text, filterDate: timestamp, recordedDate: timestamp },
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
/** A hand-written example, because open and final deliveries have different fields. */
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
    {
      deliveryId: text,
      from: timestamp,
      to: timestamp,
      failed: describedAs(flag, { const: true }),
      undelivered: describedAs(flag, { const: true }),
    },
  ),
  {
    oneOf: [
      { required: ["deliveryId"] },
      { required: ["from"] },
      { required: ["failed"] },
      { required: ["undelivered"] },
    ],
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
  meaning: "The position to continue from: `meta.cursor` of the previous response. Default: the oldest stored event.",
  read: (value) => {
    if (!cursorForm.test(value))
      throw new InvalidParameter("must be the meta.cursor of an earlier response, or omitted");
    return value;
  },
};

const ids = { webhookId: "The subscription's id." };

export const webhookEndpoints = {
  "webhooks.create": {
    method: "POST",
    path: "/webhooks",
    tag,
    summary: "Subscribe to changes in a connection",
    description:
      "Changes are posted to `callbackUrl`, signed with the returned `secret`. `eventType` and `resource` are optional filters. Use `companyId` (and `environmentName`) to subscribe to a company other than the connection's selected one; a connection can have subscriptions for several companies. A subscription lasts 90 days and is extended while it is used.",
    keys: "both",
    audit: "subscription.create",
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
    description:
      "Returns the newest matching subscription. `/webhooks/subscriptions` lists all of them. `lastFault` says why the target system does not report changes itself, or that it had lost its subscription; meanwhile Kontor polls. If no company was selected at sign-in, `companyId` (and `environmentName`, where the target system has environments) is required. With `companyId`, only subscriptions to that company match.",
    keys: "both",
    query: {
      id: string("Only the subscription with this id."),
      callbackUrl: string("Only subscriptions that post to this URL.", longestAddress),
      createdDate: instant("Only subscriptions created within this second."),
      expiresDate: instant("Only subscriptions that expire within this second."),
      updatedDate: instant("Only subscriptions last changed within this second."),
      ...rawDataParameter,
      ...scopeParameters,
    },
    answer: data("WebhookSubscription", WebhookSubscription),
    failures: [...withNotFound, "company_required", "environment_required"],
  },
  "webhooks.list": {
    method: "GET",
    path: "/webhooks/subscriptions",
    tag,
    summary: "List the subscriptions of a connection",
    description:
      "Newest first. `paused`: the receiver accepted no delivery for five days, see `/webhooks/{webhookId}/renew`. `ended`: the receiver responded with 410, or the subscription expired.",
    keys: "both",
    query: window,
    answer: pageOf("WebhookSubscriptions", Listed),
    failures: always,
  },
  "webhooks.delete": {
    method: "DELETE",
    path: "/webhooks/{webhookId}",
    tag,
    summary: "Delete a subscription",
    description: "Also deletes its deliveries, including pending ones.",
    keys: "both",
    audit: "subscription.delete",
    ids,
    answer: data("DeletedWebhookSubscription", record("DeletedWebhookSubscription", { id }, {})),
    failures: withNotFound,
  },
  "webhooks.test": {
    method: "POST",
    path: "/webhooks/{webhookId}/test",
    tag,
    summary: "Send a test event to a subscription",
    description:
      "Sends an event with `test: true` immediately, signed like any other, and returns the outcome. It is not retried or stored.",
    keys: "both",
    audit: "subscription.test",
    ids,
    answer: data("WebhookTestDelivery", TestDelivery),
    failures: withNotFound,
  },
  "webhooks.secret.rotate": {
    method: "POST",
    path: "/webhooks/{webhookId}/secret",
    tag,
    summary: "Rotate the secret of a subscription",
    description:
      "Deliveries are signed with the new secret immediately, and with the previous one as well until `previousUntilDate` (24 hours).",
    keys: "both",
    audit: "subscription.rotateSecret",
    ids,
    status: 201,
    answer: data("NewWebhookSecret", NewSecret),
    failures: withNotFound,
  },
  "webhooks.renew": {
    method: "POST",
    path: "/webhooks/{webhookId}/renew",
    tag,
    summary: "Renew a subscription",
    description:
      "The subscription lasts another 90 days from now. A paused subscription resumes with all pending deliveries.",
    keys: "both",
    audit: "subscription.renew",
    ids,
    answer: data("RenewedWebhookSubscription", Listed),
    failures: withNotFound,
  },
  "webhooks.deliveries.list": {
    method: "GET",
    path: "/webhooks/{webhookId}/deliveries",
    tag,
    summary: "List the deliveries of a subscription",
    description:
      "Newest first. Deliveries are kept for 30 days unless the operator set another time. `id` is the `webhook-id` of the requests. An attempt without `status` got no response; `answer` then has the reason.",
    keys: "both",
    ids,
    query: {
      ...window,
      state: choice("Only deliveries in this state.", ...deliveryStates),
    },
    answer: pageOf("WebhookDeliveries", Delivery),
    failures: withNotFound,
  },
  "webhooks.replay": {
    method: "POST",
    path: "/webhooks/{webhookId}/replay",
    tag,
    summary: "Replay deliveries",
    description:
      "Specify exactly one of: `deliveryId`; `from` with an optional `to`, for every logged event that matches the subscription and was recorded in that period (`to` excluded), including events older than the subscription; `failed: true`, for every delivery that was given up; `undelivered: true`, for those and for every delivery that waits for its next attempt. Replayed deliveries are due immediately and keep their `webhook-id`.",
    keys: "both",
    audit: "subscription.replay",
    ids,
    body: ReplayInput,
    answer: data("WebhookReplay", record("WebhookReplay", { deliveries: Type.Integer() }, {})),
    failures: withNotFound,
  },
} as const satisfies EndpointTable;

export const eventEndpoints = {
  "events.list": {
    method: "GET",
    path: "/events",
    tag,
    summary: "List the event log of a connection",
    description:
      "In log order, without gaps. Events are kept for 30 days unless the operator set another time. Pass `meta.cursor` as `cursor` in the next request, even if this page is empty.",
    keys: "both",
    query: { cursor, limit: parameters.limit },
    answer: Type.Object(
      { meta: Type.Object({ cursor: position }), data: listOf(LoggedEvent) },
      { title: "EventsAnswer" },
    ),
    failures: always,
  },
} as const satisfies EndpointTable;
