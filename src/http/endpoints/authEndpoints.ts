/** The endpoints that connect end users and manage their connections. */

import type { TSchema } from "typebox";
import type { FailureCode } from "../../contract/failure.ts";
import { type Parameter, parameters, printable, scopeParameters } from "../../contract/parameters.ts";
import { BackgroundFault, Company, Environment } from "../../contract/records/connection.ts";
import {
  describedAs,
  flag,
  integer,
  listOf,
  locale,
  oneOf,
  record,
  suppliedUrl,
  text,
  timestamp,
  url,
} from "../../contract/schema.ts";
import { Type } from "../../contract/schemaBuilders.ts";
import { recordResources } from "../../core/changes/sources.ts";
import { longestAddress } from "../../core/outbound/suppliedUrl.ts";
import type { EndpointTable } from "../server/endpoint.ts";

const { string, boolean } = parameters;
const tag = "Connections";

const data = (title: string, schema: TSchema): TSchema => Type.Object({ data: schema }, { title: `${title}Answer` });

const always: FailureCode[] = [
  "invalid_request",
  "api_key_missing",
  "api_key_invalid",
  "rate_limited",
  "internal",
  "unavailable",
];
const ofUser: FailureCode[] = [...always, "account_key_missing", "account_key_invalid"];
const ofTarget: FailureCode[] = [
  "connection_inactive",
  "connection_needs_reauth",
  "target_forbidden",
  "target_rejected",
  "target_rate_limited",
  "target_bad_response",
  "target_unavailable",
  "target_timeout",
] as FailureCode[];
const ofFlow: FailureCode[] = ["signing_secret_missing", "unknown_locale", "target_system_unknown"];

const ids = { targetSystem: "The slug of the target system, from `/targetSystems`." };

const longestName = 200;
/** Chosen by the platform; Kontor only stores them. */
export const endUserParameters = {
  endUserId: string("Your id for the end user. Returned with the connection.", longestName),
  endUserName: string("Your name for the end user. Returned with the connection.", longestName),
};
const endUserText = Type.String({ minLength: 1, maxLength: longestName, pattern: printable });
const endUserFields = { endUserId: endUserText, endUserName: endUserText };

const urlParameter = (meaning: string): Parameter => ({ ...string(meaning, longestAddress), schema: suppliedUrl });

const flowQuery = {
  callbackUrl: urlParameter(
    "The URL to which the end user returns with `accountKey`. Default: your registered callback URL.",
  ),
  cancelCallbackUrl: urlParameter(
    "The URL to which the end user returns after cancelling. Default: your registered cancel URL.",
  ),
  tenantId: string("Prefills the tenant field of the key-entry page."),
  baseUrl: urlParameter("The URL of a self-hosted target system."),
  environmentSelection: boolean("true shows a page on which the end user selects environment and company."),
  include_signature: boolean(
    "true signs the callback with your signing secret (`ts`, `service_signature` and `service_signature_v2`).",
  ),
  locale: { ...string("The language of the pages, as a BCP 47 tag such as `de` or `fr-BE`."), schema: locale },
  companyId: string("The company to use at the target system. Same as `company`."),
  environment: string("The environment to use at the target system. Overrides the end user's selection."),
  company: string("The company to use at the target system. Overrides the end user's selection."),
  openerOrigin: string(
    "The origin of your page that opens the flow with `/connect.js`. The page receives the result by `postMessage`. Must be the origin of `callbackUrl` or of a registered callback URL.",
  ),
  ...endUserParameters,
};

const flowFields = {
  callbackUrl: suppliedUrl,
  cancelCallbackUrl: suppliedUrl,
  tenantId: text,
  baseUrl: suppliedUrl,
  environmentSelection: flag,
  include_signature: flag,
  locale,
  companyId: text,
  environment: text,
  company: text,
  openerOrigin: text,
  ...endUserFields,
};

const FlowAddress = data("FlowAddress", record("FlowAddress", { url }, {}));

/** The webhook flow has no selection page. */
const WebhookFlowInput = record(
  "WebhookFlowInput",
  { webhookCallbackUrl: suppliedUrl },
  { ...flowFields, environmentSelection: describedAs(flag, { const: false }) },
);
const ReconnectInput = record("ReconnectInput", {}, flowFields);
const HeadlessCredentials = record(
  "HeadlessCredentials",
  {},
  {
    apiKey: text,
    baseUrl: suppliedUrl,
    clientName: text,
    clientSecret: text,
    database: text,
    mandant: text,
    password: text,
    tenantId: text,
    url: text,
    username: text,
    environmentName: text,
    companyId: text,
    ...endUserFields,
  },
);
const AccountKeyAnswer = record(
  "AccountKeyAnswer",
  { accountKey: text, data: record("AccountKey", { accountKey: text }, {}) },
  { meta: record("AccountKeyMeta", { warnings: listOf(text) }, {}) },
);
export const ResourceState = record(
  "ConnectionResource",
  { resource: oneOf(...recordResources), reportedBy: oneOf("webhook", "polling") },
  { companyId: text, completeUntilDate: timestamp, intervalSeconds: integer, lastFault: BackgroundFault },
);
const ConnectionState = record(
  "ConnectionState",
  { id: text, targetSystem: text, state: oneOf("active", "needs_reauth", "disabled"), healthy: flag },
  {
    environmentName: text,
    companyId: text,
    endUserId: text,
    endUserName: text,
    problem: text,
    warnings: listOf(text),
    checkedDate: timestamp,
    lastFault: BackgroundFault,
    resources: listOf(ResourceState),
    createdDate: timestamp,
    updatedDate: timestamp,
  },
);
const AccountKeyEnd = record("AccountKeyEnd", { targetSystem: text, revoked: flag }, {});
const ConnectionEnd = record("ConnectionEnd", { targetSystem: text, state: oneOf("disabled"), revoked: flag }, {});

