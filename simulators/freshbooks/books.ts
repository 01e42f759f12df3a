/** The seed data in FreshBooks' tables: invented companies with awkward data. */
import type { Scale } from "../../src/sandbox/books/documents/companyContext.ts";
import { makeSeedData, type SeedData, type SeedDocument, type SeedParty } from "../engine/seedData.ts";
import { openCompany } from "../engine/tables.ts";
import { big, dayLater, pick, type Row, text, uuid } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { addChart } from "./chart.ts";
import { newYork, utc } from "./clocks.ts";
import * as documents from "./documents.ts";
import { enter } from "./journal.ts";
import { blank } from "./recordings.ts";
import { type Books, type Name, names, shapes } from "./shapes.ts";

const inUtc: readonly Name[] = ["bills", "bill_payments"];
/** These have no time of change. */
const undated: readonly Name[] = ["credit_notes", "bill_payments", "journal_entry_details", "journal_entry_accounts"];

function stamp(row: Row, at: number, table: Name, isNew: boolean): void {
  row["changed"] = at;
  if (undated.includes(table)) return;
  if (table === "ledger_accounts" || table === "callbacks") row["updated_at"] = new Date(at).toISOString();
  else if (table === "bills" || table === "bill_vendors") {
    row["updated_at"] = inUtc.includes(table) ? utc(at) : newYork(at);
    if (isNew) row["created_at"] = row["updated_at"];
  } else row["updated"] = newYork(at);
}

export function openBooks(world: World): Books[] {
  return [
    openAccount(world, { id: "KTR900", name: "Invented Outfitters", first: 400_001, size: "large" }),
    openAccount(world, { id: "KTR901", name: "Second Example Studio", first: 7_000_001, size: "small" }),
  ];
}

interface Account {
  readonly id: string;
  readonly name: string;
  /** The first of its ids. */
  readonly first: number;
  readonly size: "large" | "small";
}

function openAccount(world: World, { id, name, first, size }: Account): Books {
  const company = openCompany<Name>({
    id,
    facts: { name, business: uuid(`business ${id}`), number: first % 10_000 },
    tables: names,
    now: world.now,
    key: (table) => shapes[table].id,
    newId: () => "",
    stamp,
    // Times of change have seconds.
    stampOf: ({ changed }) => (typeof changed === "number" ? Math.floor(changed / 1000) * 1000 + 999 : undefined),
  });
  company.next("id", first);
  const scale: Partial<Scale> =
    size === "large" ? { customers: 110, suppliers: 60, creditNotes: [40, { open: 2 }] } : {};
  const seed = makeSeedData({ name: id, now: world.now(), size, scale });
  company.past(world.now() - 900 * 86_400_000, () => {
    addChart(company);
    addTaxes(company);
    for (const [index, party] of seed.customers.entries()) addClient(company, party, index);
    for (const [index, party] of seed.suppliers.entries()) addVendor(company, party, index);
    addItems(company, seed);
  });
  addSales(company, seed);
  addPurchases(company, seed);
  addEntries(company);
  return company;
}

const taxes = [
  ["HST", "13", "RT 0001"],
  ["GST", "5", null],
  ["PST", "7", "PST-2"],
  ["Zero", "0", null],
] as const;

function addTaxes(company: Books): void {
  for (const [name, amount, number] of taxes) {
    const id = company.next("id");
    company.add("taxes", { accounting_systemid: company.id, amount, compound: false, id, name, number, taxid: id });
  }
}

const countries = new Intl.DisplayNames("en", { type: "region" });
const countryOf = ({ address }: SeedParty): string => countries.of(text(address["country_code"]) || "US") ?? "";

/** The seed's company keeps its books in euros, these in dollars. */
const currencyOf = (code: string): string => ({ EUR: "USD", USD: "CAD" })[code] ?? code;

const every = (index: number, of: number, at: number, value: string): string => (index % of === at ? value : "");
const except = (index: number, of: number, at: number, value: unknown): string =>
  index % of === at ? "" : text(value);

