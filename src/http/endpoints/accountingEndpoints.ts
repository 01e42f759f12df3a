/** Accounting endpoints that are not rows of the operation table: dimension kinds, company profile, user. */
import type { TSchema } from "typebox";
import type { FailureCode } from "../../contract/failure.ts";
import { parameters, rawDataParameter, scopeParameters } from "../../contract/parameters.ts";
import { Company, UserInfo } from "../../contract/records/connection.ts";
import { DimensionRecord } from "../../contract/records/ledger.ts";
import { listOf, record, text } from "../../contract/schema.ts";
import { Type } from "../../contract/schemaBuilders.ts";
import type { EndpointTable } from "../server/endpoint.ts";

const tag = "Books";
const data = (title: string, schema: TSchema): TSchema => Type.Object({ data: schema }, { title: `${title}Answer` });

const failures: FailureCode[] = [
  "invalid_request",
  "company_required",
  "environment_required",
  "api_key_missing",
  "api_key_invalid",
  "account_key_missing",
  "account_key_invalid",
  "connection_inactive",
  "connection_needs_reauth",
  "target_forbidden",
  "target_rejected",
  "not_found",
  "operation_not_supported",
  "rate_limited",
  "target_rate_limited",
  "internal",
  "unavailable",
  "target_bad_response",
  "target_unavailable",
  "target_timeout",
] as FailureCode[];

const DimensionCategory = record("DimensionCategory", { dimension: text, description: text }, {});
const DimensionValue = record(
  "DimensionValue",
  { dimension: text, description: text },
  { ...DimensionRecord.properties },
);
const dimensionQuery = { ...scopeParameters, ...rawDataParameter, page: parameters.page, limit: parameters.limit };

export const accountingEndpoints = {
  "dimensionCategories.list": {
    method: "GET",
    path: "/accounting/v2/dimensions",
    tag,
    summary: "List the kinds of dimensions",
    description: "The distinct kinds of the target system's dimensions.",
    keys: "both",
    scope: { resource: "dimensions" },
    undescribed: true,
    query: dimensionQuery,
    answer: data("DimensionCategories", listOf(DimensionCategory)),
    failures,
  },
  "dimensionValues.list": {
    method: "GET",
    path: "/accounting/v2/dimensions/{dimension}",
    tag,
    summary: "List the values of one kind of dimension",
    description: "The target system's dimension values of this kind.",
    keys: "both",
    scope: { resource: "dimensions" },
    ids: { dimension: "The `dimension` of an entry in the list of kinds." },
    undescribed: true,
    query: dimensionQuery,
    answer: data("DimensionValues", listOf(DimensionValue)),
    failures,
  },
  "profile.get": {
    method: "GET",
    path: "/accounting/profile",
    tag,
    summary: "Get the company of a connection",
    description: "The company selected at sign-in, or the one given by `companyId`.",
    keys: "both",
    scope: { resource: "auth" },
    query: scopeParameters,
    answer: data("Profile", Company),
    failures,
  },
  "userInfo.get": {
    method: "GET",
    path: "/user/user-info",
    tag,
    summary: "Get the signed-in user",
    description: "Only if the target system provides it.",
    keys: "both",
    scope: { resource: "auth" },
    answer: data("UserInfo", UserInfo),
    failures,
  },
} as const satisfies EndpointTable;
