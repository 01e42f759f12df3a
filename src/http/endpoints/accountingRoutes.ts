/** Handlers of the accounting endpoints that are not in the operation table. */
import type { FastifyInstance } from "fastify";
import { Failure } from "../../contract/failure.ts";
import { hiddenNames, withoutHidden } from "../../contract/hiddenFields.ts";
import { operations } from "../../contract/operations.ts";
import { defaultLimit } from "../../contract/parameters.ts";
import type { DimensionRecord } from "../../contract/records/ledger.ts";
import { checkState } from "../../core/accounts/connection.ts";
import { chooseScope } from "../../core/calling/chooseScope.ts";
import type { Execute } from "../../core/calling/execute.ts";
import { paginationOf } from "../../core/calling/listCall.ts";
import { connectorOf } from "../../core/connecting/context.ts";
import { companiesOf } from "../../core/connecting/manageConnection.ts";
import { asVendorFailure } from "../../core/session/asVendorFailure.ts";
import { addEndpoints, type ConnectionCall, header } from "../server/endpoint.ts";
import { accountingEndpoints } from "./accountingEndpoints.ts";
import type { AuthOptions } from "./authRoutes.ts";

export function addAccountingRoutes(app: FastifyInstance, options: AuthOptions, execute: Execute): void {
  const { connecting, manageFor } = options;
  const connected = ({ caller: { connection }, request }: ConnectionCall) => {
    const connector = connectorOf(connecting, connection.targetSystem);
    checkState(connection, connector);
    return { connector, connection, open: () => manageFor(request.id).openSession(connector, connection) };
  };
  addEndpoints(app, options, accountingEndpoints, {
    "dimensionCategories.list": async (call) => {
      const { dimensions, warnings } = await allDimensions(execute, call);
      const names = new Set(dimensions.flatMap(({ record: { categoryName } }) => categoryName ?? []));
      const ignored =
        call.values["rawData"] === true ? ["rawData has no effect on the kinds of dimensions and was ignored."] : [];
      const kinds = [...names].map((dimension) => ({ dimension, description: dimension }));
      return pageOf(call, kinds, [...warnings, ...ignored]);
    },
    "dimensionValues.list": async (call) => {
      const { dimensions, warnings, hasRaw } = await allDimensions(execute, call);
      const { dimension = "" } = call.ids;
      const found = dimensions.filter(({ record }) => record.categoryName === dimension);
      if (found.length > 0 || dimensions.length === 0) {
        const page = pageOf(call, found, warnings);
        return {
          ...page,
          data: page.data.map(({ record }) => ({ ...record, dimension, description: record.name ?? dimension })),
          ...(hasRaw && { rawData: { records: page.data.map(({ raw }) => raw) } }),
        };
      }
      throw new Failure("not_found", "No such dimension. GET /accounting/v2/dimensions lists them.", {
        field: "dimension",
      });
    },
    "profile.get": async (call) => {
      const { connector, connection, open } = connected(call);
      if (connector.companies === undefined)
        throw notSupported(connector.id, `${connector.name} does not list companies.`);
      const scope = await chooseScope(connector, connection, call.values, open);
      const session = await open();
      const available = await asVendorFailure(connector, () =>
        companiesOf(connector, connection, session, scope.environment),
      );
      const company = available.find(({ id }) => id === scope.company);
      if (company !== undefined) return { data: company };
      throw new Failure("not_found", "companyId is not a company of this connection. GET /auth/companies lists them.", {
        field: "companyId",
      });
    },
    "userInfo.get": async (call) => {
      const { connector, open } = connected(call);
      const { user } = connector;
      if (user === undefined)
        throw notSupported(connector.id, `${connector.name} does not provide the signed-in user.`);
      const session = await open();
      const names = hiddenNames(call.caller.hiddenFields, "auth");
      return { data: withoutHidden(names, await asVendorFailure(connector, () => user(session))) };
    },
  });
}

const notSupported = (targetSystem: string, message: string): Failure =>
  new Failure("operation_not_supported", message, { targetSystem });

interface FoundDimension {
  readonly record: DimensionRecord;
  readonly raw: unknown;
}

/** Reads all pages. Companies have few dimensions. */
async function allDimensions(execute: Execute, { request, values }: ConnectionCall) {
  const dimensions: FoundDimension[] = [];
  const keys = { api: header(request, "x-api-key"), account: header(request, "x-account-key") };
  const { page: _page, limit: _limit, rawData = false, ...scope } = values;
  for (let page = 1; ; page++) {
    const { envelope } = await execute({
      id: "dimensions.list",
      operation: operations["dimensions.list"],
      keys,
      ids: {},
      body: undefined,
      files: [],
      idempotencyKey: undefined,
      requestId: request.id,
      query: { ...scope, rawData: String(rawData), page: String(page), limit: String(perPage) },
    });
    const rows = envelope.data as readonly DimensionRecord[];
    const native = envelope.rawData as { readonly records: readonly unknown[] } | undefined;
    for (const [index, record] of rows.entries()) dimensions.push({ record, raw: native?.records[index] });
    if (rows.length < perPage)
      return { dimensions, warnings: envelope.meta?.warnings ?? [], hasRaw: native !== undefined };
  }
}

const perPage = 100;

/** The requested page. Without page and limit, everything: clients of similar services expect the whole list. */
function pageOf<Item>({ values }: ConnectionCall, all: readonly Item[], warnings: readonly string[]) {
  const { page = 1, limit = defaultLimit } = values as { page?: number; limit?: number };
  const isPaged = "page" in values || "limit" in values;
  const meta = {
    ...(warnings.length > 0 && { warnings }),
    ...(isPaged && { pagination: paginationOf({ page, limit }, all.length) }),
  };
  const data = isPaged ? all.slice((page - 1) * limit, page * limit) : all;
  return { ...(Object.keys(meta).length > 0 && { meta }), data };
}
