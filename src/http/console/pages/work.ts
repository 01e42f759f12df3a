/** Writes, events, subscriptions, deliveries and tasks. */
import { messageIdOf } from "../../../core/delivering/signature.ts";
import { html, type Markup } from "../../../pages/html.ts";
import {
  listShownDeliveries,
  listShownEvents,
  listShownSubscriptions,
  listShownTasks,
  listWrites,
  type ShownDelivery,
  type ShownEvent,
  type ShownSubscription,
  type ShownTask,
  type ShownWrite,
} from "../../../store/console/work.ts";
import { check, type Frame } from "../layout.ts";
import {
  type Column,
  connectionLink,
  facts,
  filterLink,
  idOf,
  list,
  offsetOf,
  stateBadge,
  stateChoices,
} from "../list.ts";
import { type Phrase, sayWord } from "../phrases.ts";
import { duration, exact, timeOf } from "../time.ts";
import { badge, toneOf } from "../tones.ts";
import { linkTo, mayChange, type View } from "../view.ts";
import { type Outcome, outcomeBox } from "./connections.ts";

interface Action {
  readonly action: string;
  readonly label: string;
  readonly fields?: Readonly<Record<string, string>>;
}

export const actionForm = (view: View, { action, label, fields = {} }: Action): Markup =>
  html`<form method="post" action="${action}">${check(view)}${Object.entries(fields).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)}<button type="submit">${label}</button></form>`;

export async function writesPage(view: View, outcome?: Outcome): Promise<Frame> {
  const { say, client, scope, query } = view;
  const offset = offsetOf(view);
  const { id, connection, state, operation, key } = query;
  const page = await listWrites(client, scope, { id, connection, state, operation, key }, offset);
  const columns: readonly Column<ShownWrite>[] = [
    { title: "when", cell: ({ createdAt }) => timeOf(view, createdAt) },
    { title: "operation", cell: (row) => filterLink(view, "operation", row.operation) },
    { title: "connection", cell: (row) => connectionLink(view, row) },
    { title: "state", cell: (row) => stateBadge(view, row.state) },
    {
      title: "idempotencyKey",
      cell: ({ idempotencyKey }) => idempotencyKey ?? html`<span class="muted">–</span>`,
      isMinor: true,
    },
    {
      title: "attempts",
      cell: (row) =>
        html`<a href="${linkTo(view, "/console/requests", { key: row.idempotencyKey ?? undefined, connection: row.connectionId })}">${row.attempts}</a>`,
      isNumber: true,
    },
    {
      title: "settledAfter",
      cell: ({ createdAt, settledAt }) =>
        settledAt === null ? "–" : duration(settledAt.getTime() - createdAt.getTime()),
      isNumber: true,
      isMinor: true,
    },
    { title: "id", cell: (row) => idOf(view, row.id, linkTo(view, "/console/writes", { id: row.id })), isMinor: true },
    {
      title: "action",
      cell: (row) =>
        mayChange(view) && row.state === "unknown"
          ? actionForm(view, { action: `/console/writes/${row.id}/reconcile`, label: say("reconcile") })
          : html`<span class="muted">–</span>`,
    },
  ];
  const states = ["unknown", "intended", "sent", "taken", "done", "refused", "absent"];
  return {
    ...{ title: say("writes"), question: "question.writes", isLive: outcome === undefined, hasRange: true },
    content: html`${outcome && outcomeBox(view, outcome)}${list(view, {
      ...{ page, columns, caption: say("writes"), empty: say("empty.writes"), next: String(offset + page.rows.length) },
      filters: [
        { name: "state", title: "state", choices: stateChoices(view, states) },
        { name: "operation", title: "operation" },
        { name: "connection", title: "connection" },
        { name: "key", title: "idempotencyKey" },
        { name: "id", title: "id" },
      ],
    })}<p class="muted">${say("noSendAgain")}</p>`,
  };
}

export async function eventsPage(view: View): Promise<Frame> {
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
    { title: "heardBy", cell: ({ heardBy }) => (heardBy === null ? "–" : sayWord(say, "heard", heardBy)) },
    {
      title: "delivered",
      cell: (row) =>
        html`<a href="${linkTo(view, "/console/deliveries", { connection: row.connectionId, sequence: row.sequence })}">${row.taken} / ${row.waiting} / ${row.failed}</a>`,
      isNumber: true,
    },
  ];
  return {
    ...{ title: say("events"), question: "question.events", isLive: true, hasRange: true },
    content: list(view, {
      ...{ page, columns, caption: say("events"), empty: say("empty.events"), next: String(offset + page.rows.length) },
      filters: [
        { name: "connection", title: "connection" },
        {
          name: "type",
          title: "type",
          choices: ["CREATED", "UPDATED", "DELETED", "REVOKED"].map((value) => ({ value, label: value })),
        },
        { name: "resource", title: "resource" },
        { name: "record", title: "record" },
      ],
    }),
  };
}