function addClient(company: Books, party: SeedParty, index: number): void {
  const id = company.next("id");
  const isPerson = index % 6 === 4;
  const hasPerson = isPerson || index % 3 !== 1;
  const hasPlace = index % 7 !== 5;
  const ships = index % 4 === 2;
  company.add(
    "clients",
    blank("clients", {
      accounting_systemid: company.id,
      bus_phone: except(index, 4, 2, `555-${1000 + index}`),
      currency_code: index % 9 === 8 ? "CAD" : "USD",
      email: except(index, 5, 3, `client${index}@example.com`),
      fax: every(index, 6, 1, `555-${2000 + index}`),
      fname: hasPerson ? pick(["Änne", "Jörg", "Toni"], index) : "",
      home_phone: index % 5 === 1 ? `555-${3000 + index}` : null,
      id,
      lname: hasPerson ? `Example ${index}` : "",
      mob_phone: every(index, 3, 0, `555-${4000 + index}`),
      organization: isPerson ? "" : party.name,
      p_city: hasPlace ? text(party.address["city"]) : "",
      p_code: hasPlace ? text(party.address["postal_code"]) : "",
      p_country: hasPlace ? countryOf(party) : "",
      p_street: hasPlace ? text(party.address["address_line1"]) : "",
      p_street2: hasPlace ? text(party.address["address_line2"]) : "",
      s_city: ships ? "Sampleville" : "",
      s_code: ships ? "00002" : "",
      s_country: ships ? "United States" : "",
      s_street: ships ? "2 Loading Dock" : "",
      s_street2: ships && index % 8 === 2 ? "Gate B" : "",
      seed: party.id,
      userid: id,
      username: `client${index}`,
      uuid: uuid(`client ${id}`),
      vat_number: index % 2 === 1 ? party.vatId : null,
      vis_state: index % 10 === 9 ? 2 : 0,
    }),
  );
}

function addVendor(company: Books, party: SeedParty, index: number): void {
  const hasPlace = index % 7 !== 5;
  const orNull = (isThere: boolean, value: unknown): unknown => (isThere ? (value ?? null) : null);
  company.add(
    "bill_vendors",
    blank("bill_vendors", {
      account_number: String(party.account),
      city: orNull(hasPlace, party.address["city"]),
      country: orNull(hasPlace, countryOf(party)),
      currency_code: "USD",
      phone: orNull(index % 4 !== 2, `555-${5000 + index}`),
      postal_code: orNull(hasPlace && index % 5 !== 3, party.address["postal_code"]),
      primary_contact_email: orNull(index % 5 !== 3, `vendor${index}@example.com`),
      primary_contact_first_name: orNull(index % 3 !== 1, "Hanna"),
      primary_contact_last_name: orNull(index % 3 !== 1, `Example ${index}`),
      seed: party.id,
      street: orNull(hasPlace, party.address["address_line1"]),
      street2: orNull(hasPlace, party.address["address_line2"]),
      tax_defaults: [],
      vendor_name: party.name,
      vendorid: company.next("id"),
      vis_state: 0,
    }),
  );
}

/** The seed's percentages, as they are here. */
const taxFor = (percentage: unknown): (typeof taxes)[number] | undefined =>
  ({ 19: taxes[0], 7: taxes[1] })[Number(percentage)];

function addItems(company: Books, { items }: SeedData): void {
  for (const [index, item] of items.entries()) {
    const id = company.next("id");
    const tax = index % 4 === 1 ? undefined : taxFor(item.sales.percentage);
    company.add(
      "items",
      blank("items", {
        accounting_systemid: company.id,
        description: "",
        id,
        inventory: item.isService ? "" : String(index * 3),
        itemid: id,
        name: item.name,
        qty: "1",
        sku: index % 3 === 2 ? "" : item.number,
        tax1: tax === undefined ? 0 : company.tables.taxes.find("name", tax[0])?.["id"],
        tax2: 0,
        unit_cost: { amount: item.salesPrice.toFixed(2), code: "USD" },
        vis_state: 0,
      }),
    );
  }
}

const clientOf = ({ tables }: Books, { party }: SeedDocument): Row => tables.clients.find("seed", party.id) ?? {};

