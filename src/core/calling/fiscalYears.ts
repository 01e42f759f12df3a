/** A fiscal year that begins nowhere: vendors answer with nothing, or with some other twelve months. Callers are told. */
import type { Connector, Filters, ListFacts } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";

interface Asked {
  readonly connector: Connector;
  readonly filters: Filters;
  readonly handler: Pick<ListFacts, "filters">;
}

/** In the same words for every list and every target system that tells its years. */
export async function missingYears(
  { connector, filters, handler }: Asked,
  open: () => Promise<Session>,
): Promise<readonly string[]> {
  const asked = (["fiscalYearStartDate", "fiscalYear"] as const).flatMap((name) => {
    const value = handler.filters.includes(name) ? filters[name] : undefined;
    return value === undefined ? [] : [{ name, value }];
  });
  if (asked.length === 0 || connector.fiscalYearStarts === undefined) return [];
  const session = await open();
  const known = session.memory.get(place) as readonly string[] | undefined;
  if (known !== undefined && asked.every(({ value }) => isKnown(known, value))) return [];
  const starts = await read(connector, session);
  if (starts === undefined) return [];
  session.memory.set(place, starts);
  return asked
    .filter(({ value }) => !isKnown(starts, value))
    .map(({ name, value }) => `${connector.name} has no fiscal year for ${name}=${value}: ${those(starts)}.`);
}

const place = "first days of the fiscal years";

/** What cannot be asked is no reason to keep the list back. */
async function read({ fiscalYearStarts }: Connector, session: Session): Promise<readonly string[] | undefined> {
  try {
    return await fiscalYearStarts?.(session);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** A year is called by the calendar year that it begins in. */
const isKnown = (starts: readonly string[], asked: string): boolean =>
  starts.some((start) => asked.endsWith(start) || start.startsWith(`${asked}-`) || (isYear(asked) && isEvery(start)));

const isYear = (asked: string): boolean => /^\d{4}$/.test(asked);
const isEvery = (start: string): boolean => start.length === "07-01".length;

const those = (starts: readonly string[]): string => {
  if (starts.length === 0) return "there are none";
  return starts.length === 1 && starts.every(isEvery)
    ? `they all begin on ${starts[0]}`
    : `they begin on ${starts.join(", ")}`;
};
