/** The companies of a database, and what each says of its books. */
import type { Company } from "../../contract/records/connection.ts";
import type { Session } from "../../contract/session.ts";
import { select } from "./conventions.ts";
import { rawOf } from "./records.ts";
import type { Named, Text } from "./types.ts";

const source = {
  model: "res.company",
  fields: ["name", "fiscalyear_last_day", "fiscalyear_last_month", "fiscalyear_lock_date", "hard_lock_date"],
} as const;

export interface CompanyRow extends Named {
  readonly fiscalyear_last_day?: number;
  /** A word of a list: `"12"`. */
  readonly fiscalyear_last_month?: string | number;
  readonly fiscalyear_lock_date?: Text;
  /** From version 18 on. */
  readonly hard_lock_date?: Text;
  readonly raw: unknown;
}

export const companies = async (session: Session): Promise<readonly Company[]> => {
  const rows = await select<CompanyRow>(session, source, { domain: [] });
  return rows.map(({ id, name }) => ({ id: String(id), ...(name && { name }) }));
};

export async function companyOf(session: Session): Promise<CompanyRow | undefined> {
  const [found] = await select<CompanyRow>(session, source, { domain: [["id", "=", Number(session.company)]] });
  return found && { ...found, raw: rawOf(found) };
}
