/** The response of GET /targetSystems, derived from the connectors. */
import type { Static } from "typebox";
import type { Connector, OperationEvidence as Evidence, FieldTable } from "../../contract/connector.ts";
import type { Operation } from "../../contract/operation.ts";
import { handlerOperationOf, operations, operationTable } from "../../contract/operations.ts";
import { rulesOf } from "../../contract/rules.ts";
import { flag, integer, listOf, oneOf, record, text } from "../../contract/schema.ts";
import { polledResourcesOf, recordResources, resourcesReportedBy } from "../../core/changes/sources.ts";

const SignInField = record("SignInField", { name: text, secret: flag }, {});
const TargetSystemAuth = record("TargetSystemAuth", { kind: text, asks: listOf(SignInField) }, {});

const ChangeSources = record(
  "ChangeSources",
  { native: listOf(oneOf(...recordResources)), polled: listOf(oneOf(...recordResources)), batches: flag },
  {},
);

const facts = {
  id: text,
  name: text,
  about: text,
  auth: TargetSystemAuth,
  needs: listOf(oneOf("environment", "company")),
  rawData: flag,
  /** Which changes the target system reports by webhook, and which are detected by polling. */
  webhooks: ChangeSources,
};

const OperationEvidence = record(
  "OperationEvidence",
  { restsOn: oneOf("LIVE_RUN", "RECORDINGS", "DOCUMENTATION"), recordings: integer },
  { liveRun: text },
);

const OfferedOperation = record(
  "OfferedOperation",
  { id: text, method: text, path: text },
  {
    fields: listOf(text),
    writableFields: listOf(text),
    filters: listOf(text),
    orders: listOf(text),
    requires: listOf(text),
    readsWholeList: flag,
    rules: listOf(text),
    evidence: OperationEvidence,
  },
);

type TargetSystem = Static<typeof TargetSystem>;
export const TargetSystem = record("TargetSystem", { ...facts, operations: listOf(text) }, {});

type TargetSystemDetails = Static<typeof TargetSystemDetails>;
export const TargetSystemDetails = record(
  "TargetSystemDetails",
  { ...facts, operations: listOf(OfferedOperation) },
  {},
);

export function targetSystem(connector: Connector): TargetSystem {
  return { ...factsOf(connector), operations: offeredBy(connector) };
}

export function targetSystemDetails(connector: Connector): TargetSystemDetails {
  return { ...factsOf(connector), operations: offeredBy(connector).map((id) => offered(connector, id)) };
}

function factsOf(connector: Connector): Omit<TargetSystem, "operations"> {
  const { id, name, about, signIn, needs, rawData, batches = false } = connector;
  const asks = signIn.asks.map(({ name, secret }) => ({ name, secret }));
  const webhooks = { native: resourcesReportedBy(connector), polled: polledResourcesOf(connector), batches };
  return { id, name, about, auth: { kind: signIn.kind, asks }, needs: [...needs], rawData, webhooks };
}

type OperationId = keyof typeof operations;

const offeredBy = (connector: Connector): OperationId[] =>
  operationTable.map(([id]) => id).filter((id) => connector.operations[handlerOperationOf(id)] !== undefined);

function offered(connector: Connector, id: OperationId): Static<typeof OfferedOperation> {
  const { method, path, body }: Operation = operations[id];
  const handler = connector.operations[handlerOperationOf(id)];
  if (handler === undefined) throw new Error(`${connector.id} does not offer ${id}`);
  return {
    id,
    method,
    path,
    ...("writableFields" in handler
      ? {
          writableFields: fieldPaths(handler.writableFields),
          requires: [...new Set([...requiredPaths(body), ...handler.requires])],
        }
      : { fields: fieldPaths(handler.fields) }),
    ...("filters" in handler && {
      filters: [...handler.filters],
      orders: [...handler.orders],
      requires: [...handler.requires],
    }),
    ...("readsWholeList" in handler && { readsWholeList: true }),
    ...(rulesOf(handler).length > 0 && { rules: [...rulesOf(handler)] }),
    ...(connector.evidence && { evidence: evidenceFor(connector.evidence[handlerOperationOf(id)]) }),
  };
}

function evidenceFor({ recordings = 0, liveRun }: Evidence = {}): Static<typeof OperationEvidence> {
  if (liveRun !== undefined) return { restsOn: "LIVE_RUN", recordings, liveRun };
  return { restsOn: recordings > 0 ? "RECORDINGS" : "DOCUMENTATION", recordings };
}

/** The body fields that the contract requires for every target system, such as `lineItems` and `lineItems.quantity`. */
function requiredPaths(schema: Body | undefined): string[] {
  const { properties = {}, required = [] } = schema ?? {};
  const below = Object.entries(properties).flatMap(([name, field]) =>
    requiredPaths(field.items ?? field).map((path) => `${name}.${path}`),
  );
  return [...required, ...below];
}

interface Body {
  readonly properties?: Readonly<Record<string, Body>>;
  readonly required?: readonly string[];
  readonly items?: Body;
}

/** Paths of all fields, nested ones with a dot, such as `lineItems.quantity`. */
function fieldPaths(table: FieldTable): string[] {
  return Object.entries(table).flatMap(([name, below]) =>
    below === true ? [name] : [name, ...fieldPaths(below).map((path) => `${name}.${path}`)],
  );
}
