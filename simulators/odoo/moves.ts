/** Documents and entries: taxes, due dates, posting, payments and reconciliation. */
import type { Big } from "big.js";
import { shareOut } from "../engine/pricing.ts";
import { tally } from "../engine/reckoning.ts";
import { big, cents, dayLater, only, type Row, row, sum, text } from "../engine/values.ts";
import type { Books } from "./orm.ts";
import { priceLine, totalsOf } from "./prices.ts";
import {
  accountOf,
  add,
  type Commands,
  commandsIn,
  createCommand,
  currencyId,
  journalOf,
  recordOf,
  replaceWith,
  splitValues,
} from "./records.ts";
import { constraintError, userError } from "./refusals.ts";

/** Units of the currency for one unit of the company's currency. */
const rates: Readonly<Record<string, number>> = { EUR: 1, USD: 1.25 };

const journals: Readonly<Record<string, string>> = { out: "INV", in: "BILL", entry: "MISC" };
const isDocument = (type: unknown): boolean => type !== "entry";
/** Whether the open amount is on the debit side. */
const inDebit = (type: unknown): boolean => ["out_invoice", "out_receipt", "in_refund"].includes(text(type));

export function makeMove(company: Books, plain: Row, values: Row): Row {
  const type = text(plain["move_type"] || "entry");
  const side = text(type.split("_")[0]);
  const currency = plain["currency_id"] || currencyId(company);
  const partner = plain["partner_id"] ? recordOf(company, "res.partner", plain["partner_id"]) : undefined;
  const move = add(company, "account.move", {
    state: "draft",
    name: "/",
    move_type: type,
    payment_state: "not_paid",
    journal_id: journalOf(company, journals[side] ?? "MISC"),
    company_currency_id: currencyId(company),
    commercial_partner_id: partner === undefined ? false : partner["parent_id"] || partner["id"],
    date: plain["invoice_date"] || company.today(),
    ...plain,
    currency_id: currency,
  });
  if (partner !== undefined && isDocument(type)) {
    const rank = side === "out" ? "customer_rank" : "supplier_rank";
    partner[rank] = Number(partner[rank]) + 1;
  }
  if (isDocument(type)) documentLines(company, move, commandsIn(values["invoice_line_ids"]));
  else entryLines(company, move, commandsIn(values["line_ids"]));
  if (!balanceOf(linesOf(company, move)).eq(0)) throw userError(`The move (${text(move["name"])}) is not balanced.`);
  return company.tables["account.move"].put(move);
}

/** Lines of a plain entry. A line with a tax posts the tax as a line of its own. */
function entryLines(company: Books, move: Row, commands: Commands): void {
  for (const [, , values] of commands) {
    const line = row(values);
    const { plain } = splitValues("account.move.line", line);
    const isForeign = plain["debit"] === undefined && plain["credit"] === undefined;
    const amount = isForeign ? sidedAmount(company, move, big(plain["amount_currency"] || 0)) : {};
    const added = addLine(company, move, { ...line, ...amount });
    for (const tax of taxesOf(company, plain["tax_ids"])) {
      const account_id = accountOf(company, tax["type_tax_use"] === "sale" ? "451000" : "411000");
      const sides = sidesOf(cents(balanceOf([added]).times(big(tax["amount"])).div(100)));
      addLine(company, move, { name: tax["name"], display_type: "tax", tax_line_id: tax["id"], account_id, ...sides });
    }
  }
}

/** The database refuses unknown taxes. */
const taxesOf = (company: Books, ids: unknown): readonly Row[] =>
  [ids ?? []].flat().map((id) => {
    const tax = company.tables["account.tax"].get(id);
    if (tax === undefined) throw constraintError("account_move_line_account_tax_rel_account_tax_id_fkey");
    return tax;
  });

export const linesOf = (company: Books, move: Row): readonly Row[] =>
  company.tables["account.move.line"].under("move_id", move["id"]);

