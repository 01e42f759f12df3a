/**
 * Every data request is this one function: keys → validation → connection → company and environment → capability →
 * call and mapping → envelope.
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
import { carriedOutBy, type OperationId } from "../../contract/operations.ts";
import { type Scope } from "../../contract/session.ts";
import type { Caller, Callers } from "../accounts/callers.ts";
import { checkState } from "../accounts/connection.ts";
import { asVendorFailure } from "../vendor/asVendorFailure.ts";
import { type OpenSession } from "../vendor/openSession.ts";
import type { RelayingSession } from "../vendor/relay.ts";
import { withDays } from "./bodyDays.ts";
import { chooseScope } from "./chooseScope.ts";
import type { Completeness } from "./complete.ts";
import { filtersOf, listCall, operationWindow, paginationOf } from "./listCall.ts";
import { sinceThen } from "./modifiedSince.ts";
import { type Answer, type DataRequest, type Envelope, envelope, type Write } from "./request.ts";
import { type InputReader, parametersOf, type ReadQuery } from "./validateInput.ts";

/** Answered by the service itself, whatever the target system. */
export type OwnOperations = {
  readonly [Id in OperationId]?: (request: DataRequest, caller: Caller, input: ReadQuery) => Promise<Envelope>;
};

export interface ExecuteDeps {
  readonly callers: Callers;
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly readInput: InputReader;
  readonly complete: Completeness;
  readonly own: OwnOperations;
  /** Answered in the same way for every target system. */
  readonly everywhere: { readonly [Id in OperationId]?: Everywhere };
  readonly write: (write: Write, isDryRun: boolean) => Promise<Answer>;
  /** Begins the task that a list of this kind takes. */
  readonly startList: (list: StartedList) => Promise<Answer>;
  readonly openSession: OpenSession<RelayingSession>;
}

/** A list that becomes a task. */
export interface StartedList extends Pick<Write, "operation" | "tenantId" | "connectionId" | "scope" | "warnings"> {
  readonly call: ListCall;
}

/** What no connector has to offer, because the session does it for all of them. Throws where the request makes no sense. */
export type Everywhere = (request: DataRequest) => {
  readonly handler: WriteHandler<never, unknown>;
  readonly send: (session: RelayingSession) => Promise<unknown>;
  /** Whether it changes nothing, and needs no journal. */
  readonly isRead: boolean;
};

export type Execute = (request: DataRequest) => Promise<Answer>;

export function makeExecute(deps: ExecuteDeps): Execute {
  const { callers, connectors, readInput, own, openSession } = deps;
  return async (received) => {
    const caller = await callers.find(received.keys);
    const { operation } = received;
    const dated = { ...received, body: withDays(operation.body, received.body) };
    const { body, ...input } = readInput({ parameters: parametersOf(operation), body: operation.body }, dated);
    const request = { ...received, body };
    const answerOurselves = own[request.id];
    if (answerOurselves !== undefined) return recordAnswer(await answerOurselves(request, caller, input));

    const { connection } = caller;
    const connector = connectors.get(connection.targetSystem);
    if (connector === undefined)
      throw new Failure("connection_inactive", `${connection.targetSystem} is not part of this installation any more.`);
    checkState(connection, connector);
    const { requestId, signal } = request;
    const outside = () => openSession(connector, connection, { requestId, signal });
    const scope = await chooseScope(connector, connection, input.values, outside);
    const open = () => openSession(connector, connection, { scope, requestId, signal });
    const warnings = unknownNames(input, connector);
    const asked = { deps, request, caller, connector, input, scope, open, warnings };
    const everywhere = deps.everywhere[request.id];
    if (everywhere !== undefined) return executeEverywhere(asked, everywhere(request));
    const handler = handlerOf(connector, request.id);
    if (handler === undefined) return recordAnswer(withoutHandler(asked));
    if ("request" in handler) return deps.write(writeOf(asked, handler), isDryRun(input));
    if ("get" in handler) return recordAnswer(await get(asked, handler));
    const { call, ignored } = listCall(request, handler, input, connector);
    const listed = { ...asked, warnings: [...asked.warnings, ...ignored] };
    if ("start" in handler) return deps.startList({ ...addressOf(listed), call });
    return recordAnswer(await list(listed, handler, call));
  };
}

/** A request that was understood, and who it is for. */
interface Asked {
  readonly deps: ExecuteDeps;
  readonly request: DataRequest;
  readonly caller: Caller;
  readonly connector: Connector;
  readonly input: ReadQuery;
  readonly scope: Scope;
  readonly open: () => Promise<RelayingSession>;
  readonly warnings: readonly string[];
}

