/** Prices with tax in them: QuickBooks takes them without it, and what each line comes to with it beside. */
import { Big } from "big.js";
import type { WriteCall } from "../../contract/connector.ts";
import type { BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type { Session } from "../../contract/session.ts";
import { type Encoded, elsewhere, invalid, numberAs } from "../../kit/encode.ts";
import { portion } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { percentagesOf } from "./catalogue.ts";
import { detailOf, type Sent, withLines } from "./lines.ts";
import type { Line } from "./types.ts";

/** How prices are typed, in the words of invoices and in those of bills. */
export const typedAs = vocabulary({ TaxExcluded: "EXCLUSIVE", TaxInclusive: "INCLUSIVE", NotApplicable: "NOTAX" });
export const taxRules = vocabulary({ TaxExcluded: "NET", TaxInclusive: "GROSS", NotApplicable: "TAXFREE" });
export const inclusiveRule =
  "Prices with tax (lineAmountTypes INCLUSIVE, taxRule GROSS) need tax codes whose percentage QuickBooks tells; what is read is net.";

type Percentages = ReadonlyMap<string, number | undefined>;

/** The price is what makes the amount, to seven decimals, as QuickBooks' own screens keep it. */
function withoutTax(line: Line, percentages: Percentages): Line {
  const { TaxCodeRef, Qty, UnitPrice, ...detail } = detailOf(line);
  const code = TaxCodeRef?.value;
  const percentage = code == null ? 0 : percentages.get(code);
  if (percentage === undefined)
    throw invalid(`QuickBooks does not tell how much ${code} is: give prices without tax.`, "lineItems.taxCode");
  const net = portion(line.Amount, 100, 100 + percentage);
  const price =
    UnitPrice == null
      ? {}
      : {
          Qty,
          UnitPrice: new Big(net)
            .div(Number(Qty ?? 1))
            .round(7)
            .toNumber(),
        };
  const made = { ...detail, ...(TaxCodeRef && { TaxCodeRef }), ...price, TaxInclusiveAmt: line.Amount };
  return { ...line, Amount: net, [line.DetailType ?? ""]: made };
}

type Totals = Pick<BillLineItemInput, "totalGrossAmount" | "totalNetAmount" | "unitAmount">;

/** A line of an account has its total, whose name says whether tax is in it. */
function totalIn({ totalGrossAmount, totalNetAmount, unitAmount }: Totals, isGross: boolean): object {
  const [total, unfit] = isGross ? [totalGrossAmount, totalNetAmount] : [totalNetAmount, totalGrossAmount];
  if (unitAmount === undefined && total === undefined && unfit !== undefined)
    throw invalid("taxRule GROSS goes with totalGrossAmount, any other with totalNetAmount.", "lineItems");
  return isGross && total !== undefined ? numberAs("Amount")(total) : {};
}

interface Typed {
  readonly lineAmountTypes?: string;
  readonly taxRule?: string;
  readonly lineItems?: readonly Totals[];
}

const isInclusive = ({ lineAmountTypes, taxRule }: Typed): boolean =>
  lineAmountTypes === "INCLUSIVE" || taxRule === "GROSS";

/** For lines of costs that may be totals with tax: see `totalIn`. */
export const grossTotal = { totalGrossAmount: elsewhere };

/** How documents are made whose lines may be either. */
export const eitherWay = <Input extends object>(isSale: boolean) => ({
  prepare: async ({ body }: WriteCall<Input>, session: Session): Promise<Percentages | undefined> =>
    isInclusive(body) ? percentagesOf(session, isSale ? "SalesTaxRateList" : "PurchaseTaxRateList") : undefined,
  body: (encoded: Encoded, percentages: unknown, { body }: WriteCall<Input>): object => {
    const { lineItems = [] } = body as Typed;
    const given = (encoded["Line"] ?? []) as readonly Sent[];
    const totalled = given.map((line, index) => ({ ...line, ...totalIn(lineItems[index] ?? {}, isInclusive(body)) }));
    const document = withLines(isSale)({ ...encoded, Line: totalled }, undefined) as { readonly Line: readonly Line[] };
    if (percentages === undefined) return document;
    return { ...document, Line: document.Line.map((line) => withoutTax(line, percentages as Percentages)) };
  },
});
