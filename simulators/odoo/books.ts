/** Two invented companies in one database: three years, awkward data. Documents are made by the same rules as those of callers. */
import { openCompany } from "../engine/tables.ts";
import { day, dayLater, dayLength, pick, type Row, row, text } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { type Model, modelNames } from "./models.ts";
import type { Books } from "./orm.ts";
import { accountOf, add, countryOf, currencyId, currencyOf, taxOf, these, unitOf } from "./records.ts";
import { make } from "./rules.ts";
import { buy, makeEntry, order, sell } from "./story.ts";

export function openBooks(world: World, major: number): Books[] {
  let last = 100;
  const moment = (at: number): string => `${new Date(at).toISOString().slice(0, 23).replace("T", " ")}000`;
  const open = (id: string, name: string) =>
    openCompany<Model>({
      ...{ id, facts: { name, major }, tables: modelNames, now: () => world.now(), newId: () => String(++last) },
      stamp: (row, at, _table, isNew) => {
        if (isNew) row["create_date"] = moment(at);
        row["write_date"] = moment(at);
      },
      stampOf: (row) => Date.parse(`${text(row["write_date"]).slice(0, 23).replace(" ", "T")}Z`) || undefined,
    });
  const companies = [open("1", "Eikenhof Meubelen"), open("2", "Eikenhof Service")];
  for (const company of companies) {
    for (const { id, facts } of companies) {
      const own = { id: Number(id), name: facts["name"], fiscalyear_last_day: 31, fiscalyear_last_month: "12" };
      const lock = dayLater(day(world.now()), -500);
      company.add("res.company", { ...own, fiscalyear_lock_date: id === "1" ? `${lock.slice(0, 4)}-12-31` : false });
    }
    tellStory(company, company.id === "1" ? 1 : 0.2);
  }
  return companies;
}

const times = (count: number, make: (index: number) => void): void => {
  for (let index = 0; index < Math.ceil(count); index++) make(index);
};

/** So many, each so many days after the one before, the last one some days ago. */
const daily = (company: Books, count: number, days: number, one: (index: number, date: string) => void): void =>
  times(count, (index) => {
    const at = company.now() - ((Math.ceil(count) - index) * days - 4) * dayLength + index * 61_000;
    company.past(at, () => one(index, day(at)));
  });

function tellStory(company: Books, share: number): void {
  company.past(company.now() - 800 * dayLength, () => {
    furnish(company);
    times(34 * share, (index) => makePartner(company, index, "customer"));
    times(14, (index) => makePartner(company, index, "supplier"));
    makeProducts(company);
    makeProjects(company);
    makeEntry(company, 0, day(company.now()));
  });
  daily(company, 56 * share, 13, (index, date) => sell(company, index, date));
  daily(company, 30 * share, 22, (index, date) => buy(company, index, date));
  daily(company, 12, 55, (index, date) => makeEntry(company, index + 1, date));
  daily(company, 14, 9, (index, date) => order(company, index, date));
}

const chart: readonly (readonly [code: string, name: string, type: string, more?: Row])[] = [
  ["100000", "Issued capital", "equity", { note: "Paid in when the company was founded" }],
  ["240000", "Furniture and vehicles", "asset_fixed"],
  ["300000", "Goods for resale", "asset_current"],
  ["400100", "Customers", "asset_receivable"],
  ["411000", "VAT recoverable", "asset_current"],
  ["440000", "Suppliers", "liability_payable"],
  ["451000", "VAT payable", "liability_current"],
  ["550001", "Current account", "asset_cash"],
  ["550002", "Bank USD", "asset_cash", { currency: "USD" }],
  ["999999", "Undistributed Profits/Losses", "equity_unaffected"],
  ["400000", "Product Sales", "income"],
  ["750000", "Interest received", "income_other"],
  ["600000", "Purchases", "expense_direct_cost"],
  ["610000", "Rent", "expense"],
  ["630200", "Depreciation", "expense_depreciation"],
  ["640000", "Old taxes", "expense", { deprecated: true }],
  ["M.1", "Memorandum", "off_balance"],
];

