/**
 * Caches which API keys exist. Rate limiting needs the key's owner before anything else, and a made-up key must not cost a
 * query each time. Permissions are not cached here: every call checks them.
 */
import { isApiKey } from "../../store/apiKeys.ts";
import type { Database } from "../../store/postgres/database.ts";
import { hashKey } from "../secrets/keys.ts";

export interface KnownKeys {
  /** Undefined if the key is not in the cache. */
  recall(apiKey: string): boolean | undefined;
  ask(apiKey: string): Promise<boolean>;
}

interface Entry {
  readonly isKnown: boolean;
  readonly until: number;
}

/** A revoked key keeps its own rate limit until then, but its calls are refused. */
const knownMs = 600_000;
/** Short, because another query is cheap, and nobody can guess a key before it is created. */
const unknownMs = 60_000;
const maxCached = 10_000;

export function openKnownKeys(database: Database, now: () => number): KnownKeys {
  // Ordered by insertion: the first entry is the oldest.
  const cache = { known: new Map<string, Entry>(), unknown: new Map<string, Entry>() };
  const keep = (apiKey: string, isKnown: boolean): void => {
    // Separate maps, so that made-up keys cannot push out real ones.
    const entries = isKnown ? cache.known : cache.unknown;
    entries.set(apiKey, { isKnown, until: now() + (isKnown ? knownMs : unknownMs) });
    if (entries.size > maxCached) entries.delete(entries.keys().next().value ?? "");
  };
  const recall: KnownKeys["recall"] = (apiKey) => {
    const entry = cache.known.get(apiKey) ?? cache.unknown.get(apiKey);
    return entry === undefined || entry.until < now() ? undefined : entry.isKnown;
  };
  return {
    recall,
    ask: async (apiKey) => {
      const isKnown = recall(apiKey) ?? (await isApiKey(database, hashKey(apiKey)));
      keep(apiKey, isKnown);
      return isKnown;
    },
  };
}
