/** The explorer: runs an operation on a connection and shows the response beside the raw record. */
import type { Connector } from "../../contract/connector.ts";
import type { Operation } from "../../contract/operation.ts";
import { handlerOperationOf, operations, operationTable } from "../../contract/operations.ts";
import { firstExample } from "../../reference/openapi/minimalExamples.ts";
import { listShownConnections, type ShownConnection } from "../../store/console/connections.ts";
import { html, type Markup } from "../../web/html.ts";
import { check, type Frame } from "../parts/layout.ts";
import { nameOfConnection } from "../parts/list.ts";
import { type Outcome, outcomeBox } from "../parts/outcome.ts";
import { actionPermissions, may, roleNeeded } from "../parts/permissions.ts";
import { nameOfSystem, type View } from "../parts/view.ts";

/** Keeps an operation's parameters apart from the form's own fields. */
export const parameterPrefix = "p.";

export const idsIn = (path: string): string[] => [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);

export const operationOf = (id: string): Operation | undefined =>
  Object.hasOwn(operations, id) ? operations[id as keyof typeof operations] : undefined;

/** Writes are dry runs, except in the built-in sandbox. */
export const isDryRunOnly = ({ builtIn }: Pick<Connector, "builtIn">, { kind }: Operation): boolean =>
  kind === "write" && builtIn !== true;

export async function explorerPage(view: View, outcome?: Outcome): Promise<Frame> {
  const { say, client, scope, query } = view;
  const { rows } = await listShownConnections(client, { tenantId: scope.tenantId }, {});
  const chosen = query["connection"]
    ? (await listShownConnections(client, { tenantId: scope.tenantId }, { id: query["connection"] })).rows[0]
    : undefined;
  const usable = rows.filter(({ state }) => state !== "disabled");
  const offered = chosen && !usable.some(({ id }) => id === chosen.id) ? [chosen, ...usable] : usable;
  const connector = view.deps.connectors.find(({ id }) => id === chosen?.targetSystem);
  const operation = operationOf(query["operation"] ?? "");
  return {
    title: say("explorer"),
    question: "question.explorer",
    content: html`${chooser(view, offered, connector)}
${outcome && outcome.shown === undefined && outcomeBox(view, outcome)}
${chosen && connector && operation && form(view, { chosen, connector, operation })}
${outcome?.shown}
${chosen === undefined && html`<p class="empty">${say(offered.length === 0 ? "empty.connections" : "explorerHelp")}</p>`}`,
  };
}

function chooser(view: View, connections: readonly ShownConnection[], connector: Connector | undefined): Markup {
  const { say, query } = view;
  const table = operationTable.filter(
    ([id, { everywhere }]) => connector === undefined || everywhere || connector.operations[handlerOperationOf(id)],
  );
  const groups = Map.groupBy(table, ([id]) => id.split(".")[0] ?? "");
  return html`<form class="chooser" method="get" action="/console/explorer">
<label>${say("connection")} <select name="connection">${connections.map((connection) => html`<option value="${connection.id}"${connection.id === query["connection"] && html` selected`}>${nameOfConnection(connection)} · ${nameOfSystem(view, connection.targetSystem)} · ${connection.id.slice(-5)}</option>`)}</select></label>
<label>${say("operation")} <select name="operation">${[...groups].map(([name, rows]) => html`<optgroup label="${name}">${rows.map(([id]) => html`<option value="${id}"${id === query["operation"] && html` selected`}>${id}</option>`)}</optgroup>`)}</select></label>
${query["tenant"] && html`<input type="hidden" name="tenant" value="${query["tenant"]}">`}<button type="submit">${say("choose")}</button></form>`;
}

interface Chosen {
  readonly chosen: ShownConnection;
  readonly connector: Connector;
  readonly operation: Operation;
}

function form(view: View, { chosen, connector, operation }: Chosen): Markup {
  const { say, query } = view;
  const { path, method, multipart } = operation;
  if (multipart === "file") return html`<p class="empty">${say("explorerNoFiles")}</p>`;
  const field = (name: string, isRequired: boolean): Markup =>
    html`<label>${name}${isRequired && html` <em>${say("required")}</em>`} <input name="${parameterPrefix}${name}" value="${query[parameterPrefix + name] ?? ""}"${isRequired && html` required`} autocomplete="off" spellcheck="false"></label>`;
  const body = firstExample(operation);
  const example = body === undefined ? undefined : JSON.stringify(body, null, 2);
  return html`<form class="explore" method="post" action="/console/explorer">${check(view)}<input type="hidden" name="connection" value="${chosen.id}"><input type="hidden" name="operation" value="${query["operation"] ?? ""}">
<p><code>${method} ${path}</code> <a href="/docs/${query["operation"] ?? ""}">${say("reference")}</a></p>
<div class="parameters">${idsIn(path).map((name) => field(name, true))}${Object.entries(operation.query).map(([name, { required }]) => field(name, required === true))}</div>
${example !== undefined && html`<label class="wide">${say("body")} <textarea name="body" rows="12" spellcheck="false">${query["body"] ?? example}</textarea></label>`}
${isDryRunOnly(connector, operation) && html`<p class="muted">${say("dryRunOnly", { system: connector.name })}</p>`}
${may(view, "explorer.send") ? html`<button class="primary" type="submit">${say("send")}</button>` : html`<p class="muted">${roleNeeded(view, actionPermissions["explorer.send"])}</p>`}</form>`;
}
