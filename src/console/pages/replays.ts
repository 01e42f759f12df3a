/** Bulk replays: count the deliveries, start, watch the progress, stop. */

import { type BulkReplay, findBulkReplay, type ReplayKind, replayKinds } from "../../store/bulkReplays.ts";
import { findConnectionName } from "../../store/console/connections.ts";
import { findReceiver, type ReplayCount, type ReplayFilters, readReplayResult } from "../../store/console/replays.ts";
import { html, type Markup, type Part } from "../../web/html.ts";
import { actionForm } from "../parts/actionForm.ts";
import { check, type Frame } from "../parts/layout.ts";
import { facts, stateBadge } from "../parts/list.ts";
import { type Outcome, outcomeBox } from "../parts/outcome.ts";
import { may } from "../parts/permissions.ts";
import { exactTime, fixedRange, timeOf } from "../parts/time.ts";
import { linkTo, type View } from "../parts/view.ts";

/** Deliveries per second, so that a replay does not overload a recipient that has just recovered. */
export const replayRates = ["1", "10", "100"] as const;

export function expectedOf(count: ReplayCount, which: ReplayKind): number {
  const undelivered = count.failed + count.waiting;
  if (which === "undelivered") return undelivered;
  return which === "all" ? undelivered + count.taken + count.missing : count[which];
}

/** The field of the form with the count that the page shows for a kind. */
export const shownCountField = (which: ReplayKind): string => `count.${which}`;

/** The kinds that the states of the delivery list are about. */
const kindOfState: Readonly<Record<string, ReplayKind>> = {
  open: "waiting",
  retrying: "waiting",
  failed: "failed",
  undelivered: "undelivered",
  done: "all",
};

/** The kind that the list was filtered by, or else the first with deliveries. */
function preselected({ query }: View, count: ReplayCount): ReplayKind {
  const filtered = kindOfState[query["state"] ?? ""];
  if (filtered !== undefined) return filtered;
  return (["failed", "waiting", "missing"] as const).find((kind) => expectedOf(count, kind) > 0) ?? "failed";
}

/** Names who gets the deliveries, because a replay may concern one subscription, one connection or all of them. */
async function receiverOf({ say, client, scope }: View, { subscription, connection }: ReplayFilters): Promise<string> {
  const { tenantId } = scope;
  if (subscription !== undefined) {
    const receiver = await findReceiver(client, tenantId, subscription);
    return receiver === undefined ? subscription : `${receiver.address} (${receiver.name})`;
  }
  if (connection !== undefined) return (await findConnectionName(client, tenantId, connection)) ?? connection;
  return say("allReceivers");
}

/** Shows how many deliveries a replay would send, and fixes the time range. */
export async function replayPage(view: View): Promise<Frame> {
  const { say, client, deps, scope, query, now, range } = view;
  const { subscription, connection } = query;
  const period = { ...scope, to: range.isFixed ? scope.to : new Date(now) };
  const counted = { scope: period, filters: { subscription, connection }, range: query["range"] };
  const { count, from, to } = await deps.countReplay(client, counted);
  const { failed, taken, waiting, addresses } = count;
  const hidden = {
    range: fixedRange(from, to),
    tenant: query["tenant"],
    subscription,
    connection,
    ...Object.fromEntries(replayKinds.map((kind) => [shownCountField(kind), String(expectedOf(count, kind))])),
  };
  const selected = preselected(view, count);
  const which = (name: ReplayKind): Markup =>
    html`<li><label><input type="radio" name="which" value="${name}"${name === selected && html` checked`}> ${say(`which.${name}`, { count: expectedOf(count, name) })}</label></li>`;
  const rate = (value: string): Markup =>
    html`<option value="${value}"${value === "10" && html` selected`}>${say("perSecond", { count: value })}</option>`;
  return {
    title: say("bulk"),
    hasRange: true,
    content: html`<p>${say("receiver")}: <strong>${await receiverOf(view, { subscription, connection })}</strong></p><p>${say("bulkCount", { count: failed + taken + waiting, addresses, delivered: taken })}</p><p class="muted">${exactTime(from)} – ${exactTime(to)}. ${say("bulkFrozen")}</p>
${
  may(view, "delivery.replayMany") &&
  html`<form class="bulk" method="post" action="/console/deliveries/send">${check(view)}${Object.entries(hidden).map(([name, value]) => value && html`<input type="hidden" name="${name}" value="${value}">`)}<fieldset><legend>${say("bulkWhich")}</legend><ul>${replayKinds.map(which)}</ul></fieldset><p><label>${say("bulkRate")} <select name="rate">${replayRates.map(rate)}</select></label></p><p class="muted">${say("bulkStarts")}</p><p class="actions"><button class="primary" type="submit">${say("replay")}</button> <a href="${linkTo(view, "/console/deliveries", { subscription, connection })}">${say("cancel")}</a></p></form>`
}`,
  };
}

