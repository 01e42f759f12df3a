/**
 * Finds the tax codes for percentages. Business Central computes the percentage of a line from its tax code and from the
 * customer or supplier, and shows it only on the line. So other codes are tried on the lines of a new draft, before it is
 * posted.
 */
import { cannotStore, Failure } from "../../contract/failure.ts";
import type { Session } from "../../contract/session.ts";
import { amount } from "../../kit/money.ts";
import { key, matching, readValues } from "./conventions.ts";
import type { Coded, Line } from "./types.ts";

/** A line of the body, as far as it decides the tax. */
export interface TaxedLine {
  readonly taxCode?: string | undefined;
  readonly taxRatePercentage?: number | undefined;
}

/** Gives each line without a code the one with the body's percentage. `linesAt` is the path of the draft's lines. */
export async function fitTaxCodes(session: Session, linesAt: string, lines: readonly TaxedLine[]): Promise<void> {
  if (!lines.some(({ taxCode, taxRatePercentage }) => taxCode === undefined && taxRatePercentage !== undefined)) return;
  const stored = await readValues<Line>(session, linesAt);
  if (stored.length !== lines.length) return;
  const isOpen = (line: Line, index: number): boolean => {
    const { taxCode, taxRatePercentage } = lines[index] ?? {};
    return taxCode === undefined && taxRatePercentage !== undefined && amount(line.taxPercent) !== taxRatePercentage;
  };
  if (!stored.some(isOpen)) return;
  const codes = (await readValues<Coded>(session, "/taxGroups")).flatMap(({ code }) => code ?? []);
  for (const [index, line] of stored.entries())
    if (isOpen(line, index))
      await fitLine(session, `${linesAt}${key(line.id)}`, codes, {
        percentage: lines[index]?.taxRatePercentage ?? 0,
        field: `lineItems[${index}].taxRatePercentage`,
      });
}

interface Wanted {
  readonly percentage: number;
  readonly field: string;
}

async function fitLine(session: Session, path: string, codes: readonly string[], wanted: Wanted): Promise<void> {
  const found: string[] = [];
  for (const taxCode of codes) {
    const current = (await session.read(path)) as Line;
    const changed = { method: "PATCH", path, headers: matching(current), body: { taxCode } } as const;
    const percent = amount(((await orRefused(session.send(changed))) as Line | undefined)?.taxPercent);
    if (percent === wanted.percentage) return;
    if (percent !== undefined) found.push(`${taxCode} (${percent} %)`);
  }
  throw cannotStore(
    `Business Central has no tax code with ${wanted.percentage} % for this contact. Its codes: ${found.join("; ")}. Send one of them as taxCode.`,
    wanted.field,
  );
}

/** A code that does not apply to the line's item or account is refused, and the next one is tried. */
async function orRefused(sending: Promise<unknown>): Promise<unknown> {
  try {
    return await sending;
  } catch (error) {
    if (error instanceof Failure && error.code === "target_rejected") return undefined;
    throw error;
  }
}
