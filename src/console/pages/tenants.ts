/** The list of tenants, and one tenant with its keys, URLs, clients and people. */
import { callbackUrlsOf } from "../../core/accounts/tenants.ts";
import { listApiKeys, listShownTenants, type ShownApiKey, type ShownTenant } from "../../store/console/setUp.ts";
import { listSessions, type ShownSession } from "../../store/log/consoleSessions.ts";
import { html, type Markup } from "../../web/html.ts";
import { actionForm } from "../parts/actionForm.ts";
import { check, type Frame } from "../parts/layout.ts";
import { type Column, facts, idOf, list, offsetOf, stateBadge, table } from "../parts/list.ts";
import { confirmForm, type Outcome, outcomeBox } from "../parts/outcome.ts";
import { timeOf } from "../parts/time.ts";
import { linkTo, mayChange, type View } from "../parts/view.ts";
import { sayWord } from "../texts/phrases.ts";
import { clientTable } from "./clients.ts";

export async function tenantsPage(view: View, outcome?: Outcome): Promise<Frame> {
  const { say, client, scope, session } = view;
  const offset = offsetOf(view);
  const page = await listShownTenants(client, scope, offset);
  const columns: readonly Column<ShownTenant>[] = [
    { title: "name", cell: ({ id, name }) => html`<a href="${linkTo(view, `/console/tenants/${id}`)}">${name}</a>` },
    { title: "state", cell: ({ disabledAt }) => stateBadge(view, disabledAt === null ? "active" : "disabled") },
    {
      title: "connections",
      cell: (row) => html`<a href="${linkTo(view, "/console/connections", { tenant: row.id })}">${row.connections}</a>`,
      isNumber: true,
    },
    {
      title: "requests",
      cell: (row) => html`<a href="${linkTo(view, "/console/requests", { tenant: row.id })}">${row.requests}</a>`,
      isNumber: true,
    },
    {
      title: "failed",
      cell: ({ requests, failed }) => (requests === 0 ? undefined : `${Math.round((failed / requests) * 1000) / 10} %`),
      isNumber: true,
    },
    { title: "since", cell: ({ createdAt }) => timeOf(view, createdAt), isMinor: true },
    { title: "id", cell: ({ id }) => idOf(view, id), isMinor: true },
  ];
  return {
    title: say("tenants"),
    question: "question.tenants",
    hasRange: true,
    content: html`${outcome && outcomeBox(view, outcome)}${list(view, {
      page,
      columns,
      filters: [],
      caption: say("tenants"),
      empty: say("empty.tenants"),
      next: String(offset + page.rows.length),
    })}${session.role === "operator" && html`<h2>${say("createTenant")}</h2><form class="confirm" method="post" action="/console/tenants">${check(view)}<label>${say("name")} <input name="name" required maxlength="200"></label> <button type="submit">${say("createTenant")}</button></form>`}`,
  };
}

