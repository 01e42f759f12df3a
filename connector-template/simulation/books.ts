/** The invented seed, dressed as this vendor shows it. */
import { makeSeedData, type SeedData, type SeedDocument, type SeedParty } from "../../simulators/engine/seedData.ts";
import { type Company, openCompany } from "../../simulators/engine/tables.ts";
import { big, pick, type Row, rows, sum, text } from "../../simulators/engine/values.ts";
import type { World } from "../../simulators/simulation.ts";

const tables = ["contacts", "invoices", "entries", "webhooks"] as const;
export type Table = (typeof tables)[number];
export type Books = Company<Table>;

const facts = [
  { id: "musterdorf", name: "Musterdorf Handel GmbH" },
  { id: "zweitens", name: "Zweitens e.K." },
];

export const openCompanies = (world: World): Books[] =>
  facts.map((about, index) => {
    let count = 0;
    const books = openCompany<Table>({
      id: about.id,
      facts: about,
      tables,
      now: world.now,
      newId: () => `${about.id}-${++count}`,
      stamp: (row, at) => {
        row["created_at"] ??= new Date(at).toISOString();
        row["updated_at"] = new Date(at).toISOString();
      },
      stampOf: (row) => Date.parse(text(row["updated_at"])),
    });
    fill(books, makeSeedData({ name: about.id, now: world.now(), size: index === 0 ? "large" : "small" }));
    return books;
  });

function fill({ tables: into }: Books, { customers, suppliers, invoices, entries }: SeedData): void {
  for (const [index, party] of [...customers, ...suppliers].entries()) into.contacts.put(contact(party, index));
  for (const [index, invoice] of invoices.entries()) into.invoices.put(invoiceRow(invoice, index));
  for (const { id, number, transaction_date: date, journal_line_items: lines, ...entry } of entries.slice(-140))
    into.entries.put({
      id,
      number,
      date,
      draft: entry.is_provisional,
      updated_at: instant(entry.updated_at),
      text: Number(number) % 6 === 0 ? null : entry["description"],
      postings: lines.map(({ account_code: account, debit, credit, description }, at) => ({
        account,
        debit,
        credit,
        text: at === 1 ? null : description,
      })),
    });
}

const instant = (at: number | string): string => new Date(at).toISOString();

const contactId = ({ account }: Pick<SeedParty, "account">) => `con-${account}`;

const contact = ({ id, name, account, role, record }: SeedParty, index: number): Row => ({
  id: contactId({ account }),
  name,
  number: String(account),
  customer: role === "customer",
  supplier: role === "supplier",
  email: index % 3 === 0 ? null : `info@${id}.example`,
  website: index % 4 === 0 ? `https://${id}.example` : null,
  created_at: instant(text(record["created_at"])),
  updated_at: instant(record.updated_at),
});

const states: Readonly<Record<string, string>> = { paid: "paid", draft: "draft", submitted: "draft", voided: "voided" };

const invoiceRow = ({ status, lines, party, date, currency, ...invoice }: SeedDocument, index: number): Row => ({
  // Beyond 2^53, as text.

  id: String(9_007_199_254_740_993n + BigInt(index)),
  number: invoice.number,
  contact_id: contactId(party),
  date,
  currency,
  due_date: index % 5 === 0 ? null : invoice.due,
  state: states[status] ?? "open",
  reference: pick([`Auftrag ${index}`, null], index),
  ...withTotals(
    lines.map((line, at) => ({
      id: `line-${index}-${at + 1}`,
      text: line.description ?? line.item.name,
      quantity: String(line.quantity),
      unit_price: String(line.unitPrice),
      tax_percent: line.rate.percentage,
    })),
  ),
  created_at: instant(invoice.created),
  updated_at: instant(invoice.updated),
});

export function withTotals(lines: readonly Row[]): Row {
  const net = (line: Row) => big(line["quantity"]).times(big(line["unit_price"]));
  const whole = sum(lines.map(net)).round(2);
  const tax = sum(rows(lines).map((line) => net(line).times(big(line["tax_percent"])).div(100))).round(2);
  return { lines, net: whole.toFixed(2), tax: tax.toFixed(2), gross: whole.plus(tax).toFixed(2) };
}
