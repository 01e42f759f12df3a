/** Sends what the explorer was asked to, as a caller's request goes, and shows the answer beside the raw record. */
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Operation } from "../../contract/operation.ts";
import type { OperationId } from "../../contract/operations.ts";
import { openConnection } from "../../core/accounts/connection.ts";
import { textOf } from "../../http/data/serialise.ts";
import { errorBody } from "../../http/server/errors.ts";
import { noteFailure, traceOf } from "../../http/server/trace.ts";
import { html, type Markup } from "../../web/html.ts";
import { idsIn, isOnlyTried, operationOf, parameterPrefix } from "../pages/explorer.ts";
import { codeBox } from "../parts/codeBox.ts";
import { samplesPart } from "../parts/samplesPart.ts";
import { duration } from "../parts/time.ts";
import { badge, statusTone } from "../parts/tones.ts";
import type { View } from "../parts/view.ts";
import { type Act, type Asked, type ConsoleAction, connectionIn } from "./asked.ts";

const patienceMs = 30_000;

const explore: Act = async (asked) => {
  const { view, form } = asked;
  const { connection: connectionId = "", operation: id = "" } = form;
  const row = await connectionIn(asked, connectionId);
  const operation = operationOf(id);
  const connector = view.deps.connectors.find((each) => each.id === row?.targetSystem);
  if (row === undefined || operation === undefined || connector === undefined) return undefined;
  const wish = wishOf(form, operation, connector);
  const began = performance.now();
  const { status, text, raw } = await sent(asked, { id: id as OperationId, operation, wish, row });
  const milliseconds = performance.now() - began;
  note(asked, { id, operation, wish, status, bytesOut: text.length });
  const { check: _, ...query } = form;
  const shown = answerPart(view, {
    status,
    text,
    raw,
    milliseconds,
    requestId: asked.request.id,
    sample: { method: operation.method, url: view.deps.auth.connecting.baseUrl() + wish.address, body: wish.body },
    isWrite: operation.kind === "write",
  });
  return { text: String(status), shown, query, tenantId: row.tenantId };
};

interface Wish {
  readonly ids: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
  /** Path and query, as a caller would send it. */
  readonly address: string;
  readonly body: unknown;
  /** What the body could not be read as. */
  readonly fault?: string;
}

function wishOf(form: Asked["form"], operation: Operation, connector: Connector): Wish {
  const given = (name: string): string => form[parameterPrefix + name] ?? "";
  const named = idsIn(operation.path);
  const ids = Object.fromEntries(named.map((name) => [name, given(name)]));
  const own = Object.keys(operation.query).flatMap((name) =>
    given(name) === "" ? [] : [[name, given(name)] as const],
  );
  const query = {
    ...Object.fromEntries(own),
    ...(operation.kind !== "write" && connector.rawData && { rawData: "true" }),
    ...(isOnlyTried(connector, operation) && { dryRun: "true" }),
  };
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(ids[name] ?? ""));
  const parameters = new URLSearchParams(query).toString();
  const address = parameters === "" ? path : `${path}?${parameters}`;
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
  readonly wish: Wish;
  readonly row: Parameters<typeof openConnection>[0];
}

async function sent({ view, request }: Asked, { id, operation, wish, row }: Sending) {
  const { execute, serialise, auth } = view.deps;
  const trace = traceOf(request);
  try {
    if (wish.fault !== undefined) throw new Failure("invalid_request", wish.fault, { field: "body" });
    const caller = { tenantId: row.tenantId, connection: openConnection(row, auth.connecting.vault) };
    const answer = await execute({
      id,
      operation,
      caller,
      ids: wish.ids,
      query: wish.query,
      body: wish.body,
      files: [],
      keys: { api: undefined, account: undefined },
      idempotencyKey: undefined,
      requestId: request.id,
      signal: AbortSignal.timeout(patienceMs),
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

interface Noted {
  readonly id: string;
  readonly operation: Operation;
  readonly wish: Wish;
  readonly status: number;
  readonly bytesOut: number;
}

/** In the log it stands like any other request for this operation. */
function note({ request }: Asked, { id, operation, wish, status, bytesOut }: Noted): void {
  const bytesIn = wish.body === undefined ? 0 : JSON.stringify(wish.body).length;
  const contentType = bytesIn === 0 ? undefined : "application/json";
  traceOf(request).consoleRequest = {
    operation: id,
    method: operation.method,
    url: wish.address,
    status,
    bytesIn,
    bytesOut,
    contentType,
    body: wish.body,
  };
}

interface Explored {
  readonly status: number;
  readonly text: string;
  readonly raw: unknown;
  readonly milliseconds: number;
  readonly requestId: string;
  readonly sample: { readonly method: string; readonly url: string; readonly body: unknown };
  readonly isWrite: boolean;
}

function answerPart(view: Omit<View, "client">, explored: Explored): Markup {
  const { say } = view;
  const { status, text, raw, milliseconds, requestId, sample, isWrite } = explored;
  return html`<h2>${say("step.answer")}</h2>
<p role="status">${badge(statusTone(status), String(status))} ${duration(milliseconds)} · <a href="/console/requests/${requestId}">${say("seeRequest")}</a></p>
<div class="beside">${codeBox(view, say("ourAnswer"), text)}${raw !== undefined && codeBox(view, say("rawRecord"), JSON.stringify(raw))}</div>
<h2>${say("takeAway")}</h2>${samplesPart(view, { ...sample, keys: "both", isWrite })}`;
}

export const explorerActions: readonly ConsoleAction[] = [{ path: "/explorer", name: "explorer.send", act: explore }];
