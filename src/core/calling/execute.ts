/**
 * Every data request is this one function: keys → validation → connection → company and environment → capability →
 * call and mapping → envelope.
 */
import type {
  Connector,
  Filters,
  Found,
  GetHandler,
  ListCall,
  ListHandler,
  Listing,
  Need,
  Scope,
  Session,
  StartHandler,
  UploadedFile,
  Window,
  WriteHandler,
} from "../../contract/connector.ts";
import { Failure, type FailureCode } from "../../contract/failure.ts";
import type { Operation } from "../../contract/operation.ts";
import { carriedOutBy, type OperationId } from "../../contract/operations.ts";
import type { Caller, Callers, Keys, OpenConnection } from "../accounts/callers.ts";
import type { RelayingSession } from "../vendor/relay.ts";
import { filtersOf, listCall, operationWindow, paginationOf } from "./listCall.ts";
import { type InputReader, parametersOf, type ReadQuery } from "./validateInput.ts";

export interface DataRequest {
  readonly id: OperationId;
  readonly operation: Operation;
  readonly keys: Keys;
  readonly ids: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly files: readonly ReceivedFile[];
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
}

export interface ReceivedFile extends UploadedFile {
  /** SHA-256, in hex. */
  readonly digest: string;
}

export interface Envelope {
  readonly meta?: { readonly warnings?: readonly string[]; readonly pagination?: Pagination };
  readonly data: unknown;
  readonly rawData?: unknown;
}

export interface Pagination {
  readonly total?: number;
  readonly perPage: number;
  readonly currentPage: number;
  readonly totalPages?: number;
}

/** Answered by the service itself, whatever the target system. */
export type OwnOperations = {
  readonly [Id in OperationId]?: (request: DataRequest, caller: Caller, input: ReadQuery) => Promise<Envelope>;
};

export interface Execution {
  readonly callers: Callers;
  readonly connectors: ReadonlyMap<string, Connector>;
  readonly readInput: InputReader;
  readonly own: OwnOperations;
  /** Answered in the same way for every target system. */
  readonly everywhere: { readonly [Id in OperationId]?: Everywhere };
  readonly serialise: (operation: Operation, envelope: Envelope) => string;
  readonly write: (request: DataRequest, caller: Caller, circumstances: WriteCircumstances) => Promise<Answer>;
  /** Begins the task that a list of this kind takes. */
  readonly begin: (request: DataRequest, caller: Caller, list: StartedList) => Promise<Answer>;
  readonly openSession: OpenSession;
}

export type OpenSession = (
  connector: Connector,
  connection: OpenConnection,
  about: SessionFacts,
) => Promise<RelayingSession>;

export interface StartedList {
  readonly call: ListCall;
  readonly scope: Scope;
  readonly warnings: readonly string[];
}

export interface WriteCircumstances {
  readonly connector: Connector;
  readonly handler: WriteHandler<unknown, unknown>;
  readonly session: Session;
  readonly scope: Scope;
  readonly filters: Filters;
  readonly warnings: readonly string[];
  readonly isDryRun: boolean;
}

export type Everywhere = (
  request: DataRequest,
  caller: Caller,
  circumstances: Omit<WriteCircumstances, "handler" | "session"> & { readonly session: RelayingSession },
) => Promise<Answer>;

export interface SessionFacts {
  /** Absent outside any company. */
  readonly scope?: Scope;
  readonly requestId: string;
}

/** What goes out, ready to be sent. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  /** Of a write: names it for questions about its outcome. */
  readonly operationId?: string;
}

export type Execute = (request: DataRequest) => Promise<Answer>;

export function makeExecute(execution: Execution): Execute {
  const { callers, connectors, readInput, own, openSession } = execution;
  return async (request) => {
    const caller = await callers.find(request.keys);
    const { operation } = request;
    const input = readInput({ parameters: parametersOf(operation), body: operation.body }, request);
    const answerOurselves = own[request.id];
    const answer = (envelope: Envelope): Answer => ({ status: 200, text: execution.serialise(operation, envelope) });
    if (answerOurselves !== undefined) return answer(await answerOurselves(request, caller, input));

    const { connection } = caller;
    const connector = connectors.get(connection.targetSystem);
    if (connector === undefined)
      throw new Failure("connection_inactive", `${connection.targetSystem} is not part of this installation any more.`);
    checkState(connection, connector);
    const scope = chooseScope(connector, connection, input);
    const handler = handlerOf(connector, request.id);
    const unknownNames = input.unknown.map(
      (name) => `${name} is not a parameter of this request; ${connector.name} was asked without it.`,
    );
    const open = () => openSession(connector, connection, { scope, requestId: request.requestId });
    const isDryRun = input.values["dryRun"] === true;
    const sameEverywhere = execution.everywhere[request.id];
    if (sameEverywhere !== undefined) {
      const circumstances = { connector, scope, filters: {}, warnings: unknownNames, isDryRun };
      return sameEverywhere(request, caller, { ...circumstances, session: await open() });
    }
    if (handler === undefined) return answer(withoutHandler(request, connector, input, unknownNames));

    if ("start" in handler) {
      const { call, ignored } = listCall(request, handler, input, connector);
      return execution.begin(request, caller, { call, scope, warnings: [...unknownNames, ...ignored] });
    }
    // A task opens its own when its time has come.
    const session = operation.task && "request" in handler ? lasting(open) : await open();
    if ("get" in handler) {
      const call = { ids: request.ids, filters: filtersOf(input) };
      const found = await understood(connector, () => handler.get(call, session));
      return answer(single(found, connector, { input, warnings: unknownNames }));
    }
    if ("request" in handler) {
      const circumstances = { connector, handler, session, scope, filters: filtersOf(input), warnings: unknownNames };
      return execution.write(request, caller, { ...circumstances, isDryRun });
    }
    const { call, ignored } = listCall(request, handler, input, connector);
    const listing = await understood(connector, () => handler.list(call, session));
    const circumstances = { input, window: call.window, warnings: [...unknownNames, ...ignored] };
    return answer(list(listing, connector, circumstances));
  };
}

