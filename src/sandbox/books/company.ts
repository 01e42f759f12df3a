/** One company's books, put together from their families. */
import { calendar } from "./calendar.ts";
import { dimensionRecords, itemRecords, paymentTermRecords, projectRecords, unitRecords } from "./catalogue.ts";
import { accountRecords, fiscalYearRecords, journalRecords, taxRateRecords } from "./chart.ts";
import { claimBooks } from "./claimBooks.ts";
import { fileId, fileRecord } from "./files.ts";
import { ledger } from "./ledger.ts";
import { contactRecords, makeParties, partyRecords } from "./parties.ts";
import { billRecords, makeBills, makeVendorCredits, vendorCreditRecords } from "./purchasing.ts";
import { creditNoteRecords, invoiceRecords, makeCreditNotes, makeInvoices } from "./sales.ts";
import type { CompanyBooks, CompanyRow, NativeRecord } from "./types.ts";
import type { Scale, World } from "./world.ts";

export interface CompanyOptions {
  readonly day: string;
  readonly entries: number;
  readonly scale: Scale;
  readonly charts: readonly [string, string];
}

export function companyBooks(company: CompanyRow, { day, entries, scale, charts }: CompanyOptions): CompanyBooks {
  const time = calendar(day);
  const customers = makeParties("customer", scale.customers);
  const suppliers = makeParties("supplier", scale.suppliers);
  const world: World = { company: company.id, time, scale, customers, suppliers };
  const invoices = makeInvoices(world);
  const creditNotes = makeCreditNotes(world, invoices);
  const bills = makeBills(world);
  const vendorCredits = makeVendorCredits(world, bills);
  const claims = claimBooks(time, [...invoices, ...creditNotes, ...bills, ...vendorCredits]);
  const parties = [...customers, ...suppliers];
  const book = ledger(time, claims.postings, entries);
  return {
    company,
    records: new Map<string, readonly NativeRecord[]>([
      ["accounts", accountRecords(time, book.balances)],
      ["bills", billRecords(bills, claims)],
      ["contacts", contactRecords(time, parties)],
      ["credit-notes", creditNoteRecords(creditNotes, claims)],
      ["customers", partyRecords(time, customers)],
      ["dimensions", dimensionRecords(time)],
      ["files", [...claims.files, ...partyFiles(world)]],
      ["fiscal-years", fiscalYearRecords(time, charts)],
      ["invoices", invoiceRecords(invoices, claims)],
      ["items", itemRecords(time)],
      ["journals", journalRecords(time)],
      ["open-items", claims.openItems],
      ["payments", claims.payments],
      ["payment-terms", paymentTermRecords(time)],
      [
        "projects",
        projectRecords(
          time,
          customers.map(({ id }) => id),
        ),
      ],
      ["suppliers", partyRecords(time, suppliers)],
      ["tax-rates", taxRateRecords(time)],
      ["units", unitRecords(time)],
      ["vendor-credits", vendorCreditRecords(vendorCredits, claims)],
    ]),
    entryCount: book.count,
    entries: () => book.entries(),
  };
}

function partyFiles({ time, customers, suppliers }: World): NativeRecord[] {
  const named = [...partyRecords(time, customers), ...partyRecords(time, suppliers)].filter(
    (party) => party["document_id"] === fileId(party.id),
  );
  return named.map(({ id }) => fileRecord(time, id, `Vertrag ${id}`, time.start));
}
