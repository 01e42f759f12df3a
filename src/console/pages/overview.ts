/** The overview with its charts, and the list of issues. */

import {
  countAttempts,
  countConnectionsBySystem,
  findLastFailure,
  type Issue,
  listIssues,
  listWorkers,
  type SeenWorker,
} from "../../store/console/overview.ts";
import { countRequests, countVendorCalls, type SystemHour } from "../../store/console/requests.ts";
import { html, type Markup } from "../../web/html.ts";
import { heatStrip, lines, stackedBars, systemBars } from "../parts/charts.ts";
import { check, type Frame } from "../parts/layout.ts";
import { type Column, list, stateBadge, table } from "../parts/list.ts";
import { type Outcome, outcomeBox } from "../parts/outcome.ts";
import { stepOf, timeOf } from "../parts/time.ts";
import { actorOf, actors, codesOf } from "../parts/tones.ts";
import { linkTo, mayChange, nameOfSystem, type View } from "../parts/view.ts";
import { sayWord } from "../texts/phrases.ts";

export async function overviewPage(view: View): Promise<Frame> {
  const { say, client, scope, session } = view;
  const openIssues = (await listIssues(client, scope)).filter(isUrgent).slice(0, 10);
  const workers = session.role === "operator" ? await listWorkers(client) : [];
  return {
    title: say("overview"),
    question: "question.overview",
    isLive: true,
    hasRange: true,
    content: html`<h2>${say("openIssues")}</h2>
${openIssues.length === 0 ? html`<p class="empty good">${say("allWell")} ${timeOf(view, await findLastFailure(client, scope.tenantId))}</p>` : html`${issueTable(view, openIssues)}<p><a href="${linkTo(view, "/console/issues")}">${say("showAll")}</a></p>`}
<div class="charts">${await charts(view)}</div>
${workers.length > 0 && html`<h2>${say("workers")}</h2>${workerTable(view, workers)}`}`,
  };
}

const isUrgent = ({ isOpen, mutedUntil }: Issue): boolean => isOpen && mutedUntil === null;

async function charts(view: View): Promise<Markup[]> {
  const { client, scope, range } = view;
  const step = stepOf(range);
  const faults = { target: codesOf("target"), us: codesOf("us") };
  const requests = await countRequests(client, scope, { step, faults });
  const calls = Map.groupBy(await countVendorCalls(client, scope, step), ({ targetSystem }) => targetSystem);
  const attempts = await countAttempts(client, scope, step);
  const systems = await countConnectionsBySystem(client, scope.tenantId);
  const buckets = requests.map((bucket) => ({ ...bucket }));
  const linksTo = "/console/requests";
  const bars = ["good", "caller", "target", "us"];
  return [
    stackedBars(view, { title: "chartRequests", buckets, series: bars, linksTo }),
    lines(view, {
      title: "chartDuration",
      buckets,
      series: ["p50", "p95", "vendorP50"],
      linksTo,
      isMilliseconds: true,
    }),
    heatStrip(view, { title: "chartSystems", rows: [...calls].map(([name, hours]) => stripRow(view, name, hours)) }),
    systemBars(
      view,
      "chartConnections",
      systems.map(({ targetSystem, ...counts }) => ({
        name: targetSystem,
        label: nameOfSystem(view, targetSystem),
        ...counts,
      })),
    ),
    stackedBars(view, {
      title: "chartDeliveries",
      buckets: attempts.map((bucket) => ({ ...bucket })),
      series: ["taken", "failed"],
      linksTo: "/console/deliveries",
    }),
  ];
}

const stripRow = (view: View, name: string, hours: readonly SystemHour[]) => ({
  name,
  label: nameOfSystem(view, name),
  buckets: hours.map(({ at, calls, failed }) => ({ at, calls, failed })),
});

export function workerTable(view: View, workers: readonly SeenWorker[]): Markup {
  const columns: readonly Column<SeenWorker>[] = [
    { title: "role", cell: ({ role }) => sayWord(view.say, "process", role) },
    { title: "process", cell: ({ host, processId }) => `${host} · ${processId}` },
    { title: "started", cell: ({ startedAt }) => timeOf(view, startedAt), isLabelled: true },
    { title: "lastSeen", cell: ({ seenAt }) => timeOf(view, seenAt), isLabelled: true },
  ];
  return table(view, { columns, rows: workers, caption: view.say("workers") });
}

