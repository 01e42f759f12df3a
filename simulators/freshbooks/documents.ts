/** Invoices, credits, bills, expenses and payments. */
import type { Big } from "big.js";
import { big, cents, dayLater, row as object, type Row, rows, sum, text, without } from "../engine/values.ts";
import { newYork, utc } from "./clocks.ts";
import { book, isKnownCurrency, unbook } from "./journal.ts";
import { blank } from "./recordings.ts";
import { invalid, missing } from "./refusals.ts";
import type { Books } from "./shapes.ts";

const money = (amount: Big, code: unknown): Row => ({ amount: amount.toFixed(2), code });
export const amountIn = (value: unknown): Big => big(text(object(value)["amount"]) || 0);

const isDay = (value: unknown): boolean => /^\d{4}-\d\d-\d\d$/.test(text(value));

function dayIn(body: Row, field: string, otherwise?: string): string {
  const value = body[field] ?? otherwise;
  if (value === undefined) throw invalid(`Required field '${field}' missing.`, field, 1001);
  if (!isDay(value)) throw invalid(`Invalid value '${text(value)}' for field '${field}'.`, field);
  return text(value);
}

function currencyIn(body: Row, otherwise: unknown): string {
  const code = text(body["currency_code"] ?? otherwise) || "USD";
  if (!isKnownCurrency(code)) throw invalid(`Invalid value '${code}' for field 'currency_code'.`, "currency_code");
  return code;
}

interface Taxed {
  readonly net: Big;
  readonly taxes: readonly { readonly name: string; readonly percent: Big }[];
}

/** Taxes are summed by their names, and the discount lowers them. */
function taxOf(lines: readonly Taxed[], discount: Big): Big {
  const bases = new Map<string, Big>();
  for (const { net, taxes } of lines)
    for (const { name, percent } of taxes)
      bases.set(
        `${name} ${percent.toString()}`,
        (bases.get(`${name} ${percent.toString()}`) ?? big(0)).plus(net.times(percent)),
      );
  return sum([...bases.values()].map((base) => cents(base.times(big(1).minus(discount.div(100))).div(100))));
}

const taxesIn = (line: Row, name: string, amount: string) =>
  [1, 2].flatMap((at) => {
    const called = text(line[`${name}${at}`]);
    return called === "" ? [] : [{ name: called, percent: big(text(line[`${amount}${at}`]) || 0) }];
  });

function salesLine(company: Books, sent: Row, index: number, code: string): Row {
  const qty = big(text(sent["qty"]) || 1);
  const price = amountIn(sent["unit_cost"]);
  const sentCode = text(object(sent["unit_cost"])["code"]);
  if (sentCode !== "" && sentCode !== code)
    throw invalid(`Invalid value '${sentCode}' for field 'unit_cost'.`, "unit_cost");
  const taxes = taxesIn(sent, "taxName", "taxAmount");
  return {
    amount: money(cents(qty.times(price)), code),
    compounded_tax: false,
    description: text(sent["description"]),
    lineid: index + 1,
    name: text(sent["name"]),
    qty: qty.toString(),
    taskno: index + 1,
    taxAmount1: taxes[0]?.percent.toString() ?? "0",
    taxAmount2: taxes[1]?.percent.toString() ?? "0",
    taxName1: taxes[0]?.name ?? "",
    taxName2: taxes[1]?.name ?? null,
    type: 0,
    unit_cost: {
      amount: price.toFixed(Math.max(2, text(object(sent["unit_cost"])["amount"]).split(".")[1]?.length ?? 0)),
      code,
    },
    updated: newYork(company.now()),
  };
}

interface Totals {
  readonly net: Big;
  readonly discount: Big;
  readonly total: Big;
}

function totalsOf(lines: readonly Row[], percent: Big): Totals {
  const net = sum(lines.map(({ amount }) => amountIn(amount)));
  const discount = cents(net.times(percent).div(100));
  const taxed = lines.map((line) => ({ net: amountIn(line["amount"]), taxes: taxesIn(line, "taxName", "taxAmount") }));
  return { net, discount, total: net.minus(discount).plus(taxOf(taxed, percent)) };
}

