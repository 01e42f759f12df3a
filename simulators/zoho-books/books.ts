/** The seed data in Zoho Books' tables: invented companies in Great Britain with awkward data. */
import { makeSeedData, type SeedData, type SeedDocument, type SeedParty } from "../engine/seedData.ts";
import { openCompany } from "../engine/tables.ts";
import { big, day, dayLater, pick, type Row, text } from "../engine/values.ts";
import { offsetIn } from "../engine/zone.ts";
import type { World } from "../simulation.ts";
import { blank } from "./recordings.ts";
import * as rules from "./rules.ts";
import { type Books, type Name, names, shapes } from "./shapes.ts";

const offset = offsetIn("Europe/London");

/** `2026-11-19T08:30:00+0000`, in the company's zone. */
function momentOf(at: number): string {
  const ahead = offset(at);
  const hours = String(Math.round(ahead / 3_600_000)).padStart(2, "0");
  return `${new Date(at + ahead).toISOString().slice(0, 19)}+${hours}00`;
}

const everyNth = (index: number, of: number, at: number, value: unknown): unknown => (index % of === at ? value : "");
const exceptNth = (index: number, of: number, at: number, value: unknown): unknown => (index % of === at ? "" : value);

function openBook(world: World, { id, name }: { readonly id: string; readonly name: string }): Books {
  let last = 0;
  return openCompany<Name>({
    id,
    facts: { name, lockedUntil: "" },
    tables: names,
    now: world.now,
    key: (table) => shapes[table].id,
    newId: () => `${id.slice(-3)}000000${String(++last + 40_000).padStart(9, "0")}`,
    stamp: (row, at, table, isNew) => {
      if (table === "taxes" || table === "currencies" || table === "bankaccounts" || table.endsWith("refunds")) return;
      if (isNew) row["created_time"] = momentOf(at);
      row["last_modified_time"] = momentOf(at);
      if (table === "customerpayments") row["updated_time"] = momentOf(at);
    },
    // Times of change have seconds.
    stampOf: ({ last_modified_time: at }) => (typeof at === "string" ? Date.parse(at) + 999 : undefined),
  });
}

export function openBooks(world: World): Books[] {
  const company = openBook(world, { id: "60080000001", name: "Silberpilz Ltd (fiktiv)" });
  const seed = makeSeedData({ name: "zoho-books", now: world.now(), scale: { customers: 60, suppliers: 55 } });
  company.past(world.now() - 900 * 86_400_000, () => {
    addMasterData(company);
    addParties(company, seed);
    addItems(company, seed);
  });
  addSales(company, seed);
  addPurchases(company, seed);
  addJournals(company, seed);
  company.facts["lockedUntil"] = dayLater(company.today(), -1100);
  const second = openBook(world, { id: "60080000002", name: "Zweitpilz Ltd (fiktiv)" });
  second.past(world.now() - 900 * 86_400_000, () => {
    addMasterData(second);
    addParties(second, { ...seed, customers: seed.customers.slice(0, 3), suppliers: seed.suppliers.slice(0, 3) });
  });
  return [company, second];
}

const chart: readonly (readonly [code: string, name: string, type: string])[] = [
  ["1000", "Petty Cash", "cash"],
  ["1010", "Undeposited Funds", "cash"],
  ["1100", "Accounts Receivable", "accounts_receivable"],
  ["1200", "House Bank", "bank"],
  ["1300", "Advance Tax", "other_current_asset"],
  ["1400", "Furniture", "fixed_asset"],
  ["1500", "Stock", "stock"],
  ["1600", "Licences", "other_asset"],
  ["2000", "Accounts Payable", "accounts_payable"],
  ["2100", "Company Card", "credit_card"],
  ["2200", "Output VAT", "other_current_liability"],
  ["2300", "Loan", "long_term_liability"],
  ["2400", "Reserves", "other_liability"],
  ["3000", "Share Capital", "equity"],
  ["4000", "Sales", "income"],
  ["4100", "Consulting", "income"],
  ["4900", "Interest", "other_income"],
  ["5000", "Cost of Goods Sold", "cost_of_goods_sold"],
  ["6000", "Office Supplies", "expense"],
  ["6100", "Travel", "expense"],
  ["6200", "Depreciation", "depreciation_expense"],
  ["6900", "Exchange Differences", "other_expense"],
];

