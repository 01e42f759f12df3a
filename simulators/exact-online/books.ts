/** Two invented divisions: the engine's story in the vendor's shapes, with what only this vendor has. */
import { randomUUID } from "node:crypto";
import { times } from "../engine/seeding.ts";
import { type Story, type StoryParty, tellStory } from "../engine/story.ts";
import { openCompany } from "../engine/tables.ts";
import { big, day, dayLength, type Row, row as rowIn, rows, text, uuid } from "../engine/values.ts";
import type { World } from "../simulation.ts";
import { models, type Name, names } from "./models.ts";
import { type Books, book, date } from "./rules.ts";
import { assignedTo, furnish, guidOf, unitOf, vatCode } from "./setup.ts";
import { addDocument, addOrders, addPurchase, addSale } from "./trade.ts";

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
    dress(company, tellStory({ name: id, now: world.now(), size }));
    return company;
  };
  return [open("1200345", "Blauwe Reiger B.V.", "large"), open("1200346", "Grijze Zwaan B.V.", "small")];
}

function dress(company: Books, story: Story): void {
  company.past(company.now() - 600 * dayLength, () => {
    furnish(company, story);
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

/** Every sixth has a name and a country only; some are both. */
function addParty(company: Books, { id, name, role, record, address, vatId, iban }: StoryParty, index: number): void {
  const isCustomer = role === "customer";
  const ID = guidOf(company, id);
  const { address_line1: AddressLine1, address_line2: AddressLine2, city: City, postal_code: Postcode } = address;
  const reached = { Email: `info@${id}.example`, Phone: `+31 20 000 ${index}` };
  company.add("Accounts", {
    ...{ ID, Code: text(record["number"]).padStart(18), Name: name, Status: isCustomer ? "C" : "A" },
    ...{ IsSales: isCustomer, IsSupplier: !isCustomer || index % 20 === 3, VATNumber: vatId },
    Country: `${text(address["country_code"])} `,
    ...(index % 6 !== 4 && { AddressLine1, AddressLine2, City, Postcode, ...reached }),
    ...(index % 6 !== 4 && index % 4 === 1 && { Fax: `+31 20 001 ${index}` }),
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
    ...{ Account: ID, AccountIsCustomer: isCustomer, FirstName, LastName, Title, HID: company.next("person", 1) },
    ...{ FullName: `${text(FirstName)} ${text(LastName)}`, BusinessMobile: "+31 6 0000 0000" },
    ...(index % 7 !== 5 && { BusinessEmail: `persoon${index}@${id}.example` }),
    ...(index % 3 === 0 && { Email: `prive${index}@voorbeeld.example` }),
    ...(index % 4 === 0 && { Phone: "+31 20 003" }),
    ...(index % 5 === 0 && { Mobile: "+31 6 0001" }),
    ...(index % 2 === 1 && { BusinessPhone: "+31 20 002 002" }),
    ...(index % 2 === 0 && {
      ...{ AddressStreet: "Proefweg", AddressStreetNumber: text(index + 1), AddressStreetNumberSuffix: "a" },
      ...{ AddressLine2: "2 hoog", City: "Voorbeelddam", Postcode: "0000 AA", Country: "NL " },
    }),
  });
}

function addItems(company: Books, story: Story): void {
  const account = (number: string) => guidOf(company, `acc-${number}`);
  for (const [index, one] of story.items.entries())
    company.add("Items", {
      ...{ ID: guidOf(company, one.id), Code: one.number, Description: one.name, IsTime: one.isService ? 1 : 0 },
      ...{ Unit: unitOf(one.unit), CostPriceStandard: index === 3 ? null : one.purchasePrice.toNumber() },
      ...{ StandardSalesPrice: one.salesPrice.toNumber(), SalesVatCode: vatCode(company, one.sales.code) },
      ...{ Stock: one.isService ? null : index * 2, IsSalesItem: true },
      ...(index % 4 !== 2 && { GLRevenue: account(one.incomeAccount), GLCosts: account(one.expenseAccount) }),
      ...(index % 4 === 0 && { GLStock: account("1590") }),
    });
}

const addProjects = (company: Books): unknown =>
  times(5, (index) =>
    company.add("Projects", {
      ...{ ID: guidOf(company, `project ${index}`), Code: `P${index + 1}`, Description: `Verbouwing ${index + 1}` },
      ...{ Type: 3, StartDate: date("2026-01-01"), EndDate: index === 1 ? date("2026-03-31") : null },
      ...{ Notes: index === 2 ? "Met tuin" : null, Account: index === 3 ? null : guidOf(company, `cus-${index + 1}`) },
    }),
  );

const journalOf: Readonly<Record<string, readonly [code: string, type: number, name: string]>> = {
  ...{ RA: ["70", 20, "Sales entry"], RE: ["60", 30, "Purchase entry"], BA: ["20", 40, "Cash flow"] },
  SO: ["90", 90, "Other"],
};

/** Balances are carried on without being booked: only the first year is opened. */
function addLedger(company: Books, story: Story): void {
  const years = new Set<number>();
  let number = 25_000_000;
  for (const entry of story.entries) {
    years.add(Number(entry.transaction_date.slice(0, 4)));
    if (entry.record_type !== "standard" && years.size > 1) continue;
    const [JournalCode, Type, TypeDescription] = journalOf[text(entry["journal_code"])] ?? ["90", 90, "Other"];
    const lines = entry.journal_line_items.map((line, index) => addedLine(company, line, { index, number }));
    number += 1;
    const about = {
      ...{ EntryID: guidOf(company, entry.id), EntryNumber: number, JournalCode, Type, TypeDescription },
      ...(entry.record_type === "opening" && { Type: 10, TypeDescription: "Opening balance" }),
      ...{ Date: date(entry.transaction_date), Description: number % 9 ? entry["description"] : null },
      Status: number % 11 === 0 ? 20 : 50,
    };
    company.past(Date.parse(entry.updated_at), () => {
      const Document = number % 15 === 1 ? addDocument(company, `entry ${number}`) : null;
      book(company, { ...about, Document }, lines);
    });
  }
  for (const FinYear of years)
    times(12, (month) => {
      const [first, last] = [day(Date.UTC(FinYear, month, 1)), day(Date.UTC(FinYear, month + 1, 0))];
      const period = { FinYear, FinPeriod: month + 1, StartDate: date(first), EndDate: date(last) };
      company.tables.FinancialPeriods.put({ ID: uuid(first), ...period });
    });
}

function addedLine(company: Books, line: Row, { index, number }: { index: number; number: number }): Row {
  const AmountDC = big(line["debit"]).minus(big(line["credit"])).toNumber();
  const party = line["customer_id"] ?? line["supplier_id"];
  const { code, percentage } = rowIn(line["tax_rate"]);
  return {
    ...{ ID: guidOf(company, line["id"]), GLAccount: guidOf(company, line["account_id"]), AmountDC },
    ...{ Description: line["description"], Account: party ? guidOf(company, party) : null, ...assignedTo(line) },
    ...(line["document_number"] ? { InvoiceNumber: 25_700_000 + (number % 1000) } : {}),
    ...(number % 13 === 5 && { AmountFC: big(AmountDC).times(2).toNumber(), Currency: "USD", ExchangeRate: 0.5 }),
    ...(index === 1 && number % 7 === 0 && { Project: guidOf(company, "project 0") }),
    ...(index === 1 && number % 10 === 0 && { Item: guidOf(company, "item-2") }),
    ...(index === 0 && number % 12 === 0 && { Document: addDocument(company, `line ${number}`) }),
    ...(code !== undefined && {
      ...{ VATCode: vatCode(company, code), VATPercentage: Number(percentage ?? 0) / 100 },
      AmountVATFC: Number(line["tax_amount"] ?? 0),
    }),
  };
}
