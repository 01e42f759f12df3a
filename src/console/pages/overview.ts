/** The overview: open issues, charts and workers. */

import { codesOf } from "../../contract/actors.ts";
import {
  countAttempts,
  countConnectionsBySystem,
  findLastFailure,
  listWorkers,
  type SeenWorker,
} from "../../store/console/overview.ts";
import type { Scope } from "../../store/console/query.ts";
import { countRequests, countVendorCalls, type SystemHour } from "../../store/console/requests.ts";
import { html, type Markup } from "../../web/html.ts";
import { heatStrip, lines, stackedBars, systemBars } from "../parts/charts.ts";
import type { Frame } from "../parts/layout.ts";
import { type Column, table } from "../parts/list.ts";
import { seesAllTenants } from "../parts/permissions.ts";
import { duration, ranges, shorterRange, stepOf, timeOf } from "../parts/time.ts";
import { linkTo, nameOfSystem, type View } from "../parts/view.ts";
import { sayWord } from "../texts/phrases.ts";
import { issueTable, urgentIssues } from "./issues.ts";

/** On the overview. */
const mostIssues = 10;

export async function overviewPage(view: View): Promise<Frame> {
  const { say, client, scope } = view;
  const openIssues = await urgentIssues(view);
  const workers = seesAllTenants(view) ? await listWorkers(client) : [];
  return {
    title: say("overview"),
    question: "question.overview",
    isLive: true,
    hasRange: true,
    content: html`<h2>${say("openIssues")}</h2>
${openIssues.length === 0 ? html`<p class="empty good">${say("allWell")} ${timeOf(view, await findLastFailure(client, scope.tenantId))}</p>` : html`${issueTable(view, openIssues.slice(0, mostIssues))}<p><a href="${linkTo(view, "/console/issues")}">${say("showAll", { count: openIssues.length })}</a></p>`}
<div class="charts">${await charts(view)}${workers.length > 0 && html`<figure class="chart"><figcaption>${say("workers")}</figcaption>${workerTable(view, workers)}</figure>`}</div>`,
  };
}

interface Fitted<Row> {
  /** With the range of the chart. */
  readonly view: View;
  readonly rows: readonly Row[];
  readonly note?: string | undefined;
}

type Count<Row> = (scope: Scope, step: number) => Promise<readonly Row[]>;

/** Counts in the shortest range that has all the data: the bars of a few minutes would be a sliver of a day. */
async function fitted<Row extends { readonly at: Date }>(view: View, count: Count<Row>): Promise<Fitted<Row>> {
  const { range, scope, now, say } = view;
  const rows = await count(scope, stepOf(range));
  if (rows.length === 0) return { view, rows };
  const since = new Date(Math.min(...rows.map(({ at }) => at.getTime())));
  const shorter = shorterRange(range, { since, now });
  if (shorter === undefined) return { view, rows };
  const { from, to, name } = shorter;
  const closer = await fitted({ ...view, range: shorter, scope: { ...scope, from, to } }, count);
  return { ...closer, note: closer.note ?? say("chartNote", { time: duration(ranges[name] ?? 0, view.language) }) };
}

async function charts(view: View): Promise<Markup[]> {
  const { client, scope } = view;
  const faults = { target: codesOf("vendor"), us: codesOf("operator") };
  const requests = await fitted(view, (part, step) => countRequests(client, part, { step, faults }));
  const calls = await fitted(view, (part, step) => countVendorCalls(client, part, step));
  const attempts = await fitted(view, (part, step) => countAttempts(client, part, step));
  const systems = await countConnectionsBySystem(client, scope.tenantId);
  const callsBySystem = Map.groupBy(calls.rows, ({ targetSystem }) => targetSystem);
  const buckets = requests.rows.map((bucket) => ({ ...bucket }));
  const linksTo = "/console/requests";
  const bars = ["good", "caller", "target", "us"];
  return [
    stackedBars(requests.view, { title: "chartRequests", buckets, series: bars, linksTo, note: requests.note }),
    lines(requests.view, {
      title: "chartDuration",
      note: requests.note,
      buckets,
      series: ["p50", "p95", "vendorP50"],
      linksTo,
      isMilliseconds: true,
    }),
    stackedBars(attempts.view, {
      title: "chartDeliveries",
      note: attempts.note,
      buckets: attempts.rows.map((bucket) => ({ ...bucket })),
      series: ["taken", "failed"],
      linksTo: "/console/deliveries",
    }),
    heatStrip(calls.view, {
      title: "chartSystems",
      note: calls.note,
      rows: [...callsBySystem].map(([name, hours]) => stripRow(view, name, hours)),
    }),
    systemBars(
      view,
      "chartConnections",
      systems.map(({ targetSystem, ...counts }) => ({
        name: targetSystem,
        label: nameOfSystem(view, targetSystem),
        ...counts,
      })),
    ),
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
