/** The list of writes, with their state in the journal. */

import { listWrites, type ShownWrite } from "../../store/console/work.ts";
import { html, type Markup } from "../../web/html.ts";
import { actionForm } from "../parts/actionForm.ts";
import type { Frame } from "../parts/layout.ts";
import {
  type Column,
  connectionFilter,
  connectionLink,
  filterLink,
  idOf,
  list,
  offsetOf,
  stateBadge,
  stateChoices,
} from "../parts/list.ts";
import { may } from "../parts/permissions.ts";
import { storedOf, totalOf } from "../parts/storedRecord.ts";
import { timeOf } from "../parts/time.ts";
import { linkTo, type View } from "../parts/view.ts";

/** The latest request shows what happened. */
function requestLink(view: View, { requestId, createdAt }: ShownWrite): Markup {
  const time = timeOf(view, createdAt);
  return requestId === null ? time : html`<a href="${linkTo(view, `/console/requests/${requestId}`)}">${time}</a>`;
}

const writeState = (view: View, { state, differences }: ShownWrite): Markup =>
  html`${stateBadge(view, state)}${state === "differs" && html` <span class="muted">${differences.join(", ")}</span>`}`;

/** The number by which people know the record, with its total and id. */
function recordOf(view: View, write: ShownWrite): Markup | undefined {
  const stored = storedOf(view, write);
  const { id, number } = stored;
  if (id === undefined && number === undefined) return undefined;
  const link = linkTo(view, `/console/writes/${write.id}`);
  const total = totalOf(view, stored);
  if (number === undefined) return html`${idOf(view, id ?? "", link)} <span class="muted">${total}</span>`;
  const about = [total, id].filter(Boolean).join(" · ");
  return html`<span class="who"><a href="${link}">${number}</a> <span class="muted" title="${about}">${about}</span></span>`;
}

export async function writesPage(view: View): Promise<Frame> {
  const { say, client, scope, query } = view;
  const offset = offsetOf(view);
  const { id, connection, state, operation, key } = query;
  const page = await listWrites(client, scope, { id, connection, state, operation, key }, offset);
  const columns: readonly Column<ShownWrite>[] = [
    { title: "when", cell: (row) => requestLink(view, row) },
    { title: "operation", cell: (row) => filterLink(view, "operation", row.operation) },
    { title: "connection", cell: (row) => connectionLink(view, row) },
    { title: "state", cell: (row) => writeState(view, row) },
    { title: "record", cell: (row) => recordOf(view, row) },
    {
      title: "idempotencyKey",
      cell: ({ idempotencyKey }) => idempotencyKey ?? undefined,
      isMinor: true,
    },
    {
      title: "attempts",
      cell: (row) => html`<a href="${linkTo(view, `/console/writes/${row.id}`)}">${row.attempts}</a>`,
      isNumber: true,
    },
    { title: "id", cell: (row) => idOf(view, row.id, linkTo(view, `/console/writes/${row.id}`)), isMinor: true },
    {
      title: "actions",
      cell: (row) =>
        row.state === "unknown" && may(view, "write.reconcile")
          ? actionForm(view, { action: `/console/writes/${row.id}/reconcile`, label: say("reconcile") })
          : undefined,
    },
  ];
  const states = ["unknown", "differs", "intended", "sent", "taken", "undoing", "done", "refused", "absent"];
  return {
    title: say("writes"),
    question: "question.writes",
    isLive: true,
    hasRange: true,
    content: html`${list(view, {
      page,
      columns,
      caption: say("writes"),
      empty: say("empty.writes"),
      next: String(offset + page.rows.length),
      filters: [
        { name: "state", title: "state", choices: stateChoices(view, states) },
        { name: "operation", title: "operation" },
        await connectionFilter(view),
        { name: "key", title: "idempotencyKey" },
        { name: "id", title: "id" },
      ],
    })}<p class="muted">${say("noResend")}</p>`,
  };
}