const draft = 1;

const words: Readonly<Record<number, readonly [display: string, v3: string]>> = {
  1: ["draft", "draft"],
  2: ["sent", "sent"],
  4: ["paid", "paid"],
  8: ["partial", "partial"],
};

/** Amounts, due day and words of an invoice, from its lines and payments. */
function settled(company: Books, invoice: Row): Row {
  const { id, currency_code: code } = invoice;
  const { discount, total } = totalsOf(rows(invoice["lines"]), big(text(invoice["discount_value"]) || 0));
  const payments = company.tables.payments.where(({ invoiceid, vis_state }) => invoiceid === id && vis_state !== 1);
  const paid = sum(payments.map(({ amount }) => amountIn(amount)));
  const outstanding = total.minus(paid);
  if (outstanding.lt(0) && paid.gt(0)) throw invalid("The invoice would be lower than what is paid.", "lines");
  const before = Number(invoice["status"]);
  const status = paid.eq(0) ? (before === draft ? draft : 2) : outstanding.eq(0) ? 4 : 8;
  const due = dayLater(text(invoice["create_date"]), Number(invoice["due_offset_days"]));
  const [display, v3] = words[status] ?? ["", ""];
  const last = payments
    .map(({ date }) => text(date))
    .toSorted()
    .at(-1);
  return {
    ...invoice,
    amount: money(total, code),
    date_paid: last ?? null,
    discount_total: money(discount.times(-1), code),
    display_status: display,
    due_date: due,
    outstanding: money(outstanding, code),
    paid: money(paid, code),
    payment_status: paid.eq(0) ? "unpaid" : outstanding.eq(0) ? "paid" : "partial",
    status,
    v3_status: status === 2 && due < company.today() ? "overdue" : v3,
  };
}

function bookInvoice(company: Books, invoice: Row): void {
  unbook(company, `invoice ${text(invoice["id"])}`);
  if (invoice["status"] === draft || invoice["vis_state"] === 1) return;
  const total = amountIn(invoice["amount"]);
  const { net, discount } = totalsOf(rows(invoice["lines"]), big(text(invoice["discount_value"]) || 0));
  const sales = net.minus(discount);
  book(company, {
    name: `Invoice ${text(invoice["invoice_number"])}`,
    day: text(invoice["create_date"]),
    code: text(invoice["currency_code"]),
    source: `invoice ${text(invoice["id"])}`,
    entry: { invoiceid: invoice["id"], clientid: invoice["customerid"] },
    postings: [
      { account: "receivable", amount: total },
      { account: "sales", amount: sales.times(-1), text: text(rows(invoice["lines"])[0]?.["name"]) },
      { account: "salesTax", amount: sales.minus(total) },
    ],
  });
}

const addressFields = ["street", "street2", "city", "code", "province", "country"] as const;

const clientIn = (company: Books, id: unknown, field: string): Row => {
  const client = company.tables.clients.get(id);
  if (client !== undefined && client["vis_state"] !== 1) return client;
  throw invalid(`Invalid value '${text(id)}' for field '${field}'.`, field);
};

/** An invoice has the name and the address of its client unless it is sent another. */
const ofClient = (client: Row): Row => ({
  current_organization: client["organization"],
  fname: client["fname"],
  lname: client["lname"],
  organization: client["organization"],
  ...Object.fromEntries(addressFields.map((field) => [field, text(client[`p_${field}`])])),
});

