/** Two invented divisions: the engine's story in the vendor's shapes, with what only this vendor has. */
import { randomUUID } from "node:crypto";
import { type Story, type StoryParty, tellStory } from "../engine/story.ts";
import { openCompany } from "../engine/tables.ts";
import { big, dayLater, dayLength, pick, type Row, row as rowIn, rows, text, uuid } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { models, type Name, names } from "./models.ts";
import { type Books, book, date } from "./rules.ts";
import { accountTypes, furnish, journals, unitOf, vatCode, vatCodes } from "./setup.ts";
import { addDocument, addOrders, addPurchase, addSale, guidOf } from "./trade.ts";

export function openBooks(world: World): Books[] {
  const open = (id: string, description: string, size: "large" | "small") => {
    let version = 1_000_000;
    const company = openCompany<Name>({
      ...{ id, facts: { description }, tables: names },
      now: () => world.now(),
      newId: () => randomUUID(),
      key: (name) => models[name].key,
      stamp: (row, at, name, isNew) => {
        if (name === "TransactionLines") row["Timestamp"] = ++version;
        if (!models[name].fields.includes("Modified")) return;
        const moment = `/Date(${Math.floor(at / 1000) * 1000})/`;
        if (isNew) row["Created"] = moment;
        row["Modified"] = moment;
      },
      // The next one is in a later second.
      stampOf: ({ Modified }) => (Modified ? Number(/\d+/.exec(text(Modified))?.[0]) + 999 : undefined),
    });
    furnish(company);
    dress(company, tellStory({ name: id, now: world.now(), size }));
    return company;
  };
  return [open("1200345", "Blauwe Reiger B.V.", "large"), open("1200346", "Grijze Zwaan B.V.", "small")];
}

function dress(company: Books, story: Story): void {
  const start = company.now() - 600 * dayLength;
  company.past(start, () => {
    addMasters(company, story);
    for (const [index, party] of story.customers.entries()) addParty(company, party, index);
    for (const [index, party] of story.suppliers.entries()) addParty(company, party, index);
    addItems(company, story);
    addProjects(company);
  });
  addLedger(company, story);
  for (const [index, one] of [...story.invoices, ...story.creditNotes].entries())
    company.past(one.updated, () => addSale(company, one, index));
  for (const [index, one] of [...story.bills, ...story.vendorCredits].entries())
    company.past(one.updated, () => addPurchase(company, one, index));
  addOrders(company);
}

const bank = {
  ...{ BankName: "Voorbeeldbank", BankAccountIBAN: "NL00XMPL0000000001", BankAccountBICCode: "XMPLNL2A" },
  ...{ BankAccountIncludingMask: "NL00XMPL0000000001", BankAccountDescription: "Lopende rekening" },
};

function addMasters(company: Books, story: Story): void {
  for (const { id, number, name, type, class: kind, status } of story.accounts) {
    const isResult = kind === "revenue" || kind === "expense";
    const Type = accountTypes[text(type)] ?? 90;
    const isCredit = Type === 35 || (kind !== "asset" && kind !== "expense");
    const sides = { BalanceType: isResult ? "W" : "B", BalanceSide: isCredit ? "C" : "D" };
    company.add("GLAccounts", {
      ...{ ID: guidOf(company, id), Code: number, Description: name, Type, ...sides, IsBlocked: status !== "active" },
    });
  }
  for (const [Code, Type, Description, account] of journals)
    company.add("Journals", {
      ...{ Code, Type, Description, Currency: Code === "21" ? "USD" : "EUR" },
      ...{ GLAccount: account ? guidOf(company, `acc-${account}`) : null, ...(Code === "20" && bank) },
    });
  for (const [name, Code, Type, VATTransactionType, Description] of vatCodes) {
    const rate = Object.values(story.taxRates).find(({ code }) => code === name);
    const Percentage = Number(rate?.percentage ?? 0) / 100;
    const ID = guidOf(company, `vat ${Code}`);
    company.add("VATCodes", {
      ...{ ID, Code, Type, VATTransactionType, Description, Percentage, IsBlocked: name === "UST16" },
    });
    const span = (StartDate: string, EndDate: string | null, part: number) =>
      company.add("VatPercentages", {
        ...{ VATCodeID: ID, StartDate: date(StartDate), EndDate: EndDate && date(EndDate), Percentage: part, Type: 0 },
        LineNumber: 1,
      });
    if (name === "UST19") span("2012-01-01", "2020-12-31", 0.16);
    span("2021-01-01", null, Percentage);
  }
  const terms = new Map([...story.invoices, ...story.bills].map(({ term }) => [term.code, term]));
  for (const [index, { code, days }] of [...terms.values()].entries())
    company.add("PaymentConditions", {
      ...{ ID: guidOf(company, `term ${code}`), Code: code, Description: `Binnen ${days} dagen`, PaymentDays: days },
      ...{ PaymentMethod: pick(["B", "I", "K"], index), PaymentEndOfMonths: index === 1 ? 1 : 0 },
      ...{ DiscountPercentage: index === 0 ? 0.02 : null, DiscountPaymentDays: index === 0 ? 8 : null },
    });
  const dimensions = new Map(
    [...story.invoices, ...story.bills]
      .flatMap(({ lines }) => lines.flatMap((line) => rows(line.dimensions)))
      .map((one) => [text(one["id"]), one]),
  );
  const addCost = (kind: "center" | "unit", Code: unknown, more: Row) =>
    company.add(kind === "center" ? "Costcenters" : "Costunits", {
      ...{ ID: guidOf(company, `${kind}-${text(Code)}`), Code, ...more },
    });
  for (const { code, name, category_name: category } of dimensions.values())
    addCost(category === "Kostenstelle" ? "center" : "unit", code, { Description: name });
  // Codes repeat across the two, and some are not used any more.
  addCost("unit", company.tables.Costcenters.all()[0]?.["Code"], { Description: "Zelfde code" });
  addCost("center", "OUD", { Description: "Vervallen", EndDate: date("2024-12-31") });
}

