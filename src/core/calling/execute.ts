/**
 * Executes every data request in the same steps: authenticate the keys, validate the input, find the connection, choose
 * the company and environment, find the connector's handler, call the vendor, map the reply, wrap it in an envelope.
 */

import type {
  Connector,
  GetHandler,
  ListCall,
  ListHandler,
  Listing,
  StartHandler,
  WriteHandler,
} from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Operation } from "../../contract/operation.ts";
import { handlerOperationOf, type OperationId } from "../../contract/operations.ts";
import { type Access, checkScope, resourceOfOperation } from "../../contract/scopes.ts";
import { type Scope } from "../../contract/session.ts";
import type { Caller, Callers } from "../accounts/callers.ts";
import { checkState } from "../accounts/connection.ts";
import { asVendorFailure } from "../session/asVendorFailure.ts";
import type { RelayingSession } from "../session/relay.ts";
import { type OpenSession } from "../session/sessionFactory.ts";
import { withDays } from "./bodyDays.ts";
import { chooseScope } from "./chooseScope.ts";
import type { Completeness } from "./complete.ts";
import { missingYears } from "./fiscalYears.ts";
import { checkHidden, hideFields, withoutVendorMessage } from "./hideFields.ts";
import { filtersOf, listCall, operationWindow, paginationOf } from "./listCall.ts";
import { asMissingChoice } from "./missingChoice.ts";
import { asMissingPermission } from "./missingPermission.ts";
import { withoutEarlierChanges } from "./modifiedSince.ts";
import { type Envelope, envelope, type OperationRequest, type OperationResult, type Write } from "./request.ts";
import { type ExpectedInput, type InputReader, parametersOf, type ReadQuery } from "./validateInput.ts";

/** Operations that the service answers itself. Each may still ask the target system with `atVendor`. */
export type ServiceOperations = {
  readonly [Id in OperationId]?: (
    request: OperationRequest,
    caller: Caller,
    input: ReadQuery & { readonly atVendor: () => Promise<OperationResult> },
  ) => Promise<OperationResult>;
};

export interface ExecuteDeps {
  readonly callers: Pick<Callers, "find">;
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly readInput: InputReader;
  readonly complete: Completeness;
  readonly serviceOperations: ServiceOperations;
  /** Operations that work the same way for every target system. */
  readonly universalOperations: { readonly [Id in OperationId]?: UniversalOperation };
  readonly write: (write: Write, isDryRun: boolean) => Promise<OperationResult>;
  /** Starts the task for a list that the vendor prepares asynchronously. */
  readonly startList: (list: StartedList) => Promise<OperationResult>;
  readonly openSession: OpenSession<RelayingSession>;
}

/** A list that runs as a task. */
export interface StartedList extends Pick<Write, "operation" | "tenantId" | "connectionId" | "scope" | "warnings"> {
  readonly call: ListCall;
  /** Whether the caller also wants the vendor's records. */
  readonly rawData: boolean;
  /** Whether no record can match, so that the vendor is not called. */
  readonly isEmpty: boolean;
}

/** An operation that the session carries out for all connectors. Throws if the request is invalid. */
export type UniversalOperation = (request: OperationRequest) => {
  readonly handler: WriteHandler<never, unknown>;
  readonly send: (session: RelayingSession) => Promise<unknown>;
  /** Whether it changes nothing and so needs no journal entry. */
  readonly isRead: boolean;
};

export type Execute = (request: OperationRequest) => Promise<OperationResult>;

export function makeExecute(deps: ExecuteDeps): Execute {
  const { callers, readInput, serviceOperations } = deps;
  const inputsByOperation = new Map<Operation, ExpectedInput>();
  const expectedInput = (operation: Operation): ExpectedInput => {
    const input = inputsByOperation.get(operation) ?? { parameters: parametersOf(operation), body: operation.body };
    inputsByOperation.set(operation, input);
    return input;
  };
  return async (received) => {
    const caller = received.caller ?? (await callers.find(received.keys));
    received.observe?.({ kind: "caller", caller });
    const { operation } = received;
    const { hiddenFields } = caller;
    const isWrite = operation.kind === "write" && deps.universalOperations[received.id] === undefined;
    checkScopes(received, caller, isWrite ? "write" : "read");
    checkHidden(hiddenFields, received);
    const dated = { ...received, body: withDays(operation.body, received.body) };
    const { body, ...input } = readInput(expectedInput(operation), dated);
    const request = { ...received, body };
    // Only the body says whether a forwarded request changes anything.
    if (deps.universalOperations[request.id]?.(request).isRead === false) checkScopes(request, caller, "write");
    const atVendor = () => executeAtVendor(deps, request, caller, input);
    try {
      const result = await (serviceOperations[request.id]?.(request, caller, { ...input, atVendor }) ?? atVendor());
      return hideFields(hiddenFields, request.id, result);
    } catch (error) {
      throw withoutVendorMessage(hiddenFields, error);
    }
  };
}