export function makeInvoice(company: Books, body: Row): Row {
  const client = clientIn(company, body["customerid"], "customerid");
  const code = currencyIn(body, client["currency_code"]);
  const id = company.next("id", 0);
  const number = company.next("invoice", 1);
  const invoice_number = text(body["invoice_number"]) || String(number).padStart(7, "0");
  if (company.tables.invoices.find("invoice_number", invoice_number))
    throw invalid("The invoice number is already in use.", "invoice_number", 2014);
  return settled(
    company,
    blank("invoices", {
      ...ofClient(client),
      accountid: company.id,
      accounting_systemid: company.id,
      created_at: newYork(company.now()),
      due_offset_days: 0,
      po_number: null,
      discount_value: "0",
      ...body,
      create_date: dayIn(body, "create_date", company.today()),
      currency_code: code,
      id,
      invoiceid: id,
      invoice_number,
      lines: rows(body["lines"]).map((line, index) => salesLine(company, line, index, code)),
      status: draft,
      vis_state: 0,
    }),
  );
}

export function changeInvoice(company: Books, invoice: Row, body: Row): void {
  const { status, vis_state: state, lines, ...rest } = body;
  if (
    state === 1 &&
    company.tables.payments.first(({ invoiceid, vis_state }) => invoiceid === invoice["id"] && vis_state !== 1)
  )
    throw invalid("The invoice has payments. Delete them first.", "vis_state");
  if (status === draft && invoice["status"] !== draft) throw invalid("Invalid value '1' for field 'status'.", "status");
  const changed: Row = { ...invoice, ...rest, ...(state !== undefined && { vis_state: state }) };
  if (rest["customerid"] !== undefined)
    Object.assign(changed, ofClient(clientIn(company, rest["customerid"], "customerid")), rest);
  const code = currencyIn(changed, "USD");
  dayIn(changed, "create_date");
  if (lines !== undefined || code !== invoice["currency_code"])
    changed["lines"] = rows(lines ?? invoice["lines"]).map((line, index) =>
      salesLine(
        company,
        lines === undefined ? { ...line, unit_cost: { ...object(line["unit_cost"]), code } } : line,
        index,
        code,
      ),
    );
  if (status === 2 && invoice["status"] === draft) changed["status"] = 2;
  Object.assign(invoice, settled(company, changed));
  bookInvoice(company, invoice);
}

export const issue = (company: Books, invoice: Row): void => changeInvoice(company, invoice, { status: 2 });

/** A credit: given, or what a client paid too much or ahead. */
export function makeCredit(company: Books, body: Row): Row {
  const client = clientIn(company, body["clientid"], "clientid");
  const code = currencyIn(body, client["currency_code"]);
  const id = company.next("id", 0);
  const lines = rows(body["lines"]).map((line, index) => ({
    ...without(salesLine(company, line, index, code), ["lineid", "type", "updated"]),
    creditid: id,
  }));
  const { total } = totalsOf(lines, big(0));
  return blank("credit_notes", {
    ...ofClient(client),
    accounting_systemid: company.id,
    ...body,
    create_date: dayIn(body, "create_date", company.today()),
    amount: money(total, code),
    credit_number: text(body["credit_number"]) || String(company.next("credit", 1)).padStart(7, "0"),
    creditid: id,
    currency_code: code,
    display_status: "created",
    id,
    lines,
    paid: money(total, code),
    payment_status: "paid",
    status: "created",
    vis_state: 0,
  });
}

const ways = new Set([
  "Check",
  "Credit",
  "Cash",
  "Bank Transfer",
  "Credit Card",
  "Debit",
  "PayPal",
  "2Checkout",
  "VISA",
  "MASTERCARD",
  "DISCOVER",
  "AMEX",
  "DINERS",
  "JCB",
  "ACH",
  "Other",
]);

function wayIn(body: Row, field: string): string {
  const way = text(body[field]) || "Other";
  if (!ways.has(way)) throw invalid(`Invalid value '${way}' for field '${field}'.`, field);
  return way;
}

function amountFor(body: Row): Big {
  const amount = amountIn(body["amount"]);
  if (amount.lte(0)) throw invalid("Invalid value for field 'amount'.", "amount");
  return amount;
}