export async function subscriptionsPage(view: View, outcome?: Outcome): Promise<Frame> {
  const { say, client, scope, query } = view;
  const offset = offsetOf(view);
  const { id, connection, state, text } = query;
  const page = await listShownSubscriptions(client, scope, { id, connection, state, text }, offset);
  return {
    ...{
      title: say("subscriptions"),
      question: "question.subscriptions",
      isLive: outcome === undefined,
      hasRange: true,
    },
    content: html`${outcome && outcomeBox(view, outcome)}${list(view, {
      ...{ page, columns: subscriptionColumns(view), caption: say("subscriptions") },
      ...{ empty: say("empty.subscriptions"), next: String(offset + page.rows.length) },
      filters: [
        { name: "state", title: "state", choices: stateChoices(view, ["active", "paused", "ended"]) },
        { name: "connection", title: "connection" },
        { name: "text", title: "address" },
        { name: "id", title: "id" },
      ],
    })}<p class="muted">${say("addressesHidden")}</p>`,
  };
}

function subscriptionColumns(view: View): readonly Column<ShownSubscription>[] {
  const { say } = view;
  return [
    {
      title: "address",
      cell: ({ address, id }) =>
        html`<a href="${linkTo(view, "/console/deliveries", { subscription: id })}">${address}</a>`,
    },
    {
      title: "connection",
      cell: (row) => (row.connectionId === null ? `${row.tenantName} (${say("whole")})` : connectionLink(view, row)),
    },
    {
      title: "wants",
      cell: ({ eventType, resource }) => [resource, eventType].filter(Boolean).join(" ") || say("everything"),
    },
    { title: "state", cell: (row) => stateBadge(view, row.state) },
    { title: "failingSince", cell: ({ failingSince }) => (failingSince === null ? "–" : timeOf(view, failingSince)) },
    { title: "waiting", cell: (row) => row.waiting, isNumber: true },
    { title: "oldest", cell: ({ oldest }) => (oldest === null ? "–" : timeOf(view, oldest)), isMinor: true },
    {
      title: "expires",
      cell: ({ expiresAt, previousUntil }) =>
        html`${timeOf(view, expiresAt)}${previousUntil !== null && html`<br><span class="muted">${say("overlap", { time: exact(previousUntil) })}</span>`}`,
      isMinor: true,
    },
    { title: "id", cell: ({ id }) => idOf(view, id), isMinor: true },
    {
      title: "action",
      cell: (row) =>
        mayChange(view) && row.state !== "ended"
          ? html`<details class="remedy"><summary>${say("action")}</summary><div class="actions">${subscriptionActions(view, row)}</div></details>`
          : "–",
    },
  ];
}

function subscriptionActions(view: View, { id, failed }: ShownSubscription): Markup[] {
  const { say } = view;
  const make = (action: string, label: Phrase, names = {}): Markup =>
    actionForm(view, { action: `/console/subscriptions/${id}/${action}`, label: say(label, names) });
  return [
    make("test", "sendTest"),
    make("renew", "renew"),
    ...(failed > 0 ? [make("replay", "replayFailed", { count: failed })] : []),
    make("rotate", "rotate"),
  ];
}

const shownState = ({ state, attempts }: ShownDelivery): string =>
  state === "open" && attempts > 0 ? "retrying" : state;