/** Every sixth has a name and a country only. */
function addParty(company: Books, { id, name, role, record, address, vatId, iban }: StoryParty, index: number): void {
  const isCustomer = role === "customer";
  const [ID, isBare] = [guidOf(company, id), index % 6 === 4];
  const place = {
    ...{ AddressLine1: address["address_line1"], AddressLine2: address["address_line2"], City: address["city"] },
    Postcode: address["postal_code"],
  };
  company.add("Accounts", {
    ...{ ID, Code: text(record["number"]).padStart(18), Name: name, Status: isCustomer ? "C" : "A" },
    IsSales: isCustomer,
    // Some are both.
    ...{ IsSupplier: !isCustomer || index % 20 === 3, Country: `${text(address["country_code"])} `, VATNumber: vatId },
    ...(!isBare && {
      ...{ ...place, Email: `info@${id}.example`, Phone: `+31 20 000 ${index}` },
      Fax: index % 4 === 1 ? `+31 20 001 ${index}` : null,
    }),
    ...(index % 5 === 0 && { GLAR: guidOf(company, "acc-1400"), GLAP: guidOf(company, "acc-1600") }),
  });
  if (index % 3 !== 2)
    company.add("BankAccounts", {
      ...{ Account: ID, BankAccount: index % 9 === 1 ? "12.34.56.789" : iban, BICCode: index % 2 ? null : "XMPLDEFF" },
      ...{ BankAccountHolderName: name, Description: index % 4 ? null : "Hoofdrekening", Main: true },
    });
  const [person] = rows(record["contact_persons"]);
  if (person === undefined || index > 90) return;
  const { first_name: FirstName, last_name: LastName, salutation: Title } = person;
  company.add("Contacts", {
    ...{ Account: ID, AccountIsCustomer: isCustomer, FirstName, LastName },
    ...{ FullName: `${text(FirstName)} ${text(LastName)}`, Title, HID: company.next("person", 1) },
    BusinessEmail: index % 7 === 5 ? null : `persoon${index}@${id}.example`,
    Email: index % 3 ? null : `prive${index}@voorbeeld.example`,
    ...{ BusinessPhone: index % 2 ? "+31 20 002 002" : null, BusinessMobile: "+31 6 0000 0000" },
    ...{ Phone: index % 4 ? null : "+31 20 003", Mobile: index % 5 ? null : "+31 6 0001" },
    ...(index % 2 === 0 && {
      AddressLine2: "2 hoog",
      ...{ AddressStreet: "Proefweg", AddressStreetNumber: text(index + 1), AddressStreetNumberSuffix: "a" },
      ...{ City: "Voorbeelddam", Postcode: "0000 AA", Country: "NL " },
    }),
  });
}

function addItems(company: Books, story: Story): void {
  for (const [index, one] of story.items.entries())
    company.add("Items", {
      ...{ ID: guidOf(company, one.id), Code: one.number, Description: one.name, IsTime: one.isService ? 1 : 0 },
      ...{ Unit: unitOf(one.unit), CostPriceStandard: index === 3 ? null : one.purchasePrice.toNumber() },
      ...{ StandardSalesPrice: one.salesPrice.toNumber(), SalesVatCode: vatCode(one.sales.code) },
      ...{ Stock: one.isService ? null : index * 2, IsSalesItem: true },
      ...(index % 4 !== 2 && {
        GLRevenue: guidOf(company, `acc-${one.incomeAccount}`),
        GLCosts: guidOf(company, `acc-${one.expenseAccount}`),
      }),
      ...(index % 4 === 0 && { GLStock: guidOf(company, "acc-1590") }),
    });
}

