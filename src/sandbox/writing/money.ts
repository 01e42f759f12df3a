/** Expenses, journal entries, booking proposals and bank transactions as they are written. */
import { Big } from "big.js";
import { centsText, money, percentOf, rounded, toCents, zero } from "../books/amounts.ts";
import { accountId, type JournalCode, type TaxRate, taxRates } from "../books/chart.ts";
import { rateOn } from "../books/claims.ts";
import { paidAtOnce, ways } from "../books/expenses.ts";
import { credit, debit, nativeLine, type Posting, type PostingLine } from "../books/ledger.ts";
import { proposalPayment } from "../books/proposals.ts";
import type { NativeRecord } from "../books/types.ts";
import { conflict, rejected } from "../refusal.ts";
import { nameOf } from "./claims.ts";
import { type Desk, findBy, mustBeOpen, nextNumber } from "./desk.ts";
import type { Input } from "./fields.ts";
import { nextEntry, post } from "./ledger.ts";
import { accountIn, currencyIn, dimensionsIn, listIn, rateIn, stampLines, taxRateIn, textIn } from "./lines.ts";

const texts = (record: Input, field: string): string[] => (record[field] ?? []) as string[];

/** The tax that a line tells of: its rate by id or code, and its amount, which makes the gross amount. */
function taxIn(input: Input, net: Big, path: string): { rate: TaxRate; tax: Big } | undefined {
  const said = (input["tax_rate"] ?? {}) as Input;
  const rates = Object.values(taxRates);
  const percentage = textIn(said, "percentage");
  const rate: TaxRate | undefined =
    rates.find(({ id, code }) => id === said["id"] || code === said["code"]) ??
    rates.find((one) => one.usage === "bill" && percentage !== undefined && new Big(percentage).eq(one.percentage));
  const amount = textIn(input, "tax_amount");
  const gross = textIn(input, "gross_amount");
  if (rate === undefined && amount === undefined && (gross === undefined || new Big(gross).eq(net))) return undefined;
  if (rate === undefined) throw rejected(`${path}tax_rate`, "is required where there is a tax");
  const tax = amount === undefined ? rounded(percentOf(net, rate.percentage), "EUR") : new Big(amount);
  if (gross !== undefined && !net.plus(tax).eq(gross))
    throw rejected(`${path}gross_amount`, `must be net and tax: ${net.plus(tax).toFixed(2)}`);
  // Rounding item by item may make a cent of difference.
  if (percentOf(net, rate.percentage).minus(tax).abs().gt("0.02"))
    throw rejected(`${path}tax_amount`, `is not ${rate.percentage} % of the net amount`);
  return { rate, tax };
}

const isCents = (amount: Big) => rounded(amount, "EUR").eq(amount);

async function partyOn(desk: Desk, input: Input) {
  const of = async (collection: "customers" | "suppliers", field: string) => {
    const id = textIn(input, field);
    const party = id === undefined ? undefined : await findBy(desk, collection, "id", id);
    return party && { id: party.id, account: Number(party["account_number"]) };
  };
  const [customer, supplier] = [await of("customers", "customer_id"), await of("suppliers", "supplier_id")];
  return { ...(customer && { customer }), ...(supplier && { supplier }) };
}

/** An amount stands on one side of one account. `rate` leads to the company's currency. */
async function postingLine(
  desk: Desk,
  input: Input,
  path: string,
  rate: string,
): Promise<PostingLine & { net: Big; taxed: Big }> {
  const account = await accountIn(desk, input, path);
  if (account === undefined) throw rejected(`${path}account_id`, "is required");
  const [onDebit, onCredit] = [textIn(input, "debit"), textIn(input, "credit")];
  if ((onDebit === undefined) === (onCredit === undefined))
    throw rejected(`${path}debit`, "or credit must be given, and not both");
  const net = new Big(onDebit ?? onCredit ?? 0);
  if (!isCents(net)) throw rejected(`${path}${onDebit === undefined ? "credit" : "debit"}`, "must be in whole cents");
  const tax = taxIn(input, net, path);
  const discount = textIn(input, "discount_amount");
  const documentNumber = textIn(input, "document_number");
  const itemId = textIn(input, "item_id");
  const description = textIn(input, "description");
  const line = (onDebit === undefined ? credit : debit)(account, toCents(net, rate), {
    ...(description !== undefined && { description }),
    ...(await partyOn(desk, input)),
    ...(itemId !== undefined && { itemId }),
    ...(discount !== undefined && { discount: toCents(new Big(discount), rate) }),
    ...(tax && { tax: { rate: tax.rate, cents: toCents(tax.tax, rate) } }),
    ...(documentNumber !== undefined && { documentNumber }),
    dimensions: await dimensionsIn(desk, input),
  });
  return { ...line, net, taxed: tax?.tax ?? zero };
}