const currencies: Readonly<Record<string, readonly [symbol: string, rate: number]>> = {
  GBP: ["£", 1],
  EUR: ["€", 0.85],
  USD: ["$", 0.78],
  CHF: ["CHF", 0.89],
  NOK: ["kr", 0.074],
  SEK: ["kr", 0.076],
  DKK: ["kr", 0.114],
  PLN: ["zł", 0.2],
  JPY: ["¥", 0.0052],
};

const taxes: readonly (readonly [name: string, percentage: number, isDefault: boolean, isInactive: boolean])[] = [
  ["Standard Rate", 20, true, false],
  ["Reduced Rate", 5, false, false],
  ["Zero Rate", 0, false, false],
  ["Reverse charge", 0, false, false],
  ["Old Rate", 17.5, false, true],
];

function addMasterData(company: Books): void {
  for (const [currency_code, [currency_symbol, exchange_rate]] of Object.entries(currencies))
    company.add("currencies", {
      currency_code,
      currency_name: currency_code,
      currency_symbol,
      price_precision: 2,
      currency_format: "1,234,567.89",
      is_base_currency: currency_code === "GBP",
      exchange_rate,
      effective_date: "2024-01-01",
    });
  const base = company.tables.currencies.find("is_base_currency", true);
  const currency = { currency_id: base?.["currency_id"], currency_code: "GBP" };
  for (const [tax_name, tax_percentage, is_default_tax, is_inactive] of taxes)
    company.add("taxes", {
      ...blank("taxes", { tax_name, tax_percentage, tax_type: "tax", is_default_tax, is_inactive, is_editable: true }),
      tax_id: company.newId(),
      status: is_inactive ? "Inactive" : "Active",
    });
  for (const [account_code, account_name, account_type] of chart)
    addAccount(company, { ...currency, account_code, account_name, account_type });
  const parent = company.tables.chartofaccounts.find("account_code", "6000");
  for (let index = 0; index < 50; index++)
    addAccount(company, {
      ...currency,
      account_code: everyNth(index, 2, 0, String(6001 + index)),
      account_name: `Invented expense ${index}`,
      account_type: "expense",
      description: everyNth(index, 3, 0, `Notiz ${index}`),
      is_active: index % 7 !== 3,
      parent_account_id: everyNth(index, 4, 1, parent?.["account_id"]),
      parent_account_name: everyNth(index, 4, 1, "Office Supplies"),
    });
}

function addAccount(company: Books, facts: Row): void {
  const row = company.add(
    "chartofaccounts",
    blank("chartofaccounts", { is_active: true, account_id: company.newId(), ...facts }),
  );
  const { account_type: type, account_id, account_name, account_code } = row;
  if (!["bank", "cash", "credit_card"].includes(text(type))) return;
  company.add(
    "bankaccounts",
    blank("bankaccounts", {
      account_id,
      account_name,
      account_code,
      account_type: type,
      currency_id: row["currency_id"],
      currency_code: row["currency_code"],
      is_active: true,
      balance: type === "bank" ? 1250.5 : 0,
      bank_balance: 0,
      bcy_balance: 0,
      bank_name: type === "bank" ? "Example Bank" : "",
      account_number: type === "bank" ? "00000001" : "",
    }),
  );
}

const countryNames = new Intl.DisplayNames("en", { type: "region" });

function placeOf(party: SeedParty, country: string): Row {
  return {
    address: text(party.address["address_line1"]),
    street2: text(party.address["address_line2"]),
    city: text(party.address["city"]),
    zip: text(party.address["postal_code"]),
    country: countryNames.of(country),
  };
}

function personsOf(party: SeedParty, index: number): readonly Row[] {
  const slug = `${party.role}${index}`;
  const primary = {
    first_name: exceptNth(index, 3, 1, "Kim"),
    last_name: exceptNth(index, 3, 1, `Beispiel ${index}`),
    salutation: everyNth(index, 6, 0, "Ms."),
    email: exceptNth(index, 5, 3, `${slug}@example.example`),
    phone: exceptNth(index, 4, 2, `0000 ${1000 + index}`),
    mobile: everyNth(index, 3, 0, `0700 ${1000 + index}`),
    is_primary_contact: true,
  };
  const second = {
    first_name: "Robin",
    last_name: `Muster ${index}`,
    email: everyNth(index, 2, 0, `robin${index}@example.example`),
    phone: "",
    mobile: everyNth(index, 2, 1, `0711 ${1000 + index}`),
  };
  return index % 4 === 0 ? [primary, second] : [primary];
}