/** A payment of an invoice. What is above its open amount is stored as an overpayment of the client. */
export function makePayment(company: Books, body: Row): Row {
  const invoice = company.tables.invoices.get(body["invoiceid"]);
  if (invoice === undefined || invoice["vis_state"] === 1)
    throw invalid(`Invalid value '${text(body["invoiceid"])}' for field 'invoiceid'.`, "invoiceid");
  const code = invoice["currency_code"];
  const asked = object(body["amount"])["code"];
  if (asked !== undefined && asked !== code)
    throw invalid(`Invalid value '${text(asked)}' for field 'code'.`, "amount");
  const amount = amountFor(body);
  const open = amountIn(invoice["outstanding"]);
  const used = amount.gt(open) ? open : amount;
  const date = dayIn(body, "date", company.today());
  const more = amount.minus(used);
  const id = company.next("id", 0);
  const shared = {
    accounting_systemid: company.id,
    clientid: invoice["customerid"],
    date,
    from_credit: body["from_credit"] === true,
    note: text(body["note"]),
    type: wayIn(body, "type"),
    vis_state: 0,
  };
  const overpaid = more.gt(0) ? overpay(company, { ...shared, more, code }) : null;
  return blank("payments", {
    ...shared,
    amount: money(used, code),
    creditid: body["creditid"] ?? null,
    id,
    invoiceid: invoice["id"],
    logid: id,
    overpaymentid: overpaid,
  });
}

function overpay(company: Books, { more, code, ...shared }: Row & { readonly more: Big }): unknown {
  const line = { name: "Overpayment", qty: 1, unit_cost: money(more, code) };
  const credit = company.add(
    "credit_notes",
    makeCredit(company, {
      clientid: shared["clientid"],
      create_date: shared["date"],
      credit_type: "overpayment",
      currency_code: code,
      lines: [line],
    }),
  );
  return addCreditPayment(company, credit, shared)["id"];
}

/** A credit has a payment of its own. */
export function addCreditPayment(company: Books, credit: Row, shared: Row): Row {
  const id = company.next("id", 0);
  const payment = company.add(
    "payments",
    blank("payments", {
      accounting_systemid: company.id,
      amount: credit["amount"],
      clientid: credit["clientid"],
      creditid: credit["id"],
      date: credit["create_date"],
      from_credit: false,
      id,
      invoiceid: null,
      logid: id,
      note: "",
      type: "Other",
      vis_state: 0,
      ...shared,
    }),
  );
  if (credit["credit_type"] !== "goodwill")
    book(company, {
      name: `Credit ${text(credit["credit_number"])}`,
      day: text(credit["create_date"]),
      code: text(credit["currency_code"]),
      source: `credit ${text(credit["id"])}`,
      entry: { creditid: credit["id"], clientid: credit["clientid"] },
      postings: [
        { account: "bank", amount: amountIn(credit["amount"]) },
        { account: "deposits", amount: amountIn(credit["amount"]).times(-1) },
      ],
    });
  return payment;
}

/** The invoice of a payment changes with it. */
export function settleInvoice(company: Books, payment: Row): void {
  const { id, invoiceid } = payment;
  const invoice = company.tables.invoices.get(invoiceid);
  unbook(company, `payment ${text(id)}`);
  if (invoice === undefined) return;
  const wasDraft = invoice["status"] === draft;
  Object.assign(invoice, settled(company, invoice));
  if (wasDraft && invoice["status"] !== draft) bookInvoice(company, invoice);
  company.save("invoices", invoice);
  if (payment["vis_state"] === 1) return;
  const amount = amountIn(payment["amount"]);
  book(company, {
    name: `Payment for invoice ${text(invoice["invoice_number"])}`,
    day: text(payment["date"]),
    code: text(invoice["currency_code"]),
    source: `payment ${text(id)}`,
    entry: { paymentid: id, clientid: payment["clientid"] },
    postings: [
      { account: payment["from_credit"] === true ? "deposits" : "bank", amount },
      { account: "receivable", amount: amount.times(-1) },
    ],
  });
}