const linesOf = ({ lines }: SeedDocument, code: string, index: number): Row[] =>
  lines.map((line, at) => {
    const tax = taxFor(line.rate.percentage);
    const isDouble = at === 0 && index % 11 === 3 && tax?.[0] === "GST";
    return {
      name: line.item.name ?? line.description ?? "",
      description: at === 0 && index % 2 === 0 ? `Detail ${index}` : "",
      qty: line.quantity.toFixed(2),
      unit_cost: { amount: big(line.unitPrice).toFixed(2), code },
      ...(tax && { taxName1: tax[0], taxAmount1: tax[1] }),
      ...(isDouble && { taxName2: "PST", taxAmount2: "7" }),
    };
  });

function addSales(company: Books, seed: SeedData): void {
  for (const [index, document] of seed.invoices.slice(0, 130).entries())
    company.past(document.created, () => addInvoice(company, document, index));
  for (const [index, document] of seed.creditNotes.entries())
    company.past(document.created, () => addCredit(company, document, index));
}

function addInvoice(company: Books, document: SeedDocument, index: number): void {
  const code = currencyOf(document.currency);
  const invoice = company.add(
    "invoices",
    documents.makeInvoice(company, {
      customerid: clientOf(company, document)["id"],
      create_date: document.date,
      currency_code: code,
      discount_value: index % 6 === 5 ? "10" : "0",
      due_offset_days: Math.round((Date.parse(document.due) - Date.parse(document.date)) / 86_400_000),
      lines: linesOf(document, code, index),
      po_number: index % 2 === 0 ? `PO ${index}` : null,
    }),
  );
  if (document.status === "draft" || document.status === "submitted") return;
  documents.issue(company, invoice);
  company.tables.invoices.put(invoice);
  if (document.status === "voided") {
    documents.changeInvoice(company, invoice, { vis_state: 1 });
    return;
  }
  const isPaid = document.status === "paid";
  for (const [at, { date, amount }] of document.payments.entries()) {
    const left = documents.amountIn(invoice["outstanding"]);
    const isLast = isPaid && at === document.payments.length - 1;
    const value = isLast || big(amount).gt(left) ? left : big(amount);
    if (value.lte(0)) continue;
    const payment = company.add(
      "payments",
      documents.makePayment(company, {
        amount: { amount: value.toFixed(2) },
        date,
        invoiceid: invoice["id"],
        note: every(index, 2, 0, `Payment ${index}`),
        type: pick(["Check", "Bank Transfer", "VISA"], index),
      }),
    );
    documents.settleInvoice(company, payment);
  }
}

/** Some are given, others are what a client paid too much or ahead. Some of those that are given are used. */
function addCredit(company: Books, document: SeedDocument, index: number): void {
  const code = "USD";
  const type = pick(["goodwill", "goodwill", "goodwill", "overpayment", "goodwill", "prepayment"], index);
  const credit = company.add(
    "credit_notes",
    documents.makeCredit(company, {
      clientid: clientOf(company, document)["id"],
      create_date: document.date,
      credit_type: type,
      currency_code: code,
      lines: linesOf(document, code, index),
    }),
  );
  documents.addCreditPayment(company, credit, {});
  if (type !== "goodwill" || index % 3 !== 0) return;
  const open = company.tables.invoices.first(
    ({ status, currency_code, outstanding, amount, vis_state }) =>
      status === 2 &&
      vis_state === 0 &&
      currency_code === code &&
      JSON.stringify(outstanding) === JSON.stringify(amount) &&
      documents.amountIn(amount).gt(0) &&
      documents.amountIn(amount).lte(documents.amountIn(credit["amount"]).times(20)),
  );
  if (open === undefined) return;
  const payment = company.add(
    "payments",
    documents.makePayment(company, {
      amount: open["outstanding"],
      creditid: credit["id"],
      date: dayLater(document.date, 1),
      from_credit: true,
      invoiceid: open["id"],
      type: "Credit",
    }),
  );
  documents.settleInvoice(company, payment);
}

