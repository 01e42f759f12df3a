/** Handlers of the accounting endpoints that are not in the operation table. */
import type { FastifyInstance } from "fastify";
import { Failure } from "../../contract/failure.ts";
import { operations } from "../../contract/operations.ts";
import type { DimensionRecord } from "../../contract/records/ledger.ts";
import { checkState } from "../../core/accounts/connection.ts";
import { chooseScope } from "../../core/calling/chooseScope.ts";
import type { Execute } from "../../core/calling/execute.ts";
import { connectorOf } from "../../core/connecting/context.ts";
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
      const { dimensions, meta } = await allDimensions(execute, call);
      const names = new Set(dimensions.flatMap(({ categoryName }) => categoryName ?? []));
      return { ...meta, data: [...names].map((dimension) => ({ dimension, description: dimension })) };
    },
    "dimensionValues.list": async (call) => {
      const { dimensions, meta } = await allDimensions(execute, call);
      const { dimension = "" } = call.ids;
      const values = dimensions.filter(({ categoryName }) => categoryName === dimension);
      if (values.length > 0 || dimensions.length === 0) return { ...meta, data: values };
      throw new Failure("not_found", "No such dimension. GET /accounting/v2/dimensions lists them.", {
        field: "dimension",
      });
    },
    "profile.get": async (call) => {
      const { connector, connection, open } = connected(call);
      const { companies } = connector;
      if (companies === undefined) throw notSupported(connector.id, `${connector.name} does not list companies.`);
      const scope = await chooseScope(connector, connection, call.values, open);
      const session = await open();
      const available = await asVendorFailure(connector, () => companies(session, scope.environment));
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
      return { data: await asVendorFailure(connector, () => user(session)) };
    },
  });
}

const notSupported = (targetSystem: string, message: string): Failure =>
  new Failure("operation_not_supported", message, { targetSystem });

/** Reads all pages. Companies have few dimensions. */
async function allDimensions(execute: Execute, { request, values }: ConnectionCall) {
  const dimensions: DimensionRecord[] = [];
  const keys = { api: header(request, "x-api-key"), account: header(request, "x-account-key") };
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
      query: { ...values, page: String(page), limit: String(perPage) },
    });
    const rows = envelope.data as readonly DimensionRecord[];
    dimensions.push(...rows);
    const warnings = envelope.meta?.warnings;
    if (rows.length < perPage) return { dimensions, meta: warnings === undefined ? {} : { meta: { warnings } } };
  }
}

const perPage = 100;
