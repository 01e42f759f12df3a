/**
 * Places that many share, such as connections to one host. Nobody holds more than is left free, so that whoever comes next
 * finds as much as anyone has: one tenant alone gets half of the places, each of two a third, and a newcomer never waits
 * for somebody else's slow calls. Within a tenant, one connection leaves the same to its neighbours. Those who wait take
 * turns, and the queue is shared by the same rule: who may not even wait is told at once.
 */

/** Whose call it is. */
export interface Owner {
  readonly tenant: string;
  /** Absent where a tenant's connections do not take turns. */
  readonly connection?: string | undefined;
}

/** There was no place in time, or no room to wait for one. */
export class NoSlot extends Error {
  readonly reason: "full" | "late";
  constructor(reason: "full" | "late") {
    super(reason === "full" ? "Too many wait already." : "There was no place in time.");
    this.reason = reason;
  }
}

/** Whether one more is fair to those who may come. */
export const mayHaveMore = (held: number, free: number): boolean => held < free;

/** Those of the holders, each named as often as it holds something, who may have no more of that share of what is free. */
export function holdersAtTheirShare(holders: readonly string[], most: number, share = 1): string[] {
  const free = share * (most - holders.length);
  return [...Map.groupBy(holders, (name) => name)].flatMap(([name, held]) =>
    mayHaveMore(held.length, free) ? [] : [name],
  );
}

export interface SlotsOptions {
  readonly slots: number;
  /** How many may wait. */
  readonly queue: number;
}

export interface Patience {
  readonly waitMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Slots {
  /** Waits for a place; the answer gives it back. Throws `NoPlace`, or the signal's reason. */
  enter(owner: Owner, patience: Patience): Promise<() => void>;
  isIdle(): boolean;
}

interface Waiting {
  readonly owner: Owner;
  admit(): void;
}

export function openSlots({ slots: places, queue }: SlotsOptions): Slots {
  const taken = new Shares(places);
  const queued = new Shares(queue);
  /** By tenant and by connection, the next first. */
  const lines = new Map<string, Map<string, Waiting[]>>();

  const remove = (one: Waiting): void => {
    const { tenant, connection = "" } = one.owner;
    const connections = lines.get(tenant);
    const line = connections?.get(connection)?.filter((each) => each !== one) ?? [];
    // To the end: the others are next.
    connections?.delete(connection);
    if (line.length > 0) connections?.set(connection, line);
    lines.delete(tenant);
    if (connections !== undefined && connections.size > 0) lines.set(tenant, connections);
    queued.giveBack(one.owner);
  };
  const next = (): Waiting | undefined => {
    for (const connections of lines.values())
      for (const [one] of connections.values()) if (one !== undefined && taken.hasRoomFor(one.owner)) return one;
    return undefined;
  };
  const admitNext = (): void => {
    for (let one = next(); one !== undefined; one = next()) {
      remove(one);
      one.admit();
    }
  };
  const leaveOnce = (owner: Owner): (() => void) => {
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      taken.giveBack(owner);
      admitNext();
    };
  };
  const wait = (owner: Owner, { waitMs, signal }: Patience): Promise<() => void> => {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const giveUp = (reason: Error): void => {
      settle();
      remove(one);
      reject(reason);
    };
    const onAbort = (): void => giveUp(signal?.reason as Error);
    const timer = setTimeout(() => giveUp(new NoSlot("late")), waitMs);
    const settle = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    const one: Waiting = {
      owner,
      admit: () => {
        settle();
        taken.take(owner);
        resolve(leaveOnce(owner));
      },
    };
    queued.take(owner);
    const { tenant, connection = "" } = owner;
    const connections = lines.get(tenant) ?? new Map<string, Waiting[]>();
    lines.set(tenant, connections);
    connections.set(connection, [...(connections.get(connection) ?? []), one]);
    signal?.addEventListener("abort", onAbort, { once: true });
    return promise;
  };
  return {
    isIdle: () => taken.isEmpty && queued.isEmpty,
    enter: async (owner, patience) => {
      patience.signal?.throwIfAborted();
      const isFirst = lines.get(owner.tenant)?.get(owner.connection ?? "") === undefined;
      if (isFirst && taken.hasRoomFor(owner)) {
        taken.take(owner);
        return leaveOnce(owner);
      }
      if (!queued.hasRoomFor(owner)) throw new NoSlot("full");
      return wait(owner, patience);
    },
  };
}

/** Who has how much of something. */
class Shares {
  readonly #most: number;
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor(most: number) {
    this.#most = most;
  }

  get isEmpty(): boolean {
    return this.#taken === 0;
  }

  hasRoomFor({ tenant, connection }: Owner): boolean {
    const free = this.#most - this.#taken;
    if (!mayHaveMore(this.#of(tenant), free)) return false;
    return connection === undefined || mayHaveMore(this.#of(`${tenant} ${connection}`), free / 2);
  }

  take(owner: Owner): void {
    this.#add(owner, 1);
  }

  giveBack(owner: Owner): void {
    this.#add(owner, -1);
  }

  #of(name: string): number {
    return this.#held.get(name) ?? 0;
  }

  #add({ tenant, connection }: Owner, change: 1 | -1): void {
    this.#taken += change;
    for (const name of connection === undefined ? [tenant] : [tenant, `${tenant} ${connection}`]) {
      const held = this.#of(name) + change;
      if (held === 0) this.#held.delete(name);
      else this.#held.set(name, held);
    }
  }
}
