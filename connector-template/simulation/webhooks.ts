/** Tells subscribers of changes, signed with the secret that they gave. */
import { createHmac } from "node:crypto";
import type { World } from "../../simulators/simulation.ts";

interface Subscription {
  readonly company: string;
  readonly url: string;
  readonly secret: string;
}

const kinds: Readonly<Record<string, string>> = { contacts: "contact", invoices: "invoice" };

export function openNotices(world: World) {
  const subscriptions = new Map<string, Subscription>();
  const underWay = new Set<Promise<unknown>>();
  let count = 0;
  return {
    subscribe: (subscription: Subscription): string => {
      const id = `hook-${++count}`;
      subscriptions.set(id, subscription);
      return id;
    },
    end: (id: string): void => void subscriptions.delete(id),
    tell: (company: string, list: string, change: string, id: string): void => {
      const kind = kinds[list];
      if (kind === undefined) return;
      const body = JSON.stringify([{ company, kind, change, id, at: new Date(world.now()).toISOString() }]);
      for (const { url, secret } of [...subscriptions.values()].filter((one) => one.company === company)) {
        const signature = createHmac("sha256", secret).update(body).digest("hex");
        const headers = { "content-type": "application/json", "x-signature": signature };
        const posted = world
          .post(url, headers, body)
          .catch(() => {})
          .finally(() => underWay.delete(posted));
        underWay.add(posted);
      }
    },
    settle: async (): Promise<void> => {
      await Promise.allSettled(underWay);
    },
  };
}
