/** Sending many again, and stopping it. */
import { newId } from "../../core/secrets/ids.ts";
import { addBulkReplay, findBulkReplay, replayKinds, stopBulkReplay } from "../../store/bulkReplays.ts";
import { countReplay } from "../../store/console/replays.ts";
import { expectedOf, replayRates } from "../pages/replays.ts";
import { rangeOf } from "../parts/time.ts";
import { type Act, type ConsoleAction, databaseOf } from "./asked.ts";

/** The range is the one that was counted, however late the button is pressed. */
const beginReplay: Act = async (asked) => {
  const { view, form } = asked;
  const which = replayKinds.find((each) => each === form["which"]);
  const rate = replayRates.find((each) => each === form["rate"]);
  const { from, to, isFixed } = rangeOf(form["range"], view.now);
  if (which === undefined || rate === undefined || !isFixed) return undefined;
  const subscription = form["subscription"] || undefined;
  const connection = form["connection"] || undefined;
  const tenantId = view.session.tenantId ?? (form["tenant"] || null);
  const counted = await countReplay(databaseOf(asked), { tenantId, from, to }, { subscription, connection });
  const id = newId();
  await addBulkReplay(databaseOf(asked), {
    id,
    tenantId,
    subscriptionId: subscription ?? null,
    connectionId: connection ?? null,
    which,
    from,
    to,
    perSecond: Number(rate),
    expected: expectedOf(counted, which),
    person: view.session.person,
  });
  return { text: "", leadsTo: `/console/deliveries/replays/${id}`, ...(tenantId && { tenantId }) };
};

const stopReplay: Act = async (asked) => {
  const { view, ids } = asked;
  const { tenantId } = view.scope;
  const replay = await findBulkReplay(databaseOf(asked), tenantId, ids["id"] ?? "");
  if (replay === undefined) return undefined;
  const isStopped = await stopBulkReplay(databaseOf(asked), tenantId, replay.id);
  const about = { ...(replay.tenantId && { tenantId: replay.tenantId }), isRefused: !isStopped };
  return { text: view.say(isStopped ? "bulkStopped" : "bulkOver"), ...about };
};

export const replayActions: readonly ConsoleAction[] = [
  { path: "/deliveries/send", name: "delivery.replayMany", act: beginReplay },
  { path: "/deliveries/replays/:id/stop", name: "delivery.stopReplay", act: stopReplay },
];
