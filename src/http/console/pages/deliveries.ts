/** Deliveries: did the receiver take it? */
import { messageIdOf } from "../../../core/delivering/signature.ts";
import { html, type Markup } from "../../../pages/html.ts";
import { countReplay } from "../../../store/console/replays.ts";
import { listShownDeliveries, type ShownDelivery } from "../../../store/console/work.ts";
import { actionForm } from "../actionForm.ts";
import { check, type Frame } from "../layout.ts";
import { type Column, facts, idOf, list, offsetOf, stateChoices } from "../list.ts";
import { type Outcome, outcomeBox } from "../outcome.ts";
import { sayWord } from "../phrases.ts";
import { duration, exact, fixedRange, timeOf } from "../time.ts";
import { badge, toneOf } from "../tones.ts";
import { linkTo, mayChange, type View } from "../view.ts";

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
      title: "act",
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
        more: mayChange(view) && bulkLink(view),
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

/** Leads to the count: what is meant is the filter, not the page. */
const bulkLink = (view: View): Markup =>
  html`<p><a class="chip" href="${linkTo(view, "/console/deliveries/replay", { subscription: view.query["subscription"], connection: view.query["connection"] })}">${view.say("bulk")}</a></p>`;

/** Before many are sent again: how many, to whom, and from when to when, which stays as it was counted. */
export async function replayPage(view: View): Promise<Frame> {
  const { say, client, scope, query, now, range } = view;
  const { subscription, connection } = query;
  const to = range.isFixed ? scope.to : new Date(now);
  const counted = await countReplay(client, { ...scope, to }, { subscription, connection });
  const { failed, taken, waiting, missing, addresses } = counted;
  const kept = { range: fixedRange(scope.from, to), tenant: query["tenant"], subscription, connection };
  const which = (name: "failed" | "missing" | "all", count: number): Markup =>
    html`<li><label><input type="radio" name="which" value="${name}"${name === "failed" && html` checked`}> ${say(`which.${name}`, { count })}</label></li>`;
  return {
    ...{ title: say("bulk"), hasRange: true },
    content: html`<p>${say("bulkCount", { count: failed + taken + waiting, addresses, taken })}</p><p class="muted">${exact(scope.from)} – ${exact(to)}. ${say("bulkFrozen")}</p>
${
  mayChange(view) &&
  html`<form class="bulk" method="post" action="/console/deliveries/send">${check(view)}${Object.entries(kept).map(([name, value]) => value && html`<input type="hidden" name="${name}" value="${value}">`)}<fieldset><legend>${say("bulkWhich")}</legend><ul>${which("failed", failed)}${which("missing", missing)}${which("all", failed + taken + waiting + missing)}</ul></fieldset><button class="primary" type="submit">${say("retry")}</button> <a href="${linkTo(view, "/console/deliveries", { subscription, connection })}">${say("cancel")}</a></form>`
}`,
  };
}