/** Debit minus credit. */
const balanceOf = (lines: readonly Row[]): Big =>
  sum(lines.map(({ debit, credit }) => big(debit || 0).minus(big(credit || 0))));

/** Adds a ledger line, in the company's currency and in that of the move. */
function addLine(company: Books, move: Row, values: Row): Row {
  const { plain } = splitValues("account.move.line", values);
  const account = plain["account_id"] ? recordOf(company, "account.account", plain["account_id"]) : undefined;
  const balance = balanceOf([plain]).toNumber();
  return add(company, "account.move.line", {
    display_type: "product",
    quantity: 1,
    amount_currency: balance,
    currency_id: move["currency_id"],
    company_currency_id: move["company_currency_id"],
    date: move["date"],
    partner_id: move["commercial_partner_id"] || move["partner_id"],
    move_id: move["id"],
    move_type: move["move_type"],
    parent_state: move["state"],
    ...plain,
    debit: plain["debit"] || 0,
    credit: plain["credit"] || 0,
    account_type: account?.["account_type"] ?? false,
    amount_residual: isOwed(company, plain["account_id"]) ? balance : 0,
  });
}

const isOwed = (company: Books, id: unknown): boolean =>
  /receivable|payable/.test(text(company.tables["account.account"].get(id)?.["account_type"]));

/** A positive balance is a debit. */
const sidesOf = (balance: Big): Row =>
  balance.lt(0) ? { debit: 0, credit: balance.abs().toNumber() } : { debit: balance.toNumber(), credit: 0 };

/** Converts an amount to the company's currency and puts it on its side. */
function sidedAmount(company: Books, move: Row, amount: Big): Row {
  const rate = rates[text(company.tables["res.currency"].get(move["currency_id"])?.["name"])] ?? 1;
  return { ...sidesOf(cents(amount.div(rate))), amount_currency: amount.toNumber() };
}

function documentLines(company: Books, move: Row, commands: Commands): void {
  const type = text(move["move_type"]);
  const isSale = type.startsWith("out");
  const sign = inDebit(type) ? -1 : 1;
  const addSided = (line: Row, amount: Big) =>
    addLine(company, move, { ...line, ...sidedAmount(company, move, amount.times(sign)) });
  const taxed = commands.flatMap(([, , values]) => {
    const { plain } = splitValues("account.move.line", row(values));
    if (plain["display_type"] === "line_note") {
      addLine(company, move, { ...plain, account_id: false, quantity: 0 });
      return [];
    }
    const product = plain["product_id"] ? recordOf(company, "product.product", plain["product_id"]) : {};
    if (plain["price_unit"] !== undefined) plain["price_unit"] = cents(big(plain["price_unit"] || 0)).toNumber();
    const line = {
      name: product["name"] ?? false,
      price_unit: product["list_price"] ?? 0,
      quantity: 1,
      discount: 0,
      product_uom_id: product["uom_id"] ?? false,
      tax_ids: product["taxes_id"] ?? defaultTaxes(company, isSale),
      account_id: accountOf(company, isSale ? "400000" : "600000"),
      ...plain,
    };
    taxesOf(company, line.tax_ids);
    const { net, gross, taxes } = priceLine(company, line.quantity, line, line.tax_ids);
    const totals = { price_subtotal: net.toNumber(), price_total: gross.toNumber() };
    addSided({ ...line, tax_ids: replaceWith(...[line.tax_ids].flat()), ...totals }, net);
    return taxes.map(([tax, amount]) => [text(tax["id"]), amount] as const);
  });
  for (const [id, amount] of tally(taxed)) {
    const { name } = recordOf(company, "account.tax", id);
    const account_id = accountOf(company, isSale ? "451000" : "411000");
    addSided({ name, display_type: "tax", tax_line_id: Number(id), account_id }, amount);
  }
  termLines(company, move);
}

