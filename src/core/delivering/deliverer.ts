/**
 * Sends deliveries to their receivers. It leases subscriptions with due deliveries, sends them in the order of each lane,
 * records the results and releases the subscription. Any number of processes may do this at once. If one dies, nothing is
 * lost: its leases expire, and the next process sends the deliveries without a recorded result.
 */
import { deliveriesChannel } from "../../store/events.ts";
import { listen } from "../../store/postgres/listener.ts";
import { tenantsChannel } from "../../store/tenants.ts";
import { DeliveryLoop, type DeliveryLoopOptions } from "./deliveryLoop.ts";

export interface DelivererOptions extends DeliveryLoopOptions {
  /** No notification announces that a retry is due, so the loop also checks by timer, unless `checkForWork` is called instead. */
  readonly checkEveryMs?: number;
}

export interface Deliverer {
  /** Looks for due deliveries now. */
  checkForWork(): void;
  /** Waits a few seconds for running requests. */
  stop(): Promise<void>;
}

const stopGraceMs = 5000;

export function startDeliverer({ checkEveryMs = 1000, ...options }: DelivererOptions): Deliverer {
  const loop = new DeliveryLoop(options);
  const { database, onFault } = options;
  const channels = { [deliveriesChannel]: () => loop.checkForWork(), [tenantsChannel]: () => loop.renew() };
  const listener = listen({ pool: database, channels, onFault });
  const timers = [
    setInterval(() => loop.checkForWork(), checkEveryMs),
    setInterval(() => loop.renew(), loop.leaseMs * 0.3),
  ];
  return {
    checkForWork: () => loop.checkForWork(),
    stop: async () => {
      await listener.close();
      await loop.stop(stopGraceMs);
      for (const timer of timers) clearInterval(timer);
    },
  };
}