export async function deliveriesPage(view: View, outcome?: Outcome): Promise<Frame> {
  const { say, client, scope, query } = view;
  const offset = offsetOf(view);
  const { connection, state, subscription } = query;
  const sequence = /^\d{1,18}$/.test(query["sequence"] ?? "") ? query["sequence"] : undefined;
  const page = await listShownDeliveries(client, scope, { connection, state, subscription, sequence }, offset);
  const columns: readonly Column<ShownDelivery>[] = [
    {
      title: "event",
      cell: ({ events: [first], events }) =>
        first === undefined
          ? "–"
          : `${first.resource} ${first.eventType}${events.length > 1 ? ` +${events.length - 1}` : ""}`,
    },
    {
      title: "address",
      cell: ({ address, subscriptionId, parentId }) =>
        html`<a class="quiet" href="${linkTo(view, "/console/deliveries", { subscription: parentId ?? subscriptionId })}">${address}</a>`,
    },
    { title: "state", cell: (row) => badge(toneOf(shownState(row)), sayWord(say, "state", shownState(row))) },
    { title: "attempts", cell: ({ attempts }) => say("attemptsOf", { count: attempts }), isNumber: true },
    { title: "nextTry", cell: (row) => (row.state === "open" ? timeOf(view, row.dueAt) : "–"), isMinor: true },
    { title: "lastAnswer", cell: ({ tried }) => lastAnswer(tried.at(-1)) },
    {
      title: "webhookId",
      cell: (row) =>
        idOf(
          view,
          messageIdOf(row.subscriptionId, row.sequence),
          linkTo(view, "/console/deliveries", { subscription: row.subscriptionId, sequence: row.sequence }),
        ),
      isMinor: true,
    },
    {
      title: "action",
      cell: (row) =>
        mayChange(view)
          ? actionForm(view, {
              action: `/console/subscriptions/${row.parentId ?? row.subscriptionId}/replay`,
              label: say("retry"),
              fields: { delivery: messageIdOf(row.subscriptionId, row.sequence) },
            })
          : "–",
    },
  ];
  const [only] = page.rows;
  return {
    ...{ title: say("deliveries"), question: "question.deliveries", isLive: outcome === undefined, hasRange: true },
    content: html`${outcome && outcomeBox(view, outcome)}${list(view, {
      ...{
        page,
        columns,
        caption: say("deliveries"),
        empty: say("empty.deliveries"),
        next: String(offset + page.rows.length),
      },
      filters: [
        { name: "state", title: "state", choices: stateChoices(view, ["open", "done", "failed"]) },
        { name: "subscription", title: "subscriptions" },
        { name: "connection", title: "connection" },
        { name: "sequence", title: "number" },
      ],
    })}${sequence !== undefined && only !== undefined && attemptsOf(view, only)}`,
  };
}

type Tried = ShownDelivery["tried"][number];

const lastAnswer = (tried: Tried | undefined): string =>
  tried === undefined ? "–" : `${tried.status ?? tried.answer ?? "–"} · ${duration(tried.milliseconds)}`;

const attemptsOf = (view: View, { tried }: ShownDelivery): Markup =>
  html`<h2>${view.say("attempts")}</h2>${tried.map((each, index) =>
    facts([
      [view.say("number"), String(index + 1)],
      [view.say("when"), timeOf(view, new Date(each.at))],
      [view.say("status"), each.status === null ? "–" : String(each.status)],
      [view.say("total"), duration(each.milliseconds)],
      [view.say("lastAnswer"), each.answer ?? undefined],
    ]),
  )}`;

export async function tasksPage(view: View): Promise<Frame> {
  const { say, client, scope, query } = view;
  const offset = offsetOf(view);
  const { id, connection, state, operation } = query;
  const page = await listShownTasks(client, scope, { id, connection, state, operation }, offset);
  const columns: readonly Column<ShownTask>[] = [
    { title: "when", cell: ({ createdAt }) => timeOf(view, createdAt) },
    { title: "operation", cell: (row) => filterLink(view, "operation", row.operation) },
    { title: "connection", cell: (row) => connectionLink(view, row) },
    { title: "status", cell: (row) => badge(toneOf(row.status), row.status) },
    { title: "age", cell: ({ createdAt }) => duration(view.now - createdAt.getTime()), isNumber: true, isMinor: true },
    { title: "turns", cell: ({ turn }) => turn, isNumber: true, isMinor: true },
    {
      title: "information",
      cell: ({ information }) => information.map(({ message = "" }) => message).join(" ") || "–",
    },
    { title: "expires", cell: ({ expiresAt }) => timeOf(view, expiresAt), isMinor: true },
    {
      title: "id",
      cell: (row) =>
        row.isWrite ? idOf(view, row.id, linkTo(view, "/console/writes", { id: row.id })) : idOf(view, row.id),
    },
  ];
  const states = ["OPEN", "IN_PROGRESS", "SUCCESS", "PARTIAL_SUCCESS", "FAILED", "FINISHED"];
  return {
    ...{ title: say("tasks"), question: "question.tasks", isLive: true, hasRange: true },
    content: list(view, {
      ...{ page, columns, caption: say("tasks"), empty: say("empty.tasks"), next: String(offset + page.rows.length) },
      filters: [
        { name: "state", title: "status", choices: states.map((value) => ({ value, label: value })) },
        { name: "operation", title: "operation" },
        { name: "connection", title: "connection" },
        { name: "id", title: "id" },
      ],
    }),
  };
}
