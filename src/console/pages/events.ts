/** The list of events, with how each was detected and delivered. */

import { countActiveSubscriptions, findLastPoll, listShownEvents, type ShownEvent } from "../../store/console/work.ts";
import { html, type Part } from "../../web/html.ts";
import { actionForm } from "../parts/actionForm.ts";
import type { Frame } from "../parts/layout.ts";
import { type Column, connectionFilter, connectionLink, filterLink, idOf, list, offsetOf } from "../parts/list.ts";
import { type Outcome, outcomeBox } from "../parts/outcome.ts";
import { may } from "../parts/permissions.ts";
import { timeOf } from "../parts/time.ts";
import { linkTo, type View } from "../parts/view.ts";
import { sayWord } from "../texts/phrases.ts";

export async function eventsPage(view: View, outcome?: Outcome): Promise<Frame> {
  const { say, client, scope, query } = view;
  const offset = offsetOf(view);
  const { connection, type, resource, record } = query;
  const page = await listShownEvents(client, scope, { connection, type, resource, record }, offset);
  const columns: readonly Column<ShownEvent>[] = [
    { title: "number", cell: ({ sequence }) => sequence, isNumber: true, isMinor: true },
    { title: "type", cell: ({ eventType }) => filterLink(view, "type", eventType) },
    { title: "resource", cell: (row) => filterLink(view, "resource", row.resource) },
    { title: "record", cell: ({ resourceId }) => html`${idOf(view, resourceId)}` },
    { title: "connection", cell: (row) => connectionLink(view, row) },
    { title: "changed", cell: ({ changedAt }) => timeOf(view, changedAt), isMinor: true },
    { title: "recorded", cell: ({ recordedAt }) => timeOf(view, recordedAt) },
    {
      title: "detectedBy",
      cell: ({ reportedBy }) => (reportedBy === null ? undefined : sayWord(say, "detected", reportedBy)),
    },
    {
      title: "delivered",
      cell: (row) =>
        html`<a class="counts" href="${linkTo(view, "/console/deliveries", { connection: row.logId, sequence: row.sequence })}">${row.taken} / ${row.waiting} / ${row.failed}</a>`,
      isNumber: true,
      isTight: true,
    },
    {
      title: "actions",
      cell: ({ connectionId, sequence, taken, waiting, failed }) =>
        may(view, "event.replay") && connectionId !== null && taken + waiting + failed > 0
          ? actionForm(view, {
              action: "/console/events/replay",
              label: say("replay"),
              fields: { connection: connectionId, sequence },
            })
          : undefined,
    },
  ];
  return {
    title: say("events"),
    question: "question.events",
    isLive: outcome === undefined,
    hasRange: true,
    content: html`${outcome && outcomeBox(view, outcome)}${list(view, {
      page,
      columns,
      caption: say("events"),
      empty: await noEvents(view),
      next: String(offset + page.rows.length),
      filters: [
        await connectionFilter(view),
        {
          name: "type",
          title: "type",
          choices: ["CREATED", "UPDATED", "DELETED", "REVOKED"].map((value) => ({ value, label: value })),
        },
        { name: "resource", title: "resource" },
        { name: "record", title: "record" },
      ],
    })}`,
  };
}

/** Names the possible reasons: no subscription, or nothing found by the last poll. */
async function noEvents(view: View): Promise<Part> {
  const { say, client, scope } = view;
  const count = await countActiveSubscriptions(client, scope.tenantId);
  if (count === 0) return say("empty.events");
  return html`${say("noEvents", { count })} ${timeOf(view, await findLastPoll(client, scope.tenantId))}`;
}
