/** The endpoints for a tenant's own settings: secrets, sign-in pages, callback URLs, OAuth clients, end users. */
import type { TSchema } from "typebox";
import { actors } from "../../contract/actors.ts";
import type { FailureCode } from "../../contract/failure.ts";
import { parameters } from "../../contract/parameters.ts";
import {
  acceptingAlternatives,
  flag,
  listOf,
  locale,
  oneOf,
  record,
  suppliedUrl,
  text,
  timestamp,
} from "../../contract/schema.ts";
import { Type } from "../../contract/schemaBuilders.ts";
import { issueKinds } from "../../store/issues/issues.ts";
import { auditRoles } from "../../store/log/auditLog.ts";
import { consoleRoles } from "../../store/log/consoleSessions.ts";
import { callCauses, usageGroupings } from "../../store/log/vendorUsage.ts";
import type { EndpointTable } from "../server/endpoint.ts";
import { endUserParameters, ResourceState } from "./authEndpoints.ts";
import { PageStyle, PageStyleInput } from "./pageStyle.ts";

const tag = "Tenant";
const always: FailureCode[] = [
  "invalid_request",
  "api_key_missing",
  "api_key_invalid",
  "rate_limited",
  "internal",
  "unavailable",
];
const data = (title: string, schema: TSchema): TSchema => Type.Object({ data: schema }, { title: `${title}Answer` });

/** Must not be blank. */
const person = Type.String({ pattern: "\\S", maxLength: 100 });

const HiddenFields = record("HiddenFields", { fields: listOf(text) }, { connectionId: text });
const HiddenFieldsInput = record(
  "HiddenFieldsInput",
  {
    fields: Type.Array(Type.String({ maxLength: 100, examples: ["bankData", "contacts.website"] }), { maxItems: 100 }),
  },
  { connectionId: text },
);
const CallbackUrls = record("CallbackUrls", { callbackUrl: suppliedUrl, cancelCallbackUrl: suppliedUrl }, {});
const CustomValue = acceptingAlternatives(record("CustomValue", { name: text, value: text }, {}), {
  moves: { key: "name" },
});
const SystemRegistration = record(
  "SystemRegistration",
  { targetSystem: text, clientId: text, clientSecret: text, customValues: listOf(CustomValue) },
  {},
);
const RegisteredSystem = record(
  "RegisteredSystem",
  { targetSystem: text, clientId: text, clientSecret: text, customValues: listOf(CustomValue) },
  { createdDate: timestamp },
);
const EndUser = record(
  "EndUser",
  { id: text, targetSystem: text, state: text },
  { environmentName: text, companyId: text, endUserId: text, endUserName: text, createdDate: timestamp },
);
const needs = ["consent", "reauth"] as const;
const TenantConnection = record(
  "TenantConnection",
  {
    id: text,
    targetSystem: text,
    state: text,
    needs: listOf(oneOf(...needs)),
    missingScopes: listOf(text),
    listening: listOf(ResourceState),
  },
  {
    scopes: listOf(text),
    environmentName: text,
    companyId: text,
    endUserId: text,
    endUserName: text,
    createdDate: timestamp,
  },
);
const ConnectionLink = record(
  "ConnectionLink",
  { id: text, targetSystem: text, url: text, expiresDate: timestamp },
  { endUserId: text, endUserName: text },
);
const count = Type.Integer({ minimum: 0 });
const Usage = record(
  "Usage",
  {
    calls: count,
    bytes: count,
    bytesSent: count,
    bytesReceived: count,
    errors: count,
  },
  { day: text, connectionId: text, targetSystem: text, cause: oneOf(...callCauses) },
);
const UsageBudget = record(
  "UsageBudget",
  { targetSystem: text, callsToday: count, bytesToday: count },
  { callsPerDay: count, bytesPerDay: count },
);
const mostPerDay = Type.Integer({ minimum: 0, maximum: 1_000_000_000_000 });
const UsageBudgetInput = record(
  "UsageBudgetInput",
  { targetSystem: text },
  { callsPerDay: mostPerDay, bytesPerDay: mostPerDay },
);
const UsageMeta = record("UsageMeta", { budgets: listOf(UsageBudget) }, { warnings: listOf(text) });
const Issue = record(
  "Issue",
  {
    id: text,
    kind: oneOf(...issueKinds),
    title: text,
    state: oneOf("open", "closed"),
    actor: oneOf(...actors),
    next: oneOf("fix", "wait", "reconnect", "report"),
    count,
    firstSeen: timestamp,
    lastSeen: timestamp,
  },
  {
    code: text,
    message: text,
    closedAt: timestamp,
    connectionId: text,
    endUserId: text,
    endUserName: text,
    targetSystem: text,
    subscriptionId: text,
    operationId: text,
  },
);
const hash = Type.String({ examples: ["9f".repeat(32)] });
const AuditActor = record("AuditActor", { role: oneOf(...auditRoles) }, { id: text, name: text });
const AuditLogEntry = record(
  "AuditLogEntry",
  { id: text, at: timestamp, actor: AuditActor, action: text, refused: flag, previousHash: hash, hash },
  { subject: text, subjectName: text, address: text },
);
const Erasure = record(
  "Erasure",
  {
    id: text,
    connectionId: text,
    erasedDate: timestamp,
    erasedRows: Type.Unsafe<Record<string, number>>({
      type: "object",
      additionalProperties: { type: "integer" },
      examples: [{ connections: 1, events: 12, operations: 3 }],
    }),
  },
  {},
);
const paged = (title: string, schema: TSchema): TSchema =>
  Type.Object(
    {
      meta: Type.Object({
        pagination: Type.Object({
          total: Type.Integer(),
          perPage: Type.Integer(),
          currentPage: Type.Integer(),
          totalPages: Type.Integer(),
        }),
      }),
      data: listOf(schema),
    },
    { title },
  );
