import type { FiscalYear } from "../../contract/records/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { accountingDay } from "../../kit/dates.ts";
import { inMemory } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { get } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { dayOf, readYear, unpagedRule, type Year, yearIds } from "./conventions.ts";

const charts = vocabulary({ 3: "SKR03", 4: "SKR04", 14: "SKR14", 42: "SKR42", 51: "SKR51" });

const fiscalYear = mapping<FiscalYear, Year>({
  id: ({ id }) => id,
  accountNumberLength: ({ accountLength }) => accountLength,
  chartOfAccount: ({ facts }) => charts.toContract(String(facts.accountSystem)),
  endDate: ({ facts }) => accountingDay(facts.yearEnd),
  startDate: ({ id, facts }) => accountingDay(facts.yearBegin ?? dayOf(id)),
});

async function readAll(session: Session): Promise<readonly Year[]> {
  const years: Year[] = [];
  for (const id of await yearIds(session)) {
    const year = await readYear(session, id);
    if (year !== undefined) years.push(year);
  }
  return years;
}

const raw = ({ facts }: Year): unknown => facts;

export const fiscalYears = {
  "fiscalYears.list": inMemory({ read: readAll, map: fiscalYear, raw, rules: [unpagedRule] }),
  "fiscalYears.get": get({
    read: ({ ids: { fiscalYearId = "" } }, session) => readYear(session, fiscalYearId),
    map: fiscalYear,
    raw,
  }),
};
