/**
 * Compares the lines of a journal entry with its body: account, side, amount and contact, in any order. A target system may
 * join the lines of an account or split them, and adds lines of its own for tax and for the contra account.
 */
import { Big } from "big.js";
import type { AffectsAmounts } from "../../../contract/moneyFields.ts";
import type { Difference } from "../../calling/request.ts";
import { type Fields, linesOf, numberIn, ratePercentageOf, textIn } from "../bodyLines.ts";
import { dimensionDifferences } from "./dimensions.ts";
import { isWithin, tolerance } from "./totals.ts";

interface Posting {
  readonly line: Fields;
  readonly side: "DEBIT" | "CREDIT";
  /** Positive. Several if the body does not say which of them is posted to the account. */
  readonly amounts: readonly Big[];
  /** The field that states the first of the amounts. */
  readonly amountField: string;
  /** `journalLineItems[1].` */
  readonly at: string;
}

export function entryDifferences(body: Fields, record: Fields, isCompared: AffectsAmounts): Difference[] {
  const currency = textIn(record, "currency");
  const statedCurrency = textIn(body, "currency");
  const isConverted = statedCurrency !== undefined && currency !== undefined && statedCurrency !== currency;
  const stored = postingsOf(record);
  const asked = postingsOf(body);
  // Amounts in another currency cannot be compared. The currency itself is a difference.
  if (stored.length === 0 || isConverted) return [];
  const allowed = tolerance(currency ?? statedCurrency);
  const isAlike = (left: Posting, right: Posting): boolean =>
    left.side === right.side &&
    left.amounts.some((amount) => right.amounts.some((other) => isWithin(amount, other, allowed)));
  const { pairs, unpaired, left } = pairUp(asked, stored, [
    (ours, theirs) =>
      isAlike(ours, theirs) && hasAccount(ours, theirs) && contactDifferences(ours, theirs).length === 0,
    (ours, theirs) => isAlike(ours, theirs) && hasAccount(ours, theirs),
  ]);
  const missing = withoutJoined(unpaired, left, allowed);
  const moved = pairUp(missing, left, [
    isAlike,
    (ours, theirs) => ours.side === theirs.side && hasAccount(ours, theirs),
  ]);
  return [
    ...pairs.flatMap(([ours, theirs]) => [
      ...contactDifferences(ours, theirs),
      ...(isCompared("dimensions") ? dimensionDifferences(ours.line, theirs.line, ours.at) : []),
      ...numberDifferences(ours, theirs, isCompared),
    ]),
    ...moved.pairs.flatMap(([ours, theirs]) =>
      isAlike(ours, theirs) ? accountDifferences(ours, theirs) : [amountDifference(ours, theirs)],
    ),
    ...moved.unpaired.map((ours) => amountDifference(ours, undefined)),
  ];
}

/** A negative amount on one side is a positive amount on the other. */
function postingsOf(entry: Fields): Posting[] {
  return linesOf(entry).flatMap((line, index): Posting[] => {
    const { debitCreditIndicator: side } = line;
    const amountField = amountFields.find((name) => numberIn(line, name) !== undefined);
    if ((side !== "DEBIT" && side !== "CREDIT") || amountField === undefined) return [];
    const amounts = amountsOf(line);
    const isNegative = amounts.every((amount) => amount.lt(0));
    return [
      {
        line,
        side: isNegative ? opposite[side] : side,
        amounts: amounts.map((amount) => amount.abs()),
        amountField,
        at: `journalLineItems[${index}].`,
      },
    ];
  });
}

const opposite = { DEBIT: "CREDIT", CREDIT: "DEBIT" } as const;
const amountFields = ["totalNetAmount", "totalGrossAmount"] as const;

/** The net amount is posted. With a tax rate and only a gross amount, the tax is part of it. */
function amountsOf(line: Fields): readonly Big[] {
  const net = numberIn(line, "totalNetAmount");
  const gross = numberIn(line, "totalGrossAmount");
  const rate = ratePercentageOf(line);
  if (net !== undefined) return [new Big(net)];
  if (gross === undefined) return [];
  return rate === undefined ? [new Big(gross)] : [new Big(gross), new Big(gross).div(new Big(rate).div(100).plus(1))];
}

interface Pairing {
  readonly pairs: readonly (readonly [asked: Posting, stored: Posting])[];
  readonly unpaired: readonly Posting[];
  readonly left: readonly Posting[];
}

/** Pairs each line with a stored line, by the strictest test first. */
function pairUp(
  asked: readonly Posting[],
  stored: readonly Posting[],
  tests: readonly ((asked: Posting, stored: Posting) => boolean)[],
): Pairing {
  const pairs: (readonly [Posting, Posting])[] = [];
  const left = new Set(stored);
  let unpaired = asked;
  for (const test of tests)
    unpaired = unpaired.filter((ours) => {
      const theirs = [...left].find((candidate) => test(ours, candidate));
      if (theirs === undefined) return true;
      pairs.push([ours, theirs]);
      left.delete(theirs);
      return false;
    });
  return { pairs, unpaired, left: [...left] };
}

/** Without the lines of accounts whose sums agree. */
function withoutJoined(asked: readonly Posting[], stored: readonly Posting[], allowed: Big): Posting[] {
  const sumOf = (postings: readonly Posting[]): Big =>
    postings.reduce((sum, { amounts: [amount] }) => sum.plus(amount ?? 0), new Big(0));
  return asked.filter((posting) => {
    const isOfAccount = (other: Posting): boolean => other.side === posting.side && hasAccount(posting, other);
    const found = stored.filter(isOfAccount);
    return found.length === 0 || !isWithin(sumOf(asked.filter(isOfAccount)), sumOf(found), allowed);
  });
}

const accountNames = ["accountId", "accountCode", "accountNumber"] as const;

const accountNameOf = (ours: Posting, theirs: Posting) =>
  accountNames.find((name) => textIn(ours.line, name) !== undefined && textIn(theirs.line, name) !== undefined);

/** Accounts are compared by a name that both lines have. Without one, they may be the same. */
function hasAccount(ours: Posting, theirs: Posting): boolean {
  const name = accountNameOf(ours, theirs);
  return name === undefined || textIn(ours.line, name) === textIn(theirs.line, name);
}

function accountDifferences(ours: Posting, theirs: Posting): Difference[] {
  const name = accountNameOf(ours, theirs);
  return name === undefined ? [] : [{ field: ours.at + name, asked: ours.line[name], stored: theirs.line[name] }];
}

const contactNames = ["customerId", "supplierId"] as const;

const contactDifferences = (ours: Posting, theirs: Posting): Difference[] =>
  contactNames.flatMap((name): Difference[] => {
    const asked = textIn(ours.line, name);
    const stored = textIn(theirs.line, name);
    return asked === undefined || stored === undefined || asked === stored
      ? []
      : [{ field: ours.at + name, asked, stored }];
  });

function numberDifferences(ours: Posting, theirs: Posting, isCompared: AffectsAmounts): Difference[] {
  const asked = textIn(ours.line, "documentNumber");
  const stored = textIn(theirs.line, "documentNumber");
  if (!isCompared("documentNumber") || asked === undefined || stored === undefined || asked === stored) return [];
  return [{ field: `${ours.at}documentNumber`, asked, stored }];
}

const amountDifference = ({ line, at, amountField }: Posting, theirs: Posting | undefined): Difference => ({
  field: at + amountField,
  asked: line[amountField],
  stored: theirs?.amounts[0]?.toNumber() ?? 0,
});