function addParties(company: Books, { customers, suppliers }: SeedData): void {
  for (const party of [...customers, ...suppliers]) {
    const isCustomer = party.role === "customer";
    const index = (isCustomer ? customers : suppliers).indexOf(party);
    const country = index % 3 === 0 ? "GB" : text(party.address["country_code"]) || "GB";
    const isPerson = isCustomer && index % 6 === 4;
    const row = rules.makeContact(company, {
      contact_type: isCustomer ? "customer" : "vendor",
      contact_name: isCustomer ? party.name : `${party.name} (vendor)`,
      company_name: isPerson ? "" : party.name,
      ...(isCustomer && { customer_sub_type: isPerson ? "individual" : "business" }),
      contact_number: everyNth(index, 2, 0, `${isCustomer ? "C" : "V"}-${1000 + index}`),
      website: everyNth(index, 3, 1, `https://seite${index}.example`),
      vat_reg_no: everyNth(index, 2, 1, party.vatId ?? ""),
      ...(index % 7 !== 5 && { billing_address: placeOf(party, country) }),
      ...(index % 5 === 1 && { shipping_address: placeOf(party, "GB") }),
      contact_persons: personsOf(party, index),
    });
    company.add("contacts", { ...row, seed: party.id });
  }
}

/** The seed's percentages, as they are in Great Britain. */
const rateOf = (percentage: unknown): number => ({ 19: 20, 7: 5 })[Number(percentage)] ?? 0;
const taxOf = (company: Books, percentage: unknown): unknown =>
  company.tables.taxes.find("tax_percentage", rateOf(percentage))?.["tax_id"];
const accountAt = (company: Books, code: string): unknown =>
  company.tables.chartofaccounts.find("account_code", code)?.["account_id"];

function addItems(company: Books, { items }: SeedData): void {
  for (const [index, item] of items.entries()) {
    const tax = company.tables.taxes.get(taxOf(company, item.sales.percentage));
    const isTaxed = index % 5 !== 2;
    company.add("items", {
      ...blank("items", {
        item_id: company.newId(),
        name: item.name,
        item_name: item.name,
        sku: exceptNth(index, 7, 6, item.number),
        product_type: item.isService ? "service" : "goods",
        item_type: index % 3 === 0 ? "sales" : "sales_and_purchases",
        status: "active",
        rate: Number(item.salesPrice),
        purchase_rate: index % 3 === 0 ? 0 : Number(item.purchasePrice),
        unit: pick(["pcs", "h", ""], index),
        account_id: accountAt(company, "4000"),
        account_name: "Sales",
        purchase_account_id: accountAt(company, "5000"),
        purchase_account_name: "Cost of Goods Sold",
        tax_id: isTaxed ? text(tax?.["tax_id"]) : "",
        tax_name: isTaxed ? text(tax?.["tax_name"]) : "",
        tax_percentage: isTaxed ? Number(tax?.["tax_percentage"] ?? 0) : 0,
        stock_on_hand: item.isService ? 0 : index * 3,
        item_tax_preferences: [],
      }),
      seed: item.id,
    });
  }
}

/** The seed's company keeps its books in euros, this one in pounds. */
function currencyOf(company: Books, { currency }: SeedDocument): unknown {
  const code = currency === "EUR" ? "GBP" : currency;
  return (company.tables.currencies.find("currency_code", code) ?? company.tables.currencies.all()[0])?.["currency_id"];
}

const postingAccounts = { customer: ["4000", "4100"], vendor: ["6000", "6100", "5000"] } as const;

/** No recorded vendor credit has a discount. */
const hasDiscounts = ({ name }: rules.DocumentKind): boolean => name !== "vendorcredits";

/** Every third document has a discount of the whole. */
const isOfWhole = (kind: rules.DocumentKind, index: number): boolean => hasDiscounts(kind) && index % 3 === 2;

