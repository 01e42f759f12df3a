/** Writes journal entries. */
import { centsText } from "../books/basics/amounts.ts";
import type { NativeRecord } from "../books/basics/types.ts";
import type { Posting, PostingLine } from "../books/ledger/posting.ts";
import type { JournalCode } from "../books/masterdata/chart.ts";
import { conflict, rejected } from "../server/errors.ts";
import { mustBeOpen, type WriteContext } from "./context.ts";
import { nextEntry, post } from "./ledger.ts";
import { currencyIn, rateIn } from "./lookups.ts";
import { postingLine } from "./postingLines.ts";
import { listIn, textIn, texts } from "./shapes/fields.ts";

/** The ledger is always in EUR and numbered without gaps. */
export async function makeEntry(context: WriteContext, input: NativeRecord): Promise<NativeRecord> {
  const date = String(input["transaction_date"]);
  mustBeOpen(context, date, "transaction_date");
  if (currencyIn(input) !== "EUR") throw rejected("currency", "must be EUR, in which the ledger is kept");
  rateIn(input, "EUR", "1");
  const written = listIn(input, "journal_line_items");
  const lines: PostingLine[] = [];
  for (const [index, line] of written.entries()) {
    const path = `journal_line_items[${index}].`;
    if ((textIn(line, "currency") ?? "EUR") !== "EUR")
      throw rejected(`${path}currency`, "must be EUR, in which the ledger is kept");
    lines.push(await postingLine(context, line, path, "1"));
  }
  const difference = lines.reduce((sum, { side, cents }) => sum + (side === "debit" ? cents : -cents), 0);
  if (lines.length < 2) throw rejected("journal_line_items", "must have two lines or more");
  if (difference !== 0)
    throw rejected("journal_line_items", `must balance: debit is ${centsText(difference)} more than credit`);
  const number = textIn(input, "number");
  const next = String(await nextEntry(context));
  if (number !== undefined && number !== next) {
    if (/^[1-9]\d*$/.test(number) && Number(number) < Number(next))
      throw conflict("An entry with this number already exists.", "number");
    throw rejected("number", `must be ${next}, the next number without a gap`);
  }
  const day = (field: string) => textIn(input, field) ?? null;
  const posting: Posting = {
    date,
    journal: (textIn(input, "journal_code") ?? "SO") as JournalCode,
    description: textIn(input, "description") ?? "Buchung",
    lines,
    isProvisional: input["is_provisional"] === true,
    reason: textIn(input, "accounting_reason") ?? "commercial",
    files: texts(input, "files"),
    dueDate: day("due_date"),
    deliveryDate: day("delivery_date"),
  };
  const { client_reference, document_id = null, tax_assignment_date } = input;
  return post(context, posting, {
    document_id,
    ...(typeof tax_assignment_date === "string" && { tax_assignment_date }),
    ...(typeof client_reference === "string" && { client_reference }),
  });
}
