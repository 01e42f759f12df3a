/** The company's settings: its lock date, its fiscal year and its currency. */
import { cannotStore } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import { calendarDay, firstDayOfMonth, numberOfMonth } from "../../kit/dates.ts";
import { undefinedIfRefused } from "../../kit/reading.ts";
import type { FinancialSettings, LockDateSettings } from "./types.ts";

export async function closedUntil(session: Session): Promise<string | undefined> {
  const settings = await undefinedIfRefused(session.read("/v2/LockDateSettings"), "target_forbidden", "not_found");
  return (settings as LockDateSettings | undefined)?.LockDate?.slice(0, 10);
}

const financialSettings = async (session: Session): Promise<FinancialSettings> =>
  (await undefinedIfRefused(session.read("/v2/FinancialSettings"), "target_forbidden")) ?? {};

/** A year begins in the month after the one in which it ends. */
export async function fiscalYearStarts(session: Session): Promise<readonly string[]> {
  const { FinancialYearEndMonth } = await financialSettings(session);
  const end = numberOfMonth(FinancialYearEndMonth);
  return end === undefined ? [] : [firstDayOfMonth(end + 1)];
}

export async function companyCurrency(session: Session): Promise<string | undefined> {
  return (await financialSettings(session)).CurrencyCode ?? undefined;
}

/** The vendor's refusal does not name the day. */
export async function checkOpenDay(moment: string | undefined, field: string, session: Session): Promise<void> {
  const day = calendarDay(moment ?? "");
  const closed = day === "" ? undefined : await closedUntil(session);
  if (!closed || day > closed) return;
  throw cannotStore(
    `${field} is ${day}, but the books of PowerOffice Go are locked until ${closed}. Send a later day.`,
    field,
  );
}