const taxes: readonly Row[] = [
  { name: "21%", amount: 21, type_tax_use: "sale", description: "<div>21% on <b>goods</b></div>" },
  { name: "6%", amount: 6, type_tax_use: "sale" },
  { name: "0% EU", amount: 0, type_tax_use: "sale" },
  { name: "21% incl.", amount: 21, type_tax_use: "sale", price_include: true },
  { name: "21% purchases", amount: 21, type_tax_use: "purchase" },
  { name: "Deposit", amount: 2, amount_type: "fixed", type_tax_use: "none" },
  { name: "20% (until 2021)", amount: 20, type_tax_use: "sale", active: false },
];

function furnish(company: Books): void {
  for (const name of ["EUR", "USD"]) add(company, "res.currency", { name, symbol: name === "EUR" ? "€" : "$" });
  const countries = {
    BE: "Belgium",
    DE: "Germany",
    US: "United States",
    AT: "Austria",
    NL: "Netherlands",
    FR: "France",
  };
  for (const [code, name] of Object.entries(countries)) add(company, "res.country", { code, name });
  for (const [code, name, account_type, { currency, ...more } = {}] of chart)
    add(company, "account.account", {
      ...{ code, name, account_type, ...more },
      // Version 19 archives what was called deprecated before.
      active: !(more["deprecated"] && Number(company.facts["major"]) >= 19),
      currency_id: currency ? currencyOf(company, text(currency)) : false,
    });
  for (const tax of taxes) add(company, "account.tax", { amount_type: "percent", ...tax });
  const own = add(company, "res.partner", { name: company.facts["name"], is_company: true, type: "contact" });
  const bank = make(company, "res.partner.bank", {
    ...{
      acc_number: "BE68 5390 0754 7034",
      bank_name: "Bank of Examples",
      bank_bic: "EXAMBEBB",
      partner_id: own["id"],
    },
  });
  const journal = (code: string, name: string, type: string, more: Row = {}) =>
    add(company, "account.journal", { code, name, type, ...more });
  const [euro, dollar] = ["550001", "550002"].map((code) => ({ default_account_id: accountOf(company, code) }));
  journal("INV", "Customer Invoices", "sale");
  journal("BILL", "Vendor Bills", "purchase");
  journal("MISC", "Miscellaneous Operations", "general");
  journal("BNK1", "House bank", "bank", { ...euro, bank_account_id: bank["id"] });
  journal("BNK2", "Bank USD", "bank", { ...dollar, currency_id: currencyOf(company, "USD") });
  journal("OLD", "Closed bank", "bank", { ...euro, active: false });
  add(company, "account.payment.method.line", { name: "Manual" });
  const term = ({ discount = {}, ...values }: Row, lines: readonly (readonly [number, number, string?])[]) => {
    const { id } = add(company, "account.payment.term", { ...values, ...row(discount) });
    for (const [value_amount, nb_days, delay_type = "days_after"] of lines)
      add(company, "account.payment.term.line", {
        ...{ payment_id: id, value: "percent", value_amount, nb_days, delay_type },
        ...{ end_month: delay_type !== "days_after", ...row(discount) },
      });
  };
  term({ name: "Immediate Payment" }, [[100, 0]]);
  term({ name: "30 Days", note: "<p>Payment terms: 30 Days</p>" }, [[100, 30]]);
  const discount = { discount_percentage: 2, discount_days: 7 };
  term({ name: "2/7 Net 30", early_discount: true, discount }, [[100, 30]]);
  term({ name: "30% Now, Balance 60 Days" }, [
    [30, 0],
    [70, 60],
  ]);
  term({ name: "End of month" }, [[100, 0, "days_after_end_of_month"]]);
  const units = { Unit: ["Units", "Dozens"], "Working Time": ["Hours", "Days"], Weight: ["kg"] };
  for (const [category, names] of Object.entries(units)) {
    const { id } = add(company, "uom.category", { name: category });
    for (const name of names) add(company, "uom.uom", { name, category_id: id, active: name !== "Dozens" });
  }
  for (const [plan, names] of Object.entries({ Departments: ["Workshop", "Shop"], Projects: ["Fair 2026"] })) {
    const { id } = add(company, "account.analytic.plan", { name: plan });
    for (const [index, name] of names.entries())
      add(company, "account.analytic.account", { name, plan_id: id, code: index === 0 ? `A${text(id)}` : false });
  }
  add(company, "account.analytic.account", { name: "Branch (closed)", active: false });
}