function checkScopes({ id }: OperationRequest, { scopes, connection }: Caller, access: Access): void {
  checkScope(scopes, {
    access,
    // A task belongs to the resource of the request that started it.
    ...(id !== "asyncTask.get" && { resource: resourceOfOperation(id) }),
    targetSystems: [connection.targetSystem],
  });
}

async function executeAtVendor(
  deps: ExecuteDeps,
  request: OperationRequest,
  caller: Caller,
  input: ReadQuery,
): Promise<OperationResult> {
  const { connection } = caller;
  const connector = deps.connectors.get(connection.targetSystem);
  if (connector === undefined)
    throw new Failure("connection_inactive", `This installation no longer supports ${connection.targetSystem}.`);
  checkState(connection, connector);
  const { requestId, signal, observe } = request;
  const openUnscoped = () => deps.openSession(connector, connection, { requestId, signal, observe });
  const scope = await chooseScope(connector, connection, input.values, openUnscoped);
  const open = () => deps.openSession(connector, connection, { scope, requestId, signal, observe });
  const warnings = unknownParameterWarnings(input, connector);
  const resolved = { deps, request, caller, connector, input, scope, open, warnings };
  return dispatch(resolved).catch(async (error: unknown) => {
    const choice = { connector, values: input.values, scope, ids: request.ids, openUnscoped };
    throw await asMissingChoice(
      choice,
      asMissingPermission({ name: connector.name, id: request.id, operation: request.operation }, error),
    );
  });
}

async function dispatch(resolved: ResolvedRequest): Promise<OperationResult> {
  const { deps, request, connector, input, open } = resolved;
  const universalOperation = deps.universalOperations[request.id];
  if (universalOperation !== undefined) return executeUniversal(resolved, universalOperation(request));
  const handler = handlerOf(connector, request.id);
  if (handler === undefined) return recordAnswer(unsupportedAnswer(resolved));
  if ("request" in handler) return deps.write(writeOf(resolved, handler), isDryRun(input));
  if ("get" in handler) return recordAnswer(await get(resolved, handler));
  const { call, ignored } = listCall(request, handler, input, connector);
  const noYear = await missingYears({ connector, handler, filters: call.filters }, open);
  const listed = { ...resolved, warnings: [...resolved.warnings, ...ignored, ...noYear] };
  const isEmpty = noYear.length > 0;
  if ("start" in handler) return deps.startList({ ...contextOf(listed), call, rawData: wantsRaw(listed), isEmpty });
  return recordAnswer(isEmpty ? noRecords(listed, call) : await list(listed, handler, call));
}

/** A validated request with its caller, connector and scope. */
interface ResolvedRequest {
  readonly deps: ExecuteDeps;
  readonly request: OperationRequest;
  readonly caller: Caller;
  readonly connector: Connector;
  readonly input: ReadQuery;
  readonly scope: Scope;
  readonly open: () => Promise<RelayingSession>;
  readonly warnings: readonly string[];
}

type AnyHandler = ListHandler<unknown> | StartHandler<unknown> | GetHandler<unknown> | WriteHandler<unknown, unknown>;

export const handlerOf = (connector: Connector, id: OperationId): AnyHandler | undefined =>
  id === "asyncTask.get" ? connector.task : connector.operations[handlerOperationOf(id)];

function unsupportedAnswer({ request: { id, operation }, connector, input, warnings }: ResolvedRequest): Envelope {
  if (operation.kind !== "list")
    throw new Failure("operation_not_supported", `${connector.name} does not offer ${id}.`, {
      targetSystem: connector.id,
    });
  const [resource] = id.split(".list");
  return envelope([], [...warnings, `${connector.name} does not offer ${resource}; the list is always empty.`], {
    pagination: paginationOf(operationWindow(operation, input), 0),
  });
}

