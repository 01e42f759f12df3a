/** Compares the totals in a body with what its lines come to. A total is a promise that the stored document must keep. */
import { Big } from "big.js";
import { decimalsOf } from "../../contract/currencies.ts";
import type { Fault } from "../../contract/failure.ts";
import { type Fields, linesOf, numberIn, textIn } from "./bodyLines.ts";
import { isWithin, tolerance, totalsOf } from "./receipts/totals.ts";

const netNames = ["totalNetAmount"] as const;
const grossNames = ["grossTotalAmount", "totalGrossAmount"] as const;

/** `companyCurrency` is that of bodies without a currency, if it is known. */
export function totalMismatches(body: unknown, companyCurrency?: string): Fault[] {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return [];
  const fields = body as Fields;
  if (!Array.isArray(fields["lineItems"])) return [];
  // The prices of a bill with this rule include tax, so that its lines alone do not decide the totals.
  if (fields["taxRule"] === "GROSS") return [];
  const currency = textIn(fields, "currency") ?? companyCurrency;
  const totals = totalsOf(fields, currency);
  const allowed = tolerance(currency, linesOf(fields).length);
  const faultsOf = (names: readonly string[], expected: readonly (Big | undefined)[]): Fault[] =>
    names.flatMap((field) => {
      const promised = numberIn(fields, field);
      const [exact] = expected;
      if (promised === undefined || exact === undefined) return [];
      if (expected.some((sum) => sum !== undefined && isWithin(sum, new Big(promised), allowed))) return [];
      const sum = exact.toFixed(decimalsOf(currency), Big.roundHalfUp);
      return [
        { field, message: `${field} is ${promised}, but the lines come to ${sum}. Correct it, or leave it out.` },
      ];
    });
  return [
    ...faultsOf(
      netNames,
      totals.map(({ net }) => net),
    ),
    ...faultsOf(
      grossNames,
      totals.map(({ gross }) => gross),
    ),
  ];
}