const AssistantAccess = record(
  "AssistantAccess",
  { id: text, name: text, host: text, access: oneOf("read", "write"), createdDate: timestamp },
  { usedDate: timestamp },
);

export const authEndpoints = {
  "auth.begin": {
    method: "GET",
    path: "/auth/{targetSystem}",
    tag,
    summary: "Start connecting an end user",
    description:
      "Returns a URL to open in the end user's browser. With `Accept: text/html` or `text/plain`, the response is the bare URL.",
    keys: "api",
    scope: { access: "write" },
    ids,
    query: flowQuery,
    answer: FlowAddress,
    alsoAs: ["text/html", "text/plain"],
    failures: [...always, ...ofFlow],
  },
  "auth.beginWebhook": {
    method: "POST",
    path: "/auth/{targetSystem}",
    tag,
    summary: "Start connecting an end user and receive the key by webhook",
    description:
      "After the end user has connected, the account key is posted to `webhookCallbackUrl` as an event signed with your signing secret. This flow has no page for selecting environment and company.",
    keys: "api",
    audit: { none: "nothing changes before the end user has signed in" },
    ids,
    body: WebhookFlowInput,
    answer: FlowAddress,
    failures: [...always, ...ofFlow],
  },
  "auth.createAccount": {
    method: "POST",
    path: "/auth/accounts/{targetSystem}",
    tag,
    summary: "Connect an end user without a page",
    description:
      "For target systems that use API keys or passwords. The body contains the fields that the target system requires (see `/targetSystems/{slug}`). Kontor checks them with a call to the target system before it issues the account key. If the user cannot see everything there, `meta.warnings` says what is missing.",
    keys: "api",
    audit: "connection.create",
    ids,
    body: HeadlessCredentials,
    status: 201,
    answer: AccountKeyAnswer,
    failures: [...always, "target_system_unknown", "operation_not_supported", ...ofTarget],
  },
  "auth.environments.list": {
    method: "GET",
    path: "/auth/environments",
    tag,
    summary: "List the environments of a connection",
    description: "Read from the target system. Empty if it has no environments.",
    keys: "both",
    answer: data("Environments", listOf(Environment)),
    failures: [...ofUser, ...ofTarget],
  },
  "auth.companies.list": {
    method: "GET",
    path: "/auth/companies",
    tag,
    summary: "List the companies of a connection",
    description: "Read from the target system. Use a company's id as `companyId`.",
    keys: "both",
    query: { environmentName: scopeParameters.environmentName },
    answer: data("Companies", listOf(Company)),
    failures: [...ofUser, ...ofTarget],
  },
  "auth.connection.get": {
    method: "GET",
    path: "/auth/connection",
    tag,
    summary: "Get the state of a connection",
    description:
      "Checked with a call to the target system. `problem` is the error code if the check failed. Kontor also checks each connection once a day and renews its grant before it expires: `checkedDate` is the last daily check that succeeded, and `lastFault` the error of the last daily check, renewal or subscription at the target system if it failed. `resources` lists what subscriptions want: all changes up to `completeUntilDate` are in the event log. With `reportedBy: webhook`, later changes arrive as soon as the target system reports them, and those that it failed to report within `intervalSeconds`.",
    keys: "both",
    answer: data("ConnectionState", ConnectionState),
    failures: ofUser,
  },
  "auth.connection.delete": {
    method: "DELETE",
    path: "/auth/connection",
    tag,
    summary: "End a connection",
    description:
      "Erases the credentials and revokes them at the target system if it supports that. The account key stops working.",
    keys: "both",
    audit: "connection.end",
    answer: data("ConnectionEnd", ConnectionEnd),
    failures: ofUser,
  },
  "auth.accountKey.delete": {
    method: "DELETE",
    path: "/auth/accountKey",
    tag,
    summary: "Revoke an account key",
    description:
      "Revokes the key in `X-ACCOUNT-KEY` and leaves the connection with its other keys. An end user who connects the same company again gets another key for the same connection; use this for the earlier one. The only key of a connection cannot be revoked: end the connection instead.",
    keys: "both",
    audit: "accountKey.revoke",
    answer: data("AccountKeyEnd", AccountKeyEnd),
    failures: ofUser,
  },
  "auth.assistants.list": {
    method: "GET",
    path: "/auth/assistants",
    tag,
    summary: "List the assistants of a connection",
    description:
      "The assistants that the end user has let in over MCP. `name` was chosen by the assistant; `host` is where its sign-in returned to.",
    keys: "both",
    answer: data("AssistantAccessList", listOf(AssistantAccess)),
    failures: ofUser,
  },
  "auth.assistants.delete": {
    method: "DELETE",
    path: "/auth/assistants/{assistantId}",
    tag,
    summary: "End the access of an assistant",
    description: "Its tokens stop working at once. The end user can let it in again.",
    keys: "both",
    audit: "assistantGrant.end",
    ids: { assistantId: "The id of the access, from the list of assistants." },
    answer: data("AssistantEnd", record("AssistantEnd", { id: text }, {})),
    failures: [...ofUser, "not_found"],
  },
  "auth.reconnect": {
    method: "POST",
    path: "/auth/reconnect",
    tag,
    summary: "Reauthorise a connection",
    description: "Returns a URL to open in the end user's browser. The account key stays the same.",
    keys: "both",
    audit: "connection.reconnectLink",
    body: ReconnectInput,
    answer: FlowAddress,
    failures: [...ofUser, ...ofFlow],
  },
} as const satisfies EndpointTable;