function addProjects(company: Books): void {
  for (let index = 0; index < 5; index++)
    company.add("Projects", {
      ...{ ID: guidOf(company, `project ${index}`), Code: `P${index + 1}`, Description: `Verbouwing ${index + 1}` },
      ...{ Type: 3, StartDate: date("2026-01-01"), EndDate: index === 1 ? date("2026-03-31") : null },
      ...{ Notes: index === 2 ? "Met tuin" : null, Account: index === 3 ? null : guidOf(company, `cus-${index + 1}`) },
    });
}

const journalOf: Readonly<Record<string, readonly [code: string, type: number, name: string]>> = {
  ...{ RA: ["70", 20, "Sales entry"], RE: ["60", 30, "Purchase entry"], BA: ["20", 40, "Cash flow"] },
  SO: ["90", 90, "Other"],
};

/** Balances are carried on without being booked: only the first year is opened. */
function addLedger(company: Books, story: Story): void {
  const years = new Set<string>();
  let number = 25_000_000;
  for (const entry of story.entries) {
    years.add(entry.transaction_date.slice(0, 4));
    if (entry.record_type !== "standard" && years.size > 1) continue;
    const [JournalCode, Type, TypeDescription] = journalOf[text(entry["journal_code"])] ?? ["90", 90, "Other"];
    const isOpening = entry.record_type === "opening";
    const lines = entry.journal_line_items.map((line, index) => addedLine(company, line, { index, number }));
    const typed = isOpening ? { Type: 10, TypeDescription: "Opening balance" } : { Type, TypeDescription };
    company.past(Date.parse(entry.updated_at), () =>
      book(
        company,
        {
          ...{ EntryID: guidOf(company, entry.id), EntryNumber: ++number, JournalCode },
          ...{ Date: date(entry.transaction_date), ...typed, Description: number % 9 ? entry["description"] : null },
          Status: number % 11 === 0 ? 20 : 50,
          Document: number % 15 === 1 ? addDocument(company, `entry ${number}`) : null,
        },
        lines,
      ),
    );
  }
  for (const year of years) {
    for (let month = 1; month <= 12; month++) {
      const first = `${year}-${String(month).padStart(2, "0")}-01`;
      const next = month === 12 ? `${Number(year) + 1}-01-01` : `${year}-${String(month + 1).padStart(2, "0")}-01`;
      const dates = { StartDate: date(first), EndDate: date(dayLater(next, -1)) };
      company.tables.FinancialPeriods.put({ ID: uuid(first), FinYear: Number(year), FinPeriod: month, ...dates });
    }
  }
}

function addedLine(company: Books, line: Row, { index, number }: { index: number; number: number }): Row {
  const AmountDC = big(line["debit"]).minus(big(line["credit"])).toNumber();
  const party = line["customer_id"] ?? line["supplier_id"];
  const taxed = rowIn(line["tax_rate"]);
  const [first] = rows(line["dimensions"]);
  const code = first?.["code"] ?? null;
  const isForeign = number % 13 === 5;
  return {
    ...{ ID: guidOf(company, line["id"]), GLAccount: guidOf(company, line["account_id"]), AmountDC },
    Description: line["description"],
    ...(isForeign && { AmountFC: big(AmountDC).times(2).toNumber(), Currency: "USD", ExchangeRate: 0.5 }),
    Account: party ? guidOf(company, party) : null,
    InvoiceNumber: line["document_number"] ? 25_700_000 + (number % 1000) : null,
    ...(first && { [first["category_name"] === "Kostenstelle" ? "CostCenter" : "CostUnit"]: code }),
    ...(index === 1 && number % 7 === 0 && { Project: guidOf(company, "project 0") }),
    ...(index === 1 && number % 10 === 0 && { Item: guidOf(company, "item-2") }),
    ...(index === 0 && number % 12 === 0 && { Document: addDocument(company, `line ${number}`) }),
    ...(taxed["code"] !== undefined && {
      ...{ VATCode: vatCode(text(taxed["code"])), VATPercentage: Number(taxed["percentage"] ?? 0) / 100 },
      AmountVATFC: Number(line["tax_amount"] ?? 0),
    }),
  };
}