type AnyHandler = ListHandler<unknown> | StartHandler<unknown> | GetHandler<unknown> | WriteHandler<unknown, unknown>;

export const handlerOf = (connector: Connector, id: OperationId): AnyHandler | undefined =>
  connector.operations[carriedOutBy(id)];

/** Opens anew for every call, for work that may outlast any token. */
export const lasting = (open: () => Promise<Session>): Session => ({
  memory: new Map(),
  read: async (...asked) => (await open()).read(...asked),
  readWithHeaders: async (...asked) => (await open()).readWithHeaders(...asked),
  readByPost: async (...asked) => (await open()).readByPost(...asked),
  download: async (...asked) => (await open()).download(...asked),
  send: async (...asked) => (await open()).send(...asked),
});

/** A mapping that stumbles met a record that is not as the vendor says. */
export async function understood<Result>({ id, name }: Connector, call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (cause) {
    if (cause instanceof Failure && cause.details.targetSystem !== undefined) throw cause;
    if (cause instanceof Failure) throw new Failure(cause.code, cause.message, { ...cause.details, targetSystem: id });
    throw new Failure("target_bad_response", `${name} sent a record that we do not understand.`, {
      cause,
      targetSystem: id,
    });
  }
}

export function checkState({ state }: OpenConnection, { id: targetSystem, name }: Connector): void {
  if (state === "disabled")
    throw new Failure("connection_inactive", `This connection to ${name} was disabled. Connect the end user again.`, {
      targetSystem,
    });
  if (state === "needs_reauth")
    throw new Failure("connection_needs_reauth", `The end user has to authorise ${name} again.`, { targetSystem });
}

const needed: Readonly<Record<Need, { parameter: string; code: FailureCode }>> = {
  environment: { parameter: "environmentName", code: "environment_required" },
  company: { parameter: "companyId", code: "company_required" },
};

/** What the request says wins over what was chosen at sign-in. */
function chooseScope(connector: Connector, connection: OpenConnection, { values }: ReadQuery): Scope {
  const scope: Record<Need, string | undefined> = { environment: undefined, company: undefined };
  for (const need of connector.needs) {
    const { parameter, code } = needed[need];
    const chosen = (values[parameter] as string | undefined) ?? connection[need] ?? undefined;
    if (chosen === undefined)
      throw new Failure(code, `${connector.name} needs ${parameter}: send it, or let the end user choose at sign-in.`, {
        field: parameter,
      });
    scope[need] = chosen;
  }
  return scope;
}

function withoutHandler(
  { id, operation }: DataRequest,
  connector: Connector,
  input: ReadQuery,
  warnings: readonly string[],
): Envelope {
  if (operation.kind !== "list")
    throw new Failure("operation_not_supported", `${connector.name} does not offer ${id}.`, {
      targetSystem: connector.id,
    });
  const [resource] = id.split(".list");
  return envelope([], [...warnings, `${connector.name} does not offer ${resource}; the list is always empty.`], {
    pagination: paginationOf(operationWindow(operation, input), 0),
  });
}

interface Circumstances {
  readonly input: ReadQuery;
  readonly warnings: readonly string[];
  readonly window?: Window | undefined;
}

function single(found: Found<unknown>, connector: Connector, { input, warnings }: Circumstances): Envelope {
  return envelope(found.record, [...warnings, ...(found.warnings ?? [])], rawOf(connector, input, found.raw));
}

function list(listing: Listing<unknown>, connector: Connector, { input, warnings, window }: Circumstances): Envelope {
  const all = [...warnings, ...(listing.warnings ?? [])];
  if (window !== undefined && listing.total === undefined)
    all.push(`${connector.name} does not tell how many records there are.`);
  return envelope(listing.records, all, {
    pagination: paginationOf(window, listing.total),
    ...rawOf(connector, input, listing.raw),
  });
}

function rawOf(connector: Connector, { values }: ReadQuery, raw: unknown): { rawData?: unknown } {
  return connector.rawData && values["rawData"] === true ? { rawData: raw } : {};
}

export function envelope(
  data: unknown,
  warnings: readonly string[],
  more: { pagination?: Pagination | undefined; rawData?: unknown },
): Envelope {
  const meta = {
    ...(warnings.length > 0 && { warnings }),
    ...(more.pagination && { pagination: more.pagination }),
  };
  return {
    ...(Object.keys(meta).length > 0 && { meta }),
    data,
    ...("rawData" in more && { rawData: more.rawData }),
  };
}
