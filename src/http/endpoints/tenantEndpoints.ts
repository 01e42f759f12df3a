/** What a caller sets up for itself. */
import type { TSchema } from "typebox";
import type { FailureCode } from "../../contract/failure.ts";
import { parameters } from "../../contract/parameters.ts";
import { alsoAs, flag, listOf, record, suppliedUrl, text, timestamp } from "../../contract/schema.ts";
import { Type } from "../../contract/schemaBuilders.ts";
import type { EndpointTable } from "../server/endpoint.ts";
import { endUserParameters } from "./authEndpoints.ts";
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

/** Not of blanks only. */
const person = Type.String({ pattern: "\\S", maxLength: 100 });

const CallbackUrls = record("CallbackUrls", { callbackUrl: suppliedUrl, cancelCallbackUrl: suppliedUrl }, {});
const CustomValue = alsoAs(record("CustomValue", { name: text, value: text }, {}), { moves: { key: "name" } });
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
const Removed = record("Removed", { id: text }, {});
const targetSystemQuery = {
  targetSystem: {
    ...parameters.string("The accounting system that is meant, by its slug from `/targetSystems`."),
    required: true,
  },
};
const Requirement = record("Requirement", { name: text, secret: flag, required: flag }, {});
const TargetSystemValues = record(
  "TargetSystemValues",
  { targetSystem: text, customValues: listOf(CustomValue) },
  { clientId: text, clientSecret: text },
);

export const tenantEndpoints = {
  "tenant.signingSecret.create": {
    method: "POST",
    path: "/tenant/signing-secret",
    tag,
    summary: "Make the signing secret",
    description: "64 hex digits, shown in this answer only. Called again, the old secret ends at once.",
    keys: "api",
    status: 201,
    answer: data("SigningSecret", record("SigningSecret", { signingSecret: text }, {})),
    failures: always,
  },
  "tenant.pageStyle.save": {
    method: "POST",
    path: "/tenants/submission-page-style",
    tag,
    summary: "Set the look and texts of the pages",
    description:
      "Colours and logo are replaced by each request, those left out are cleared. `pageLocalizations` are merged by locale; an entry without one is the default.",
    keys: "api",
    body: PageStyleInput,
    answer: data("PageStyle", PageStyle),
    failures: [...always, "body_too_large"],
  },
  "tenant.pageStyle.get": {
    method: "GET",
    path: "/tenants/submission-page-style",
    tag,
    summary: "Get the look and texts of the pages",
    description: "As they were set; empty where nothing was.",
    keys: "api",
    answer: data("PageStyle", PageStyle),
    failures: always,
  },
  "tenant.callbackUrls.save": {
    method: "POST",
    path: "/tenants/add-callback-urls",
    tag,
    summary: "Register where end users return by default",
    description: "For flows that name no address of their own. Called again, the new addresses replace the old ones.",
    keys: "api",
    body: CallbackUrls,
    status: 201,
    answer: data("CallbackUrls", CallbackUrls),
    failures: always,
  },
  "tenant.callbackUrls.get": {
    method: "GET",
    path: "/tenants/get-callback-url",
    tag,
    summary: "Get where end users return by default",
    description: "What was registered; empty where nothing was.",
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
    description: "From then on your end users sign in to your client there. Called again, it replaces the old one.",
    keys: "api",
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
    description: "End users then sign in to the client of whoever runs this service, where there is one.",
    keys: "api",
    ids: { targetSystem: "The accounting system whose client is removed, by its slug." },
    answer: data("RemovedSystem", record("RemovedSystem", { targetSystem: text }, {})),
    failures: [...always, "not_found"],
  },
  "tenant.systems.requirements": {
    method: "GET",
    path: "/tenants/get-target-system-requirements",
    tag,
    summary: "List what a target system asks your end users for",
    description: "The fields of the key-entry page, which POST /auth/accounts/{targetSystem} takes as well.",
    keys: "api",
    query: targetSystemQuery,
    answer: data("Requirements", listOf(Requirement)),
    failures: [...always, "target_system_unknown"],
  },
  "tenant.systems.values": {
    method: "GET",
    path: "/tenants/get-target-system-values",
    tag,
    summary: "Get what you have registered at a target system",
    description: "Secrets are masked. Without a registration only the target system is named.",
    keys: "api",
    query: targetSystemQuery,
    answer: data("TargetSystemValues", TargetSystemValues),
    failures: [...always, "target_system_unknown"],
  },
  "tenant.consoleLinks.create": {
    method: "POST",
    path: "/tenant/console-links",
    tag,
    summary: "Make a link to the console",
    description:
      "For one of your own people, who sees your connections, requests and deliveries there, and nothing of others. The link works once, for 15 minutes. `person` is what the audit log calls them; `readOnly` is for who may only look.",
    keys: "api",
    body: record("ConsoleLinkInput", { person }, { readOnly: flag }),
    status: 201,
    answer: data("ConsoleLink", record("ConsoleLink", { url: text, expiresDate: timestamp }, {})),
    failures: always,
  },
  "tenant.endUsers.count": {
    method: "GET",
    path: "/tenants/count-end-users-by-system",
    tag,
    summary: "Count your end users' connections by target system",
    description: "Those that have ended are not counted.",
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
    description: "Oldest first, also those that have ended.",
    keys: "api",
    query: { page: parameters.page, limit: parameters.limit, ...endUserParameters },
    answer: Type.Object(
      {
        meta: Type.Object({
          pagination: Type.Object({
            total: Type.Integer(),
            perPage: Type.Integer(),
            currentPage: Type.Integer(),
            totalPages: Type.Integer(),
          }),
        }),
        data: listOf(EndUser),
      },
      { title: "EndUsersAnswer" },
    ),
    failures: always,
  },
  "tenant.endUsers.delete": {
    method: "DELETE",
    path: "/tenants/delete-end-user",
    tag,
    summary: "End an end user's connection",
    description:
      "Named by `id`, or by `X-ACCOUNT-KEY`. Credentials are erased, and revoked at the target system where it can.",
    keys: "api",
    query: { id: parameters.string("The connection to end, by its id from the end-user list.") },
    answer: Type.Object({ message: text, data: Removed }, { title: "RemovedAnswer" }),
    failures: [...always, "account_key_invalid", "not_found"],
  },
} as const satisfies EndpointTable;