function issueTable(view: View, issues: readonly Issue[]): Markup {
  return table(view, { columns: issueColumns(view), rows: issues, caption: view.say("issues") });
}

const stateOf = ({ isOpen, mutedUntil }: Issue): string =>
  mutedUntil !== null ? "muted" : isOpen ? "attention" : "resolved";

function issueColumns(view: View): readonly Column<Issue>[] {
  const { say } = view;
  return [
    {
      title: "issue",
      cell: (issue) =>
        html`<a href="${linkTo(view, `/console/requests/${issue.requestId}`)}">${sentence(view, issue)}</a> <span class="muted">${issue.code}</span>`,
    },
    { title: "actionBy", cell: ({ code }) => sayWord(say, "actor", actorOf(code)), isTight: true },
    { title: "state", cell: (issue) => stateBadge(view, stateOf(issue)) },
    {
      title: "times",
      cell: (issue) =>
        html`<a href="${linkTo(view, "/console/requests", { code: issue.code, connection: issue.connectionId ?? undefined, system: issue.connectionId === null ? (issue.targetSystem ?? undefined) : undefined })}">${issue.times}</a>`,
      isNumber: true,
    },
    { title: "firstSeen", cell: ({ first }) => timeOf(view, first), isMinor: true },
    { title: "lastSeen", cell: ({ last }) => timeOf(view, last), isLabelled: true },
    { title: "actions", cell: (issue) => issueActions(view, issue) },
  ];
}

function sentence(
  view: View,
  { message, code, endUserName, company, connectionId, targetSystem, connections }: Issue,
): string {
  const subject =
    connectionId === null
      ? connections > 1
        ? `${nameOfSystem(view, targetSystem)} (${connections})`
        : ""
      : (endUserName ?? company ?? connectionId);
  return [subject, message ?? code].filter((part) => part !== "").join(": ");
}

/** A text to forward if the end user needs to act. */
function remedyOf(view: View, { code, targetSystem, message }: Issue): string | undefined {
  const system = nameOfSystem(view, targetSystem);
  if (code === "connection_needs_reauth" || code === "connection_inactive") return view.say("remedyText", { system });
  return actorOf(code) === "end_user" ? view.say("remedyRejected", { system, message: message ?? "" }) : undefined;
}

function issueActions(view: View, issue: Issue): Markup {
  const { say } = view;
  const remedy = remedyOf(view, issue);
  const mute = mayChange(view) && issue.mutedUntil === null && issue.isOpen;
  return html`<div class="actions">${remedy !== undefined && html`<details class="remedy"><summary>${say("remedy")}</summary><p>${remedy}</p><button type="button" class="copy" data-copy="${remedy}" hidden>${say("copy")}</button></details>`}${mute && html`<form method="post" action="/console/issues/mute">${check(view)}<input type="hidden" name="name" value="${issue.name}"><button type="submit">${say("mute")}</button></form>`}</div>`;
}

export async function issuesPage(view: View, outcome?: Outcome): Promise<Frame> {
  const { say, client, scope, query } = view;
  const issues = await listIssues(client, scope);
  const matching = issues.filter(
    (issue) =>
      (!query["fault"] || actorOf(issue.code) === query["fault"]) &&
      (!query["code"] || issue.code === query["code"]) &&
      (!query["system"] || issue.targetSystem === query["system"]) &&
      (!query["state"] || stateOf(issue) === query["state"]),
  );
  const last = await findLastFailure(client, scope.tenantId);
  return {
    title: say("issues"),
    question: "question.issues",
    isLive: outcome === undefined,
    hasRange: true,
    content: html`${outcome && outcomeBox(view, outcome)}${list(view, {
      page: { rows: matching, hasMore: false },
      columns: issueColumns(view),
      caption: say("issues"),
      filters: [
        {
          name: "fault",
          title: "actionBy",
          choices: actors.map((value) => ({ value, label: sayWord(say, "actor", value) })),
        },
        { name: "code", title: "code" },
        {
          name: "system",
          title: "targetSystem",
          choices: view.deps.connectors.map(({ id, name }) => ({ value: id, label: name })),
        },
        {
          name: "state",
          title: "state",
          choices: ["attention", "muted", "resolved"].map((value) => ({ value, label: sayWord(say, "state", value) })),
        },
      ],
      empty: html`${say("empty.issues")} ${timeOf(view, last)}`,
      next: undefined,
    })}`,
  };
}
