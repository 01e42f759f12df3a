/** The list of subscriptions, with the actions on each. */

import { listShownSubscriptions, type ShownSubscription } from "../../store/console/work.ts";
import { html, type Markup } from "../../web/html.ts";
import { actionForm } from "../parts/actionForm.ts";
import { check, type Frame } from "../parts/layout.ts";
import {
  type Column,
  connectionFilter,
  connectionLink,
  idOf,
  list,
  offsetOf,
  stateBadge,
  stateChoices,
} from "../parts/list.ts";
import { type Outcome, outcomeBox } from "../parts/outcome.ts";
import { may } from "../parts/permissions.ts";
import { exact, timeOf, withTimes } from "../parts/time.ts";
import { linkTo, type View } from "../parts/view.ts";
import type { Phrase } from "../texts/phrases.ts";

export async function subscriptionsPage(view: View, outcome?: Outcome): Promise<Frame> {
  const { say, client, scope, query } = view;
  const offset = offsetOf(view);
  const { id, connection, state, text } = query;
  const page = await listShownSubscriptions(client, scope, { id, connection, state, text }, offset);
  return {
    title: say("subscriptions"),
    question: "question.subscriptions",
    isLive: outcome === undefined,
    hasRange: true,
    content: html`${outcome && outcomeBox(view, outcome)}${list(view, {
      page,
      columns: subscriptionColumns(view),
      caption: say("subscriptions"),
      empty: say("empty.subscriptions"),
      next: String(offset + page.rows.length),
      filters: [
        { name: "state", title: "state", choices: stateChoices(view, ["active", "paused", "ended"]) },
        await connectionFilter(view),
        { name: "text", title: "url" },
        { name: "id", title: "id" },
      ],
    })}<p class="muted">${say("urlsHidden")}</p>`,
  };
}

function subscriptionColumns(view: View): readonly Column<ShownSubscription>[] {
  const { say } = view;
  return [
    {
      title: "url",
      cell: ({ address, id }) =>
        html`<a href="${linkTo(view, "/console/deliveries", { subscription: id })}">${address}</a>`,
    },
    {
      title: "connection",
      cell: (row) =>
        row.connectionId === null ? `${row.tenantName} (${say("allConnections")})` : connectionLink(view, row),
    },
    {
      title: "subscribedTo",
      cell: ({ eventType, resource }) => [resource, eventType].filter(Boolean).join(" ") || say("allEvents"),
    },
    { title: "state", cell: (row) => stateBadge(view, row.state) },
    {
      title: "failingSince",
      cell: ({ failingSince }) => (failingSince === null ? undefined : timeOf(view, failingSince)),
      isLabelled: true,
    },
    { title: "pending", cell: (row) => row.waiting, isNumber: true },
    { title: "oldest", cell: ({ oldest }) => (oldest === null ? undefined : timeOf(view, oldest)), isMinor: true },
    {
      title: "expires",
      cell: ({ expiresAt, previousUntil }) =>
        html`${timeOf(view, expiresAt)}${previousUntil !== null && html`<br><span class="muted">${withTimes(say("overlap", { time: exact(previousUntil) }))}</span>`}`,
      isMinor: true,
    },
    { title: "id", cell: ({ id }) => idOf(view, id), isMinor: true },
    {
      title: "actions",
      cell: (row) =>
        may(view, "subscription.test") && row.state !== "ended"
          ? html`<details class="remedy"><summary>${say("actions")}</summary><div class="actions">${subscriptionActions(view, row)}</div></details>`
          : undefined,
    },
  ];
}

function subscriptionActions(view: View, { id, failed }: ShownSubscription): Markup[] {
  const { say } = view;
  const button = (action: string, label: Phrase, names = {}): Markup =>
    actionForm(view, { action: `/console/subscriptions/${id}/${action}`, label: say(label, names) });
  return [
    button("test", "sendTest"),
    ...(may(view, "subscription.renew") ? [button("renew", "renew")] : []),
    ...(failed > 0 ? [button("replay", "replayFailed", { count: failed })] : []),
    ...(may(view, "subscription.rotateSecret") ? [button("rotate", "rotate")] : []),
    html`<form method="post" action="/console/subscriptions/${id}/replay">${check(view)}<label>${say("sinceUtc")} <input type="datetime-local" name="since" required></label> <button type="submit">${say("replay")}</button></form>`,
  ];
}
