/** Writes journal entries. They balance in their own currency; the ledger is kept in the company's. */
import { Big } from "big.js";
import { money, sum, toCents, zero } from "../books/basics/amounts.ts";
import type { NativeRecord } from "../books/basics/types.ts";
import { credit, debit, type Posting, type PostingLine } from "../books/ledger/posting.ts";
import type { JournalCode } from "../books/masterdata/chart.ts";
import { rateOn } from "../books/masterdata/currencies.ts";
import { conflict, rejected } from "../server/errors.ts";
import { mustBeOpen, type WriteContext } from "./context.ts";
import { nextEntry, post } from "./ledger.ts";
import { currencyIn, rateIn } from "./lookups.ts";
import { type Exchange, postingLine, type ReadPosting } from "./postingLines.ts";
import { type Input, listIn, textIn, texts } from "./shapes/fields.ts";

export async function makeEntry(context: WriteContext, input: NativeRecord): Promise<NativeRecord> {
  const date = String(input["transaction_date"]);
  mustBeOpen(context, date, "transaction_date");
  const currency = currencyIn(input);
  const exchange: Exchange = { currency, rate: rateIn(input, currency, rateOn(currency, date)) };
  const written = await readLines(context, input, exchange);
  if (written.length < 2) throw rejected("journal_line_items", "must have two lines or more");
  const lines = [...written, ...missingTaxes(written, exchange)];
  checkBalance(lines, currency);
  await checkNumber(context, input);
  const day = (field: string) => textIn(input, field) ?? null;
  const isForeign = currency !== "EUR";
  const posting: Posting = {
    date,
    journal: (textIn(input, "journal_code") ?? "SO") as JournalCode,
    description: textIn(input, "description") ?? "Buchung",
    lines: isForeign ? balancedInLedger(lines, currency) : lines,
    isProvisional: input["is_provisional"] === true,
    reason: textIn(input, "accounting_reason") ?? "commercial",
    files: texts(input, "files"),
    dueDate: day("due_date"),
    deliveryDate: day("delivery_date"),
    ...(isForeign && { foreign: exchange }),
  };
  const { client_reference, document_id = null, tax_assignment_date } = input;
  return post(context, posting, {
    document_id,
    ...(typeof tax_assignment_date === "string" && { tax_assignment_date }),
    ...(typeof client_reference === "string" && { client_reference }),
  });
}

async function readLines(context: WriteContext, input: Input, exchange: Exchange): Promise<ReadPosting[]> {
  const lines: ReadPosting[] = [];
  for (const [index, line] of listIn(input, "journal_line_items").entries()) {
    const path = `journal_line_items[${index}].`;
    if ((textIn(line, "currency") ?? exchange.currency) !== exchange.currency)
      throw rejected(`${path}currency`, `must be the entry's: ${exchange.currency}`);
    const rate = textIn(line, "exchange_rate");
    if (rate !== undefined && !(isDecimal(rate) && new Big(rate).eq(exchange.rate)))
      throw rejected(`${path}exchange_rate`, `must be the entry's: ${exchange.rate}`);
    lines.push(await postingLine(context, line, path, exchange));
  }
  return lines;
}

const isDecimal = (text: string): boolean => /^\d{1,10}(\.\d{1,10})?$/.test(text);

/** The tax of lines with a tax rate, unless the entry has a line on the account of that tax. */
function missingTaxes(lines: readonly ReadPosting[], { rate: exchangeRate }: Exchange): ReadPosting[] {
  const posted = new Set(lines.map(({ account }) => account));
  return lines.flatMap(({ side, tax, taxed }) => {
    const account = tax?.rate.account ?? null;
    if (tax === undefined || account === null || taxed.eq(0) || posted.has(account)) return [];
    const line = (side === "debit" ? debit : credit)(account, toCents(taxed, exchangeRate));
    return [{ ...line, net: taxed, taxed: zero }];
  });
}

function checkBalance(lines: readonly ReadPosting[], currency: string): void {
  const difference = sum(lines, ({ side, net }) => (side === "debit" ? net : net.neg()));
  if (difference.eq(0)) return;
  const [more, less] = difference.gt(0) ? ["debit", "credit"] : ["credit", "debit"];
  throw rejected(
    "journal_line_items",
    `must balance, including the tax of lines with a tax_rate: ${more} is ${money(difference.abs(), currency)} more than ${less}`,
  );
}

/** Rounding each line to cents may leave a difference, which the largest line absorbs. */
function balancedInLedger(lines: readonly ReadPosting[], currency: string): PostingLine[] {
  const difference = lines.reduce((total, { side, cents }) => total + (side === "debit" ? cents : -cents), 0);
  const largest = lines.reduce((found, { cents }, index) => (cents > (lines[found]?.cents ?? 0) ? index : found), 0);
  return lines.map((line, index) => {
    const absorbed = index !== largest ? 0 : line.side === "debit" ? -difference : difference;
    return { ...line, cents: line.cents + absorbed, amount: money(line.net, currency) };
  });
}

/** Entries are numbered without gaps. */
async function checkNumber(context: WriteContext, input: Input): Promise<void> {
  const number = textIn(input, "number");
  const next = String(await nextEntry(context));
  if (number === undefined || number === next) return;
  if (/^[1-9]\d*$/.test(number) && Number(number) < Number(next))
    throw conflict("An entry with this number already exists.", "number");
  throw rejected("number", `must be ${next}, the next number without a gap`);
}
