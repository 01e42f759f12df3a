/** Deliveries per second of two processes, and the latency of a single delivery on an idle system. */
import { setTimeout as pause } from "node:timers/promises";
import { ledgerOf, recordEvents, startDelivererProcess, subscribe } from "../test/events/deliveries/rig.ts";
import { type DeliveryRig, withDeliveryRig } from "./deliveryRig.ts";
import { type Bench, median } from "./figure.ts";

const subscriptions = 20;
const eventsEach = 1500;
const total = subscriptions * eventsEach;
const workers = 2;
const inFlight = 32;
const single = 200;

export const deliveries: Bench = () =>
  withDeliveryRig(async (rig) => {
    const load = await underLoad(rig);
    const idle = await whenIdle(rig);
    return [
      {
        what: "deliveries a second",
        measured: `${load.rate.toFixed(0)}/s, ${load.twice} twice`,
        target: "≥ 3000/s, 0 twice",
        met: load.rate >= 3000 && load.twice === 0,
        how: `deliveries: ${workers} processes with ${inFlight} requests in flight each, ${subscriptions} subscriptions × ${eventsEach} events; PostgreSQL with fsync, the receiver and both of them on this machine; from the start of the processes to the last arrival`,
      },
      {
        what: "commit to receiver, idle, p50",
        measured: `${idle.toFixed(1)} ms`,
        target: "≤ 50 ms",
        met: idle <= 50,
        how: `deliveries: ${single} events one after the other, 20 ms apart, from the end of the transaction to the receiver's clock`,
      },
    ];
  });

async function underLoad({ database, databaseUrl, receiver }: DeliveryRig) {
  for (let count = 0; count < subscriptions; count++) {
    const { connectionId } = await subscribe(database, `${receiver.url}/hook`);
    await recordEvents(database, connectionId, { events: eventsEach, records: 1000 });
  }
  const all = Promise.withResolvers<void>();
  receiver.onProgress((distinct) => distinct >= total && all.resolve());
  const began = performance.now();
  const processes = Array.from({ length: workers }, () => startDelivererProcess({ databaseUrl, most: inFlight }));
  await all.promise;
  const seconds = (performance.now() - began) / 1000;
  while ((await ledgerOf(database)).done < total) await pause(50);
  for (const child of processes) child.kill("SIGKILL");
  const { requests, distinct } = await receiver.seen();
  return { rate: total / seconds, twice: requests - distinct };
}

async function whenIdle({ database, databaseUrl, receiver }: DeliveryRig): Promise<number> {
  const worker = startDelivererProcess({ databaseUrl });
  const { id, connectionId } = await subscribe(database, `${receiver.url}/hook`);
  await recordEvents(database, connectionId, { events: 1, records: 1 });
  while ((await ledgerOf(database)).open > 0) await pause(50);
  await receiver.arrivals();
  const committed = new Map<string, number>();
  for (let count = 2; count <= single + 1; count++) {
    await recordEvents(database, connectionId, { events: 1, records: 1 });
    committed.set(`msg_${id}_${count}`, performance.timeOrigin + performance.now());
    await pause(20);
  }
  while ((await ledgerOf(database)).open > 0) await pause(50);
  const arrivals = await receiver.arrivals();
  worker.kill("SIGKILL");
  if (arrivals.length !== single) throw new Error(`${arrivals.length} of ${single} arrived.`);
  return median(arrivals.map(({ id: message, at }) => at - (committed.get(message) ?? 0)));
}
