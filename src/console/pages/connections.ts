/** The list of connections, and one connection with its history and change detection. */

import { missingScopes, requestedScopes } from "../../core/connecting/consent.ts";
import { type AssistantGrant, listGrants } from "../../store/assistants/grants.ts";
import type { RequestedScopes } from "../../store/connections.ts";
import {
  findReportStatus,
  type HistoryStep,
  listAccountKeys,
  listHistory,
  listShownConnections,
  type ReportStatus,
  type ShownConnection,
  type ShownKey,
} from "../../store/console/connections.ts";
import { listRequests } from "../../store/console/requests.ts";
import { readUsage, type UsageTotal } from "../../store/log/vendorUsage.ts";
import { html, type Markup, type Part } from "../../web/html.ts";
import { actionForm } from "../parts/actionForm.ts";
import { sparkline } from "../parts/charts.ts";
import { sayReason } from "../parts/issueTitles.ts";
import { check, type Frame } from "../parts/layout.ts";
import {
  type Column,
  copyButton,
  facts,
  filterLink,
  idOf,
  list,
  nameOfConnection,
  offsetOf,
  stateBadge,
  stateChoices,
  systemChoices,
  table,
} from "../parts/list.ts";
import { confirmForm, type Outcome, outcomeBox } from "../parts/outcome.ts";
import { may } from "../parts/permissions.ts";
import { timeOf } from "../parts/time.ts";
import { linkTo, nameOfSystem, sameWith, type View } from "../parts/view.ts";
import { type Phrase, sayWord } from "../texts/phrases.ts";
import { connectionIssueTable, issuesOfConnection } from "./issues.ts";
import { requestColumns } from "./requests.ts";
import { size } from "./usage.ts";

/** Not a state of its own: the connection works, but its connector requests more scopes than the end user granted. */
const needsConsent = "needs_consent";
const shownStates = ["active", "needs_reauth", needsConsent, "disabled"];

const lacksConsent = (requested: RequestedScopes, row: ShownConnection): boolean =>
  row.state === "active" && missingScopes(requested, row).length > 0;

export async function connectionsPage(view: View): Promise<Frame> {
  const { say, client, scope, query } = view;
  const offset = offsetOf(view);
  const requested = requestedScopes(view.deps.auth.connecting);
  const { system, text } = query;
  const filters = {
    system,
    text,
    ...(query["state"] === needsConsent ? { lacking: requested } : { state: query["state"] }),
  };
  const page = await listShownConnections(client, scope, filters, offset);
  const columns: readonly Column<ShownConnection>[] = [
    {
      title: "company",
      cell: (row) =>
        html`<span class="named"><a href="${linkTo(view, `/console/connections/${row.id}`)}">${nameOfConnection(row)}</a>${copyButton(view, row.id)}</span>`,
    },
    {
      title: "tenant",
      cell: ({ tenantName, tenantId }) =>
        html`<a class="quiet" href="${sameWith(view, { tenant: tenantId })}">${tenantName}</a>`,
      isMinor: true,
    },
    {
      title: "targetSystem",
      cell: (row) => filterLink(view, "system", row.targetSystem, nameOfSystem(view, row.targetSystem)),
    },
    {
      title: "state",
      cell: (row) =>
        html`${stateBadge(view, row.state)}${lacksConsent(requested, row) && html` ${stateBadge(view, needsConsent)}`}`,
    },
    { title: "since", cell: ({ since }) => timeOf(view, since), isMinor: true },
    { title: "lastGood", cell: ({ lastGood }) => timeOf(view, lastGood), isLabelled: true },
    { title: "lastDay", cell: ({ hours }) => sparkline(view, hours) },
    {
      title: "lastFailure",
      cell: (row) =>
        row.lastCode === null
          ? undefined
          : html`<a href="${linkTo(view, "/console/requests", { connection: row.id, failed: "yes", range: "7d" })}" title="${sayReason(view, row.lastCode)}">${row.lastCode}</a> ${timeOf(view, row.lastFailure)}`,
    },
    {
      title: "actions",
      cell: (row) =>
        (row.state === "needs_reauth" || lacksConsent(requested, row)) && may(view, "connection.reconnectLink")
          ? actionForm(view, { action: `/console/connections/${row.id}/reconnect`, label: say("reconnect") })
          : undefined,
    },
  ];
  return {
    title: say("connections"),
    question: "question.connections",
    isLive: true,
    hasRange: true,
    content: list(view, {
      page,
      columns,
      caption: say("connections"),
      empty: noneYet(view),
      filters: [
        { name: "text", title: "text" },
        { name: "system", title: "targetSystem", choices: systemChoices(view) },
        { name: "state", title: "state", choices: stateChoices(view, shownStates) },
      ],
      next: String(offset + page.rows.length),
    }),
  };
}

