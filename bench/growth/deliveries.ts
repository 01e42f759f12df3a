/** Deliveries per second of one process with few waiting deliveries and with very many. */
import { type ReceiverProcess, startDelivererProcess, subscribe } from "../../test/events/deliveries/rig.ts";
import { type DeliveryRig, withDeliveryRig } from "../deliveryRig.ts";
import type { Bench } from "../figure.ts";
import { processorTime } from "../program.ts";
import { fillDeliveries, fillEvents } from "./rows.ts";

const subscriptions = 100;
const sent = 20_000;
/** Deliveries before the measurement starts, while the process warms up. */
const begun = 2000;
const allowed = 0.8;

export const deliveries: Bench = ({ scale }) =>
  withDeliveryRig(async (rig) => {
    const many = Math.max(2 * sent, Math.round(1_000_000 * scale));
    const less = await rateWith(sent, rig);
    const more = await rateWith(many, rig);
    const ratio = more.rate / less.rate;
    return [
      {
        what: `${many} deliveries waiting: deliveries/s`,
        measured: `${ratio.toFixed(2)} × (${more.rate.toFixed(0)} : ${less.rate.toFixed(0)}/s; CPU time ${(more.processor / less.processor).toFixed(2)} ×)`,
        target: `≥ ${allowed} × of ${sent} (chosen here)`,
        met: ratio >= allowed,
        how: `deliveries waiting: one process that delivers, ${subscriptions} subscriptions with that many due deliveries each; from the ${begun}th arrival to the ${sent}th`,
      },
    ];
  });

async function rateWith(waiting: number, { database, databaseUrl, receiver }: DeliveryRig) {
  const subscribed = [];
  for (let count = 0; count < subscriptions; count++)
    subscribed.push(await subscribe(database, `${receiver.url}/hook`));
  const each = waiting / subscriptions;
  await fillEvents(
    database,
    subscribed.map(({ connectionId }) => connectionId),
    each,
  );
  await fillDeliveries(
    database,
    subscribed.map(({ id }) => id),
    { each, state: "open" },
  );
  const { distinct: before } = await receiver.seen();
  const [first, last] = arrivals(receiver, [before + begun, before + sent]);
  const child = startDelivererProcess({ databaseUrl });
  const from = { at: await first, processor: processorTime(child) };
  const milliseconds = (await last) - from.at;
  const processor = processorTime(child) - from.processor;
  child.kill("SIGKILL");
  await database.query("DELETE FROM subscriptions");
  return { rate: ((sent - begun) * 1000) / milliseconds, processor };
}

/** The times when the smaller and the larger number of deliveries have arrived. */
function arrivals(receiver: ReceiverProcess, [few, many]: readonly [few: number, many: number]) {
  const first = Promise.withResolvers<number>();
  const last = Promise.withResolvers<number>();
  receiver.onProgress((distinct) => {
    if (distinct >= few) first.resolve(performance.now());
    if (distinct >= many) last.resolve(performance.now());
  });
  return [first.promise, last.promise] as const;
}