export async function makeExpense(desk: Desk, input: NativeRecord): Promise<NativeRecord> {
  const date = String(input["transaction_date"]);
  mustBeOpen(desk, date, "transaction_date");
  const currency = currencyIn(input);
  const rate = rateIn(input, currency, rateOn(currency, date));
  const isRefund = input["type"] === "refund";
  const [way = ["cash", "1000", "KA"]] = ways.filter(([type]) => type === (input["payment_type"] ?? "cash"));
  const account = (await accountIn(desk, input, "")) ?? way[1];
  const side = isRefund ? "credit" : "debit";
  const written = listIn(input, "expense_lines");
  if (written.length === 0) throw rejected("expense_lines", "must not be empty");
  const lines = [];
  for (const [index, line] of written.entries()) {
    const path = `expense_lines[${index}].`;
    if (textIn(line, side) === undefined)
      throw rejected(`${path}${side}`, `is required in ${isRefund ? "a refund" : "an expense"}`);
    if ((textIn(line, "currency") ?? currency) !== currency)
      throw rejected(`${path}currency`, `must be the expense's: ${currency}`);
    lines.push({ foreign: await postingLine(desk, line, path, "1"), home: await postingLine(desk, line, path, rate) });
  }
  const description = textIn(input, "description") ?? (isRefund ? "Erstattung" : "Auslage");
  const { rows } = await desk.client.query<{ count: number }>(
    "SELECT count(*)::int + 1 AS count FROM sandbox.records WHERE company = $1 AND collection = 'expenses'",
    [desk.company],
  );
  const journal = (textIn(input, "journal_code") ?? way[2]) as JournalCode;
  const posting: Posting = {
    date,
    journal,
    description,
    lines: paidAtOnce(
      account,
      lines.map(({ home }) => home),
      isRefund,
    ),
    document: { id: input.id, number: `BEL-${String(rows[0]?.count).padStart(4, "0")}` },
    files: texts(input, "files"),
    ...(currency !== "EUR" && { foreign: { currency, rate } }),
  };
  await post(desk, posting);
  const sum = (amounts: readonly Big[]) => amounts.reduce((total, one) => total.plus(one), zero);
  const net = sum(lines.map(({ foreign }) => foreign.net));
  const tax = sum(lines.map(({ foreign }) => foreign.taxed));
  return {
    ledger_name: "Hauptbuch",
    ...input,
    account_code: account,
    account_id: accountId(account),
    account_number: Number(account),
    currency,
    description,
    exchange_rate: currency === "EUR" ? null : rate,
    expense_lines: lines.map(({ foreign }, index) => ({
      ...nativeLine(posting, foreign, `${input.id}-${index + 1}`, desk.now),
      currency,
    })),
    files: texts(input, "files"),
    journal_code: journal,
    payment_type: way[0],
    type: isRefund ? "refund" : "expense",
    total_gross_amount: money(net.plus(tax), currency),
    total_net_amount: money(net, currency),
    total_tax_amount: money(tax, currency),
  };
}