/** Lines without an item get the company's default tax, unless they name their taxes. */
const defaultTaxes = (company: Books, isSale: boolean): unknown[] => {
  const companyRow = company.tables["res.company"].get(Number(company.id));
  const tax = companyRow?.[isSale ? "account_sale_tax_id" : "account_purchase_tax_id"];
  return tax ? [tax] : [];
};

const writable = [
  "id",
  "name",
  "display_type",
  "price_unit",
  "quantity",
  "discount",
  "product_id",
  "product_uom_id",
  "account_id",
  "analytic_distribution",
];

/** Changes the lines of a draft: `[0, 0, values]` creates a line, `[1, id, values]` changes it, `[2, id]` deletes it. */
export function changeLines(company: Books, move: Row, commands: Commands): void {
  const lines = linesOf(company, move);
  const commandFor = (code: number, id: unknown) =>
    commands.find((command) => command[0] === code && command[1] === id);
  const remaining = lines.filter(
    (line) => ["product", "line_note"].includes(text(line["display_type"])) && !commandFor(2, line["id"]),
  );
  const values = remaining.map((line) =>
    createCommand({
      ...only(line, writable),
      tax_ids: replaceWith(...[line["tax_ids"]].flat()),
      ...row(commandFor(1, line["id"])?.[2]),
    }),
  );
  for (const line of lines) company.remove("account.move.line", line);
  documentLines(company, move, [...values, ...commands.filter(([command]) => command === 0)]);
}

/** Adds the receivable or payable lines, one for each part of the payment term. */
function termLines(company: Books, move: Row): void {
  const lines = linesOf(company, move);
  const total = sum(lines.map((line) => line["amount_currency"] || 0)).times(-1);
  const untaxed = sum(lines.filter((line) => line["display_type"] === "product").map((line) => line["price_subtotal"]));
  const account_id = accountOf(company, text(move["move_type"]).startsWith("out") ? "400100" : "440000");
  const terms = company.tables["account.payment.term.line"].under("payment_id", move["invoice_payment_term_id"]);
  const from = text(move["invoice_date"] || company.today());
  const days = terms.map(({ nb_days }) => dayLater(from, Number(nb_days)));
  const dues = terms.length > 0 ? days : [text(move["invoice_date_due"] || from)];
  const shares = terms.length > 0 ? terms.map((term) => big(term["value_amount"])) : [big(100)];
  const amounts = shareOut(total, shares);
  const parts = shareOut(balanceOf(lines).times(-1), shares);
  for (const [index, date_maturity] of dues.entries()) {
    const sides = { ...sidesOf(big(parts[index])), amount_currency: big(amounts[index]).toNumber() };
    const name = move["payment_reference"] || "";
    addLine(company, move, { display_type: "payment_term", account_id, date_maturity, name, ...sides });
  }
  const totals = totalsOf(untaxed, total.abs());
  Object.assign(move, { ...totals, amount_residual: totals.amount_total, invoice_date_due: dues.at(-1) });
}

/** Odoo posts entries of a closed period on the last day of the next month, without saying so. */
function moveOutOfClosedPeriod(company: Books, move: Row): void {
  const lock = company.tables["res.company"].get(Number(company.id))?.["fiscalyear_lock_date"];
  // Seeded entries were posted before the period was closed.
  const isSeeding = company.tables["res.company"].get(Number(company.id))?.["account_sale_tax_id"] === undefined;
  if (isSeeding || !lock || text(move["date"]) > text(lock)) return;
  const next = new Date(`${dayLater(text(lock), 1)}T00:00:00Z`);
  const date = new Date(Date.UTC(next.getUTCFullYear(), next.getUTCMonth() + 1, 0)).toISOString().slice(0, 10);
  Object.assign(move, { date });
  for (const line of linesOf(company, move)) Object.assign(line, { date });
}

const prefixes: Readonly<Record<string, string>> = { out_refund: "RINV", in_refund: "RBILL" };