async function get(resolved: ResolvedRequest, handler: GetHandler<unknown>): Promise<Envelope> {
  const { deps, request, connector, open, input, warnings } = resolved;
  const call = { ids: request.ids, filters: filtersOf(input) };
  const session = await open();
  const found = await asVendorFailure(connector, async () =>
    deps.complete.get(request.operation, await handler.get(call, session)),
  );
  return envelope(found.record, [...warnings, ...(found.warnings ?? [])], rawOf(resolved, found.raw));
}

/** For a fiscal year that does not exist. Vendors answer with an error, with nothing, or with twelve other months. */
const noRecords = (resolved: ResolvedRequest, { window }: ListCall): Envelope =>
  envelope([], resolved.warnings, { pagination: paginationOf(window, 0), ...rawOf(resolved, { records: [] }) });

async function list(resolved: ResolvedRequest, handler: ListHandler<unknown>, call: ListCall): Promise<Envelope> {
  const { deps, request, connector, open } = resolved;
  const session = await open();
  const read = await asVendorFailure(connector, async () =>
    deps.complete.list(request.operation, await handler.list(call, session)),
  ).catch((error: unknown) => {
    if (isUnknownFilterValue(resolved, error)) return emptyListing(error);
    throw error;
  });
  const listing = { ...(filtersByDay(handler) ? withoutEarlier(resolved, read, call) : read) };
  const warnings = [...resolved.warnings, ...(listing.warnings ?? [])];
  if (call.window !== undefined && !Number.isSafeInteger(listing.total))
    warnings.push(`${connector.name} does not report the total number of records.`);
  return envelope(listing.records, warnings, {
    pagination: paginationOf(call.window, listing.total),
    ...rawOf(resolved, { records: listing.raw }),
  });
}

const filtersByDay = ({ modifiedBy, filters }: ListHandler<unknown>): boolean =>
  modifiedBy !== undefined && filters.includes("lastModifiedAt");

function withoutEarlier({ connector: { name }, input }: ResolvedRequest, read: Listing<unknown>, { window }: ListCall) {
  const { lastModifiedAt } = filtersOf(input);
  return lastModifiedAt === undefined ? read : withoutEarlierChanges(read, lastModifiedAt, { window, name });
}

/** A valid value of the contract that this target system does not know: the request is correct, but no record matches. */
function isUnknownFilterValue({ request: { operation }, input }: ResolvedRequest, error: unknown): error is Failure {
  if (!(error instanceof Failure) || error.code !== "invalid_request") return false;
  const { field = "" } = error.details;
  return Object.hasOwn(filtersOf(input), field) && "enum" in (operation.query[field]?.schema ?? {});
}

const emptyListing = ({ message }: Failure): Listing<unknown> => ({
  records: [],
  raw: [],
  total: 0,
  warnings: [`${message} The list is empty.`],
});

const wantsRaw = ({ connector, input: { values } }: ResolvedRequest): boolean =>
  connector.rawData && values["rawData"] === true;

const rawOf = (resolved: ResolvedRequest, raw: unknown): { rawData?: unknown } =>
  wantsRaw(resolved) ? { rawData: raw } : {};

const contextOf = ({ request, caller, scope, warnings }: ResolvedRequest) => ({
  operation: request.id,
  tenantId: caller.tenantId,
  connectionId: caller.connection.id,
  scope,
  warnings,
});

function writeOf(resolved: ResolvedRequest, handler: WriteHandler<never, unknown>): Write {
  const { request, connector, input, open } = resolved;
  const { ids, body, files, idempotencyKey, observe } = request;
  return {
    ...contextOf(resolved),
    connector,
    handler,
    call: { ids, filters: filtersOf(input), body, files },
    idempotencyKey,
    openSession: open,
    observe,
  };
}

async function executeUniversal(
  resolved: ResolvedRequest,
  { handler, send, isRead }: ReturnType<UniversalOperation>,
): Promise<OperationResult> {
  const { deps, input, open, warnings } = resolved;
  if (isRead && !isDryRun(input)) return recordAnswer(envelope(await send(await open()), warnings));
  const openSession = async () => {
    const session = await open();
    return { ...session, send: () => send(session) };
  };
  return deps.write({ ...writeOf(resolved, handler), openSession }, isDryRun(input));
}

const isDryRun = ({ values }: ReadQuery): boolean => values["dryRun"] === true;

const unknownParameterWarnings = ({ unknown }: ReadQuery, { name: system }: Connector): string[] =>
  unknown.map((name) => `${name} is not a parameter of this operation; it was not sent to ${system}.`);

export const recordAnswer = (envelope: Envelope): OperationResult => ({ kind: "record", envelope });
