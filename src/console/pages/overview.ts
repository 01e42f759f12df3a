/** The overview: open issues, charts and workers. */

import { codesOf } from "../../contract/actors.ts";
import {
  countAttempts,
  countConnectionsBySystem,
  findLastFailure,
  listWorkers,
  type SeenWorker,
} from "../../store/console/overview.ts";
import { countRequests, countVendorCalls, type SystemHour } from "../../store/console/requests.ts";
import { html, type Markup } from "../../web/html.ts";
import { heatStrip, lines, stackedBars, systemBars } from "../parts/charts.ts";
import type { Frame } from "../parts/layout.ts";
import { type Column, table } from "../parts/list.ts";
import { stepOf, timeOf } from "../parts/time.ts";
import { linkTo, nameOfSystem, type View } from "../parts/view.ts";
import { sayWord } from "../texts/phrases.ts";
import { issueTable, urgentIssues } from "./issues.ts";

/** On the overview. */
const mostIssues = 10;

export async function overviewPage(view: View): Promise<Frame> {
  const { say, client, scope, session } = view;
  const openIssues = await urgentIssues(view);
  const workers = session.role === "operator" ? await listWorkers(client) : [];
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

async function charts(view: View): Promise<Markup[]> {
  const { client, scope, range } = view;
  const step = stepOf(range);
  const faults = { target: codesOf("vendor"), us: codesOf("operator") };
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
    stackedBars(view, {
      title: "chartDeliveries",
      buckets: attempts.map((bucket) => ({ ...bucket })),
      series: ["taken", "failed"],
      linksTo: "/console/deliveries",
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
