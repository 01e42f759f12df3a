/** Tenants with their keys, the audit log, and how Kontor itself is. */
import { callbackUrlsOf } from "../../../core/accounts/tenants.ts";
import { html, type Markup } from "../../../pages/html.ts";
import { listWorkers } from "../../../store/console/overview.ts";
import {
  listApiKeys,
  listAudit,
  listShownTenants,
  type ShownApiKey,
  type ShownAudit,
  type ShownTenant,
} from "../../../store/console/setUp.ts";
import { actionForm } from "../actionForm.ts";
import { check, type Frame } from "../layout.ts";
import { type Column, facts, idOf, list, offsetOf, stateBadge, table } from "../list.ts";
import { confirmForm, type Outcome, outcomeBox } from "../outcome.ts";
import { sayWord } from "../phrases.ts";
import { duration, timeOf } from "../time.ts";
import { badge } from "../tones.ts";
import { linkTo, mayChange, type View } from "../view.ts";
import { clientTable } from "./clients.ts";
import { workerTable } from "./overview.ts";

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
      title: "failedShare",
      cell: ({ requests, failed }) => (requests === 0 ? "–" : `${Math.round((failed / requests) * 1000) / 10} %`),
      isNumber: true,
    },
    { title: "since", cell: ({ createdAt }) => timeOf(view, createdAt), isMinor: true },
    { title: "id", cell: ({ id }) => idOf(view, id), isMinor: true },
  ];
  return {
    ...{ title: say("tenants"), question: "question.tenants", hasRange: true },
    content: html`${outcome && outcomeBox(view, outcome)}${list(view, {
      ...{ page, columns, filters: [], caption: say("tenants"), empty: say("empty.tenants") },
      next: String(offset + page.rows.length),
    })}${session.role === "operator" && html`<h2>${say("makeTenant")}</h2><form class="confirm" method="post" action="/console/tenants">${check(view)}<label>${say("name")} <input name="name" required maxlength="200"></label> <button type="submit">${say("makeTenant")}</button></form>`}`,
  };
}

export async function tenantPage(view: View, id: string, outcome?: Outcome): Promise<Frame | undefined> {
  const { say, client, scope, session, deps } = view;
  const wanted = scope.tenantId === null || scope.tenantId === id ? id : "";
  const { rows } = await listShownTenants(client, { ...scope, tenantId: wanted === "" ? "-" : wanted });
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
      [say("failedShare"), String(tenant.failed)],
      [say("since"), timeOf(view, tenant.createdAt)],
      [say("id"), idOf(view, id)],
    ])}
<h2>${say("apiKey")}</h2>${keyTable(view, id, keys)}
${mayChange(view) && html`<form class="confirm" method="post" action="/console/tenants/${id}/keys">${check(view)}<label>${say("name")} <input name="name" maxlength="100"></label> <button type="submit">${say("makeKey")}</button></form>`}
<h2>${say("pageStyle")}</h2><p><a href="/console/tenants/${id}/style">${say("openStyle")}</a></p>
<h2>${say("callbacks")}</h2>${facts([
      [say("callbackAddress"), originOf(callbackUrl)],
      [say("cancelAddress"), originOf(cancelCallbackUrl)],
    ])}<p class="muted">${say("addressesHidden")}</p>
${mayChange(view) && html`<details class="remedy"><summary>${say("changeAddresses")}</summary><form class="confirm" method="post" action="/console/tenants/${id}/callbacks">${check(view)}<label>${say("callbackAddress")} <input name="callbackUrl" type="url" required maxlength="2000"></label> <label>${say("cancelAddress")} <input name="cancelCallbackUrl" type="url" required maxlength="2000"></label> <button type="submit">${say("saveIt")}</button></form></details>`}
<h2>${say("oauthClients")}</h2>${await clientTable(view, id)}
${mayChange(view) && html`<h2>${say("makeLink")}</h2><form class="confirm" method="post" action="/console/tenants/${id}/links">${check(view)}<label>${say("person")} <input name="person" required maxlength="100"></label> <label><input type="checkbox" name="readOnly" value="yes"> ${say("readOnly")}</label> <button type="submit">${say("makeLink")}</button></form>`}
${session.role === "operator" && html`<h2>${say("state")}</h2>${tenant.disabledAt === null ? confirmForm(view, { action: `/console/tenants/${id}/disable`, name: tenant.name, label: say("disable"), isWrong: false }) : actionForm(view, { action: `/console/tenants/${id}/enable`, label: say("enable") })}`}`,
  };
}

const originOf = (address: string | null): string => (address === null ? "–" : new URL(address).origin);

function keyTable(view: View, tenantId: string, keys: readonly ShownApiKey[]): Markup {
  const { say } = view;
  const columns: readonly Column<ShownApiKey>[] = [
    { title: "key", cell: ({ hint }) => html`<code>${hint}…</code>` },
    { title: "name", cell: ({ name }) => name ?? "–" },
    { title: "created", cell: ({ createdAt }) => timeOf(view, createdAt) },
    { title: "lastUsed", cell: ({ lastUsedAt }) => timeOf(view, lastUsedAt) },
    {
      title: "act",
      cell: ({ id, revokedAt }) =>
        revokedAt !== null
          ? stateBadge(view, "revoked")
          : mayChange(view)
            ? html`<details class="remedy"><summary>${say("revoke")}</summary><p>${say("revokeTold")} ${say("cannotUndo")}</p>${actionForm(view, { action: `/console/tenants/${tenantId}/keys/${id}/revoke`, label: say("revoke") })}</details>`
            : "–",
    },
  ];
  return table(view, { columns, rows: keys, caption: say("apiKey") });
}

export async function auditPage(view: View): Promise<Frame> {
  const { say, client, scope, query } = view;
  const after = /^\d{1,18}$/.test(query["after"] ?? "") ? query["after"] : undefined;
  const page = await listAudit(client, scope, after);
  const columns: readonly Column<ShownAudit>[] = [
    { title: "when", cell: ({ at }) => timeOf(view, at) },
    { title: "person", cell: ({ person, role }) => `${person} (${sayWord(say, "role", role)})` },
    {
      title: "action",
      cell: ({ action, isRefused }) => html`${action}${isRefused && html` ${stateBadge(view, "refused")}`}`,
    },
    { title: "subject", cell: ({ subject }) => (subject === null ? "–" : idOf(view, subject)) },
    { title: "from", cell: ({ address }) => address ?? "–", isMinor: true },
  ];
  return {
    ...{ title: say("audit"), question: "question.audit", hasRange: true },
    content: list(view, {
      ...{ page, columns, filters: [], caption: say("audit"), empty: say("empty.audit"), next: page.rows.at(-1)?.id },
    }),
  };
}

export async function systemPage(view: View): Promise<Frame | undefined> {
  const { say, client, deps, session } = view;
  if (session.role !== "operator") return undefined;
  const health = await deps.health();
  const { oldestUndelivered } = health;
  const isWell = (word: string): Markup => badge(word === "ok" ? "good" : "bad", word);
  return {
    ...{ title: say("system"), question: "question.system", isLive: true },
    content: html`${facts([
      [say("version"), deps.version],
      [say("database"), isWell(health.database)],
      [say("disk"), isWell(health.disk)],
      [
        say("oldestWaiting"),
        oldestUndelivered === null || oldestUndelivered === undefined
          ? say("noneWaiting")
          : duration(oldestUndelivered * 1000),
      ],
      [say("retention"), say("recordedOnly", { days: deps.requestLogDays })],
    ])}<h2>${say("workers")}</h2>${workerTable(view, await listWorkers(client))}`,
  };
}
