/** Sends webhooks to subscribers. Retries and batches them as the vendor does, but without the vendor's pauses. */
import type { Posted, World } from "../simulation.ts";

export interface Delivery {
  readonly url: string;
  readonly body: string;
  /** In addition to the content type. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The maximum number of attempts. */
  readonly attempts?: number;
  /** Whether the vendor retries after this status; 0 means no response. By default, after anything but 2xx. */
  again?(status: number): boolean;
}

export interface WebhookSender {
  /** Returns the last response. Status 0 means no response. */
  deliver(delivery: Delivery): Promise<Posted>;
  /** Runs `work` in the background, after earlier work with the same key. */
  later(work: () => Promise<unknown>, key?: string): void;
  /** Sends items with the same key in one batch, after earlier batches with that key. */
  gather<Item>(key: string, item: Item, send: (items: readonly Item[]) => Promise<unknown>): void;
  idle(): Promise<void>;
}

const isRefused = (status: number) => status < 200 || status > 299;

export function openWebhookSender(world: World): WebhookSender {
  const underWay = new Set<Promise<unknown>>();
  const waiting = new Map<string, unknown[]>();
  const before = new Map<string, Promise<unknown>>();
  const later = (work: () => Promise<unknown>, key?: string) => {
    const last = key === undefined ? undefined : before.get(key);
    const job: Promise<unknown> = (last === undefined ? work() : last.then(work)).finally(() => underWay.delete(job));
    underWay.add(job);
    if (key !== undefined) before.set(key, job);
  };
  const post = ({ url, headers, body }: Delivery) =>
    world
      .post(url, { "content-type": "application/json", ...headers }, body)
      .catch((): Posted => ({ status: 0, body: "" }));
  return {
    later,
    deliver: async (delivery) => {
      const { attempts = 1, again = isRefused } = delivery;
      let answer = await post(delivery);
      for (let attempt = 1; attempt < attempts && again(answer.status); attempt += 1) answer = await post(delivery);
      return answer;
    },
    gather: <Item>(key: string, item: Item, send: (items: readonly Item[]) => Promise<unknown>) => {
      const known = waiting.get(key);
      known?.push(item);
      if (known !== undefined) return;
      const items: Item[] = [item];
      waiting.set(key, items);
      later(async () => {
        await new Promise((resolve) => void setImmediate(resolve));
        waiting.delete(key);
        await send(items);
      }, key);
    },
    idle: async () => {
      while (underWay.size > 0) await Promise.all(underWay);
    },
  };
}