export function post(company: Books, move: Row): void {
  const type = text(move["move_type"]);
  if (move["state"] !== "draft") throw userError("The entry must be in draft.");
  if (isDocument(type)) {
    if (!move["partner_id"])
      throw userError("The field 'Customer' is required, please complete it to validate the Customer Invoice.");
    if (!linesOf(company, move).some((line) => line["display_type"] === "product"))
      throw userError("You need to add a line before posting.");
    if (Number(move["amount_total"]) < 0)
      throw userError(
        "You cannot validate an invoice with a negative total amount. You should create a credit note instead.",
      );
    if (type.startsWith("in") && !move["invoice_date"])
      throw userError("The Bill/Refund date is required to validate this document.");
  }
  moveOutOfClosedPeriod(company, move);
  const journal = recordOf(company, "account.journal", move["journal_id"]);
  const prefix = prefixes[type] ?? text(journal["code"]);
  const year = text(move["date"]).slice(0, 4);
  const name = `${prefix}/${year}/${String(company.next(`${prefix} ${year}`)).padStart(5, "0")}`;
  const invoice_date = move["invoice_date"] || company.today();
  Object.assign(move, { state: "posted", name, ...(isDocument(type) && { invoice_date }) });
  if (type === "out_invoice" && !move["payment_reference"]) move["payment_reference"] = name;
  for (const line of linesOf(company, move)) Object.assign(line, { parent_state: "posted" });
  updatePaymentState(company, move);
  company.save("account.move", move);
}

/** Reconciles two lines of the same account that both have an open amount. */
export function reconcile(company: Books, first: Row, second: Row): void {
  const [debit, credit] = Number(first["amount_residual"]) > 0 ? [first, second] : [second, first];
  const owed = big(debit["amount_residual"]).abs();
  const paid = big(credit["amount_residual"]).abs();
  const amount = owed.lt(paid) ? owed : paid;
  const inCurrency = (line: Row) =>
    cents(amount.times(big(line["amount_currency"]).abs()).div(balanceOf([line]).abs())).toNumber();
  add(company, "account.partial.reconcile", {
    debit_move_id: debit["id"],
    credit_move_id: credit["id"],
    amount: amount.toNumber(),
    debit_amount_currency: inCurrency(debit),
    credit_amount_currency: inCurrency(credit),
    max_date: [text(debit["date"]), text(credit["date"])].toSorted().at(-1),
  });
  const reduce = (line: Row, reduction: Big) => {
    const residual = big(line["amount_residual"]).minus(reduction).toNumber();
    // These are computed fields: the write dates of line and document stay the same.
    Object.assign(line, { amount_residual: residual, reconciled: residual === 0 });
    updatePaymentState(company, recordOf(company, "account.move", line["move_id"]));
  };
  reduce(debit, amount);
  reduce(credit, amount.times(-1));
}

/** Updates a document's open amount and payment state. A document that only credit notes settled is reversed. */
function updatePaymentState(company: Books, move: Row): void {
  if (!isDocument(move["move_type"])) return;
  const owed = linesOf(company, move).filter((line) => isOwed(company, line["account_id"]));
  const open = sum(owed.map((line) => big(line["amount_residual"]).abs()));
  const total = sum(owed.map((line) => balanceOf([line]).abs()));
  const partials = company.tables["account.partial.reconcile"];
  const against = owed.flatMap(({ id }) => [
    ...partials.under("debit_move_id", id).map((partial) => partial["credit_move_id"]),
    ...partials.under("credit_move_id", id).map((partial) => partial["debit_move_id"]),
  ]);
  const isRefund = (id: unknown) => {
    const { move_id: moveId } = recordOf(company, "account.move.line", id);
    return text(recordOf(company, "account.move", moveId)["move_type"]).endsWith("refund");
  };
  const settled = against.length > 0 && against.every(isRefund) ? "reversed" : "paid";
  const state = open.eq(0) ? settled : open.lt(total) ? "partial" : "not_paid";
  Object.assign(move, {
    payment_state: move["state"] === "posted" ? state : "not_paid",
    amount_residual: total.eq(0) ? 0 : cents(big(move["amount_total"]).times(open.div(total))).toNumber(),
  });
}

