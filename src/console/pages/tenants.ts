/** The list of tenants, and one tenant with its keys, URLs, clients and people. */
import { callbackUrlsOf } from "../../core/accounts/tenants.ts";
import { findHiddenFields } from "../../store/connecting/hiddenFields.ts";
import { listApiKeys, listShownTenants, type ShownApiKey, type ShownTenant } from "../../store/console/setUp.ts";
import { listSessions } from "../../store/log/consoleSessions.ts";
import { html, type Markup } from "../../web/html.ts";
import { actionForm } from "../parts/actionForm.ts";
import { check, type Frame } from "../parts/layout.ts";
import { type Column, facts, idOf, list, offsetOf, stateBadge, table } from "../parts/list.ts";
import { confirmForm, type Outcome, outcomeBox } from "../parts/outcome.ts";
import { may, mayOpen } from "../parts/permissions.ts";
import { decimal, timeOf } from "../parts/time.ts";
import { linkTo, type View } from "../parts/view.ts";
import { clientTable } from "./clients.ts";
import { linkForm, sessionTable } from "./people.ts";

export async function tenantsPage(view: View, outcome?: Outcome): Promise<Frame> {
  const { say, client, scope } = view;
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
      cell: ({ requests, failed }) =>
        requests === 0 ? undefined : `${decimal((failed / requests) * 100, view.language)} %`,
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
    })}${may(view, "tenant.create") && html`<h2>${say("createTenant")}</h2><form class="confirm" method="post" action="/console/tenants">${check(view)}<label>${say("name")} <input name="name" required maxlength="200"></label> <button type="submit">${say("createTenant")}</button></form>`}`,
  };
}

export async function tenantPage(view: View, id: string, outcome?: Outcome): Promise<Frame | undefined> {
  const { say, client, scope, deps } = view;
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
${may(view, "apiKey.create") && html`<form class="confirm" method="post" action="/console/tenants/${id}/keys">${check(view)}<label>${say("name")} <input name="name" maxlength="100"></label> <label>${say("access")} <select name="access"><option value="write">${say("access.write")}</option><option value="read">${say("access.read")}</option></select></label> <label>${say("onlyTargetSystems")} <input name="targetSystems" maxlength="1000" placeholder="${say("everything")}"></label> <label>${say("onlyResources")} <input name="resources" maxlength="1000" placeholder="${say("everything")}"></label> <button type="submit">${say("createKey")}</button></form>`}
<h2>${say("hiddenFields")}</h2><p class="muted">${say("hiddenFieldsHelp")}</p>${hiddenPart(view, id, await findHiddenFields(client, { tenantId: id }))}
<h2>${say("pageStyle")}</h2><p><a href="/console/tenants/${id}/style">${say("openStyle")}</a></p>
<h2>${say("callbacks")}</h2>${facts([
      [say("callbackUrl"), originOf(callbackUrl)],
      [say("cancelCallbackUrl"), originOf(cancelCallbackUrl)],
    ])}<p class="muted">${say("urlsHidden")}</p>
${may(view, "tenant.callbacks") && html`<details class="remedy"><summary>${say("changeCallbacks")}</summary><form class="confirm" method="post" action="/console/tenants/${id}/callbacks">${check(view)}<label>${say("callbackUrl")} <input name="callbackUrl" type="url" required maxlength="2000"></label> <label>${say("cancelCallbackUrl")} <input name="cancelCallbackUrl" type="url" required maxlength="2000"></label> <button type="submit">${say("save")}</button></form></details>`}
<h2>${say("oauthClients")}</h2>${await clientTable(view, id)}
${mayOpen(view, "/people") && html`<h2>${say("people")}</h2>${sessionTable(view, await listSessions(client, id), `/console/tenants/${id}/sessions`)}`}
${linkForm(view, `/console/tenants/${id}/links`)}
${may(view, tenant.disabledAt === null ? "tenant.disable" : "tenant.enable") && html`<h2>${say(tenant.disabledAt === null ? "disableTenant" : "enableTenant")}</h2>${tenant.disabledAt === null ? confirmForm(view, { action: `/console/tenants/${id}/disable`, name: tenant.name, label: say("disable"), isWrong: false }) : actionForm(view, { action: `/console/tenants/${id}/enable`, label: say("enable") })}`}`,
  };
}

const originOf = (address: string | null): string => (address === null ? "–" : new URL(address).origin);

/** Scopes in words: `read · sandbox · invoices, contacts`. */
function scopesText({ say }: View, { access, targetSystems, resources }: ShownApiKey): string {
  const limits = [targetSystems, resources].flatMap((names) => (names === null ? [] : [names.join(", ")]));
  return [say(access === "read" ? "access.read" : "access.write"), ...limits].join(" · ");
}

function hiddenPart(view: View, tenantId: string, fields: readonly string[] = []): Markup {
  const { say } = view;
  const shown = fields.length === 0 ? say("nothingHidden") : fields.join(", ");
  return html`<p>${shown}</p>${may(view, "tenant.hiddenFields") && html`<form class="confirm" method="post" action="/console/tenants/${tenantId}/hidden-fields">${check(view)}<label>${say("fields")} <input class="long" name="fields" maxlength="2000" value="${fields.join(", ")}" placeholder="bankData, personalData, iban, contacts.website"></label> <button type="submit">${say("save")}</button></form>`}`;
}

function keyTable(view: View, tenantId: string, keys: readonly ShownApiKey[]): Markup {
  const { say } = view;
  const columns: readonly Column<ShownApiKey>[] = [
    { title: "key", cell: ({ hint }) => html`<code>${hint}…</code>` },
    { title: "name", cell: ({ name }) => name ?? undefined },
    { title: "scopes", cell: (key) => scopesText(view, key), isLabelled: true },
    { title: "created", cell: ({ createdAt }) => timeOf(view, createdAt), isLabelled: true },
    { title: "lastUsed", cell: ({ lastUsedAt }) => timeOf(view, lastUsedAt), isLabelled: true },
    {
      title: "actions",
      cell: ({ id, name, hint, revokedAt, requests }) =>
        revokedAt !== null
          ? stateBadge(view, "revoked")
          : may(view, "apiKey.revoke")
            ? html`<details class="remedy"><summary>${say("revoke")}</summary><p>${say("revokeConsequences", { count: requests })} ${say("cannotUndo")}</p>${confirmForm(view, { action: `/console/tenants/${tenantId}/keys/${id}/revoke`, name: name ?? hint, label: say("revoke"), isWrong: false })}</details>`
            : undefined,
    },
  ];
  return table(view, { columns, rows: keys, caption: say("apiKey") });
}
