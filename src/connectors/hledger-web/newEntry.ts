/** A new entry as the vendor takes it. It checks nothing and appends to a file, so that what would break that file is refused here. */
import { Big } from "big.js";
import type { WriteCall } from "../../contract/connector.ts";
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { calendarDay } from "../../kit/dates.ts";
import { invalid } from "../../kit/encode.ts";
import { readWhole } from "../../kit/lists/inMemory.ts";
import { decimal } from "../../kit/money.ts";
import { amountsIn, currencyOf } from "./amounts.ts";
import { ownTag, readTransactions } from "./books.ts";
import type { Amount, AmountStyle, Transaction } from "./types.ts";

/** How these books write amounts, by currency; and their accounts. */
export interface Prepared {
  readonly commodities: ReadonlyMap<string, Pick<Amount, "acommodity" | "astyle">>;
  readonly accounts: ReadonlySet<string>;
}

export async function prepare(_call: unknown, session: Session): Promise<Prepared> {
  const commodities = new Map<string, Pick<Amount, "acommodity" | "astyle">>();
  for (const transaction of await readTransactions(session))
    for (const { amount } of amountsIn(transaction)) {
      const known = currencyOf(amount.acommodity);
      if (known !== undefined && !commodities.has(known)) commodities.set(known, amount);
    }
  return { commodities, accounts: new Set(await readWhole<string>("/accountnames")(session)) };
}

type Lines = readonly JournalLineItemInput[];
type Writing = Pick<WriteCall<JournalEntryInput>, "body" | "marker">;

/** Without what was prepared, for who wants to know what it says rather than to send it. */
export function transactionFor(
  { body, marker }: Writing,
  prepared?: Prepared,
): Transaction & Readonly<Record<string, unknown>> {
  const { description = "", number = "", transactionDate = "", journalLineItems: lines = [] } = body;
  checkTexts(body, lines);
  checkBalance(lines, body.currency);
  const comment = `${ownTag}:${marker}`;
  return {
    tdate: calendarDay(transactionDate),
    tdescription: description,
    tcode: number,
    tcomment: `${comment}\n`,
    ttags: [[ownTag, marker]],
    tpostings: lines.map((line, index) => postingFor(line, `journalLineItems[${index}]`, { body, prepared })),
    // It insists on the rest, and makes nothing of it.
    tindex: 0,
    tdate2: null,
    tstatus: "Unmarked",
    tprecedingcomment: "",
    tsourcepos: [nowhere, nowhere],
  };
}

const nowhere = { sourceName: "", sourceLine: 1, sourceColumn: 1 };

interface Around {
  readonly body: JournalEntryInput;
  readonly prepared: Prepared | undefined;
}

function postingFor(line: JournalLineItemInput, field: string, { body, prepared }: Around) {
  const { accountId = "", description = "" } = line;
  if (prepared !== undefined && !prepared.accounts.has(accountId))
    throw invalid(`${accountId} is no account of these books`, `${field}.accountId`);
  const amount = amountFor(signed(line), line.currency ?? body.currency, prepared);
  const rate = line.exchangeRate;
  const other = otherCurrency(body.journalLineItems ?? [], line, body.currency);
  const aprice =
    rate === undefined || other === undefined
      ? null
      : ({ tag: "UnitPrice", contents: amountFor(new Big(rate), other, prepared) } as const);
  return {
    paccount: accountId,
    pamount: [{ ...amount, aprice }],
    pcomment: description,
    ptags: [],
    pdate: null,
    pdate2: null,
    pstatus: "Unmarked",
    ptype: "RegularPosting",
    ptransaction_: "0",
    pbalanceassertion: null,
    poriginal: null,
  };
}

/** What a rate is in: the currency of the lines that have none. */
const otherCurrency = (lines: Lines, { currency: own }: JournalLineItemInput, usual: string | undefined) =>
  lines
    .map(({ currency = usual, exchangeRate }) => (exchangeRate === undefined ? currency : undefined))
    .find((currency) => currency !== undefined && currency !== (own ?? usual));

const signed = ({ totalNetAmount = 0, debitCreditIndicator }: JournalLineItemInput): Big =>
  new Big(decimal(totalNetAmount)).times(debitCreditIndicator === "CREDIT" ? -1 : 1);

function amountFor(quantity: Big, currency: string | undefined, prepared: Prepared | undefined): Amount {
  const [usual] = prepared?.commodities.values() ?? [];
  const known = currency === undefined ? usual : prepared?.commodities.get(currency);
  const text = quantity.toFixed(Math.max(2, (quantity.toFixed().split(".")[1] ?? "").length));
  const decimalPlaces = text.split(".")[1]?.length ?? 0;
  const decimalMantissa = Number(text.replace(".", ""));
  // What is written in the file has to read the same there: with the signs that these books use.
  const astyle: AmountStyle = { ...(known?.astyle ?? plain), asdigitgroups: null, asprecision: decimalPlaces };
  const floatingPoint = quantity.toNumber();
  const aquantity = { decimalMantissa, decimalPlaces, floatingPoint };
  return { acommodity: known?.acommodity ?? currency ?? "", aquantity, astyle, aprice: null };
}

const plain: AmountStyle = {
  ascommodityside: "R",
  ascommodityspaced: true,
  asdecimalpoint: ".",
  asdigitgroups: null,
  asprecision: 2,
};

function checkTexts({ description = "", number = "" }: JournalEntryInput, lines: Lines): void {
  checkText(description, "description");
  if (/^[*!(]/.test(description.trim()))
    throw invalid("description must not begin with *, ! or (, which mean something else there", "description");
  checkText(number, "number");
  if (/[()]/.test(number)) throw invalid("number must not have brackets", "number");
  for (const [index, { description: text = "" }] of lines.entries())
    checkText(text, `journalLineItems[${index}].description`);
}

function checkText(text: string, field: string): void {
  if (/[\p{Cc};]/u.test(text) || text !== text.trim())
    throw invalid(`${field} must be one line without semicolons, and without blanks around it`, field);
}

/** In each currency, or at the rates. */
function checkBalance(lines: Lines, usual: string | undefined): void {
  if (lines.some(({ totalNetAmount = 0 }) => totalNetAmount < 0))
    throw invalid("totalNetAmount must not be negative besides its side", "journalLineItems");
  const sums = Map.groupBy(lines, ({ currency = usual }) => currency);
  const isEven = (some: Lines, rated: boolean) =>
    some
      .reduce((sum, line) => sum.plus(signed(line).times(rated ? (line.exchangeRate ?? 1) : 1)), new Big(0))
      .round(2)
      .eq(0);
  const unrated = new Set(
    lines.flatMap(({ currency = usual, exchangeRate }) => (exchangeRate === undefined ? [currency] : [])),
  );
  const isBalanced =
    [...sums.values()].every((some) => isEven(some, false)) || (unrated.size === 1 && isEven(lines, true));
  if (!isBalanced || lines.length < 2)
    throw invalid("debit and credit must balance, in each currency or at the exchange rates", "journalLineItems");
}
