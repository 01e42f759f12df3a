/** The list of deliveries, and one delivery with its attempts. */
import { messageIdOf } from "../../core/delivering/signature.ts";
import { listBulkReplays } from "../../store/bulkReplays.ts";
import { listShownDeliveries, type ShownDelivery } from "../../store/console/deliveries.ts";
import { countActiveSubscriptions } from "../../store/console/work.ts";
import { html, type Markup, type Part } from "../../web/html.ts";
import { actionForm } from "../parts/actionForm.ts";
import type { Frame } from "../parts/layout.ts";
import {
  type Column,
  connectionFilter,
  connectionLink,
  type Filter,
  facts,
  idOf,
  list,
  offsetOf,
  stateBadge,
  stateChoices,
  table,
} from "../parts/list.ts";
import { type Outcome, outcomeBox } from "../parts/outcome.ts";
import { may } from "../parts/permissions.ts";
import { duration, timeOf } from "../parts/time.ts";
import { badge, statusTone } from "../parts/tones.ts";
import { linkTo, type View } from "../parts/view.ts";
import { sayWord } from "../texts/phrases.ts";
import { replayChips } from "./replays.ts";

export async function deliveriesPage(view: View, outcome?: Outcome): Promise<Frame> {
  const { say, client, scope, query } = view;
  const offset = offsetOf(view);
  const { connection, state, subscription, text, type } = query;
  const sequence = /^\d{1,18}$/.test(query["sequence"] ?? "") ? query["sequence"] : undefined;
  const status = /^[0-5]$/.test(query["status"] ?? "") ? query["status"] : undefined;
  const filters = { connection, state, subscription, sequence, text, type, status };
  const page = await listShownDeliveries(client, scope, filters, offset);
  const [first] = page.rows;
  const replays = await listBulkReplays(client, scope.tenantId);
  const active = page.rows.length === 0 ? await countActiveSubscriptions(client, scope.tenantId) : 0;
  return {
    title: say("deliveries"),
    question: "question.deliveries",
    isLive: outcome === undefined,
    hasRange: true,
    content: html`${outcome && outcomeBox(view, outcome)}${list(view, {
      more: replayChips(view, replays),
      page,
      columns: deliveryColumns(view),
      caption: say("deliveries"),
      empty: say("empty.deliveries", { count: active }),
      next: String(offset + page.rows.length),
      filters: await filtersOf(view, first?.address),
    })}${sequence !== undefined && first !== undefined && deliveryDetails(view, first)}`,
  };
}

const filtersOf = async (view: View, address: string | undefined): Promise<readonly Filter[]> => [
  {
    name: "state",
    title: "state",
    choices: stateChoices(view, ["undelivered", "open", "retrying", "failed", "done"], "delivery"),
  },
  { name: "text", title: "url" },
  {
    name: "status",
    title: "lastResponse",
    choices: ["0", "2", "3", "4", "5"].map((value) => ({ value, label: sayWord(view.say, "answer", value) })),
  },
  {
    name: "type",
    title: "type",
    choices: ["CREATED", "UPDATED", "DELETED", "REVOKED"].map((value) => ({ value, label: value })),
  },
  await connectionFilter(view),
  { name: "subscription", title: "subscription", shown: address },
  { name: "sequence", title: "number" },
];

const detailsLink = (view: View, { subscriptionId, sequence }: ShownDelivery): string =>
  linkTo(view, "/console/deliveries", { subscription: subscriptionId, sequence });

