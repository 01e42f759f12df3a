/** The seed data in this vendor's shapes. */
import { makeSeedData, type SeedData, type SeedDocument, type SeedParty } from "../../simulators/engine/seedData.ts";
import { type Company, openCompany } from "../../simulators/engine/tables.ts";
import { big, pick, type Row, rows, sum, text } from "../../simulators/engine/values.ts";
import type { World } from "../../simulators/simulation.ts";

const tables = ["contacts", "countries", "invoices", "entries"] as const;
export type Table = (typeof tables)[number];
export type Books = Company<Table>;

type SeedEntry = SeedData["entries"][number];

const companyFacts = [
  { id: "musterdorf", name: "Musterdorf Handel GmbH" },
  { id: "zweitens", name: "Zweitens e.K." },
];

export const openCompanies = (world: World): Books[] =>
  companyFacts.map((facts, index) => {
    let count = 0;
    const books = openCompany<Table>({
      id: facts.id,
      facts,
      tables,
      now: world.now,
      newId: () => `${facts.id}-${++count}`,
      stamp: (row, at) => {
        row["created_at"] ??= instant(at);
        row["updated_at"] = instant(at);
      },
      stampOf: (row) => Date.parse(text(row["updated_at"])),
    });
    const seedData = makeSeedData({
      name: facts.id,
      now: world.now(),
      size: index === 0 ? "large" : "small",
    });
    fill(books, seedData);
    return books;
  });

/** Callers know a country by its ISO code, and the vendor's contacts have its id. */
const countries = ["AT", "CH", "DE", "FR", "JP", "NO", "US"].map((iso, index) => ({ id: index + 1, iso }));

function fill({ tables }: Books, seedData: SeedData): void {
  for (const country of countries) tables.countries.put(country);
  const parties = [...seedData.customers, ...seedData.suppliers];
  for (const [index, party] of parties.entries()) tables.contacts.put(contactRow(party, index));
  for (const [index, invoice] of seedData.invoices.entries()) tables.invoices.put(invoiceRow(invoice, index));
  for (const entry of seedData.entries.slice(-140)) tables.entries.put(entryRow(entry));
}

const instant = (at: number | string): string => new Date(at).toISOString();

const contactId = ({ account }: Pick<SeedParty, "account">): string => `con-${account}`;

/** Every fifth contact has no address. */
function addressOf({ address }: SeedParty, index: number): Row {
  if (index % 5 === 4) return { street: null, postcode: null, town: null, country_id: null };
  return {
    street: address["address_line1"],
    postcode: address["postal_code"],
    town: address["city"],
    country_id: countries.find(({ iso }) => iso === address["country_code"])?.id ?? null,
  };
}

/** Fields are empty in some rows: the suite wants to see every field both filled and empty. */
const contactRow = (party: SeedParty, index: number): Row => ({
  id: contactId(party),
  name: party.name,
  number: String(party.account),
  customer: party.role === "customer",
  supplier: party.role === "supplier",
  email: index % 3 === 0 ? null : `info@${party.id}.example`,
  ...addressOf(party, index),
  website: index % 4 === 0 ? `https://${party.id}.example` : null,
  created_at: instant(text(party.record["created_at"])),
  updated_at: instant(party.record.updated_at),
});

const today = new Date().toISOString().slice(0, 10);

const states: Readonly<Record<string, string>> = {
  paid: "paid",
  draft: "draft",
  submitted: "draft",
  voided: "voided",
};

const invoiceRow = (invoice: SeedDocument, index: number): Row => {
  const lines = invoice.lines.map((line, lineIndex) => ({
    id: `line-${index}-${lineIndex + 1}`,
    text: line.description ?? line.item.name,
    quantity: String(line.quantity),
    unit_price: String(line.unitPrice),
    tax_percent: line.rate.percentage,
  }));
  const due = index % 5 === 0 ? null : invoice.due;
  return {
    // Ids are text because they exceed 2^53.
    id: String(9_007_199_254_740_993n + BigInt(index)),
    number: invoice.number,
    contact_id: contactId(invoice.party),
    date: invoice.date,
    currency: invoice.currency,
    due_date: due,
    state: states[invoice.status] ?? (due !== null && due < today ? "overdue" : "open"),
    reference: pick([`Auftrag ${index}`, null], index),
    ...withTotals(lines),
    created_at: instant(invoice.created),
    updated_at: instant(invoice.updated),
  };
};

const entryRow = (entry: SeedEntry): Row => ({
  id: entry.id,
  number: entry.number,
  date: entry.transaction_date,
  draft: entry.is_provisional,
  text: Number(entry.number) % 6 === 0 ? null : entry["description"],
  postings: entry.journal_line_items.map((line, index) => ({
    account: line.account_code,
    debit: line.debit,
    credit: line.credit,
    text: index === 1 ? null : line["description"],
  })),
  updated_at: instant(entry.updated_at),
});

export function withTotals(lines: readonly Row[]): Row {
  const netOf = (line: Row) => big(line["quantity"]).times(big(line["unit_price"]));
  const taxOf = (line: Row) => netOf(line).times(big(line["tax_percent"])).div(100);
  const net = sum(lines.map(netOf)).round(2);
  const tax = sum(rows(lines).map(taxOf)).round(2);
  return {
    lines,
    net: net.toFixed(2),
    tax: tax.toFixed(2),
    gross: net.plus(tax).toFixed(2),
  };
}
