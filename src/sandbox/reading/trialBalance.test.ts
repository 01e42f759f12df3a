import { Big } from "big.js";
import { afterAll, beforeAll, expect, test } from "vitest";
import { listOf, type Native, openTestSandbox, type TestSandbox, textOf } from "../../../test/support/sandbox.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

type Sides = { readonly debit: Big; readonly credit: Big };
const nothing: Sides = { debit: new Big(0), credit: new Big(0) };
const plus = (a: Sides, b: Sides): Sides => ({ debit: a.debit.plus(b.debit), credit: a.credit.plus(b.credit) });

/** Account code → its sums: the opening balance at index 0, then the months with postings. */
function sumsOf(entries: readonly Native[]): Map<string, (Sides | undefined)[]> {
  const sums = new Map<string, (Sides | undefined)[]>();
  for (const entry of entries) {
    const month = entry["record_type"] === "opening" ? 0 : Number(textOf(entry, "transaction_date").slice(5, 7));
    for (const line of listOf(entry, "journal_line_items")) {
      const row = sums.get(textOf(line, "account_code")) ?? Array.from({ length: 13 }, () => undefined);
      const inLedger = (side: "debit" | "credit") => new Big(textOf(line, `ledger_${side}`) || textOf(line, side) || 0);
      const sides = { debit: inLedger("debit"), credit: inLedger("credit") };
      sums.set(textOf(line, "account_code"), row.with(month, plus(row[month] ?? nothing, sides)));
    }
  }
  return sums;
}

const text = ({ debit, credit }: Sides, prefix = "") => ({
  [`${prefix}debit`]: debit.toFixed(2),
  [`${prefix}credit`]: credit.toFixed(2),
});
/** A balance is on one side only. */
function balance({ debit, credit }: Sides): Sides {
  const net = debit.minus(credit);
  return net.gt(0) ? { debit: net, credit: new Big(0) } : { debit: new Big(0), credit: net.times(-1) };
}

test.each(["2025", "2026"])("the trial balance of %s is the sum of the ledger without drafts", async (year) => {
  const entries = await sandbox.walk(`journal-entries?fiscal_year=${year}`);
  const sums = sumsOf(entries.filter((entry) => entry["is_provisional"] !== true));
  const rows = await sandbox.walk(`trial-balance?fiscal_year_start=${year}-01-01`);
  const codes = rows.map((row) => textOf(row, "account_code"));
  expect(new Set(codes)).toEqual(new Set(sums.keys()));
  for (const [index, row] of rows.entries()) {
    const [opening = nothing, ...months] = sums.get(codes[index] ?? "") ?? [];
    const booked = months.flatMap((sides, index) => (sides ? [{ month: index + 1, ...text(sides) }] : []));
    const total = months.reduce<Sides>((sum, sides) => plus(sum, sides ?? nothing), nothing);
    expect(row).toMatchObject({
      ...text(balance(opening), "opening_"),
      ...text(total, "total_"),
      ...text(balance(plus(opening, total)), "closing_"),
      months: booked,
    });
  }
});

test("the books contain drafts, which it leaves out", async () => {
  const entries = await sandbox.walk("journal-entries");
  expect(entries.filter((entry) => entry["is_provisional"] === true).length).toBeGreaterThan(0);
});

test("filters by account, fiscal year and last change", async () => {
  const year = "trial-balance?fiscal_year_start=2026-01-01";
  const rows = await sandbox.walk(year);
  const [row] = rows.slice(3);
  expect(await sandbox.walk(`${year}&account_code=${textOf(row, "account_code")}`)).toEqual([row]);
  expect(await sandbox.walk(`${year}&account_number=${textOf(row, "account_number")}`)).toEqual([row]);
  expect(await sandbox.walk(`${year}&fiscal_year=2026`)).toEqual(rows);
  expect(await sandbox.walk(`${year}&fiscal_year=2025`)).toEqual([]);
  const since = rows.map((row) => textOf(row, "updated_at")).sort()[Math.floor(rows.length / 2)] ?? "";
  const changed = rows.filter((row) => textOf(row, "updated_at") >= since);
  expect(changed.length).toBeLessThan(rows.length);
  expect(await sandbox.walk(`${year}&updated_since=${encodeURIComponent(since)}`)).toEqual(changed);
});
