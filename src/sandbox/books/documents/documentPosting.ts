/** The posting of a document. */
import { rounded, toCents } from "../basics/amounts.ts";
import { credit, debit, type Posting, type PostingLine, positive, reversed } from "../ledger/posting.ts";
import { taxRates } from "../masterdata/chart.ts";
import { asThirdParty } from "../masterdata/parties.ts";
import { type Bookable, kinds, type Owed, type TradeDocument } from "./document.ts";
import { type Line, totalsOf } from "./lines.ts";

/**
 * The line on the collective account first, then income or expenses, then taxes. `lines` are those after the document's
 * own discount.
 */
export function bookingLines(document: Bookable, lines: readonly Line[] = document.lines): PostingLine[] {
  const { control, side } = kinds[document.kind];
  const [onOwnSide, onOther] = side === "debit" ? [debit, credit] : [credit, debit];
  const results = [...Map.groupBy(lines, (line) => `${resultAccount(document, line)} ${line.rate.code}`)].map(
    ([key, group]) => {
      const { net, tax, discount } = totalsOf(group);
      const [first] = group;
      const rate = first?.rate ?? taxRates.none;
      const taxCents = toCents(tax, document.rate);
      const posted = onOther(key.split(" ")[0] ?? "", toCents(net, document.rate), {
        tax: { rate, cents: taxCents },
        dimensions: first?.dimensions ?? [],
        ...(group.length === 1 && first?.item.id != null && { itemId: first.item.id }),
        ...(!discount.eq(0) && { discount: toCents(discount, document.rate) }),
      });
      return { posted, taxes: rate.account === null ? [] : [onOther(rate.account, taxCents)] };
    },
  );
  const others = [...results.map(({ posted }) => posted), ...results.flatMap(({ taxes }) => taxes)];
  const total = others.reduce((cents, line) => cents + line.cents, 0);
  return [
    onOwnSide(control, total, asThirdParty(document.party)),
    ...others,
    ...(document.isReverseCharge ? bothTaxes(document, lines) : []),
  ].map(positive);
}

export const resultAccount = ({ party }: Pick<Bookable, "party">, { item, rate, account }: Line): string =>
  account ?? (party.role === "supplier" ? item.expenseAccount : rate.account === null ? "8120" : item.incomeAccount);

function bothTaxes({ kind, rate }: Bookable, lines: readonly Line[]): PostingLine[] {
  const cents = toCents(rounded(totalsOf(lines).net.times("0.19"), "EUR"), rate);
  const taxes = [debit("1577", cents), credit("1787", cents)];
  return kind === "vendorCredit" ? reversed(taxes) : taxes;
}

export function booking(document: Owed & Pick<TradeDocument, "rate" | "booking">, files: readonly string[]): Posting {
  const { journal, label } = kinds[document.kind];
  const { currency, rate } = document;
  return {
    date: document.date,
    journal,
    description: `${label} ${document.number} ${document.party.name}`,
    lines: document.booking,
    document: document,
    dueDate: document.due,
    deliveryDate: document.date,
    files,
    ...(currency !== "EUR" && { foreign: { currency, rate } }),
  };
}
