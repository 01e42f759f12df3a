/**
 * Which API keys are known, as far as this process has asked: whom a request counts for is decided before anything else,
 * and a key that somebody made up must not cost a query each time. What a key may do is asked anew with every call.
 */
import { isApiKey } from "../../store/apiKeys.ts";
import type { Database } from "../../store/postgres/database.ts";
import { hashKey } from "../secrets/keys.ts";

export interface KnownKeys {
  /** Undefined where it has to be asked for. */
  recall(apiKey: string): boolean | undefined;
  ask(apiKey: string): Promise<boolean>;
}

interface Kept {
  readonly isKnown: boolean;
  readonly until: number;
}

/** A key that is revoked keeps its own limit until then, and is refused all the same. */
const knownMs = 600_000;
/** Nobody guesses a key before it is made; short, because nothing is lost by asking again. */
const unknownMs = 60_000;
const mostKept = 10_000;

export function openKnownKeys(database: Database, now: () => number): KnownKeys {
  // In the order in which they were asked for: the first is the oldest.
  const kept = { known: new Map<string, Kept>(), unknown: new Map<string, Kept>() };
  const keep = (apiKey: string, isKnown: boolean): void => {
    // Apart: who makes up keys must not push out those that are real.
    const place = isKnown ? kept.known : kept.unknown;
    place.set(apiKey, { isKnown, until: now() + (isKnown ? knownMs : unknownMs) });
    if (place.size > mostKept) place.delete(place.keys().next().value ?? "");
  };
  const recall: KnownKeys["recall"] = (apiKey) => {
    const found = kept.known.get(apiKey) ?? kept.unknown.get(apiKey);
    return found === undefined || found.until < now() ? undefined : found.isKnown;
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