function billLine(company: Books, sent: Row, index: number, code: string): Row {
  const category = company.tables.ledger_accounts.find("category_id", Number(sent["categoryid"]));
  if (category === undefined)
    throw invalid(`Invalid value '${text(sent["categoryid"])}' for field 'categoryid'.`, "categoryid");
  const quantity = big(text(sent["quantity"]) || 1);
  const price = amountIn(sent["unit_cost"]);
  const net = cents(quantity.times(price));
  const [first, second] = taxesIn(sent, "tax_name", "tax_percent");
  const taxOn = (percent: Big | undefined) =>
    percent === undefined ? null : money(cents(net.times(percent).div(100)), code);
  const tax = sum([first, second].map((each) => amountIn(taxOn(each?.percent))));
  return {
    amount: money(net, code),
    category: {
      category: category["name"],
      categoryid: category["category_id"],
      created_at: utc(company.now()),
      id: category["category_id"],
      is_cogs: false,
      is_editable: false,
      parentid: null,
      updated_at: utc(company.now()),
      vis_state: 0,
    },
    description: text(sent["description"]) || null,
    id: company.next("id", 0),
    list_index: index + 1,
    quantity: quantity.toString(),
    tax_amount1: taxOn(first?.percent),
    tax_amount2: taxOn(second?.percent),
    tax_authorityid1: null,
    tax_authorityid2: null,
    tax_name1: first?.name ?? null,
    tax_name2: second?.name ?? null,
    tax_percent1: first?.percent.toString() ?? null,
    tax_percent2: second?.percent.toString() ?? null,
    total_amount: money(net.plus(tax), code),
    unit_cost: { amount: text(object(sent["unit_cost"])["amount"]) || "0.00", code },
  };
}

function owed(company: Books, bill: Row): Row {
  const { currency_code: code, id } = bill;
  const payments = company.tables.bill_payments.where(({ billid, vis_state }) => billid === id && vis_state !== 1);
  const paid = sum(payments.map(({ amount }) => amountIn(amount)));
  const total = amountIn(bill["total_amount"]);
  const open = total.minus(paid);
  const isOverdue = text(bill["due_date"]) < company.today();
  return {
    ...bill,
    bill_payments: payments.map((payment) => ({ ...payment })),
    outstanding: money(open, code),
    paid: money(paid, code),
    status: open.eq(0) ? "paid" : paid.gt(0) ? "partial" : isOverdue ? "overdue" : "unpaid",
  };
}

export function makeBill(company: Books, body: Row): Row {
  const vendor = company.tables.bill_vendors.get(body["vendorid"]);
  if (vendor === undefined || vendor["vis_state"] === 1)
    throw invalid(`Invalid value '${text(body["vendorid"])}' for field 'vendorid'.`, "vendorid");
  const code = currencyIn(body, vendor["currency_code"]);
  const issued = dayIn(body, "issue_date");
  const lines = rows(body["lines"]).map((line, index) => billLine(company, line, index, code));
  if (lines.length === 0) throw invalid("Required field 'lines' missing.", "lines", 1001);
  const net = sum(lines.map(({ amount }) => amountIn(amount)));
  const total = sum(lines.map(({ total_amount }) => amountIn(total_amount)));
  const term = Number(body["due_offset_days"] ?? 0);
  const bill = blank("bills", {
    ...body,
    amount: money(net, code),
    attachment: null,
    bill_number: text(body["bill_number"]) || null,
    created_at: utc(company.now()),
    currency_code: code,
    due_date: dayLater(issued, term),
    due_offset_days: term,
    id: company.next("id", 0),
    issue_date: issued,
    lines,
    overall_category: object(lines[0]?.["category"])["category"],
    overall_description: lines[0]?.["description"],
    tax_amount: money(total.minus(net), code),
    total_amount: money(total, code),
    vendorid: vendor["vendorid"],
    vendor,
    vis_state: 0,
  });
  book(company, {
    name: `Bill ${text(bill["bill_number"])}`,
    day: issued,
    code,
    source: `bill ${text(bill["id"])}`,
    postings: [
      ...lines.map((line) => ({
        account: Number(object(line["category"])["categoryid"]),
        amount: amountIn(line["amount"]),
        text: text(line["description"]),
      })),
      { account: "purchaseTax" as const, amount: total.minus(net) },
      { account: "payable" as const, amount: total.times(-1) },
    ],
  });
  return owed(company, bill);
}