export async function tenantPage(view: View, id: string, outcome?: Outcome): Promise<Frame | undefined> {
  const { say, client, scope, session, deps } = view;
  if (scope.tenantId !== null && scope.tenantId !== id) return undefined;
  const { rows } = await listShownTenants(client, { ...scope, tenantId: id });
  const [tenant] = rows;
  if (tenant === undefined) return undefined;
  const keys = await listApiKeys(client, id);
  const { callbackUrl, cancelCallbackUrl } = await callbackUrlsOf(deps.auth.connecting, id);
  return {
    title: tenant.name,
    hasRange: true,
    content: html`${outcome && outcomeBox(view, outcome)}${facts([
      [say("state"), stateBadge(view, tenant.disabledAt === null ? "active" : "disabled")],
      [
        say("connections"),
        html`<a href="${linkTo(view, "/console/connections", { tenant: id })}">${tenant.connections}</a>`,
      ],
      [say("requests"), html`<a href="${linkTo(view, "/console/requests", { tenant: id })}">${tenant.requests}</a>`],
      [
        say("failedRequests"),
        html`<a href="${linkTo(view, "/console/requests", { tenant: id, failed: "yes" })}">${tenant.failed}</a>`,
      ],
      [say("usage"), html`<a href="${linkTo(view, "/console/usage", { tenant: id })}">${say("callsToTargets")}</a>`],
      [say("since"), timeOf(view, tenant.createdAt)],
      [say("id"), idOf(view, id)],
    ])}
<h2>${say("apiKeys")}</h2>${keyTable(view, id, keys)}
${mayChange(view) && html`<form class="confirm" method="post" action="/console/tenants/${id}/keys">${check(view)}<label>${say("name")} <input name="name" maxlength="100"></label> <button type="submit">${say("createKey")}</button></form>`}
<h2>${say("pageStyle")}</h2><p><a href="/console/tenants/${id}/style">${say("openStyle")}</a></p>
<h2>${say("callbacks")}</h2>${facts([
      [say("callbackUrl"), originOf(callbackUrl)],
      [say("cancelCallbackUrl"), originOf(cancelCallbackUrl)],
    ])}<p class="muted">${say("urlsHidden")}</p>
${mayChange(view) && html`<details class="remedy"><summary>${say("changeCallbacks")}</summary><form class="confirm" method="post" action="/console/tenants/${id}/callbacks">${check(view)}<label>${say("callbackUrl")} <input name="callbackUrl" type="url" required maxlength="2000"></label> <label>${say("cancelCallbackUrl")} <input name="cancelCallbackUrl" type="url" required maxlength="2000"></label> <button type="submit">${say("save")}</button></form></details>`}
<h2>${say("oauthClients")}</h2>${await clientTable(view, id)}
<h2>${say("people")}</h2>${peopleTable(view, id, await listSessions(client, id))}
${mayChange(view) && html`<h2>${say("createLink")}</h2><form class="confirm" method="post" action="/console/tenants/${id}/links">${check(view)}<label>${say("person")} <input name="person" required maxlength="100"></label> <label><input type="checkbox" name="readOnly" value="yes"> ${say("readOnly")}</label> <button type="submit">${say("createLink")}</button></form>`}
${session.role === "operator" && html`<h2>${say(tenant.disabledAt === null ? "disableTenant" : "enableTenant")}</h2>${tenant.disabledAt === null ? confirmForm(view, { action: `/console/tenants/${id}/disable`, name: tenant.name, label: say("disable"), isWrong: false }) : actionForm(view, { action: `/console/tenants/${id}/enable`, label: say("enable") })}`}`,
  };
}

function peopleTable(view: View, tenantId: string, sessions: readonly ShownSession[]): Markup {
  const { say } = view;
  if (sessions.length === 0) return html`<p class="muted">${say("nobodySignedIn")}</p>`;
  const columns: readonly Column<ShownSession>[] = [
    { title: "person", cell: ({ person }) => person },
    { title: "role", cell: ({ role }) => sayWord(say, "role", role) },
    { title: "since", cell: ({ createdAt }) => timeOf(view, createdAt), isLabelled: true },
    {
      title: "lastSeen",
      cell: ({ seenAt }) => (seenAt === null ? say("unusedLink") : timeOf(view, seenAt)),
      isLabelled: true,
    },
    {
      title: "actions",
      cell: ({ id }) =>
        mayChange(view) &&
        actionForm(view, { action: `/console/tenants/${tenantId}/sessions/${id}/end`, label: say("endSession") }),
    },
  ];
  return table(view, { columns, rows: sessions, caption: say("people") });
}

const originOf = (address: string | null): string => (address === null ? "–" : new URL(address).origin);

function keyTable(view: View, tenantId: string, keys: readonly ShownApiKey[]): Markup {
  const { say } = view;
  const columns: readonly Column<ShownApiKey>[] = [
    { title: "key", cell: ({ hint }) => html`<code>${hint}…</code>` },
    { title: "name", cell: ({ name }) => name ?? undefined },
    { title: "created", cell: ({ createdAt }) => timeOf(view, createdAt), isLabelled: true },
    { title: "lastUsed", cell: ({ lastUsedAt }) => timeOf(view, lastUsedAt), isLabelled: true },
    {
      title: "actions",
      cell: ({ id, name, hint, revokedAt, requests }) =>
        revokedAt !== null
          ? stateBadge(view, "revoked")
          : mayChange(view)
            ? html`<details class="remedy"><summary>${say("revoke")}</summary><p>${say("revokeConsequences", { count: requests })} ${say("cannotUndo")}</p>${confirmForm(view, { action: `/console/tenants/${tenantId}/keys/${id}/revoke`, name: name ?? hint, label: say("revoke"), isWrong: false })}</details>`
            : undefined,
    },
  ];
  return table(view, { columns, rows: keys, caption: say("apiKey") });
}
