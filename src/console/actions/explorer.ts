/** Sends the explorer's request like a caller's, and shows the response beside the raw record. */
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Operation } from "../../contract/operation.ts";
import type { OperationId } from "../../contract/operations.ts";
import { callerOf } from "../../core/accounts/callers.ts";
import { textOf } from "../../http/data/serialise.ts";
import { errorBody } from "../../http/server/errors.ts";
import { noteFailure, traceOf } from "../../http/server/trace.ts";
import { html, type Markup } from "../../web/html.ts";
import { idsIn, isDryRunOnly, operationOf, parameterPrefix } from "../pages/explorer.ts";
import { codeBox } from "../parts/codeBox.ts";
import { codeSamples } from "../parts/codeSamples.ts";
import { duration } from "../parts/time.ts";
import { badge, statusTone } from "../parts/tones.ts";
import type { View } from "../parts/view.ts";
import { type Act, type ActionContext, type ConsoleAction, connectionIn } from "./action.ts";

const timeoutMs = 30_000;

const explore: Act = async (context) => {
  const { view, form } = context;
  const { connection: connectionId = "", operation: id = "" } = form;
  const row = await connectionIn(context, connectionId);
  const operation = operationOf(id);
  const connector = view.deps.connectors.find((candidate) => candidate.id === row?.targetSystem);
  if (row === undefined || operation === undefined || connector === undefined) return undefined;
  const input = explorerRequest(form, operation, connector);
  const began = performance.now();
  const { status, text, raw } = await send(context, { id: id as OperationId, operation, input, row });
  const milliseconds = performance.now() - began;
  log(context, { id, operation, input, status, bytesOut: text.length });
  const { check: _, ...query } = form;
  const shown = responsePart(view, {
    status,
    text,
    raw,
    milliseconds,
    requestId: context.request.id,
    sample: { method: operation.method, url: view.deps.auth.connecting.baseUrl() + input.address, body: input.body },
    isWrite: operation.kind === "write",
  });
  return { text: String(status), shown, query, tenantId: row.tenantId };
};

interface ExplorerRequest {
  readonly ids: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Path and query, as a caller would send it. */
  readonly address: string;
  readonly body: unknown;
  /** Why the body could not be parsed. */
  readonly fault?: string;
}

function explorerRequest(form: ActionContext["form"], operation: Operation, connector: Connector): ExplorerRequest {
  const value = (name: string): string => form[parameterPrefix + name] ?? "";
  const ids = Object.fromEntries(idsIn(operation.path).map((name) => [name, value(name)]));
  const parameters = Object.keys(operation.query).flatMap((name) =>
    value(name) === "" ? [] : [[name, value(name)] as const],
  );
  const query = {
    ...Object.fromEntries(parameters),
    ...(operation.kind !== "write" && connector.rawData && { rawData: "true" }),
    ...(isDryRunOnly(connector, operation) && { dryRun: "true" }),
  };
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ""));
  const queryString = new URLSearchParams(query).toString();
  const address = queryString === "" ? path : `${path}?${queryString}`;
  if (operation.body === undefined) return { ids, query, address, body: undefined };
  try {
    return { ids, query, address, body: JSON.parse(form["body"] ?? "") };
  } catch (error) {
    return { ids, query, address, body: undefined, fault: (error as Error).message };
  }
}

interface Sending {
  readonly id: OperationId;
  readonly operation: Operation;
  readonly input: ExplorerRequest;
  readonly row: Parameters<typeof callerOf>[0];
}

async function send({ view, request }: ActionContext, { id, operation, input, row }: Sending) {
  const { execute, serialise, auth } = view.deps;
  const trace = traceOf(request);
  try {
    if (input.fault !== undefined) throw new Failure("invalid_request", input.fault, { field: "body" });
    const caller = callerOf(row, auth.connecting.vault);
    const answer = await execute({
      id,
      operation,
      caller,
      ids: input.ids,
      query: input.query,
      body: input.body,
      files: [],
      keys: { api: undefined, account: undefined },
      idempotencyKey: undefined,
      requestId: request.id,
      signal: AbortSignal.timeout(timeoutMs),
      observe: trace.observe,
    });
    trace.answer(answer.envelope);
    const { rawData, ...envelope } = answer.envelope;
    return { status: operation.status, text: textOf({ ...answer, envelope }, operation, serialise), raw: rawData };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    noteFailure(request, error);
    return { status: error.status, text: JSON.stringify(errorBody(error, request.id)), raw: undefined };
  }
}

interface LogEntry {
  readonly id: string;
  readonly operation: Operation;
  readonly input: ExplorerRequest;
  readonly status: number;
  readonly bytesOut: number;
}

/** The request log treats it like any other request for this operation. */
function log({ request }: ActionContext, { id, operation, input, status, bytesOut }: LogEntry): void {
  const bytesIn = input.body === undefined ? 0 : JSON.stringify(input.body).length;
  const contentType = bytesIn === 0 ? undefined : "application/json";
  traceOf(request).consoleRequest = {
    operation: id,
    method: operation.method,
    url: input.address,
    status,
    bytesIn,
    bytesOut,
    contentType,
    body: input.body,
  };
}

interface ExplorerResponse {
  readonly status: number;
  readonly text: string;
  readonly raw: unknown;
  readonly milliseconds: number;
  readonly requestId: string;
  readonly sample: { readonly method: string; readonly url: string; readonly body: unknown };
  readonly isWrite: boolean;
}

function responsePart(view: Omit<View, "client">, response: ExplorerResponse): Markup {
  const { say } = view;
  const { status, text, raw, milliseconds, requestId, sample, isWrite } = response;
  return html`<h2>${say("step.answer")}</h2>
<p role="status">${badge(statusTone(status), String(status))} ${duration(milliseconds, view.language)} · <a href="/console/requests/${requestId}">${say("showRequestDetails")}</a></p>
<div class="beside">${codeBox(view, say("kontorResponse"), text)}${raw !== undefined && codeBox(view, say("rawRecord"), JSON.stringify(raw))}</div>
<h2>${say("codeSamples")}</h2>${codeSamples(view, { ...sample, keys: "both", isWrite })}`;
}

export const explorerActions: readonly ConsoleAction[] = [{ path: "/explorer", name: "explorer.send", act: explore }];
