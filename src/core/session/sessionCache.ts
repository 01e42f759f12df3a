import { type Memory } from "../../contract/session.ts";
/** What sessions learned lately, per connection: bounded, and forgotten after a while. */

export interface Memories {
  /** What belongs together: a connection and the company chosen in it. */
  of(name: string): Memory;
}

interface Kept {
  readonly value: unknown;
  readonly until: number;
}

export function openMemories(now: () => number, { most = 10_000, milliseconds = 600_000 } = {}): Memories {
  // In the order of their last writing: the first is the oldest.
  const kept = new Map<string, Kept>();
  return {
    of: (name) => ({
      get: (key) => {
        const found = kept.get(`${name} ${key}`);
        return found === undefined || found.until < now() ? undefined : found.value;
      },
      set: (key, value) => {
        const place = `${name} ${key}`;
        kept.delete(place);
        kept.set(place, { value, until: now() + milliseconds });
        if (kept.size > most) kept.delete(kept.keys().next().value ?? "");
      },
    }),
  };
}