/** The ledger is kept in EUR and numbered without gaps, whatever is wished for. */
export async function makeEntry(desk: Desk, input: NativeRecord): Promise<NativeRecord> {
  const date = String(input["transaction_date"]);
  mustBeOpen(desk, date, "transaction_date");
  if (currencyIn(input) !== "EUR") throw rejected("currency", "must be EUR, in which the ledger is kept");
  rateIn(input, "EUR", "1");
  const written = listIn(input, "journal_line_items");
  const lines: PostingLine[] = [];
  for (const [index, line] of written.entries()) {
    const path = `journal_line_items[${index}].`;
    if ((textIn(line, "currency") ?? "EUR") !== "EUR")
      throw rejected(`${path}currency`, "must be EUR, in which the ledger is kept");
    lines.push(await postingLine(desk, line, path, "1"));
  }
  const difference = lines.reduce((sum, { side, cents }) => sum + (side === "debit" ? cents : -cents), 0);
  if (lines.length < 2) throw rejected("journal_line_items", "must be two or more");
  if (difference !== 0)
    throw rejected("journal_line_items", `must balance: debit is ${centsText(difference)} more than credit`);
  const number = textIn(input, "number");
  const next = String(await nextEntry(desk));
  if (number !== undefined && number !== next) {
    if (/^[1-9]\d*$/.test(number) && Number(number) < Number(next))
      throw conflict("There is an entry with this number already.", "number");
    throw rejected("number", `must be ${next}, the next one without a gap`);
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
  return post(desk, posting, {
    document_id,
    ...(typeof tax_assignment_date === "string" && { tax_assignment_date }),
    ...(typeof client_reference === "string" && { client_reference }),
  });
}

/** A proposal waits: nothing is booked for it until money moves. */
export async function makeProposal(desk: Desk, input: NativeRecord): Promise<NativeRecord> {
  if (currencyIn(input) !== "EUR") throw rejected("currency", "must be EUR");
  const contactId = textIn(input, "contact_id");
  const contact = contactId === undefined ? undefined : await findBy(desk, "contacts", "id", contactId);
  const written = listIn(input, "line_items");
  if (written.length === 0) throw rejected("line_items", "must not be empty");
  const lines: Input[] = [];
  for (const [index, line] of written.entries()) lines.push(await proposalLine(desk, line, `line_items[${index}].`));
  const due = textIn(input, "due_date");
  const status = textIn(input, "status") ?? "open";
  if (!["open", "draft", "submitted"].includes(status)) throw rejected("status", "follows from payments and time");
  const number = textIn(input, "number") ?? (await nextNumber(desk, proposalNumbers));
  return {
    booking_type: "other",
    contact_name: contact ? nameOf(contact) : null,
    ledger_name: "Hauptbuch",
    is_payment_order: false,
    files: [],
    ...input,
    currency: "EUR",
    number,
    line_items: stampLines(input, lines, [], desk.now),
    status: status === "open" && due !== undefined && due < desk.today ? "overdue" : status,
    paid_date: null,
    total_gross_amount: money(
      lines.reduce((sum, line) => sum.plus(String(line["total_gross_amount"])), zero),
      "EUR",
    ),
  };
}

export const proposalNumbers = { field: "number", prefix: "BV-", digits: 4, first: 1, among: "booking-proposals" };

async function proposalLine(desk: Desk, input: Input, path: string): Promise<Input> {
  const account = await accountIn(desk, input, path);
  const rate =
    taxRateIn({ tax_rate_percentage: input["tax_rate_percentage"] }, false, path) ??
    Object.values(taxRates).find(({ code }) => code === input["tax_code"]) ??
    taxRates.none;
  const [saidNet, saidGross] = [textIn(input, "total_net_amount"), textIn(input, "total_gross_amount")];
  if (saidNet === undefined && saidGross === undefined) throw rejected(`${path}total_gross_amount`, "is required");
  const factor = new Big(rate.percentage).div(100).plus(1);
  const gross = saidGross === undefined ? rounded(new Big(saidNet ?? 0).times(factor), "EUR") : new Big(saidGross);
  const net = saidNet === undefined ? rounded(gross.div(factor), "EUR") : new Big(saidNet);
  if (!isCents(gross) || net.times(factor).minus(gross).abs().gt("0.02"))
    throw rejected(`${path}total_gross_amount`, `must be the net amount and ${rate.percentage} % tax`);
  const named = account === undefined ? undefined : await findBy(desk, "accounts", "number", account);
  return {
    ...input,
    ...(account !== undefined && {
      account_id: accountId(account),
      account_code: account,
      account_number: Number(account),
    }),
    account_name: textIn(input, "account_name") ?? named?.["name"] ?? null,
    tax_code: textIn(input, "tax_code") ?? rate.code,
    tax_rate_percentage: rate.percentage,
    total_net_amount: money(net, "EUR"),
    total_gross_amount: money(gross, "EUR"),
  };
}

/** A movement of a bank account; once it is booked, it waits on the account in between for what it is about. */
export async function makeTransaction(desk: Desk, input: NativeRecord): Promise<NativeRecord> {
  const date = String(input["booking_date"]);
  const currency = currencyIn(input);
  const account = (await accountIn(desk, input, "")) ?? (currency === "EUR" ? "1200" : "1210");
  const amount = new Big(String(input["amount"])).abs();
  if (amount.eq(0) || !rounded(amount, currency).eq(amount))
    throw rejected("amount", "must be more than nothing, in whole cents");
  const rate = rateOn(currency, date);
  const record = {
    status: "created",
    ...input,
    account_id: accountId(account),
    account_number: Number(account),
    currency,
    files: texts(input, "files"),
  };
  if (record["status"] !== "booked") return record;
  mustBeOpen(desk, date, "booking_date");
  const isComingIn = String(input["type"]).startsWith("receive");
  const posting = proposalPayment({
    date,
    bookingType: isComingIn ? "invoice" : "bill",
    bank: account,
    cents: toCents(amount, rate),
    description: textIn(input, "description") ?? textIn(input, "reference") ?? "Kontobewegung",
    document: { id: input.id, number: textIn(input, "reference") ?? null },
  });
  await post(desk, { ...posting, files: record.files, ...(currency !== "EUR" && { foreign: { currency, rate } }) });
  return record;
}