/** The progress of one bulk replay. */
export async function bulkReplayPage(view: View, id: string, outcome?: Outcome): Promise<Frame | undefined> {
  const { say, client, scope, query } = view;
  const replay = await findBulkReplay(client, scope.tenantId, id);
  if (replay === undefined) return undefined;
  const result = await readReplayResult(client, replay);
  const { state, sent, expected, from, to, which, perSecond, person, dueAt, createdAt, endedAt } = replay;
  const filters = {
    range: fixedRange(from, to),
    subscription: replay.subscriptionId ?? undefined,
    connection: replay.connectionId ?? undefined,
  };
  // Another replay was refused because this one is running.
  const shownOutcome = outcome ?? (query["refused"] === "another" ? { text: say("bulkRunning") } : undefined);
  return {
    title: say("bulk"),
    isLive: outcome === undefined,
    content: html`${shownOutcome && outcomeBox(view, shownOutcome)}<p class="progress"><progress max="${Math.max(expected, sent, 1)}" value="${sent}" aria-label="${say("bulkProgress", { sent, expected })}"></progress> ${say("bulkProgress", { sent, expected })}</p>
${facts([
  [say("state"), stateBadge(view, shownState(replay))],
  [say("receiver"), await receiverOf(view, filters)],
  [say("starts"), state === "open" && sent === 0 && timeOf(view, dueAt)],
  [say("bulkWhich"), say(`kind.${which}`)],
  [say("range"), html`${exactTime(from)} – ${exactTime(to)}`],
  [say("bulkRate"), say("perSecond", { count: perSecond })],
  [say("person"), html`${person} ${timeOf(view, createdAt)}`],
  [say("ended"), endedAt !== null && timeOf(view, endedAt)],
  [say("replayResult"), sent > 0 && say("replayArrived", { ...result })],
])}
<div class="actions">${state === "open" && may(view, "delivery.stopReplay") && actionForm(view, { action: `/console/deliveries/replays/${id}/stop`, label: say("stop") })}<a class="chip" href="${linkTo(view, "/console/deliveries", filters)}">${say("deliveries")}</a></div>`,
  };
}

const shownState = ({ state, sent }: BulkReplay): string =>
  state === "open" ? (sent === 0 ? "waiting" : "running") : state;

/** Links to recent bulk replays and to a new one. A replay covers the whole filter, not only the shown page. */
export function replayChips(view: View, replays: readonly BulkReplay[]): Part {
  const { say, query } = view;
  const { subscription, connection, state } = query;
  const startLink =
    may(view, "delivery.replayMany") &&
    html`<a class="chip" href="${linkTo(view, "/console/deliveries/replay", { subscription, connection, state })}">${say("bulk")} …</a> `;
  return html`<p>${startLink}${replays.map((replay) => html`<a class="chip" href="${linkTo(view, `/console/deliveries/replays/${replay.id}`)}">${stateBadge(view, shownState(replay))} ${say("bulkProgress", { sent: replay.sent, expected: replay.expected })}</a> `)}</p>`;
}