export function changeBill(company: Books, bill: Row, body: Row): void {
  if (body["vis_state"] !== 1) throw invalid("Bills are changed in FreshBooks.", "vis_state");
  if (rows(bill["bill_payments"]).length > 0) throw invalid("The bill has payments. Delete them first.", "vis_state");
  bill["vis_state"] = 1;
  unbook(company, `bill ${text(bill["id"])}`);
}

export function makeBillPayment(company: Books, body: Row): Row {
  const bill = company.tables.bills.get(body["billid"]);
  if (bill === undefined || bill["vis_state"] === 1) throw missing("bills");
  const amount = amountFor(body);
  const { code = bill["currency_code"] } = object(body["amount"]);
  if (code !== bill["currency_code"]) throw invalid(`Invalid value '${text(code)}' for field 'code'.`, "amount");
  if (amount.gt(amountIn(bill["outstanding"]))) throw invalid("The payment is higher than what is open.", "amount");
  return blank("bill_payments", {
    amount: money(amount, code),
    billid: bill["id"],
    id: company.next("id", 0),
    note: text(body["note"]) || null,
    paid_date: dayIn(body, "paid_date"),
    payment_type: wayIn(body, "payment_type"),
    vis_state: 0,
  });
}

export function settleBill(company: Books, payment: Row): void {
  const bill = company.tables.bills.get(payment["billid"]);
  unbook(company, `bill payment ${text(payment["id"])}`);
  if (bill === undefined) return;
  Object.assign(bill, owed(company, bill));
  company.save("bills", bill);
  if (payment["vis_state"] === 1) return;
  const amount = amountIn(payment["amount"]);
  book(company, {
    name: "Bill payment",
    day: text(payment["paid_date"]),
    code: text(bill["currency_code"]),
    source: `bill payment ${text(payment["id"])}`,
    postings: [
      { account: "payable", amount },
      { account: "bank", amount: amount.times(-1) },
    ],
  });
}

export function makeExpense(company: Books, body: Row): Row {
  for (const field of ["amount", "categoryid", "staffid", "date"])
    if (body[field] === undefined) throw invalid(`Required field '${field}' missing.`, field, 1001);
  if (company.tables.ledger_accounts.find("category_id", body["categoryid"]) === undefined)
    throw invalid(`Invalid value '${text(body["categoryid"])}' for field 'categoryid'.`, "categoryid");
  if (body["clientid"] !== undefined && body["clientid"] !== 0) clientIn(company, body["clientid"], "clientid");
  const gross = amountIn(body["amount"]);
  const { code = "USD" } = object(body["amount"]);
  const tax = sum([amountIn(body["taxAmount1"]), amountIn(body["taxAmount2"])]);
  const id = company.next("id", 0);
  const date = dayIn(body, "date");
  const asText = (value: unknown) => (value === undefined || value === null ? null : text(value));
  book(company, {
    name: "Expense",
    day: date,
    code: text(code),
    source: `expense ${id}`,
    entry: { expenseid: id },
    postings: [
      { account: Number(body["categoryid"]), amount: gross.minus(tax), text: text(body["notes"]) },
      { account: "purchaseTax", amount: tax },
      { account: "bank", amount: gross.times(-1) },
    ],
  });
  return blank("expenses", {
    clientid: 0,
    notes: "",
    vendor: null,
    ...body,
    accounting_systemid: company.id,
    amount: { amount: text(object(body["amount"])["amount"]), code },
    date,
    expenseid: id,
    id,
    taxPercent1: asText(body["taxPercent1"]),
    taxPercent2: asText(body["taxPercent2"]),
    vis_state: 0,
  });
}
