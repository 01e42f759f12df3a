/** What can be done to a subscription, and to what was or was not delivered. */
import { replay } from "../../core/delivering/replay.ts";
import { messageIdOf } from "../../core/delivering/signature.ts";
import { renew, rotateSecret, subscriptionOf } from "../../core/delivering/subscriptions.ts";
import { sendTestEvent } from "../../core/delivering/testEvent.ts";
import { findConnection } from "../../store/connections.ts";
import { findDeliveriesOf } from "../../store/console/replays.ts";
import { listShownSubscriptions } from "../../store/console/work.ts";
import { exact } from "../parts/time.ts";
import { type Act, type Asked, type ConsoleAction, connectionIn, databaseOf } from "./asked.ts";

async function subscriptionIn(asked: Asked) {
  const { rows } = await listShownSubscriptions(databaseOf(asked), asked.view.scope, { id: asked.ids["id"] ?? "" });
  const [found] = rows;
  return found && { id: found.id, tenantId: found.tenantId, connectionId: found.connectionId };
}

const batchesOf =
  ({ view }: Asked) =>
  (targetSystem: string): boolean =>
    view.deps.auth.connecting.connectors.get(targetSystem)?.batches === true;

const sendTest: Act = async (asked) => {
  const { view } = asked;
  const { connecting } = view.deps.auth;
  const name = await subscriptionIn(asked);
  if (name === undefined) return undefined;
  const subscription = await subscriptionOf(connecting, name);
  const row = name.connectionId === null ? undefined : await findConnection(connecting.database, name.connectionId);
  const { targetSystem = "" } = row ?? {};
  const tried = await sendTestEvent(connecting, subscription, {}, batchesOf(asked)(targetSystem));
  const { status, milliseconds: ms, answer = "–" } = tried;
  const text = tried.delivered
    ? view.say("testTaken", { status: status ?? "–", ms })
    : view.say("testFailed", { answer: status === undefined ? answer : `${status} ${answer}` });
  return { text, tenantId: name.tenantId };
};

const replaySome: Act = async (asked) => {
  const { view, form } = asked;
  const name = await subscriptionIn(asked);
  if (name === undefined) return undefined;
  const { delivery: deliveryId, since } = form;
  const from = since === undefined ? undefined : momentOf(since);
  if (since !== undefined && from === undefined) return { text: view.say("noMoment"), isRefused: true };
  const wish = deliveryId === undefined ? (from === undefined ? { failed: true } : { from }) : { deliveryId };
  const { deliveries: count } = await replay(replayingOf(asked), name, wish);
  const href = `/console/deliveries?subscription=${name.id}`;
  const link = { href, text: view.say("deliveries") };
  return { text: view.say("replayed", { count }), tenantId: name.tenantId, link };
};

const replayingOf = (asked: Asked) => ({ database: databaseOf(asked), batches: batchesOf(asked) });

/** As a form sends it, without a zone: it is meant in UTC, and the form says so. */
function momentOf(text: string): string | undefined {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

const replayEvent: Act = async (asked) => {
  const { view, form } = asked;
  const row = await connectionIn(asked, form["connection"] ?? "");
  const { sequence = "" } = form;
  if (row === undefined || !/^\d{1,18}$/.test(sequence)) return undefined;
  const found = await findDeliveriesOf(databaseOf(asked), { connectionId: row.id, sequence });
  let count = 0;
  for (const { name, subscriptionId, sequence: number } of found)
    count += (await replay(replayingOf(asked), name, { deliveryId: messageIdOf(subscriptionId, number) })).deliveries;
  return { text: view.say(count === 0 ? "nobodyToTell" : "replayed", { count }), tenantId: row.tenantId };
};

const renewOne: Act = async (asked) => {
  const name = await subscriptionIn(asked);
  if (name === undefined) return undefined;
  const { expiresAt } = await renew(asked.view.deps.auth.connecting, name);
  return { text: asked.view.say("renewed", { time: exact(expiresAt) }), tenantId: name.tenantId };
};

const rotateOne: Act = async (asked) => {
  const name = await subscriptionIn(asked);
  if (name === undefined) return undefined;
  const { subscription, secret } = await rotateSecret(asked.view.deps.auth.connecting, name);
  const { previousUntil } = subscription;
  const time = previousUntil === null ? "–" : exact(previousUntil);
  return { text: asked.view.say("rotated", { time }), made: secret, tenantId: name.tenantId };
};

export const subscriptionActions: readonly ConsoleAction[] = [
  { path: "/subscriptions/:id/test", name: "subscription.test", act: sendTest },
  { path: "/subscriptions/:id/replay", name: "subscription.replay", act: replaySome },
  { path: "/events/replay", name: "event.replay", act: replayEvent },
  { path: "/subscriptions/:id/renew", name: "subscription.renew", act: renewOne },
  { path: "/subscriptions/:id/rotate", name: "subscription.rotateSecret", act: rotateOne },
];
