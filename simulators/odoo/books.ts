/** Seeds two invented companies in one database with three years of awkward data. Documents follow the same rules as those of callers. */
import { namesOf, readTables, times } from "../engine/seeding.ts";
import { openCompany } from "../engine/tables.ts";
import { day, dayLater, dayLength, pick, type Row, text, words } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { type Model, modelNames } from "./models.ts";
import type { Books } from "./orm.ts";
import { accountOf, add, countryOf, currencyId, idBy, replaceWith, taxOf, unitOf } from "./records.ts";
import { make } from "./rules.ts";
import { buy, makeEntry, order, sell } from "./seedBooks.ts";

export function openBooks(world: World, major: number): Books[] {
  let last = 100;
  const moment = (at: number): string => `${new Date(at).toISOString().slice(0, 23).replace("T", " ")}000`;
  const open = (id: string, name: string) =>
    openCompany<Model>({
      id,
      facts: { name, major },
      tables: modelNames,
      now: () => world.now(),
      newId: () => String(++last),
      stamp: (row, at, _table, isNew) => {
        if (isNew) row["create_date"] = moment(at);
        row["write_date"] = moment(at);
      },
      stampOf: (row) => Date.parse(`${text(row["write_date"]).slice(0, 23).replace(" ", "T")}Z`) || undefined,
    });
  const companies = [open("1", "Eikenhof Meubelen"), open("2", "Eikenhof Service")];
  for (const company of companies) {
    for (const { id, facts } of companies) {
      const values = { id: Number(id), name: facts["name"], fiscalyear_last_day: 31, fiscalyear_last_month: "12" };
      const lock = dayLater(day(world.now()), -500);
      company.add("res.company", { ...values, fiscalyear_lock_date: id === "1" ? `${lock.slice(0, 4)}-12-31` : false });
    }
    seedCompany(company, company.id === "1" ? 1 : 0.2);
    for (const row of company.tables["res.company"].all())
      Object.assign(row, {
        currency_id: currencyId(company),
        account_sale_tax_id: taxOf(company, "21%"),
        account_purchase_tax_id: taxOf(company, "21% purchases"),
      });
  }
  return companies;
}

/** Repeats an action at an interval in days, up to a few days ago. */
const daily = (company: Books, count: number, days: number, action: (index: number, date: string) => void): unknown =>
  times(count, (index) => {
    const at = company.now() - ((Math.ceil(count) - index) * days - 4) * dayLength + index * 61_000;
    company.past(at, () => action(index, day(at)));
  });

