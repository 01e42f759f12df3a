/** What is posted for a document. */
import { rounded, toCents } from "../basics/amounts.ts";
import { credit, debit, type Posting, type PostingLine, turned } from "../ledger/posting.ts";
import { taxRates } from "../masterdata/chart.ts";
import { asThirdParty } from "../masterdata/parties.ts";
import { type Bookable, type Claim, kinds, type Owed } from "./document.ts";
import { type Line, totalsOf } from "./lines.ts";

/** On the collective account first, then the results, then the taxes. */
export function bookingLines(claim: Bookable, lines: readonly Line[] = claim.lines): PostingLine[] {
  const { control, side } = kinds[claim.kind];
  const [onOwnSide, onOther] = side === "debit" ? [debit, credit] : [credit, debit];
  const results = [...Map.groupBy(lines, (line) => `${resultAccount(claim, line)} ${line.rate.code}`)].map(
    ([key, group]) => {
      const { net, tax, discount } = totalsOf(group);
      const [first] = group;
      const rate = first?.rate ?? taxRates.none;
      const taxCents = toCents(tax, claim.rate);
      const posted = onOther(key.split(" ")[0] ?? "", toCents(net, claim.rate), {
        tax: { rate, cents: taxCents },
        dimensions: first?.dimensions ?? [],
        ...(group.length === 1 && first?.item.id != null && { itemId: first.item.id }),
        ...(discount.gt(0) && { discount: toCents(discount, claim.rate) }),
      });
      return { posted, taxes: rate.account === null ? [] : [onOther(rate.account, taxCents)] };
    },
  );
  const others = [...results.map(({ posted }) => posted), ...results.flatMap(({ taxes }) => taxes)];
  const total = others.reduce((cents, line) => cents + line.cents, 0);
  return [
    onOwnSide(control, total, asThirdParty(claim.party)),
    ...others,
    ...(claim.isReverseCharge ? bothTaxes(claim, lines) : []),
  ];
}

export const resultAccount = ({ party }: Pick<Bookable, "party">, { item, rate, account }: Line): string =>
  account ?? (party.role === "supplier" ? item.expenseAccount : rate.account === null ? "8120" : item.incomeAccount);

function bothTaxes({ kind, rate }: Bookable, lines: readonly Line[]): PostingLine[] {
  const cents = toCents(rounded(totalsOf(lines).net.times("0.19"), "EUR"), rate);
  const taxes = [debit("1577", cents), credit("1787", cents)];
  return kind === "vendorCredit" ? turned(taxes) : taxes;
}

export function booking(claim: Owed & Pick<Claim, "rate" | "booking">, files: readonly string[]): Posting {
  const { journal, label } = kinds[claim.kind];
  const { currency, rate } = claim;
  return {
    date: claim.date,
    journal,
    description: `${label} ${claim.number} ${claim.party.name}`,
    lines: claim.booking,
    document: claim,
    dueDate: claim.due,
    deliveryDate: claim.date,
    files,
    ...(currency !== "EUR" && { foreign: { currency, rate } }),
  };
}
