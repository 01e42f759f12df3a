/** How a caller connects its end users, and looks after the connections. */

import type { TSchema } from "typebox";
import type { FailureCode } from "../../contract/failure.ts";
import { type Parameter, parameters, scopeParameters } from "../../contract/parameters.ts";
import { Company, Environment } from "../../contract/records/connection.ts";
import {
  describedAs,
  flag,
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

const ids = { targetSystem: "The accounting system to connect to, by its slug from `/targetSystems`." };

const longestName = 200;
/** In the platform's own words. */
export const endUserParameters = {
  endUserId: string("Your own id of the end user; told wherever the connection is.", longestName),
  endUserName: string("Your own name for the end user; told wherever the connection is.", longestName),
};
const ownWords = Type.String({ minLength: 1, maxLength: longestName });
const endUserFields = { endUserId: ownWords, endUserName: ownWords };

const address = (meaning: string): Parameter => ({ ...string(meaning, longestAddress), schema: suppliedUrl });

const flowQuery = {
  callbackUrl: address("Where the end user returns, with `accountKey`. Default: the one registered for you."),
  cancelCallbackUrl: address("Where the end user returns after cancelling. Default: the one registered for you."),
  tenantId: string("Fills in the tenant field of the key-entry page."),
  baseUrl: address("The address of a self-hosted target system."),
  environmentSelection: boolean("true lets the end user choose environment and company on a page."),
  include_signature: boolean("true signs the callback with your signing secret (`ts` and `service_signature`)."),
  locale: { ...string("The language of the pages, a BCP 47 tag such as `de` or `fr-BE`."), schema: locale },
  companyId: string("The company to use at the target system; the same as `company`."),
  environment: string("The environment to use at the target system. Overrides what the end user has chosen."),
  company: string("The company to use at the target system. Overrides what the end user has chosen."),
  openerOrigin: string(
    "The origin of the page of yours that opens the flow with `/connect.js`: it is told when the flow ends, by `postMessage`. It has to be that of `callbackUrl`, or of an address registered for you.",
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

/** There is no page in it to choose on. */
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
  {},
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
    createdDate: timestamp,
    updatedDate: timestamp,
  },
);
const ConnectionEnd = record("ConnectionEnd", { targetSystem: text, state: oneOf("disabled"), revoked: flag }, {});

export const authEndpoints = {
  "auth.begin": {
    method: "GET",
    path: "/auth/{targetSystem}",
    tag,
    summary: "Begin to connect an end user",
    description:
      "Answers with an address to show to the end user. With `Accept: text/html` or `text/plain`, the bare address.",
    keys: "api",
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
    summary: "Begin to connect an end user, the key coming by webhook",
    description:
      "The account key is sent to `webhookCallbackUrl` as an event, signed with your signing secret, once the end user is through. The choice of environment and company on a page is not available here.",
    keys: "api",
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
      "For target systems that sign in with keys. The body has what the target system asks for (see `/targetSystems/{slug}`); it is tried with a real call before the account key is issued.",
    keys: "api",
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
    description: "As the target system tells them now. Empty where it has none.",
    keys: "both",
    answer: data("Environments", listOf(Environment)),
    failures: [...ofUser, ...ofTarget],
  },
  "auth.companies.list": {
    method: "GET",
    path: "/auth/companies",
    tag,
    summary: "List the companies of a connection",
    description: "As the target system tells them now; their ids are what `companyId` takes.",
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
    description: "Tried with a real call to the target system; `problem` is the code of what went wrong.",
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
      "Its credentials are erased and, where the target system can, revoked there. The account key ends too.",
    keys: "both",
    answer: data("ConnectionEnd", ConnectionEnd),
    failures: ofUser,
  },
  "auth.reconnect": {
    method: "POST",
    path: "/auth/reconnect",
    tag,
    summary: "Authorise a connection again",
    description: "Answers with an address to show to the end user. The account key stays the same.",
    keys: "both",
    body: ReconnectInput,
    answer: FlowAddress,
    failures: [...ofUser, ...ofFlow],
  },
} as const satisfies EndpointTable;