/** Bills have the amount of a discount only where the discount is no percentage. */
const lineDiscount = (kind: rules.DocumentKind, index: number, percentage: unknown): Row => {
  if (!hasDiscounts(kind) || isOfWhole(kind, index)) return {};
  return { discount: kind.name === "bills" && index % 3 === 1 ? 1.5 : `${Number(percentage)}%` };
};

const linesOf = (company: Books, kind: rules.DocumentKind, document: SeedDocument, index: number): Row[] =>
  document.lines.map((line, at) => ({
    ...(at !== 1 && { item_id: company.tables.items.find("seed", line.item.id)?.["item_id"] }),
    ...((at === 1 || kind.party === "vendor") && {
      account_id: accountAt(company, pick(postingAccounts[kind.party], at + index)),
    }),
    name: line.item.name,
    description: line.description ?? "",
    quantity: Number(line.quantity),
    rate: Number(line.unitPrice),
    ...lineDiscount(kind, index, line.discount),
    tax_id: at === 2 ? "" : taxOf(company, line.rate.percentage),
    unit: at === 0 ? "pcs" : "",
  }));

const partyOf = (company: Books, { party }: SeedDocument): unknown =>
  company.tables.contacts.find("seed", party.id)?.["contact_id"];

function bodyOf(company: Books, kind: rules.DocumentKind, document: SeedDocument, index: number): Row {
  const isSale = kind.party === "customer";
  const isEntity = isOfWhole(kind, index);
  return {
    [`${kind.party}_id`]: partyOf(company, document),
    currency_id: currencyOf(company, document),
    date: document.date,
    due_date: document.due,
    reference_number: everyNth(index, 2, 0, `PO ${index}`),
    is_inclusive_tax: index % 8 === 5,
    discount_type: isEntity ? "entity_level" : "item_level",
    ...(isEntity && { discount: isSale ? "5%" : 5 }),
    is_reverse_charge_applied: index % 4 === 1,
    ...(isSale && index % 7 === 2 && { shipping_charge: 12.5 }),
    ...(index % 11 === 3 && { adjustment: -0.25, adjustment_description: "Rounding down" }),
    line_items: linesOf(company, kind, document, index),
    ...(kind.name === "bills" && { bill_number: exceptNth(index, 9, 8, `L-${1000 + index}`) || `L/${index}` }),
  };
}

type Entered = "invoices" | "bills" | "creditnotes" | "vendorcredits";

/** Enters a document, and leaves it in the state that the seed says. */
function enter(company: Books, name: Entered, document: SeedDocument, index: number): Row {
  const kind = rules.kinds[name];
  const row = company.add(name, rules.makeDocument(company, kind, bodyOf(company, kind, document, index)));
  if (document.status === "voided") rules.move(company, kind, row, "void");
  else if (document.status !== "draft" && document.status !== "submitted") rules.move(company, kind, row, "posted");
  return row;
}

function settle(company: Books, side: rules.Side, row: Row, { payments, status }: SeedDocument): void {
  const isSale = side === "customerpayments";
  const id = isSale ? "invoice_id" : "bill_id";
  for (const [at, { date, amount }] of payments.entries()) {
    const left = big(row["balance"]);
    const isLast = status === "paid" && at === payments.length - 1;
    const value = isLast || big(amount).gt(left) ? left : big(amount);
    if (value.lte(0)) continue;
    const over = company.tables[side].size % 9 === 4 ? 10 : 0;
    company.add(
      side,
      rules.makePayment(company, side, {
        [isSale ? "customer_id" : "vendor_id"]: row[isSale ? "customer_id" : "vendor_id"],
        amount: Number(value.plus(over)),
        date,
        payment_mode: pick(["banktransfer", "cash", "creditcard"], at + company.tables[side].size),
        description: everyNth(company.tables[side].size, 2, 0, `Beleg ${company.tables[side].size}`),
        [isSale ? "account_id" : "paid_through_account_id"]: accountAt(company, "1200"),
        exchange_rate: row["exchange_rate"],
        [isSale ? "invoices" : "bills"]: [{ [id]: row[id], amount_applied: Number(value) }],
      }),
    );
  }
}

