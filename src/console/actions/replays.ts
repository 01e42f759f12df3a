/** Starting and stopping a bulk replay. */
import { newId } from "../../core/secrets/ids.ts";
import { addBulkReplay, findBulkReplay, replayKinds, stopBulkReplay } from "../../store/bulkReplays.ts";
import { reading } from "../../store/console/query.ts";
import { transaction } from "../../store/postgres/database.ts";
import { expectedOf, replayRates, shownCountField } from "../pages/replays.ts";
import { rangeOf } from "../parts/time.ts";
import { type Act, type ConsoleAction, databaseOf } from "./action.ts";

/** Uses the time range that was counted, however late the button is pressed, and the count that the person saw. */
const startReplay: Act = async (context) => {
  const { view, form } = context;
  const which = replayKinds.find((kind) => kind === form["which"]);
  const rate = replayRates.find((name) => name === form["rate"]);
  const { from, to, isFixed } = rangeOf(form["range"], view.now);
  if (which === undefined || rate === undefined || !isFixed) return undefined;
  const subscription = form["subscription"] || undefined;
  const connection = form["connection"] || undefined;
  const tenantId = view.session.tenantId ?? (form["tenant"] || null);
  const shown = form[shownCountField(which)] ?? "";
  const counted = { scope: { tenantId, from, to }, filters: { subscription, connection }, range: form["range"] };
  const expected = /^\d{1,9}$/.test(shown)
    ? Number(shown)
    : expectedOf((await reading(databaseOf(context), (client) => view.deps.countReplay(client, counted))).count, which);
  const id = newId();
  const replay = {
    id,
    tenantId,
    subscriptionId: subscription ?? null,
    connectionId: connection ?? null,
    which,
    from,
    to,
    perSecond: Number(rate),
    expected,
    person: view.session.person,
  };
  const running = await transaction(databaseOf(context), (client) => addBulkReplay(client, replay));
  if (running !== undefined) {
    const refusal = { text: view.say("bulkRunning"), isRefused: true, ...(tenantId && { tenantId }) };
    // Members do not see an operator's replay for all tenants.
    const isVisible = (await findBulkReplay(databaseOf(context), view.session.tenantId, running)) !== undefined;
    return isVisible ? { ...refusal, redirectTo: `/console/deliveries/replays/${running}?refused=another` } : refusal;
  }
  return { text: "", redirectTo: `/console/deliveries/replays/${id}`, ...(tenantId && { tenantId }) };
};

const stopReplay: Act = async (context) => {
  const { view, ids } = context;
  const { tenantId } = view.scope;
  const replay = await findBulkReplay(databaseOf(context), tenantId, ids["id"] ?? "");
  if (replay === undefined) return undefined;
  const isStopped = await stopBulkReplay(databaseOf(context), tenantId, replay.id);
  const audit = { ...(replay.tenantId && { tenantId: replay.tenantId }), isRefused: !isStopped };
  return { text: view.say(isStopped ? "bulkStopped" : "bulkOver"), ...audit };
};

export const replayActions: readonly ConsoleAction[] = [
  { path: "/deliveries/send", name: "delivery.replayMany", takesTurn: true, act: startReplay },
  { path: "/deliveries/replays/:id/stop", name: "delivery.stopReplay", act: stopReplay },
];
