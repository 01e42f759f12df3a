/**
 * Slots that many owners share, such as connections to one host. No owner may hold more slots than are free, so that a
 * newcomer always finds as many as anyone holds: a single tenant gets half of the slots, each of two tenants a third. A
 * newcomer never waits for other tenants' slow calls. Within a tenant, connections share by the same rule. Waiting calls
 * are served in turn, and the queue is shared by the same rule: a call that may not even wait is refused immediately.
 */

/** The tenant and connection that a call is made for. */
export interface SlotOwner {
  readonly tenant: string;
  /** Absent if the tenant's connections do not share by turns. */
  readonly connection?: string | undefined;
}

/** No slot became free in time, or the queue is full. */
export class NoSlot extends Error {
  readonly reason: "full" | "late";
  constructor(reason: "full" | "late") {
    super(reason === "full" ? "Too many calls are waiting already." : "No slot became free in time.");
    this.reason = reason;
  }
}

/** Whether taking one more leaves enough for newcomers. */
export const mayHaveMore = (held: number, free: number): boolean => held < free;

/** The holders that may not take more. `holders` names each of them once for everything that it holds. */
export function holdersAtTheirShare(holders: readonly string[], capacity: number, share = 1): string[] {
  const free = share * (capacity - holders.length);
  return [...Map.groupBy(holders, (name) => name)].flatMap(([name, held]) =>
    mayHaveMore(held.length, free) ? [] : [name],
  );
}

export interface SlotsOptions {
  readonly slots: number;
  /** How many calls may wait. */
  readonly queue: number;
}

export interface WaitOptions {
  readonly waitMs: number;
  readonly signal?: AbortSignal | undefined;
}

export interface Slots {
  /** Waits for a slot. Call the returned function to release it. Throws `NoSlot`, or the signal's reason. */
  acquire(owner: SlotOwner, options: WaitOptions): Promise<() => void>;
  isIdle(): boolean;
}

interface WaitingCall {
  readonly owner: SlotOwner;
  admit(): void;
}

export function openSlots({ slots, queue }: SlotsOptions): Slots {
  const taken = new Allocation(slots);
  const queued = new Allocation(queue);
  /** By tenant and by connection, next in turn first. */
  const queues = new Map<string, Map<string, WaitingCall[]>>();

  const remove = (call: WaitingCall): void => {
    const { tenant, connection = "" } = call.owner;
    const connections = queues.get(tenant);
    const remaining = connections?.get(connection)?.filter((waiting) => waiting !== call) ?? [];
    // Move the connection and the tenant to the end of their maps, so that the others are next.
    connections?.delete(connection);
    if (remaining.length > 0) connections?.set(connection, remaining);
    queues.delete(tenant);
    if (connections !== undefined && connections.size > 0) queues.set(tenant, connections);
    queued.release(call.owner);
  };
  const next = (): WaitingCall | undefined => {
    for (const connections of queues.values())
      for (const [call] of connections.values()) if (call !== undefined && taken.hasRoomFor(call.owner)) return call;
    return undefined;
  };
  const admitNext = (): void => {
    for (let call = next(); call !== undefined; call = next()) {
      remove(call);
      call.admit();
    }
  };
  const releaseOnce = (owner: SlotOwner): (() => void) => {
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      taken.release(owner);
      admitNext();
    };
  };
  const wait = (owner: SlotOwner, { waitMs, signal }: WaitOptions): Promise<() => void> => {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>();
    const giveUp = (reason: Error): void => {
      stopWaiting();
      remove(call);
      reject(reason);
    };
    const onAbort = (): void => giveUp(signal?.reason as Error);
    const timer = setTimeout(() => giveUp(new NoSlot("late")), waitMs);
    const stopWaiting = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", onAbort);
    };
    const call: WaitingCall = {
      owner,
      admit: () => {
        stopWaiting();
        taken.take(owner);
        resolve(releaseOnce(owner));
      },
    };
    queued.take(owner);
    const { tenant, connection = "" } = owner;
    const connections = queues.get(tenant) ?? new Map<string, WaitingCall[]>();
    queues.set(tenant, connections);
    connections.set(connection, [...(connections.get(connection) ?? []), call]);
    signal?.addEventListener("abort", onAbort, { once: true });
    return promise;
  };
  return {
    isIdle: () => taken.isEmpty && queued.isEmpty,
    acquire: async (owner, options) => {
      options.signal?.throwIfAborted();
      const isFirst = queues.get(owner.tenant)?.get(owner.connection ?? "") === undefined;
      if (isFirst && taken.hasRoomFor(owner)) {
        taken.take(owner);
        return releaseOnce(owner);
      }
      if (!queued.hasRoomFor(owner)) throw new NoSlot("full");
      return wait(owner, options);
    },
  };
}

/** How much of a capacity each owner holds. */
class Allocation {
  readonly #capacity: number;
  readonly #held = new Map<string, number>();
  #taken = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  get isEmpty(): boolean {
    return this.#taken === 0;
  }

  hasRoomFor({ tenant, connection }: SlotOwner): boolean {
    const free = this.#capacity - this.#taken;
    if (!mayHaveMore(this.#heldBy(tenant), free)) return false;
    return connection === undefined || mayHaveMore(this.#heldBy(`${tenant} ${connection}`), free / 2);
  }

  take(owner: SlotOwner): void {
    this.#add(owner, 1);
  }

  release(owner: SlotOwner): void {
    this.#add(owner, -1);
  }

  #heldBy(name: string): number {
    return this.#held.get(name) ?? 0;
  }

  #add({ tenant, connection }: SlotOwner, change: 1 | -1): void {
    this.#taken += change;
    for (const name of connection === undefined ? [tenant] : [tenant, `${tenant} ${connection}`]) {
      const held = this.#heldBy(name) + change;
      if (held === 0) this.#held.delete(name);
      else this.#held.set(name, held);
    }
  }
}