const colours = ["Blue", "Green", "Yellow", "Red", "White", "Grey", "Silver", "Copper"];
const animals = ["Heron", "Fox", "Owl", "Otter", "Lynx", "Badger", "Beaver", "Hare", "Loon"];
const trades = ["Workshop", "Bakery", "Garden Centre", "Printers", "Opticians", "Bicycles"];
const places = [
  ["1000", "Brussels", "BE"],
  ["9000", "Ghent", "BE"],
  ["50667", "Cologne", "DE"],
  ["10001", "New York", "US"],
] as const;

const addressAt = (company: Books, index: number): Row => {
  const [zip, city, code] = pick(places, index);
  const place = { zip, city, country_id: countryOf(company, code), street: `Sample Street ${index + 1}` };
  return { ...place, ...(index % 3 === 1 && { street2: "Floor 2" }) };
};

/** Every sixth has a name and nothing else. */
function makePartner(company: Books, index: number, role: "customer" | "supplier"): void {
  const at = role === "customer" ? index : index + 400;
  const isPerson = index % 7 === 4;
  const name = isPerson
    ? `Sam Example ${at}`
    : `${pick(colours, at)} ${pick(animals, at * 5 + 1)} ${pick(trades, at * 3)} ${at}`;
  const reached = {
    ...{ email: `post${at}@example.test`, phone: `+32 2 555 ${1000 + at}`, website: `https://p${at}.example.test` },
    ...{ ref: `P${1000 + at}`, vat: index % 2 === 0 ? `BE0${477_472_701 + at}` : false, ...addressAt(company, index) },
    ...(index % 4 === 0 && { mobile: `+32 470 55 ${1000 + at}` }),
  };
  const partner = make(company, "res.partner", {
    ...{ name, is_company: !isPerson, ...(index % 6 !== 5 && reached) },
    ...{ customer_rank: role === "customer" ? 1 : 0, supplier_rank: role === "supplier" || index % 11 === 0 ? 1 : 0 },
    active: index % 13 !== 12,
  });
  const below = (values: Row) => make(company, "res.partner", { parent_id: partner["id"], ...values });
  const mobile = index % 2 === 0 ? "+32 470 00 00 01" : false;
  if (index % 3 === 0)
    below({ name: `Kim Sample ${at}`, email: `kim${at}@example.test`, phone: "+32 2 555 01 01", mobile });
  if (index % 5 === 0) below({ type: "delivery", ...addressAt(company, index + 1) });
  if (index % 10 === 5) below({ type: "invoice", ...addressAt(company, index + 2) });
  if (index % 2 === 1)
    make(company, "res.partner.bank", {
      partner_id: partner["id"],
      acc_number: index % 4 === 1 ? "DE89 3704 0044 0532 0130 00" : "123-456",
      ...(index % 4 === 1 && { bank_name: "Sample Bank", bank_bic: "SAMPDEFF", acc_holder_name: name }),
    });
}

function makeProducts(company: Books): void {
  times(14, (index) =>
    make(company, "product.product", {
      name: `${pick(["Chair", "Table", "Lamp", "Assembly"], index)} ${index + 1}`,
      default_code: index % 5 === 4 ? false : `F-${index + 1}`,
      ...{ list_price: 12.5 * (index + 1), standard_price: 7.25 * (index + 1) },
      detailed_type: pick(["consu", "consu", "product", "service"], index),
      ...{ uom_id: unitOf(company, index % 4 === 3 ? "Hours" : "Units"), qty_available: index % 4 === 2 ? 17 : 0 },
      active: index !== 13,
      taxes_id: index % 6 === 5 ? these() : these(taxOf(company, index % 3 === 2 ? "21% incl." : "21%")),
      ...(index % 2 === 0 && {
        property_account_income_id: accountOf(company, "400000"),
        property_account_expense_id: accountOf(company, "600000"),
      }),
    }),
  );
}

function makeProjects(company: Books): void {
  const [customer] = company.tables["res.partner"].where(({ customer_rank: rank }) => Number(rank) > 0);
  for (const [index, name] of ["Fitting out a library", "Fair", "Old showroom"].entries())
    add(company, "project.project", {
      ...{ name, active: index !== 2, currency_id: currencyId(company) },
      ...(index === 0 && { partner_id: customer?.["id"], description: "<p>Shelves &amp; tables</p>" }),
      ...(index === 0 && { date_start: "2026-01-05", date: "2026-12-18" }),
    });
}
