/**
 * Brings deliveries to their receivers. It leases subscriptions that have something due, sends what is due in the order of
 * each lane, writes down what came of it and gives the subscription back. Any number of processes may do this at once; one
 * that dies loses nothing: its leases run out, and the next holder sends what was not written down.
 */
import { deliveriesChannel } from "../../store/events.ts";
import { listen } from "../../store/postgres/listener.ts";
import { tenantsChannel } from "../../store/tenants.ts";
import { DeliveryLoop, type DeliveryLoopOptions } from "./deliveryLoop.ts";

export interface Deliverer {
  /** Waits for what is under way, for a few seconds at most. */
  stop(): Promise<void>;
}

/** Nobody tells of a delivery whose next attempt is due. */
const lookEveryMs = 1000;
const stopPatienceMs = 5000;

export function startDeliverer(options: DeliveryLoopOptions): Deliverer {
  const delivering = new DeliveryLoop(options);
  const { database, onFault } = options;
  const channels = { [deliveriesChannel]: () => delivering.look(), [tenantsChannel]: () => delivering.renew() };
  const listener = listen({ pool: database, channels, onFault });
  const timers = [
    setInterval(() => delivering.look(), lookEveryMs),
    setInterval(() => delivering.renew(), delivering.leaseMs * 0.3),
  ];
  return {
    stop: async () => {
      await listener.close();
      await delivering.stop(stopPatienceMs);
      for (const timer of timers) clearInterval(timer);
    },
  };
}