function addSales(company: Books, seed: SeedData): void {
  for (const [index, document] of seed.invoices.slice(0, 110).entries())
    company.past(document.created, () => {
      const row = enter(company, "invoices", document, index);
      if (row["state"] !== "posted" || index % 13 === 6) return;
      settle(company, "customerpayments", row, document);
    });
  const open = company.tables.invoices.where(({ state, balance, total }) => state === "posted" && balance === total);
  for (const [index, row] of open.slice(0, 4).entries()) if (index % 2 === 1) rules.writeOff(company, row);
  for (const [index, document] of seed.creditNotes.slice(0, 30).entries())
    company.past(document.created, () => {
      const row = enter(company, "creditnotes", document, index);
      if (row["state"] !== "posted") return;
      if (index % 4 === 1)
        rules.refundCredit(company, rules.kinds.creditnotes, row, {
          amount: Number(
            big(row["balance"])
              .div(index % 8 === 1 ? 1 : 2)
              .round(2),
          ),
          date: document.date,
          refund_mode: "banktransfer",
          description: everyNth(index, 8, 1, "zurück"),
          from_account_id: accountAt(company, "1200"),
        });
      const invoice = company.tables.invoices.first(
        ({ state, balance }) => state === "posted" && Number(balance) >= Number(row["balance"]) && Number(balance) > 0,
      );
      if (index % 4 === 2 && invoice !== undefined)
        rules.useCredit(company, rules.kinds.creditnotes, row, {
          invoices: [{ invoice_id: invoice["invoice_id"], amount_applied: row["balance"] }],
        });
    });
  const [first, second] = company.tables.customerpayments.where(({ unused_amount: left }) => Number(left) > 0);
  for (const payment of [first, second])
    if (payment !== undefined)
      rules.refundPayment(company, payment, {
        amount: 4,
        refund_mode: "cash",
        from_account_id: accountAt(company, "1200"),
      });
}

function addPurchases(company: Books, seed: SeedData): void {
  for (const [index, document] of seed.bills.slice(0, 80).entries())
    company.past(document.created, () => {
      const row = enter(company, "bills", { ...document, status: document.status }, index);
      if (row["state"] !== "posted") return;
      settle(company, "vendorpayments", row, document);
    });
  for (const [index, document] of seed.vendorCredits.slice(0, 25).entries())
    company.past(document.created, () => {
      const row = enter(company, "vendorcredits", document, index);
      if (row["state"] !== "posted") return;
      if (index % 4 === 1)
        rules.refundCredit(company, rules.kinds.vendorcredits, row, {
          amount: Number(big(row["balance"]).div(2).round(2)),
          date: document.date,
          refund_mode: "banktransfer",
          account_id: accountAt(company, "1200"),
        });
      const bill = company.tables.bills.first(
        ({ state, balance }) => state === "posted" && Number(balance) >= Number(row["balance"]) && Number(balance) > 0,
      );
      if (index % 4 === 2 && bill !== undefined)
        rules.useCredit(company, rules.kinds.vendorcredits, row, {
          bills: [{ bill_id: bill["bill_id"], amount_applied: row["balance"] }],
        });
    });
}

function addJournals(company: Books, { entries }: SeedData): void {
  for (const [index, entry] of [...entries.slice(0, 20), ...entries.slice(-40)].entries())
    company.past(Date.parse(entry.updated_at), () => {
      const amount = 100 + index;
      const isTaxed = index % 4 === 2;
      const debit = {
        account_id: accountAt(company, "6100"),
        debit_or_credit: "debit",
        amount,
        description: everyNth(index, 2, 0, `Zeile ${index}`),
        ...(isTaxed && { tax_id: taxOf(company, 19) }),
      };
      const credit = {
        account_id: accountAt(company, "1200"),
        debit_or_credit: "credit",
        amount: isTaxed ? Number(big(amount).times(1.2).round(2)) : amount,
      };
      company.add(
        "journals",
        rules.makeJournal(company, {
          journal_date: text(entry.transaction_date).slice(0, 10) || day(company.now()),
          notes: text(entry["description"]) || `Buchung ${index}`,
          reference_number: everyNth(index, 3, 0, `R-${index}`),
          status: index % 6 === 4 ? "draft" : "published",
          line_items: [debit, credit],
        }),
      );
    });
}