/** Reconciles a line with the open lines of a document. */
export function assign(company: Books, move: Row, line: Row): void {
  for (const owed of linesOf(company, move).filter((candidate) => isOwed(company, candidate["account_id"])))
    if (Number(line["amount_residual"]) !== 0 && Number(owed["amount_residual"]) !== 0) reconcile(company, line, owed);
}

/** Cancels a document, and detaches its payments. */
export function cancel(company: Books, move: Row): void {
  const lock = company.tables["res.company"].get(Number(company.id))?.["fiscalyear_lock_date"];
  if (move["state"] === "posted" && lock && text(move["date"]) <= text(lock)) {
    const [year, month, day] = text(lock).split("-");
    throw userError(`You cannot add/modify entries prior to and inclusive of the lock date ${month}/${day}/${year}.`);
  }
  for (const line of linesOf(company, move)) {
    const partials = company.tables["account.partial.reconcile"];
    const ownPartials = [
      ...partials.under("debit_move_id", line["id"]),
      ...partials.under("credit_move_id", line["id"]),
    ];
    for (const partial of ownPartials) company.remove("account.partial.reconcile", partial);
    Object.assign(line, { parent_state: "cancel" });
  }
  company.save("account.move", { ...move, state: "cancel", payment_state: "not_paid" });
}

/** Moves a ledger line to another account. */
export function moveLine(company: Books, line: Row, values: Row): void {
  const account = values["account_id"] ? recordOf(company, "account.account", values["account_id"]) : undefined;
  const changed: Row = { ...line, ...values, ...(account && { account_type: account["account_type"] }) };
  const amount_residual = isOwed(company, changed["account_id"]) ? balanceOf([changed]).toNumber() : 0;
  company.save("account.move.line", { ...changed, amount_residual });
}

interface Money {
  readonly values: Row;
  readonly isIn: boolean;
  readonly isForSupplier: boolean;
  readonly amount: Big;
  /** The amount that the payment settles, if it is more than the money. */
  readonly settles?: Big;
  readonly differenceAccount?: unknown;
}

/** The entry of a payment: the bank on one side, the receivable or payable on the other. */
function paymentEntry(company: Books, { values, isIn, isForSupplier, amount, settles, differenceAccount }: Money): Row {
  const { name, ...header } = values;
  const move = add(company, "account.move", {
    ...header,
    ref: name,
    state: "draft",
    name: "/",
    move_type: "entry",
    company_currency_id: currencyId(company),
  });
  const account = recordOf(company, "account.journal", values["journal_id"])["default_account_id"];
  const line = (account_id: unknown, sum: Big) =>
    addLine(company, move, { name, account_id, ...sidedAmount(company, move, sum.times(isIn ? 1 : -1)) });
  line(account, amount);
  if (settles !== undefined && differenceAccount !== undefined) line(differenceAccount, settles.minus(amount));
  line(accountOf(company, isForSupplier ? "440000" : "400100"), (settles ?? amount).times(-1));
  return move;
}

const owedLine = (company: Books, move: Row): Row | undefined =>
  linesOf(company, move).find((line) => isOwed(company, line["account_id"]));

const methodLine = (company: Books): unknown => company.tables["account.payment.method.line"].all()[0]?.["id"] ?? false;

/** A payment that a caller creates is a draft. */
export function makePayment(company: Books, plain: Row): Row {
  if (!plain["payment_type"]) throw userError("The field 'Payment Type' is required.");
  if (plain["partner_id"]) recordOf(company, "res.partner", plain["partner_id"]);
  const amount = big(plain["amount"] || 0);
  const values = {
    currency_id: currencyId(company),
    journal_id: journalOf(company, "BNK1"),
    date: company.today(),
    ...only(plain, ["currency_id", "journal_id", "date", "partner_id"]),
  };
  const isIn = plain["payment_type"] === "inbound";
  const isForSupplier = plain["partner_type"] === "supplier";
  const move = paymentEntry(company, { values: { ...values, name: plain["ref"] }, isIn, isForSupplier, amount });
  const payment = add(company, "account.payment", {
    ...values,
    partner_type: "customer",
    ...plain,
    amount: amount.toNumber(),
    move_id: move["id"],
    state: "draft",
    payment_method_line_id: methodLine(company),
  });
  Object.assign(move, { payment_id: payment["id"] });
  return payment;
}