const categoryAt = ({ tables }: Books, index: number): unknown =>
  pick(
    tables.ledger_accounts.where(({ category_id: category }) => category !== null),
    index,
  )["category_id"];

function addPurchases(company: Books, seed: SeedData): void {
  for (const [index, document] of seed.bills.entries()) {
    company.past(document.created, () => addBill(company, document, index));
    company.past(document.created + 1000, () => addExpense(company, document, index));
  }
}

function addBill(company: Books, document: SeedDocument, index: number): void {
  const code = currencyOf(document.currency);
  const lines = document.lines.map((line, at) => {
    const tax = taxFor(line.rate.percentage);
    return {
      categoryid: categoryAt(company, index + at),
      description: at === 0 && index % 3 === 1 ? "" : (line.description ?? line.item.name ?? ""),
      quantity: line.quantity.toFixed(2),
      unit_cost: { amount: big(line.unitPrice).toFixed(2), code },
      ...(tax && { tax_name1: tax[0], tax_percent1: tax[1] }),
      ...(at === 0 && index % 7 === 3 && tax && { tax_name2: "PST", tax_percent2: "7" }),
    };
  });
  const bill = company.add(
    "bills",
    documents.makeBill(company, {
      bill_number: every(index, 3, 0, document.number ?? `B-${index}`) || `B-${index}`.repeat(index % 3 === 2 ? 0 : 1),
      currency_code: code,
      due_offset_days: Math.round((Date.parse(document.due) - Date.parse(document.date)) / 86_400_000),
      issue_date: document.date,
      language: "en",
      lines,
      vendorid: company.tables.bill_vendors.find("seed", document.party.id)?.["vendorid"],
    }),
  );
  for (const [at, { date, amount }] of document.payments.entries()) {
    const left = documents.amountIn(bill["outstanding"]);
    const isLast = document.status === "paid" && at === document.payments.length - 1;
    const value = isLast || big(amount).gt(left) ? left : big(amount);
    if (value.lte(0)) continue;
    const payment = company.add(
      "bill_payments",
      documents.makeBillPayment(company, {
        amount: { amount: value.toFixed(2), code },
        billid: bill["id"],
        note: every(index, 2, 1, `Payment ${index}`),
        paid_date: date,
        payment_type: pick(["Check", "Cash"], index),
      }),
    );
    documents.settleBill(company, payment);
  }
}

function addExpense(company: Books, document: SeedDocument, index: number): void {
  const gross = big(document.lines[0]?.net ?? 10)
    .times(index % 13 === 7 ? -1 : 1)
    .round(2);
  const tax = pick([taxes[0], undefined, taxes[1]], index);
  const part =
    tax === undefined
      ? big(0)
      : gross
          .times(tax[1])
          .div(100 + Number(tax[1]))
          .round(2);
  const code = index % 9 === 4 ? "CAD" : "USD";
  company.add(
    "expenses",
    documents.makeExpense(company, {
      amount: { amount: gross.toFixed(2), code },
      categoryid: categoryAt(company, index * 3),
      clientid: index % 4 === 1 ? company.tables.clients.all()[index % 8]?.["id"] : 0,
      date: document.date,
      notes: except(index, 4, 2, `Expense ${index}`),
      staffid: 1,
      vendor: index % 3 === 0 ? null : document.party.name,
      ...(tax && { taxName1: tax[0], taxAmount1: { amount: part.toFixed(2), code } }),
      ...(tax && index % 6 !== 2 && { taxPercent1: tax[1] }),
    }),
  );
}

function addEntries(company: Books): void {
  const [from, to] = ["1000-1", "1500-1"].map((number) => company.tables.ledger_accounts.find("number", number));
  for (let index = 0; index < 20; index++)
    company.past(company.now() - (400 - index * 3) * 86_400_000, () =>
      enter(company, {
        name: `Reclassification ${index}`,
        description: index % 2 === 0 ? `Entered by hand ${index}` : null,
        user_entered_date: company.today(),
        details: [
          { sub_accountid: from?.["jesa_id"], credit: String(100 + index) },
          { sub_accountid: to?.["jesa_id"], debit: String(100 + index) },
        ],
      }),
    );
}
