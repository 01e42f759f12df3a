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
import type { Operation } from "../../contract/operation.ts";
import { carriedOutBy, type OperationId } from "../../contract/operations.ts";
import { type Scope } from "../../contract/session.ts";
import { release } from "../../kit/release.ts";
import type { Caller, Callers } from "../accounts/callers.ts";
import { checkState } from "../accounts/connection.ts";
import { asVendorFailure } from "../session/asVendorFailure.ts";
import { type OpenSession } from "../session/openSession.ts";
import type { RelayingSession } from "../session/relay.ts";
import { withDays } from "./bodyDays.ts";
import { chooseScope } from "./chooseScope.ts";
import type { Completeness } from "./complete.ts";
import { missingYears } from "./fiscalYears.ts";
import { filtersOf, listCall, operationWindow, paginationOf } from "./listCall.ts";
import { asMissingChoice } from "./missingChoice.ts";
import { sinceThen } from "./modifiedSince.ts";
import { type Answer, type Envelope, envelope, type OperationRequest, type Write } from "./request.ts";
import { type Expected, type InputReader, parametersOf, type ReadQuery } from "./validateInput.ts";

/** Answered by the service itself, unless it hands on to what the target system has there. */
export type OwnOperations = {
  readonly [Id in OperationId]?: (
    request: OperationRequest,
    caller: Caller,
    input: ReadQuery & { readonly atVendor: () => Promise<Answer> },
  ) => Promise<Answer>;
};

export interface ExecuteDeps {
  readonly callers: Pick<Callers, "find">;
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
  /** Whether the native records are wanted as well. */
  readonly rawData: boolean;
}

/** What no connector has to offer, because the session does it for all of them. Throws where the request makes no sense. */
export type Everywhere = (request: OperationRequest) => {
  readonly handler: WriteHandler<never, unknown>;
  readonly send: (session: RelayingSession) => Promise<unknown>;
  /** Whether it changes nothing, and needs no journal. */
  readonly isRead: boolean;
};

export type Execute = (request: OperationRequest) => Promise<Answer>;

export function makeExecute(deps: ExecuteDeps): Execute {
  const { callers, readInput, own } = deps;
  const expected = new Map<Operation, Expected>();
  const expectedBy = (operation: Operation): Expected => {
    const found = expected.get(operation) ?? { parameters: parametersOf(operation), body: operation.body };
    expected.set(operation, found);
    return found;
  };
  return async (received) => {
    const caller = received.caller ?? (await callers.find(received.keys));
    received.observe?.({ kind: "caller", caller });
    const { operation } = received;
    const dated = { ...received, body: withDays(operation.body, received.body) };
    const { body, ...input } = readInput(expectedBy(operation), dated);
    const request = { ...received, body };
    const atVendor = () => executeAtVendor(deps, request, caller, input);
    return own[request.id]?.(request, caller, { ...input, atVendor }) ?? atVendor();
  };
}

async function executeAtVendor(
  deps: ExecuteDeps,
  request: OperationRequest,
  caller: Caller,
  input: ReadQuery,
): Promise<Answer> {
  const { connection } = caller;
  const connector = deps.connectors.get(connection.targetSystem);
  if (connector === undefined)
    throw new Failure("connection_inactive", `${connection.targetSystem} is not part of this installation any more.`);
  checkState(connection, connector);
  const { requestId, signal, observe } = request;
  const outside = () => deps.openSession(connector, connection, { requestId, signal, observe });
  const scope = await chooseScope(connector, connection, input.values, outside);
  const open = () => deps.openSession(connector, connection, { scope, requestId, signal, observe });
  const warnings = unknownNames(input, connector);
  const asked = { deps, request, caller, connector, input, scope, open, warnings };
  return dispatch(asked).catch(async (error: unknown) => {
    throw await asMissingChoice({ connector, values: input.values, scope, ids: request.ids, outside }, error);
  });
}

async function dispatch(asked: Asked): Promise<Answer> {
  const { deps, request, connector, input, open } = asked;
  const everywhere = deps.everywhere[request.id];
  if (everywhere !== undefined) return executeEverywhere(asked, everywhere(request));
  const handler = handlerOf(connector, request.id);
  if (handler === undefined) return recordAnswer(withoutHandler(asked));
  if ("request" in handler) return deps.write(writeOf(asked, handler), isDryRun(input));
  if ("get" in handler) return recordAnswer(await get(asked, handler));
  const { call, ignored } = listCall(request, handler, input, connector);
  const noYear = await missingYears({ connector, handler, filters: call.filters }, open);
  const listed = { ...asked, warnings: [...asked.warnings, ...ignored, ...noYear] };
  if ("start" in handler) return deps.startList({ ...addressOf(listed), call, rawData: wantsRaw(listed) });
  return recordAnswer(await list(listed, handler, call));
}

/** A request that was understood, and who it is for. */
interface Asked {
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
  id === "asyncTask.get" ? connector.task : connector.operations[carriedOutBy(id)];

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
    if (isMissingWord(asked, error)) return nothingLike(error);
    throw error;
  });
  const listing = { ...(isByDay(handler) ? sinceAsked(asked, read, call) : read) };
  if (read.isFresh === true) release(read);
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

/** A word of the contract that this target system does not have: it is no mistake to ask for it, but nothing has it. */
function isMissingWord({ request: { operation }, input }: Asked, error: unknown): error is Failure {
  if (!(error instanceof Failure) || error.code !== "invalid_request") return false;
  const { field = "" } = error.details;
  return Object.hasOwn(filtersOf(input), field) && "enum" in (operation.query[field]?.schema ?? {});
}

const nothingLike = ({ message }: Failure): Listing<unknown> => ({
  records: [],
  raw: [],
  total: 0,
  warnings: [`${message} Nothing was found.`],
});

const wantsRaw = ({ connector, input: { values } }: Asked): boolean => connector.rawData && values["rawData"] === true;

const rawOf = (asked: Asked, raw: unknown): { rawData?: unknown } => (wantsRaw(asked) ? { rawData: raw } : {});

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
  const { ids, body, files, idempotencyKey, observe } = request;
  return {
    ...addressOf(asked),
    connector,
    handler,
    call: { ids, filters: filtersOf(input), body, files },
    idempotencyKey,
    openSession: open,
    observe,
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

export const recordAnswer = (envelope: Envelope): Answer => ({ kind: "record", envelope });