export function postPayment(company: Books, payment: Row): void {
  if (payment["state"] !== "draft") throw userError("Only a draft payment can be posted.");
  post(company, recordOf(company, "account.move", payment["move_id"]));
  company.save("account.payment", { ...payment, state: "posted" });
}

/** A line of a bank statement is posted at once, against the suspense account. */
export function makeStatementLine(company: Books, plain: Row): Row {
  const amount = big(plain["amount"] || 0);
  const values = {
    currency_id: currencyId(company),
    journal_id: plain["journal_id"] || journalOf(company, "BNK1"),
    date: plain["date"] || company.today(),
    partner_id: plain["partner_id"] || false,
  };
  const statement = add(company, "account.bank.statement.line", { ...plain, ...values, amount: amount.toNumber() });
  const move = add(company, "account.move", {
    ...values,
    state: "draft",
    name: "/",
    move_type: "entry",
    statement_line_id: statement["id"],
    company_currency_id: currencyId(company),
  });
  const line = (code: string, sum: Big) =>
    addLine(company, move, {
      name: plain["payment_ref"],
      account_id: accountOf(company, code),
      ...sidedAmount(company, move, sum),
    });
  line("550001", amount);
  line("551000", amount.times(-1));
  post(company, move);
  return company.save("account.bank.statement.line", { ...statement, move_id: move["id"] });
}

/** Does what Odoo's payment window does: creates a payment with its entry, and reconciles it with the document. */
export function pay(company: Books, wizard: Row): Row {
  const document = recordOf(company, "account.move", wizard["active_id"]);
  const owed = linesOf(company, document).filter((line) => isOwed(company, line["account_id"]) && !line["reconciled"]);
  if (document["state"] !== "posted") throw userError("You can only register payment for posted journal entries.");
  if (owed.length === 0)
    throw userError("You can't register a payment because there is nothing left to pay on the selected journal items.");
  const isIn = inDebit(document["move_type"]);
  const isForSupplier = text(document["move_type"]).startsWith("in");
  const amount = big(wizard["amount"] || document["amount_residual"]);
  const { commercial_partner_id: partner_id } = document;
  const common = {
    partner_id,
    currency_id: wizard["currency_id"] || document["currency_id"],
    journal_id: wizard["journal_id"] || journalOf(company, "BNK1"),
    date: wizard["payment_date"] || company.today(),
  };
  const name = wizard["communication"];
  // The difference is a cash discount or a write-off, and the document counts as paid in full.
  const isWholly = wizard["payment_difference_handling"] === "reconcile";
  const move = paymentEntry(company, {
    values: { ...common, name },
    isIn,
    isForSupplier,
    amount,
    ...(isWholly && {
      settles: big(document["amount_residual"]),
      differenceAccount: wizard["writeoff_account_id"],
    }),
  });
  post(company, move);
  const payment = add(company, "account.payment", {
    ...common,
    // The day of a payment is that of its entry.
    date: move["date"],
    ref: name,
    amount: amount.toNumber(),
    move_id: move["id"],
    state: "posted",
    payment_type: isIn ? "inbound" : "outbound",
    partner_type: isForSupplier ? "supplier" : "customer",
    payment_method_line_id: methodLine(company),
  });
  Object.assign(move, { payment_id: payment["id"] });
  const paymentLine = owedLine(company, move);
  if (paymentLine !== undefined) assign(company, document, paymentLine);
  return payment;
}