const DeletedConnection = record("DeletedConnection", { id: text }, {});
const targetSystemQuery = {
  targetSystem: parameters.string("The slug of the target system, from `/targetSystems`. Default: all target systems."),
};
const Requirement = record("Requirement", { name: text, secret: flag, required: flag }, { targetSystem: text });
const TargetSystemValues = record(
  "TargetSystemValues",
  { targetSystem: text, customValues: listOf(CustomValue) },
  { clientId: text, clientSecret: text },
);

/** One target system, or a list of all of them. */
const SystemValues = Type.Unsafe({
  oneOf: [TargetSystemValues, listOf(TargetSystemValues)],
  examples: [
    { targetSystem: "sandbox", clientId: "your-client", clientSecret: "********", customValues: [] },
    [{ targetSystem: "sandbox", customValues: [] }],
  ],
});

const ConsoleSession = record(
  "ConsoleSession",
  {
    id: text,
    kind: oneOf("session", "link"),
    person: text,
    role: oneOf(...consoleRoles),
    readOnly: flag,
    fromApiKey: flag,
    createdDate: timestamp,
    expiresDate: timestamp,
  },
  { seenDate: timestamp },
);

export const tenantEndpoints = {
  "tenant.signingSecret.create": {
    method: "POST",
    path: "/tenant/signing-secret",
    tag,
    summary: "Create the signing secret",
    description: "64 hex digits, returned only once. Creating a new secret invalidates the old one immediately.",
    keys: "api",
    audit: "tenant.signingSecret",
    status: 201,
    answer: data("SigningSecret", record("SigningSecret", { signingSecret: text }, {})),
    failures: always,
  },
  "tenant.pageStyle.save": {
    method: "POST",
    path: "/tenants/submission-page-style",
    tag,
    summary: "Set the style and texts of the pages",
    description:
      "Each request replaces the colours and the logo; omitted values are cleared. `pageLocalizations` are merged by locale; an entry without a locale is the default.",
    keys: "api",
    audit: "tenant.pageStyle",
    body: PageStyleInput,
    status: 201,
    answer: data("PageStyle", PageStyle),
    failures: [...always, "body_too_large"],
  },
  "tenant.pageStyle.get": {
    method: "GET",
    path: "/tenants/submission-page-style",
    tag,
    summary: "Get the style and texts of the pages",
    description: "Values that were never set are absent.",
    keys: "api",
    answer: data("PageStyle", PageStyle),
    failures: always,
  },
  "tenant.hiddenFields.save": {
    method: "PUT",
    path: "/tenants/hidden-fields",
    tag,
    summary: "Hide fields of records",
    description:
      "Kontor removes these fields from answers, task results, outcomes of writes, the console and the assistants' tools, for all keys, and withholds `rawData`, pass-through, dry-run requests and stored bodies. `fields` has groups (`bankData`, `personalData`), names of fields such as `iban`, or names within a resource such as `contacts.website`; it replaces the previous list. With `connectionId`, the list is that of the connection and adds to the tenant's. Only a key without limits may change it.",
    keys: "api",
    scope: { isUnrestricted: true },
    audit: "tenant.hiddenFields",
    body: HiddenFieldsInput,
    answer: data("HiddenFields", HiddenFields),
    failures: [...always, "not_found"],
  },
  "tenant.hiddenFields.get": {
    method: "GET",
    path: "/tenants/hidden-fields",
    tag,
    summary: "Get the hidden fields",
    description: "The tenant's list, or with `connectionId` that of a connection. Empty if nothing is hidden.",
    keys: "api",
    query: { connectionId: parameters.string("The id of a connection, from `/tenants/connections`.") },
    answer: data("HiddenFields", HiddenFields),
    failures: [...always, "not_found"],
  },
  "tenant.callbackUrls.save": {
    method: "POST",
    path: "/tenants/add-callback-urls",
    tag,
    summary: "Set the default callback URLs",
    description: "Used by flows that do not specify their own. Replaces the previous URLs.",
    keys: "api",
    audit: "tenant.callbacks",
    body: CallbackUrls,
    status: 201,
    answer: data("CallbackUrls", CallbackUrls),
    failures: always,
  },
  "tenant.callbackUrls.get": {
    method: "GET",
    path: "/tenants/get-callback-url",
    tag,
    summary: "Get the default callback URLs",
    description: "Empty if none are registered.",
    keys: "api",
    answer: data(
      "RegisteredCallbackUrls",
      record("RegisteredCallbackUrls", {}, { callbackUrl: suppliedUrl, cancelCallbackUrl: suppliedUrl }),
    ),
    failures: always,
  },
  "tenant.systems.register": {
    method: "POST",
    path: "/tenants/register-system",
    tag,
    summary: "Register your own OAuth client at a target system",
    description: "Your end users then sign in through your client. Replaces an earlier registration.",
    keys: "api",
    audit: "oauthClient.save",
    body: SystemRegistration,
    status: 201,
    answer: data("RegisteredSystem", RegisteredSystem),
    failures: [...always, "target_system_unknown"],
  },
  "tenant.systems.list": {
    method: "GET",
    path: "/tenants/get-registered-systems",
    tag,
    summary: "List your OAuth clients",
    description: "Secrets are masked.",
    keys: "api",
    answer: data("RegisteredSystems", listOf(RegisteredSystem)),
    failures: always,
  },
  "tenant.systems.delete": {
    method: "DELETE",
    path: "/tenants/delete-registered-system/{targetSystem}",
    tag,
    summary: "Remove your OAuth client at a target system",
    description: "End users then sign in through the operator's client, if there is one.",
    keys: "api",
    audit: "oauthClient.delete",
    ids: { targetSystem: "The slug of the target system whose client is removed." },
    answer: data("DeletedOAuthClient", record("DeletedOAuthClient", { targetSystem: text }, {})),
    failures: [...always, "not_found"],
  },
  "tenant.issues.list": {
    method: "GET",
    path: "/tenants/issues",
    tag,
    summary: "List the problems that somebody has to solve",
    description:
      "Open issues first, the latest first. An issue is open until its own cause is gone: a sign-in, a reconciled write, an accepted delivery. `actor` says who has to act. Refused requests of the same kind are one issue; it is closed an hour after the last refusal if the operation succeeded meanwhile, and outages are closed by the first success. Closed issues are kept for 90 days unless the operator set another time. Subscriptions with `resource: ISSUE` get an event when an issue is opened (CREATED), opened again (UPDATED) or closed (DELETED). Tenant-wide subscriptions (`POST /tenants/webhooks`) also get those of issues without a `connectionId`: about the endpoint of a tenant-wide subscription, or about requests that name no connection. No subscription gets events of issues about itself.",
    keys: "api",
    query: {
      page: parameters.page,
      limit: parameters.limit,
      state: parameters.choice("Only open or only closed issues. Default: both.", "open", "closed"),
      targetSystem: parameters.string("The slug of a target system. Default: all target systems."),
      connectionId: parameters.string("The id of a connection, from `/tenants/connections`. Default: all connections."),
    },
    answer: paged("IssuesAnswer", Issue),
    failures: always,
  },
  "tenant.auditLog.list": {
    method: "GET",
    path: "/tenants/audit-log",
    tag,
    summary: "List who changed what, and when",
    description:
      "Every change of your keys, connections, OAuth clients, page styles, subscriptions, replays and console access, newest first. Entries are chained by hash and are never changed. Names and IP addresses are kept beside the chain and are erased when your tenant is deleted.",
    keys: "api",
    query: {
      page: parameters.page,
      limit: parameters.limit,
      from: parameters.instant("Only entries at or after this time. Default: from the beginning."),
      to: parameters.instant("Only entries before this time. Default: until now."),
      action: parameters.string(
        "Only this action, such as `connection.end`, or all that start with a word, such as `connection`.",
        100,
      ),
    },
    answer: paged("AuditLogAnswer", AuditLogEntry),
    failures: always,
  },
  "tenant.erasures.list": {
    method: "GET",
    path: "/tenants/erasures",
    tag,
    summary: "List the receipts of erased connections",
    description:
      "Newest first. Everything that is stored about a connection is erased after it has ended, within an hour unless the operator set another time. The receipt says how many rows of each table were erased. Entries of the audit log stay, with ids only, and backups keep what they contain until the operator deletes them.",
    keys: "api",
    query: { page: parameters.page, limit: parameters.limit },
    answer: paged("ErasuresAnswer", Erasure),
    failures: always,
  },
  "tenant.usage.get": {
    method: "GET",
    path: "/tenants/usage",
    tag,
    summary: "Get the calls to target systems, and their bytes",
    description:
      "The totals of a period, most calls first, at most 1,000 rows: by connection, target system and cause together, or by the property in `by`. `meta.budgets` has your budgets and the calls of today. Days are in UTC; the latest calls appear after a few seconds.",
    keys: "api",
    query: {
      from: parameters.date("The first day of the period. Default: 29 days before `to`."),
      to: parameters.date("The last day of the period. Default: today."),
      by: parameters.choice("Group by this property only. Days are in order.", ...usageGroupings),
      targetSystem: parameters.string("The slug of a target system. Default: all target systems."),
      connectionId: parameters.string("The id of a connection, from `/tenants/connections`. Default: all connections."),
    },
    answer: Type.Object({ meta: UsageMeta, data: listOf(Usage) }, { title: "UsageAnswer" }),
    failures: always,
  },
  "tenant.usage.budgets": {
    method: "PUT",
    path: "/tenants/usage/budgets",
    tag,
    summary: "Set the budgets for calls to target systems",
    description:
      "The calls and bytes per day (UTC) that all of your connections to a target system should use. When half of a budget is used, polls and sweeps run half as often, from 80 % a quarter as often, and when it is used up once an hour. Requests are never refused or delayed. Budgets of target systems that are not listed stay; an entry without numbers, or with 0, removes a budget.",
    keys: "api",
    audit: "tenant.budgets",
    body: Type.Array(UsageBudgetInput, { maxItems: 100 }),
    answer: data("UsageBudgets", listOf(UsageBudget)),
    failures: [...always, "target_system_unknown"],
  },
  "tenant.systems.requirements": {
    method: "GET",
    path: "/tenants/get-target-system-requirements",
    tag,
    summary: "List the fields that a target system requires from end users",
    description:
      "The fields of the key-entry page. POST /auth/accounts/{targetSystem} accepts the same fields. Without `targetSystem`, the fields of all target systems, each with its `targetSystem`.",
    keys: "api",
    query: targetSystemQuery,
    answer: data("Requirements", listOf(Requirement)),
    failures: [...always, "target_system_unknown"],
  },
  "tenant.systems.values": {
    method: "GET",
    path: "/tenants/get-target-system-values",
    tag,
    summary: "Get your registration for a target system",
    description:
      "Secrets are masked. Without a registration, only `targetSystem` has a value. Without the parameter, a list of all target systems.",
    keys: "api",
    query: targetSystemQuery,
    answer: data("TargetSystemValues", SystemValues),
    failures: [...always, "target_system_unknown"],
  },
  "tenant.consoleLinks.create": {
    method: "POST",
    path: "/tenant/console-links",
    tag,
    summary: "Create a link to the console",
    description:
      "For a person in your organisation, who can see your connections, requests and deliveries only. The link works once and expires after 15 minutes. `person` appears in the audit log; `role` limits what the person may do. If the operator has turned links off, the request is refused.",
    keys: "api",
    scope: { isUnrestricted: true },
    audit: "console.link",
    body: record("ConsoleLinkInput", { person }, { role: oneOf(...consoleRoles), readOnly: flag }),
    status: 201,
    answer: data("ConsoleLink", record("ConsoleLink", { url: text, expiresDate: timestamp }, {})),
    failures: always,
  },
  "tenant.consoleSessions.list": {
    method: "GET",
    path: "/tenant/console-sessions",
    tag,
    summary: "List the console sessions and links of your organisation",
    description:
      "Sessions that are in use, and links that nobody has used yet. Those with `fromApiKey` were made with an API key and end with it.",
    keys: "api",
    answer: data("ConsoleSessions", listOf(ConsoleSession)),
    failures: always,
  },
  "tenant.consoleSessions.delete": {
    method: "DELETE",
    path: "/tenant/console-sessions/{sessionId}",
    tag,
    summary: "End a console session or withdraw a link",
    description: "The person is signed out at once.",
    keys: "api",
    audit: "console.sessionEnded",
    ids: { sessionId: "The id of the session or link." },
    answer: data("EndedConsoleSession", record("EndedConsoleSession", { id: text }, {})),
    failures: [...always, "not_found"],
  },
  "tenant.endUsers.count": {
    method: "GET",
    path: "/tenants/count-end-users-by-system",
    tag,
    summary: "Count your end users' connections by target system",
    description: "Ended connections are not counted.",
    keys: "api",
    answer: data(
      "EndUserCounts",
      Type.Unsafe<Record<string, number>>({
        type: "object",
        additionalProperties: { type: "integer" },
        examples: [{ sandbox: 3 }],
      }),
    ),
    failures: always,
  },
  "tenant.endUsers.list": {
    method: "GET",
    path: "/tenants/get-end-user-list",
    tag,
    summary: "List your end users' connections",
    description: "Oldest first, including ended connections until they are erased, which is within an hour.",
    keys: "api",
    query: { page: parameters.page, limit: parameters.limit, ...endUserParameters },
    answer: paged("EndUsersAnswer", EndUser),
    failures: always,
  },
  "tenant.connections.list": {
    method: "GET",
    path: "/tenants/connections",
    tag,
    summary: "List connections and what they need from their end users",
    description:
      "Oldest first, without ended connections. `needs` contains `consent` if the target system's connector requests OAuth scopes that the end user has not granted (`missingScopes`), and `reauth` if the target system no longer accepts the credentials. `listening` says how changes are detected. POST /tenants/connections/links creates links for these end users.",
    keys: "api",
    query: {
      page: parameters.page,
      limit: parameters.limit,
      needs: parameters.choice("Only connections that need this from their end users.", ...needs),
      targetSystem: parameters.string("The slug of a target system. Default: all target systems."),
      ...endUserParameters,
    },
    answer: paged("TenantConnectionsAnswer", TenantConnection),
    failures: always,
  },
  "tenant.connections.links": {
    method: "POST",
    path: "/tenants/connections/links",
    tag,
    summary: "Create links with which end users authorise their connections again",
    description:
      "One link for each connection that needs it, for up to 100 connections at a time, oldest first. Send `ids` for certain connections. A link works once and expires after 24 hours. The account key of the connection stays the same. When an end user has used the link, the connection no longer needs it, so repeat the request for the next 100.",
    keys: "api",
    audit: "connection.links",
    body: record(
      "ConnectionLinksInput",
      { needs: oneOf(...needs) },
      { targetSystem: text, ids: Type.Array(text, { maxItems: 100 }) },
    ),
    status: 201,
    answer: data("ConnectionLinks", listOf(ConnectionLink)),
    failures: [...always, "target_system_unknown"],
  },
  "tenant.endUsers.page": {
    method: "POST",
    path: "/tenants/end-user-pages",
    tag,
    summary: "Create a link to a page on which an end user manages their connections",
    description:
      "The page shows which systems and companies are connected and when data was last read and written. The end user can reconnect or disconnect; you receive a TOKEN event with `eventType` REVOKED if they disconnect. Send `endUserId` for all connections of an end user, or the `ids` of connections. The link works for 30 minutes, and only in the browser that first submits a form of the page. With `assistants`, the end user can also let an assistant read their books over MCP, or read them and propose writes; it gets no resources that your API key has not.",
    keys: "api",
    scope: { isAboutAll: true },
    audit: "endUserPage.create",
    body: record(
      "EndUserPageInput",
      {},
      {
        endUserId: Type.String({ minLength: 1, maxLength: 200 }),
        ids: Type.Array(text, { minItems: 1, maxItems: 100 }),
        locale,
        returnUrl: suppliedUrl,
        assistants: oneOf("read", "write"),
      },
    ),
    status: 201,
    answer: data("EndUserPage", record("EndUserPage", { url: text, expiresDate: timestamp }, {})),
    failures: [...always, "not_found", "unknown_locale"],
  },
  "tenant.endUsers.delete": {
    method: "DELETE",
    path: "/tenants/delete-end-user",
    tag,
    summary: "End an end user's connection",
    description:
      "Identify the connection by `id` or by `X-ACCOUNT-KEY`. Erases the credentials and revokes them at the target system if it supports that.",
    keys: "api",
    audit: "connection.end",
    query: { id: parameters.string("The id of the connection to end, from the end user list.") },
    answer: Type.Object({ message: text, data: DeletedConnection }, { title: "DeletedConnectionAnswer" }),
    failures: [...always, "account_key_invalid", "not_found"],
  },
} as const satisfies EndpointTable;