type AnyHandler = ListHandler<unknown> | StartHandler<unknown> | GetHandler<unknown> | WriteHandler<unknown, unknown>;

export const handlerOf = (connector: Connector, id: OperationId): AnyHandler | undefined =>
  connector.operations[carriedOutBy(id)];

function withoutHandler({ request: { id, operation }, connector, input, warnings }: Asked): Envelope {
  if (operation.kind !== "list")
    throw new Failure("operation_not_supported", `${connector.name} does not offer ${id}.`, {
      targetSystem: connector.id,
    });
  const [resource] = id.split(".list");
  return envelope([], [...warnings, `${connector.name} does not offer ${resource}; the list is always empty.`], {
    pagination: paginationOf(operationWindow(operation, input), 0),
  });
}

async function get(asked: Asked, handler: GetHandler<unknown>): Promise<Envelope> {
  const { deps, request, connector, open, input, warnings } = asked;
  const call = { ids: request.ids, filters: filtersOf(input) };
  const session = await open();
  const found = await asVendorFailure(connector, async () =>
    deps.complete.get(request.operation, await handler.get(call, session)),
  );
  return envelope(found.record, [...warnings, ...(found.warnings ?? [])], rawOf(asked, found.raw));
}

async function list(asked: Asked, handler: ListHandler<unknown>, call: ListCall): Promise<Envelope> {
  const { deps, request, connector, open } = asked;
  const session = await open();
  const read = await asVendorFailure(connector, async () =>
    deps.complete.list(request.operation, await handler.list(call, session)),
  ).catch((error: unknown) => {
    throw asMissingCompany(asked, error);
  });
  const listing = isByDay(handler) ? sinceAsked(asked, read, call) : read;
  const warnings = [...asked.warnings, ...(listing.warnings ?? [])];
  if (call.window !== undefined && listing.total === undefined)
    warnings.push(`${connector.name} does not tell how many records there are.`);
  return envelope(listing.records, warnings, {
    pagination: paginationOf(call.window, listing.total),
    ...rawOf(asked, { records: listing.raw }),
  });
}

const isByDay = ({ modifiedBy, filters }: ListHandler<unknown>): boolean =>
  modifiedBy !== undefined && filters.includes("lastModifiedAt");

function sinceAsked({ connector: { name }, input }: Asked, read: Listing<unknown>, { window }: ListCall) {
  const { lastModifiedAt } = filtersOf(input);
  return lastModifiedAt === undefined ? read : sinceThen(read, lastModifiedAt, { window, name });
}

/** A list that names no record can only be missing as a whole: the company that it was to be of is not there. */
function asMissingCompany({ connector, request, scope }: Asked, error: unknown): unknown {
  if (!(error instanceof Failure) || error.code !== "not_found" || Object.keys(request.ids).length > 0) return error;
  if (scope.company === undefined) return error;
  const message = `${connector.name} has no such company. Check companyId: GET /auth/companies lists those there are.`;
  return new Failure("not_found", message, { ...error.details, field: "companyId" });
}

const rawOf = ({ connector, input: { values } }: Asked, raw: unknown): { rawData?: unknown } =>
  connector.rawData && values["rawData"] === true ? { rawData: raw } : {};

/** Whose request it is, and where it goes. */
const addressOf = ({ request, caller, scope, warnings }: Asked) => ({
  operation: request.id,
  tenantId: caller.tenantId,
  connectionId: caller.connection.id,
  scope,
  warnings,
});

function writeOf(asked: Asked, handler: WriteHandler<never, unknown>): Write {
  const { request, connector, input, open } = asked;
  const { ids, body, files, idempotencyKey } = request;
  return {
    ...addressOf(asked),
    connector,
    handler,
    call: { ids, filters: filtersOf(input), body, files },
    idempotencyKey,
    openSession: open,
  };
}

async function executeEverywhere(asked: Asked, { handler, send, isRead }: ReturnType<Everywhere>): Promise<Answer> {
  const { deps, input, open, warnings } = asked;
  if (isRead && !isDryRun(input)) return recordAnswer(envelope(await send(await open()), warnings));
  const openSession = async () => {
    const session = await open();
    return { ...session, send: () => send(session) };
  };
  return deps.write({ ...writeOf(asked, handler), openSession }, isDryRun(input));
}

const isDryRun = ({ values }: ReadQuery): boolean => values["dryRun"] === true;

const unknownNames = ({ unknown }: ReadQuery, { name: system }: Connector): string[] =>
  unknown.map((name) => `${name} is not a parameter of this request; ${system} was asked without it.`);

const recordAnswer = (envelope: Envelope): Answer => ({ kind: "record", envelope });
