/** Finds requests for a fiscal year that does not exist. They are answered with an empty list and a warning. */
import type { Connector, Filters, ListFacts } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { type Session } from "../../contract/session.ts";

interface ListRequest {
  readonly connector: Connector;
  readonly filters: Filters;
  readonly handler: Pick<ListFacts, "filters">;
}

/** One warning for each parameter with an unknown year, if the target system reports its fiscal years. */
export async function missingYears(
  { connector, filters, handler }: ListRequest,
  open: () => Promise<Session>,
): Promise<readonly string[]> {
  const requested = (["fiscalYearStartDate", "fiscalYear"] as const).flatMap((name) => {
    const value = handler.filters.includes(name) ? filters[name] : undefined;
    return value === undefined ? [] : [{ name, value }];
  });
  if (requested.length === 0 || connector.fiscalYearStarts === undefined) return [];
  const session = await open();
  const known = session.memory.get(cacheKey) as readonly string[] | undefined;
  if (known !== undefined && requested.every(({ value }) => isKnown(known, value))) return [];
  const starts = await read(connector, session);
  // Without any fiscal year, the target system itself says what it has.
  if (starts === undefined || starts.length === 0) return [];
  session.memory.set(cacheKey, starts);
  return requested
    .filter(({ value }) => !isKnown(starts, value))
    .map(
      ({ name, value }) =>
        `${connector.name} has no fiscal year for ${name}=${value}: ${describe(starts)}. The list is empty.`,
    );
}

const cacheKey = "first days of the fiscal years";

/** If the years cannot be read, the list is still returned, without a warning. */
async function read({ fiscalYearStarts }: Connector, session: Session): Promise<readonly string[] | undefined> {
  try {
    return await fiscalYearStarts?.(session);
  } catch (error) {
    if (error instanceof Failure) return undefined;
    throw error;
  }
}

/** A fiscal year is named after the calendar year in which it begins. */
const isKnown = (starts: readonly string[], value: string): boolean =>
  starts.some((start) => value.endsWith(start) || start.startsWith(`${value}-`) || (isYear(value) && isYearly(start)));

const isYear = (value: string): boolean => /^\d{4}$/.test(value);
/** A month and day without a year: every fiscal year begins on that day. */
const isYearly = (start: string): boolean => start.length === "07-01".length;

const describe = (starts: readonly string[]): string => {
  return starts.length === 1 && starts.every(isYearly)
    ? `all fiscal years begin on ${starts[0]}`
    : `fiscal years begin on ${starts.join(", ")}`;
};
