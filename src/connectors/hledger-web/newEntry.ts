/** Builds a new entry. hledger-web appends it to a file without any checks, so Kontor refuses what would break that file. */
import { Big } from "big.js";
import type { WriteCall } from "../../contract/connector.ts";
import type { JournalEntryInput, JournalLineItemInput } from "../../contract/inputs/ledger.ts";
import type { Session } from "../../contract/session.ts";
import { calendarDay } from "../../kit/dates.ts";
import { invalidField } from "../../kit/encode.ts";
import { readUnpagedList } from "../../kit/lists/inMemory.ts";
import { decimal } from "../../kit/money.ts";
import { amountsIn, currencyOf } from "./amounts.ts";
import { ownTag, readTransactions } from "./books.ts";
import type { Amount, AmountStyle, Transaction } from "./types.ts";

/** How the journal formats amounts, by currency, and its accounts. */
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
  return { commodities, accounts: new Set(await readUnpagedList<string>("/accountnames")(session)) };
}

type Lines = readonly JournalLineItemInput[];
type Writing = Pick<WriteCall<JournalEntryInput>, "body" | "marker">;

/** Without `prepared`, the result is only for the answer and is not sent. */
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
    // hledger-web requires the remaining keys but ignores them.
    tindex: 0,
    tdate2: null,
    tstatus: "Unmarked",
    tprecedingcomment: "",
    tsourcepos: [noPosition, noPosition],
  };
}

const noPosition = { sourceName: "", sourceLine: 1, sourceColumn: 1 };

interface EntryContext {
  readonly body: JournalEntryInput;
  readonly prepared: Prepared | undefined;
}

function postingFor(line: JournalLineItemInput, field: string, { body, prepared }: EntryContext) {
  const { accountId = "", description = "" } = line;
  if (prepared !== undefined && !prepared.accounts.has(accountId))
    throw invalidField(`The journal has no account ${accountId}`, `${field}.accountId`);
  const amount = amountFor(signed(line), line.currency ?? body.currency, prepared);
  const rate = line.exchangeRate;
  const priceCurrency = otherCurrency(body.journalLineItems ?? [], line, body.currency);
  const aprice =
    rate === undefined || priceCurrency === undefined
      ? null
      : ({ tag: "UnitPrice", contents: amountFor(new Big(rate), priceCurrency, prepared) } as const);
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

/** The currency that a rate converts to: that of the lines without a rate. */
const otherCurrency = (
  lines: Lines,
  { currency: lineCurrency }: JournalLineItemInput,
  entryCurrency: string | undefined,
) =>
  lines
    .map(({ currency = entryCurrency, exchangeRate }) => (exchangeRate === undefined ? currency : undefined))
    .find((currency) => currency !== undefined && currency !== (lineCurrency ?? entryCurrency));

const signed = ({ totalNetAmount = 0, debitCreditIndicator }: JournalLineItemInput): Big =>
  new Big(decimal(totalNetAmount)).times(debitCreditIndicator === "CREDIT" ? -1 : 1);

function amountFor(quantity: Big, currency: string | undefined, prepared: Prepared | undefined): Amount {
  const [firstCommodity] = prepared?.commodities.values() ?? [];
  const known = currency === undefined ? firstCommodity : prepared?.commodities.get(currency);
  const text = quantity.toFixed(Math.max(2, (quantity.toFixed().split(".")[1] ?? "").length));
  const decimalPlaces = text.split(".")[1]?.length ?? 0;
  const decimalMantissa = Number(text.replace(".", ""));
  // The amount is written in the journal's own style, so that hledger reads it back unchanged.
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
    throw invalidField("description must not start with *, ! or (, which have a meaning in the journal", "description");
  checkText(number, "number");
  if (/[()]/.test(number)) throw invalidField("number must not contain parentheses", "number");
  for (const [index, { description: text = "" }] of lines.entries())
    checkText(text, `journalLineItems[${index}].description`);
}

function checkText(text: string, field: string): void {
  if (/[\p{Cc};]/u.test(text) || text !== text.trim())
    throw invalidField(`${field} must be a single line without semicolons or surrounding spaces`, field);
}

/** Debits and credits have to balance in each currency, or at the exchange rates. */
function checkBalance(lines: Lines, entryCurrency: string | undefined): void {
  if (lines.some(({ totalNetAmount = 0 }) => totalNetAmount < 0))
    throw invalidField(
      "totalNetAmount must not be negative; use debitCreditIndicator for the side",
      "journalLineItems",
    );
  const linesByCurrency = Map.groupBy(lines, ({ currency = entryCurrency }) => currency);
  const balances = (group: Lines, rated: boolean) =>
    group
      .reduce((sum, line) => sum.plus(signed(line).times(rated ? (line.exchangeRate ?? 1) : 1)), new Big(0))
      .round(2)
      .eq(0);
  const unrated = new Set(
    lines.flatMap(({ currency = entryCurrency, exchangeRate }) => (exchangeRate === undefined ? [currency] : [])),
  );
  const isBalanced =
    [...linesByCurrency.values()].every((group) => balances(group, false)) ||
    (unrated.size === 1 && balances(lines, true));
  if (!isBalanced || lines.length < 2)
    throw invalidField(
      "Debits and credits must balance in each currency, or at the exchange rates",
      "journalLineItems",
    );
}
