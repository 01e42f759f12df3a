/** What each target system can do: operations as letters, down to fields, filters, orders and rules. */
import type { Connector } from "../../../contract/connector.ts";
import { operationTable } from "../../../contract/operations.ts";
import { html, type Markup } from "../../../pages/html.ts";
import { targetSystemDetails } from "../../endpoints/targetSystems.ts";
import type { Frame } from "../layout.ts";
import { copyIcon, facts } from "../list.ts";
import { linkTo, sameWith, type View } from "../view.ts";

const letters: Readonly<Record<string, string>> = {
  list: "l",
  get: "g",
  create: "c",
  update: "u",
  patch: "u",
  delete: "d",
};

interface Row {
  readonly resource: string;
  readonly cells: readonly string[];
}

function rowsOf(connectors: readonly Connector[]): Row[] {
  const split = (id: string): [resource: string, verb: string] => {
    const at = id.lastIndexOf(".");
    return [id.slice(0, at), id.slice(at + 1)];
  };
  const offered = connectors.map((connector) => new Set(targetSystemDetails(connector).operations.map(({ id }) => id)));
  const resources = [...new Set(operationTable.map(([id]) => split(id)[0]))];
  return resources.map((resource) => ({
    resource,
    cells: offered.map((has) => {
      const verbs = operationTable.map(([id]) => id).filter((id) => split(id)[0] === resource && has.has(id));
      return [...new Set(verbs.map((id) => letters[split(id)[1]] ?? "x"))].join("");
    }),
  }));
}

export async function targetsPage(view: View): Promise<Frame> {
  const { say, deps, query } = view;
  const text = (query["text"] ?? "").toLowerCase();
  const differs = ({ cells }: Row): boolean => new Set(cells).size > 1;
  const rows = rowsOf(deps.connectors)
    .filter(({ resource }) => resource.toLowerCase().includes(text))
    .filter((row) => query["different"] !== "yes" || differs(row));
  return {
    ...{ title: say("targets"), question: "question.targets" },
    content: html`<form class="chooser" method="get" action="/console/targets"><label>${say("resource")} <input name="text" value="${query["text"] ?? ""}"></label> <label><input type="checkbox" name="different" value="yes"${query["different"] === "yes" && html` checked`}> ${say("common")}</label> <button type="submit">${say("apply")}</button>${text !== "" && html` <a class="chip" href="${sameWith(view, { text: undefined })}">×</a>`}</form>
<p class="muted">${say("letters")}</p>
<div class="pan" tabindex="0" role="region" aria-label="${say("targets")}"><table class="matrix"><caption class="hidden">${say("targets")}</caption><thead><tr><th scope="col">${say("resource")}</th>${deps.connectors.map(({ id, name }) => html`<th scope="col"><a href="${linkTo(view, `/console/targets/${id}`)}">${name}</a></th>`)}</tr></thead>
<tbody>${rows.map(({ resource, cells }) => html`<tr><th scope="row">${resource}</th>${cells.map((cell) => html`<td>${cell === "" ? html`<span class="muted">–</span>` : html`<code>${cell}</code>`}</td>`)}</tr>`)}</tbody></table></div>`,
  };
}

export async function targetPage(view: View, slug: string): Promise<Frame | undefined> {
  const { say, deps } = view;
  const connector = deps.connectors.find(({ id }) => id === slug);
  if (connector === undefined) return undefined;
  const { about, auth, operations, webhooks } = targetSystemDetails(connector);
  const address = `${deps.auth.connecting.baseUrl()}/auth/callback/${slug}`;
  const joined = (words: readonly string[] | undefined): string | undefined =>
    words === undefined || words.length === 0 ? undefined : words.join(", ");
  return {
    title: connector.name,
    content: html`<p>${about}</p>${facts([
      [say("signInNow"), auth.kind],
      [
        say("redirectAddress"),
        connector.signIn.kind === "oauth2" &&
          html`<code>${address}</code> <button type="button" class="copy" data-copy="${address}" aria-label="${say("copy")} ${address}" hidden>${copyIcon}</button>`,
      ],
      [
        say("heardBy"),
        `${say("heard.vendor")}: ${joined(webhooks.native) ?? "–"} · ${say("heard.poll")}: ${joined(webhooks.polled) ?? "–"}`,
      ],
      [say("connections"), html`<a href="${linkTo(view, "/console/connections", { system: slug })}">${say("all")}</a>`],
    ])}
<ul class="timeline operations">${operations.map(
      ({ id, method, path, fields, filters, orders, requires, rules }): Markup =>
        html`<li><details><summary><span>${id}</span> <code>${method}</code> <code>${path}</code></summary>${facts([
          [say("fieldsRead"), joined(fields)],
          [say("filters"), joined(filters)],
          [say("orders"), joined(orders)],
          [say("requires"), joined(requires)],
          [say("rules"), joined(rules)],
        ])}</details></li>`,
    )}</ul>`,
  };
}