function deliveryColumns(view: View): readonly Column<ShownDelivery>[] {
  const { say } = view;
  return [
    {
      title: "event",
      cell: (row) =>
        html`<span class="who"><a href="${detailsLink(view, row)}" title="${eventsText(row)}">${eventsText(row)}</a> <span class="muted">${timeOf(view, row.createdAt)}</span></span>`,
      isTight: true,
    },
    { title: "connection", cell: (row) => connectionLink(view, row) },
    {
      title: "url",
      cell: ({ address, subscriptionId, parentId }) =>
        html`<a class="quiet" href="${linkTo(view, "/console/deliveries", { subscription: parentId ?? subscriptionId })}">${address}</a>`,
    },
    { title: "state", cell: ({ state }) => stateBadge(view, state, "delivery") },
    { title: "attempts", cell: ({ attempts }) => say("attemptsOf", { count: attempts }), isNumber: true },
    {
      title: "nextAttempt",
      cell: (row) => (isOpen(row) ? timeOf(view, row.dueAt) : undefined),
      isMinor: true,
    },
    { title: "lastResponse", cell: ({ tried }) => lastResponse(view, tried.at(-1)), isTight: true },
    {
      title: "webhookId",
      cell: (row) => idOf(view, messageIdOf(row.subscriptionId, row.sequence), detailsLink(view, row)),
      isMinor: true,
    },
    { title: "actions", cell: (row) => replayButton(view, row) },
  ];
}

const isOpen = ({ state }: ShownDelivery): boolean => state === "open" || state === "retrying";

const eventsText = ({ events: [first], events }: ShownDelivery): string =>
  first === undefined
    ? "–"
    : `${first.resource} ${first.eventType}${events.length > 1 ? ` +${events.length - 1}` : ""}`;

/** A disabled button is followed by the reason. */
function replayButton(view: View, row: ShownDelivery): Part {
  const { say } = view;
  if (!may(view, "subscription.replay")) return undefined;
  if (row.subscriptionState === "ended")
    return html`<button type="button" disabled>${say("replay")}</button> <span class="muted">${say("subscriptionEnded")}</span>`;
  return actionForm(view, {
    action: `/console/subscriptions/${row.parentId ?? row.subscriptionId}/replay`,
    label: say("replay"),
    fields: { delivery: messageIdOf(row.subscriptionId, row.sequence) },
  });
}

type Attempt = ShownDelivery["tried"][number];

const statusBadge = ({ say }: View, status: number | null): Markup =>
  status === null
    ? badge("bad", sayWord(say, "answer", "0"))
    : badge(status < 300 ? "good" : statusTone(Math.max(status, 400)), String(status));

const lastResponse = (view: View, attempt: Attempt | undefined): Part =>
  attempt === undefined
    ? undefined
    : html`${statusBadge(view, attempt.status)} <span class="muted">${duration(attempt.milliseconds, view.language)}</span>`;

/** The attempts on the left, the delivery on the right. */
function deliveryDetails(view: View, row: ShownDelivery): Markup {
  const { say } = view;
  const columns: readonly Column<Attempt & { readonly number: number }>[] = [
    { title: "number", cell: ({ number }) => number, isNumber: true },
    { title: "when", cell: ({ at }) => timeOf(view, new Date(at)) },
    { title: "status", cell: ({ status }) => statusBadge(view, status) },
    { title: "total", cell: ({ milliseconds }) => duration(milliseconds, view.language), isNumber: true },
    { title: "response", cell: ({ answer }) => answer ?? undefined },
  ];
  const rows = row.tried.map((attempt, index) => ({ ...attempt, number: row.attempts - row.tried.length + index + 1 }));
  return html`<div class="beside"><section><h2>${say("attempts")}</h2>${
    rows.length === 0
      ? html`<p class="empty">${say("noAttempts")}</p>`
      : table(view, { columns, rows, caption: say("attempts") })
  }</section><section><h2>${say("delivery")}</h2>${facts([
    [say("url"), row.address],
    [say("connection"), connectionLink(view, row)],
    [say("when"), timeOf(view, row.createdAt)],
    [say("nextAttempt"), isOpen(row) && timeOf(view, row.dueAt)],
    [say("webhookId"), idOf(view, messageIdOf(row.subscriptionId, row.sequence))],
    ...row.events.map(
      ({ resource, eventType, resourceId }) =>
        [
          `${resource} ${eventType}`,
          idOf(
            view,
            resourceId,
            linkTo(view, "/console/events", { connection: row.connectionId ?? undefined, record: resourceId }),
          ),
        ] as const,
    ),
  ])}</section></div>`;
}