const noneYet = ({ say }: View): Markup =>
  html`${say("empty.connections")} <a href="/docs/guides/connecting">${say("howToConnect")}</a>`;

export async function connectionPage(view: View, id: string, outcome?: Outcome): Promise<Frame | undefined> {
  const { say, client, scope } = view;
  const { rows } = await listShownConnections(client, { tenantId: scope.tenantId }, { id });
  const [connection] = rows;
  if (connection === undefined) return undefined;
  const issues = await issuesOfConnection(view, id);
  const history = await listHistory(client, id);
  const detection = await findReportStatus(client, id);
  const requests = await listRequests(client, scope, { connection: id });
  const keys = await listAccountKeys(client, id);
  const assistants = await listGrants(client, [id]);
  const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);
  const period = { from: dayOf(scope.from), to: dayOf(scope.to) };
  const usage = await readUsage(client, { tenantId: scope.tenantId, ...period, connectionId: id });
  return {
    title: nameOfConnection(connection),
    isLive: outcome === undefined,
    hasRange: true,
    content: html`${outcome && outcomeBox(view, outcome)}${headOf(view, connection)}
${connection.state !== "disabled" && actionsOf(view, connection)}
${issues.length > 0 && html`<h2>${say("openIssues")}</h2>${connectionIssueTable(view, issues)}`}
<h2>${say("history")}</h2>${timeline(view, connection, history)}
<h2>${say("changeDetection")}</h2>${detection && detectionPart(view, detection)}
<h2>${say("calls")}</h2>${usagePart(view, usage)}<p><a class="chip" href="${linkTo(view, "/console/usage", { tenant: connection.tenantId })}">${say("usageOfTenant")}</a></p>
<h2>${say("requests")}</h2>${requests.rows.length === 0 ? html`<p class="empty">${say("noData")}</p>` : table(view, { columns: requestColumns(view).filter(({ title }) => title !== "connection"), rows: requests.rows.slice(0, 10), caption: say("requests") })}
<p><a class="chip" href="${linkTo(view, "/console/explorer", { connection: id, operation: "companies.list" })}">${say("openInExplorer")}</a> ${(["requests", "writes", "events", "subscriptions", "deliveries", "tasks"] as const).map((page) => html`<a class="chip" href="${linkTo(view, `/console/${page}`, { connection: id })}">${say(page)}</a> `)}</p>
<h2>${say("accountKeys")}</h2><p class="muted">${say("keysHidden")}</p>
<ul>${keys.map((key) => html`<li><code>${key.hint}…</code> ${timeOf(view, key.createdAt)} ${key.revokedAt !== null && stateBadge(view, "revoked")}${isRevocable(view, key, keys) && revokePart(view, id, key)}</li>`)}</ul>
<h2>${say("assistants")}</h2>${assistants.length === 0 ? html`<p class="empty">${say("noAssistants")}</p>` : html`<ul>${assistants.map((assistant) => assistantItem(view, assistant))}</ul>`}`,
  };
}

