/** Compares the totals in a body with what its lines come to. A total is a promise that the stored document must keep. */
import { Big } from "big.js";
import type { Fault } from "../../contract/failure.ts";
import { type Fields, linesOf, numberIn } from "./bodyLines.ts";
import { totalsOf } from "./differences.ts";

const netNames = ["totalNetAmount"] as const;
const grossNames = ["grossTotalAmount", "totalGrossAmount"] as const;

/** Lines and the document may each be rounded to the smallest unit. */
const cent = new Big("0.01");

export function totalMismatches(body: unknown): Fault[] {
  if (typeof body !== "object" || body === null || Array.isArray(body)) return [];
  const fields = body as Fields;
  if (!Array.isArray(fields["lineItems"])) return [];
  // The prices of a bill with this rule include tax, so that its lines alone do not decide the totals.
  if (fields["taxRule"] === "GROSS") return [];
  const totals = totalsOf(fields);
  if (totals === undefined) return [];
  const tolerance = cent.times(linesOf(fields).length + 1);
  const faultsOf = (names: readonly string[], expected: Big | undefined): Fault[] =>
    names.flatMap((field) => {
      const promised = numberIn(fields, field);
      if (promised === undefined || expected === undefined) return [];
      if (expected.minus(promised).abs().lte(tolerance)) return [];
      const sum = expected.round(2, Big.roundHalfUp).toFixed(2);
      return [
        { field, message: `${field} is ${promised}, but the lines come to ${sum}. Correct it, or leave it out.` },
      ];
    });
  return [...faultsOf(netNames, totals.net), ...faultsOf(grossNames, totals.gross)];
}