function seedCompany(company: Books, share: number): void {
  company.past(company.now() - 800 * dayLength, () => {
    seedMasterData(company);
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

/** Master data that every company starts with. */
const masterData = `
res.currency: name symbol
EUR|€; USD|$
res.country: code name
BE|Belgium; DE|Germany; US|United States; AT|Austria; NL|Netherlands; FR|France
decimal.precision: name digits#
Product Price|2; Discount|2
account.account: code name account_type note currency deprecated?
100000|Issued capital|equity|Paid in when the company was founded; 240000|Furniture and vehicles|asset_fixed
300000|Goods for resale|asset_current; 400100|Customers|asset_receivable; 411000|VAT recoverable|asset_current
440000|Suppliers|liability_payable; 451000|VAT payable|liability_current; 550001|Current account|asset_cash
550002|Bank USD|asset_cash||USD; 999999|Undistributed Profits/Losses|equity_unaffected; 400000|Product Sales|income
750000|Interest received|income_other; 600000|Purchases|expense_direct_cost; 610000|Rent|expense
551000|Bank suspense account|asset_current; 653000|Cash discounts given|expense; 630200|Depreciation|expense_depreciation; 640000|Old taxes|expense|||yes; M.1|Memorandum|off_balance
account.tax: name amount# type_tax_use amount_type description price_include? active?
21%|21|sale|percent|<div>21% on <b>goods</b></div>; 6%|6|sale|percent; 0% EU|0|sale|percent; 21% incl.|21|sale|percent||yes
21% purchases|21|purchase|percent; Deposit|2|none|fixed; 20% (until 2021)|20|sale|percent|||no; 0% Cocont|0|sale|percent
res.partner: is_company?
yes
res.partner.bank: acc_number bank_name bank_bic
BE68 5390 0754 7034|Bank of Examples|EXAMBEBB
account.journal: code name type account currency active?
INV|Customer Invoices|sale; BILL|Vendor Bills|purchase; MISC|Miscellaneous Operations|general; BNK1|House bank|bank|550001
BNK2|Bank USD|bank|550002|USD; OLD|Closed bank|bank|550001||no
account.payment.method.line: name
Manual
account.payment.term: name note early_discount? discount_percentage# discount_days#
Immediate Payment; 30 Days|<p>Payment terms: 30 Days</p>; 2/7 Net 30||yes|2|7; 30% Now, Balance 60 Days; End of month
account.payment.term.line: term value_amount# nb_days# delay_type end_month? discount_percentage# discount_days#
Immediate Payment|100|0|days_after; 30 Days|100|30|days_after; 2/7 Net 30|100|30|days_after||2|7
30% Now, Balance 60 Days|30|0|days_after; 30% Now, Balance 60 Days|70|60|days_after
End of month|100|0|days_after_end_of_month|yes
uom.category: name
Unit; Working Time; Weight
uom.uom: category name active?
Unit|Units; Unit|Dozens|no; Working Time|Hours; Working Time|Days; Weight|kg
account.analytic.plan: name
Departments; Projects
account.analytic.account: plan name isCoded? active?
Departments|Workshop|yes; Departments|Shop; Projects|Fair 2026|yes; |Branch (closed)||no
`;

/** Columns that refer to other rows by name. */
const references: Readonly<Record<string, readonly [field: string, model: Model, by: string]>> = {
  account: ["default_account_id", "account.account", "code"],
  currency: ["currency_id", "res.currency", "name"],
  term: ["payment_id", "account.payment.term", "name"],
  category: ["category_id", "uom.category", "name"],
  plan: ["plan_id", "account.analytic.plan", "name"],
};
/** Fields that are added to the rows of a model. */
const completions: Partial<Record<Model, (company: Books, row: Row) => Row>> = {
  // Version 19 archives accounts that earlier versions mark as deprecated.
  "account.account": ({ facts }, row) => ({ ...row, active: !(row["deprecated"] && Number(facts["major"]) >= 19) }),
  "account.payment.term.line": (_company, row) => ({ value: "percent", ...row }),
  "account.analytic.account": (_company, { isCoded, ...row }) => ({
    ...row,
    ...(isCoded === true && { code: `A${text(row["plan_id"])}` }),
  }),
  "res.partner": ({ facts }, row) => ({ name: facts["name"], ...row }),
  "res.partner.bank": ({ tables }, row) => ({ ...row, partner_id: tables["res.partner"].all()[0]?.["id"] }),
  "account.journal": ({ tables }, row) => ({
    ...row,
    ...(row["code"] === "BNK1" && { bank_account_id: tables["res.partner.bank"].all()[0]?.["id"] }),
  }),
};

function seedMasterData(company: Books): void {
  for (const [model, columns] of readTables<Model>(masterData)) {
    const row = Object.fromEntries(
      Object.entries(columns).map(([column, value]) => {
        const [field, target, by] = references[column] ?? [];
        return field && target && by ? [field, idBy(target, by)(company, value)] : [column, value];
      }),
    );
    make(company, model, completions[model]?.(company, row) ?? row);
  }
}

const nameOf = namesOf(
  "Blue |Green |Yellow |Red |White |Grey |Silver |Copper ",
  "Heron|Fox|Owl|Otter|Lynx|Badger|Beaver|Hare|Loon",
  "Workshop|Bakery|Garden Centre|Printers|Opticians|Bicycles",
);
const cities = words("1000 Brussels BE|9000 Ghent BE|50667 Cologne DE|10001 New York US");

const addressAt = (company: Books, index: number): Row => {
  const [, zip, city, code = ""] = /^(\d+) (.+) (\w+)$/.exec(pick(cities, index)) ?? [];
  const address = { zip, city, country_id: countryOf(company, code), street: `Sample Street ${index + 1}` };
  return { ...address, ...(index % 3 === 1 && { street2: "Floor 2" }) };
};

/** Every sixth partner has no contact details. */
function makePartner(company: Books, index: number, role: "customer" | "supplier"): void {
  const at = role === "customer" ? index : index + 400;
  const isPerson = index % 7 === 4;
  const name = `${isPerson ? "Sam Example" : nameOf(at)} ${at}`;
  const contactDetails = {
    email: `post${at}@example.test`,
    phone: `+32 2 555 ${1000 + at}`,
    website: `https://p${at}.example.test`,
    ref: `P${1000 + at}`,
    vat: index % 2 === 0 ? `BE0${477_472_701 + at}` : false,
    ...addressAt(company, index),
    ...(index % 4 === 0 && { mobile: `+32 470 55 ${1000 + at}` }),
  };
  const partner = make(company, "res.partner", {
    name,
    is_company: !isPerson,
    ...(index % 6 !== 5 && contactDetails),
    customer_rank: role === "customer" ? 1 : 0,
    supplier_rank: role === "supplier" || index % 11 === 0 ? 1 : 0,
    active: index % 13 !== 12,
  });
  const addChild = (values: Row) => make(company, "res.partner", { parent_id: partner["id"], ...values });
  const mobile = index % 2 === 0 ? "+32 470 00 00 01" : false;
  if (index % 3 === 0)
    addChild({ name: `Kim Sample ${at}`, email: `kim${at}@example.test`, phone: "+32 2 555 01 01", mobile });
  if (index % 5 === 0) addChild({ type: "delivery", ...addressAt(company, index + 1) });
  if (index % 10 === 5) addChild({ type: "invoice", ...addressAt(company, index + 2) });
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
      active: index !== 13,
      default_code: index % 5 === 4 ? false : `F-${index + 1}`,
      list_price: 12.5 * (index + 1),
      standard_price: 7.25 * (index + 1),
      detailed_type: pick(["consu", "consu", "product", "service"], index),
      uom_id: unitOf(company, index % 4 === 3 ? "Hours" : "Units"),
      qty_available: index % 4 === 2 ? 17 : 0,
      taxes_id: index % 6 === 5 ? replaceWith() : replaceWith(taxOf(company, index % 3 === 2 ? "21% incl." : "21%")),
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
      name,
      active: index !== 2,
      currency_id: currencyId(company),
      ...(index === 0 && { partner_id: customer?.["id"], description: "<p>Shelves &amp; tables</p>" }),
      ...(index === 0 && { date_start: "2026-01-05", date: "2026-12-18" }),
    });
}