const assistantItem = (view: View, { id, connectionId, clientName, host, access, createdAt, usedAt }: AssistantGrant) =>
  html`<li>${clientName} <span class="muted">${host} · ${access}</span> ${timeOf(view, createdAt)}${usedAt !== null && html` · ${view.say("assistantLastUsed")} ${timeOf(view, usedAt)}`} ${
    may(view, "assistantGrant.end") &&
    actionForm(view, {
      action: `/console/connections/${connectionId}/assistants/${id}/end`,
      label: view.say("endAccess"),
    })
  }</li>`;

/** The last valid key ends with the connection. */
const isRevocable = (view: View, { revokedAt }: ShownKey, keys: readonly ShownKey[]): boolean =>
  may(view, "accountKey.revoke") && revokedAt === null && keys.filter((key) => key.revokedAt === null).length > 1;

const revokePart = (view: View, connectionId: string, { id, hint }: ShownKey): Markup =>
  html`<details class="remedy"><summary>${view.say("revoke")}</summary><p>${view.say("revokeAccountKey")} ${view.say("cannotUndo")}</p>${confirmForm(
    view,
    {
      action: `/console/connections/${connectionId}/keys/${id}/revoke`,
      name: hint,
      label: view.say("revoke"),
      isWrong: false,
    },
  )}</details>`;

/** Calls to the target system by cause. Days count as a whole. */
function usagePart(view: View, usage: readonly UsageTotal[]): Markup {
  const { say } = view;
  if (usage.length === 0) return html`<p class="empty">${say("noData")}</p>`;
  return html`<ul>${usage.map(({ cause, calls, bytesSent, bytesReceived }) => html`<li>${say(`cause.${cause}`)}: ${say("usageLine", { calls, sent: size(view, bytesSent), received: size(view, bytesReceived) })}</li>`)}</ul>`;
}

function headOf(view: View, connection: ShownConnection): Markup {
  const { say } = view;
  const isOpen = connection.state !== "disabled";
  const missing = isOpen ? missingScopes(requestedScopes(view.deps.auth.connecting), connection) : [];
  return facts([
    [say("state"), html`${stateBadge(view, connection.state)} ${timeOf(view, connection.since)}`],
    [say("targetSystem"), nameOfSystem(view, connection.targetSystem)],
    [
      say("tenant"),
      html`<a href="${linkTo(view, `/console/tenants/${connection.tenantId}`)}">${connection.tenantName}</a>`,
    ],
    [say("endUser"), [connection.endUserName, connection.endUserId].filter(Boolean).join(" · ")],
    [say("company"), [connection.companyName, connection.company].filter(Boolean).join(" · ")],
    [say("environment"), connection.environment ?? undefined],
    [say("missingScopes"), missing.length > 0 && html`${stateBadge(view, needsConsent)} ${missing.join(", ")}`],
    [say("lastGood"), timeOf(view, connection.lastGood)],
    [
      say("lastFailure"),
      connection.lastCode !== null &&
        html`${sayReason(view, connection.lastCode)} ${timeOf(view, connection.lastFailure)}`,
    ],
    [say("id"), idOf(view, connection.id)],
  ]);
}

function actionsOf(view: View, { id }: ShownConnection): Markup {
  const { say } = view;
  const button = (action: string, label: Phrase): Markup =>
    html`<form method="post" action="/console/connections/${id}/${action}">${check(view)}<button type="submit">${say(label)}</button></form>`;
  return html`<div class="actions">${may(view, "connection.check") && button("check", "checkNow")}${may(view, "connection.reconnectLink") && button("reconnect", "reconnectLink")}${may(view, "connection.end") && html`<a class="danger" href="/console/connections/${id}/end">${say("endConnection")}</a>`}</div>`;
}

