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
import { findRegistrations } from "../../../store/registrations.ts";
import { check, type Frame } from "../layout.ts";
import { type Column, copyIcon, facts, idOf, list, offsetOf, stateBadge, table } from "../list.ts";
import { sayWord } from "../phrases.ts";
import { duration, timeOf } from "../time.ts";
import { badge } from "../tones.ts";
import { linkTo, mayChange, nameOfSystem, type View } from "../view.ts";
import { confirmForm, type Outcome, outcomeBox } from "./connections.ts";
import { workerTable } from "./overview.ts";
import { actionForm } from "./work.ts";

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
<h2>${say("callbacks")}</h2>${facts([
      ["callbackUrl", originOf(callbackUrl)],
      ["cancelCallbackUrl", originOf(cancelCallbackUrl)],
    ])}<p class="muted">${say("addressesHidden")}</p>
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
      title: "action",
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

/** For each target system that signs in on its own page: whose client it is, and the address to enter there. */
async function clientTable(view: View, tenantId: string): Promise<Markup> {
  const { say, client, deps } = view;
  const own = new Map((await findRegistrations(client, tenantId)).map((each) => [each.targetSystem, each]));
  const systems = deps.connectors.filter(({ signIn }) => signIn.kind === "oauth2");
  const { clientFor, baseUrl } = deps.auth.connecting;
  const known = await Promise.all(
    systems.map(async (connector) => {
      const found = await clientFor(tenantId, connector).catch(() => undefined);
      return { connector, clientId: found?.clientId, isOwn: own.has(connector.id) };
    }),
  );
  const columns: readonly Column<(typeof known)[number]>[] = [
    { title: "targetSystem", cell: ({ connector }) => nameOfSystem(view, connector.id) },
    {
      title: "clientId",
      cell: ({ clientId, isOwn }) =>
        clientId === undefined
          ? say("noClient")
          : html`<code>${clientId}</code>${!isOwn && html` <span class="muted">${say("fromSettings")}</span>`}`,
    },
    {
      title: "redirectAddress",
      cell: ({ connector }) => {
        const address = `${baseUrl()}/auth/callback/${connector.id}`;
        return html`<code>${address}</code> <button type="button" class="copy" data-copy="${address}" aria-label="${say("copy")} ${address}" hidden>${copyIcon}</button>`;
      },
    },
  ];
  return html`${table(view, { columns, rows: known, caption: say("oauthClients") })}<p class="muted">${say("secretStored")}</p>`;
}

export async function auditPage(view: View): Promise<Frame> {
  const { say, client, scope, query } = view;
  const after = /^\d{1,18}$/.test(query["after"] ?? "") ? query["after"] : undefined;
  const page = await listAudit(client, scope, after);
  const columns: readonly Column<ShownAudit>[] = [
    { title: "when", cell: ({ at }) => timeOf(view, at) },
    { title: "person", cell: ({ person, role }) => `${person} (${sayWord(say, "role", role)})` },
    { title: "action", cell: ({ action }) => action },
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
