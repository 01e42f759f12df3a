/** The actions on subscriptions, events and deliveries. */
import { replay } from "../../core/delivering/replay.ts";
import { messageIdOf } from "../../core/delivering/signature.ts";
import { renew, rotateSecret, subscriptionOf } from "../../core/delivering/subscriptions.ts";
import { sendTestEvent } from "../../core/delivering/testEvent.ts";
import { findConnection } from "../../store/connections.ts";
import { findDeliveriesOf } from "../../store/console/replays.ts";
import { listShownSubscriptions } from "../../store/console/work.ts";
import { exact } from "../parts/time.ts";
import { type Act, type ActionContext, type ConsoleAction, connectionIn, databaseOf } from "./action.ts";

async function subscriptionIn(context: ActionContext) {
  const { rows } = await listShownSubscriptions(databaseOf(context), context.view.scope, {
    id: context.ids["id"] ?? "",
  });
  const [found] = rows;
  return found && { id: found.id, tenantId: found.tenantId, connectionId: found.connectionId };
}

const batchesOf =
  ({ view }: ActionContext) =>
  (targetSystem: string | null): boolean =>
    view.deps.auth.connecting.connectors.get(targetSystem ?? "")?.batches === true;

const sendTest: Act = async (context) => {
  const { view } = context;
  const { connecting } = view.deps.auth;
  const name = await subscriptionIn(context);
  if (name === undefined) return undefined;
  const subscription = await subscriptionOf(connecting, name);
  const row = name.connectionId === null ? undefined : await findConnection(connecting.database, name.connectionId);
  const { targetSystem = null } = row ?? {};
  const attempt = await sendTestEvent(connecting, subscription, {}, batchesOf(context)(targetSystem));
  const { status, milliseconds: ms, answer = "–" } = attempt;
  const text = attempt.delivered
    ? view.say("testAccepted", { status: status ?? "–", ms })
    : view.say("testFailed", { answer: status === undefined ? answer : `${status} ${answer}` });
  return { text, tenantId: name.tenantId };
};

const replayDeliveries: Act = async (context) => {
  const { view, form } = context;
  const name = await subscriptionIn(context);
  if (name === undefined) return undefined;
  const { delivery: deliveryId, since } = form;
  const from = since === undefined ? undefined : timestampOf(since);
  if (since !== undefined && from === undefined) return { text: view.say("invalidTime"), isRefused: true };
  const selection = deliveryId === undefined ? (from === undefined ? { failed: true } : { from }) : { deliveryId };
  const { deliveries: count } = await replay(replayingOf(context), name, selection);
  const href = `/console/deliveries?subscription=${name.id}`;
  const link = { href, text: view.say("deliveries") };
  return { text: view.say("replayed", { count }), tenantId: name.tenantId, link };
};

const replayingOf = (context: ActionContext) => ({ database: databaseOf(context), batches: batchesOf(context) });

/** Forms send the time without a zone; the label says that it is UTC. */
function timestampOf(text: string): string | undefined {
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(text) ? Date.parse(`${text}Z`) : Number.NaN;
  return Number.isNaN(at) ? undefined : new Date(at).toISOString();
}

const replayEvent: Act = async (context) => {
  const { view, form } = context;
  const row = await connectionIn(context, form["connection"] ?? "");
  const { sequence = "" } = form;
  if (row === undefined || !/^\d{1,18}$/.test(sequence)) return undefined;
  const found = await findDeliveriesOf(databaseOf(context), { connectionId: row.id, sequence });
  let count = 0;
  for (const { name, subscriptionId, sequence: number } of found)
    count += (await replay(replayingOf(context), name, { deliveryId: messageIdOf(subscriptionId, number) })).deliveries;
  return { text: view.say(count === 0 ? "nothingToReplay" : "replayed", { count }), tenantId: row.tenantId };
};

const renewSubscription: Act = async (context) => {
  const name = await subscriptionIn(context);
  if (name === undefined) return undefined;
  const { expiresAt } = await renew(context.view.deps.auth.connecting, name);
  return { text: context.view.say("renewed", { time: exact(expiresAt) }), tenantId: name.tenantId };
};

const rotateSigningSecret: Act = async (context) => {
  const name = await subscriptionIn(context);
  if (name === undefined) return undefined;
  const { subscription, secret } = await rotateSecret(context.view.deps.auth.connecting, name);
  const { previousUntil } = subscription;
  const time = previousUntil === null ? "–" : exact(previousUntil);
  return { text: context.view.say("rotated", { time }), made: secret, tenantId: name.tenantId };
};

export const subscriptionActions: readonly ConsoleAction[] = [
  { path: "/subscriptions/:id/test", name: "subscription.test", act: sendTest },
  { path: "/subscriptions/:id/replay", name: "subscription.replay", act: replayDeliveries },
  { path: "/events/replay", name: "event.replay", act: replayEvent },
  { path: "/subscriptions/:id/renew", name: "subscription.renew", act: renewSubscription },
  { path: "/subscriptions/:id/rotate", name: "subscription.rotateSecret", act: rotateSigningSecret },
];