function timeline(view: View, { createdAt }: ShownConnection, history: readonly HistoryStep[]): Markup {
  const { say } = view;
  const tones: Readonly<Record<string, string>> = { refused: "attention", disabled: "quiet" };
  const first = history.at(-1);
  return html`<ol class="history">${history.map(
    ({ kind, at, lastAt, times, requestId, person }) =>
      html`<li class="${tones[kind] ?? "good"}">${say(`history.${kind}` as Phrase, { times })} ${timeOf(view, times > 1 ? lastAt : at)}${
        requestId !== null &&
        html` <a href="${linkTo(view, `/console/requests/${requestId}`)}">${say("showRequest")}</a>`
      }${person !== null && html` <span class="muted">${say("by", { person })}</span>`}</li>`,
  )}${first?.kind === "recorded" && html`<li class="quiet">${sayWord(say, "history", "connected")} ${timeOf(view, createdAt)}</li>`}</ol>`;
}

function detectionPart(view: View, detection: ReportStatus): Part {
  const { say } = view;
  const { nextPoll, polledUntil, pollFault, vendorTells, vendorUntil, lastEvent } = detection;
  const upkeep = faultItem(view, "upkeepFault", detection.upkeepFault, detection.upkeepFaultAt);
  if (!vendorTells && nextPoll === null)
    return html`<p>${say("noDetection")}</p>${detection.upkeepFault !== null && html`<ul>${upkeep}</ul>`}`;
  return html`<ul>${upkeep}${vendorFaultItem(view, detection)}${vendorTells && html`<li>${webhookStatus(view, vendorUntil)}</li>`}${
    nextPoll !== null && html`<li>${pollStatus(view, nextPoll, polledUntil)}</li>`
  }${pollFault !== null && html`<li class="attention">${say("pollFault", { fault: sayReason(view, pollFault) })}</li>`}<li>${say("lastEvent")} ${timeOf(view, lastEvent)}</li></ul>`;
}

/** A lost webhook that is active again is no fault any more. */
const vendorFaultItem = (view: View, { vendorFault, vendorFaultAt, vendorTells }: ReportStatus): Part =>
  vendorFault === "subscription_lost" && vendorTells
    ? html`<li>${view.say("vendorRestored")} ${timeOf(view, vendorFaultAt)}</li>`
    : faultItem(view, "vendorFault", vendorFault, vendorFaultAt);

const faultItem = (view: View, phrase: "upkeepFault" | "vendorFault", fault: string | null, at: Date | null) =>
  fault !== null &&
  html`<li class="attention">${view.say(phrase, { fault: sayReason(view, fault) })} ${timeOf(view, at)}</li>`;

const webhookStatus = (view: View, expires: Date | null): Markup =>
  expires === null
    ? html`${view.say("vendorWebhookEndless")}`
    : html`${view.say("vendorWebhook")} ${timeOf(view, expires)}`;

function pollStatus(view: View, nextPoll: Date, polledUntil: Date | null): Markup {
  const { say, now } = view;
  const isDue = nextPoll.getTime() - now < 5000;
  const next = isDue ? say("pollDue") : html`${say("nextPoll")} ${timeOf(view, nextPoll)}`;
  const seen = polledUntil === null ? say("notPolled") : html`${say("upToDate")} ${timeOf(view, polledUntil)}`;
  return html`${next} · ${seen}`;
}

/** Asks for the connection's name and shows the consequences, because ending a connection cannot be undone. */
export async function endConnectionPage(view: View, id: string, isWrong = false): Promise<Frame | undefined> {
  const { say, client, scope } = view;
  const { rows } = await listShownConnections(client, { tenantId: scope.tenantId }, { id });
  const [connection] = rows;
  if (connection === undefined || connection.state === "disabled") return undefined;
  const { rows: counted } = await client.query<{ count: number }>(
    "SELECT count(*)::int AS count FROM subscriptions WHERE connection_id = $1 AND state <> 'ended'",
    [id],
  );
  return {
    title: `${say("endConnection")}: ${nameOfConnection(connection)}`,
    content: html`<p>${say("endConsequences", { count: counted[0]?.count ?? 0 })} ${say("cannotUndo")}</p>
${confirmForm(view, { action: `/console/connections/${id}/end`, name: nameOfConnection(connection), label: say("endConnection"), isWrong })}
<p><a href="${linkTo(view, `/console/connections/${id}`)}">${say("cancel")}</a></p>`,
  };
}
