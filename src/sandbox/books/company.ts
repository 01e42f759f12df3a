/** The complete books of one company. */
import { type Calendar, compare } from "./basics/calendar.ts";
import { fileId, fileRecord } from "./basics/files.ts";
import type { CompanyBooks, CompanyRow, NativeRecord } from "./basics/types.ts";
import { billRecords, makeBills, makeVendorCredits, vendorCreditRecords } from "./documents/bills.ts";
import { makeProposals } from "./documents/bookingProposals.ts";
import type { CompanyContext, Scale } from "./documents/companyContext.ts";
import { documentBooks } from "./documents/documentBooks.ts";
import { makeExpenses } from "./documents/expenses.ts";
import { creditNoteRecords, invoiceRecords, makeCreditNotes, makeInvoices } from "./documents/invoices.ts";
import { makeOffers, makePurchaseOrders, salesOrderRecords } from "./documents/orders.ts";
import { ledger } from "./ledger/ledger.ts";
import { bankAccountRecords } from "./masterdata/bankAccounts.ts";
import {
  dimensionRecords,
  itemRecords,
  paymentTermRecords,
  projectRecords,
  unitRecords,
} from "./masterdata/catalogue.ts";
import { accountRecords, fiscalYearRecords, journalRecords, taxRateRecords } from "./masterdata/chart.ts";
import { contactRecords, makeParties, partyRecords } from "./masterdata/parties.ts";
import { foreignPostings, routinePostings } from "./recurringPostings.ts";

export interface CompanyOptions {
  readonly time: Calendar;
  readonly entries: number;
  readonly scale: Scale;
  readonly charts: readonly [string, string];
}

export function companyBooks(company: CompanyRow, { time, entries, scale, charts }: CompanyOptions): CompanyBooks {
  const customers = makeParties("customer", scale.customers);
  const suppliers = makeParties("supplier", scale.suppliers);
  const context: CompanyContext = { company: company.id, time, scale, customers, suppliers, isModel: true };
  const invoices = makeInvoices(context);
  const creditNotes = makeCreditNotes(context, invoices);
  const bills = makeBills(context);
  const vendorCredits = makeVendorCredits(context, bills);
  const documents = documentBooks(time, [...invoices, ...creditNotes, ...bills, ...vendorCredits]);
  const offers = makeOffers(context);
  const purchases = makePurchaseOrders(context);
  const expenses = makeExpenses(context);
  const proposals = makeProposals(context);
  const postings = [
    ...documents.postings,
    ...expenses.postings,
    ...proposals.postings,
    ...routinePostings(context),
    ...foreignPostings(context),
  ];
  const book = ledger(time, postings, entries);
  return {
    company,
    records: new Map<string, readonly NativeRecord[]>([
      ...masterData(context, charts),
      ["accounts", accountRecords(time, book.balances)],
      ["bank-accounts", bankAccountRecords(time, book.balances)],
      ["bills", billRecords(bills, documents)],
      ["booking-proposals", proposals.records],
      ["credit-notes", creditNoteRecords(creditNotes, documents)],
      ["expenses", expenses.records],
      ["files", [...documents.files, ...offers.files, ...expenses.files, ...proposals.files, ...partyFiles(context)]],
      ["goods-receipts", purchases.receipts],
      ["invoices", invoiceRecords(invoices, documents)],
      ["offers", offers.records],
      ["open-items", documents.openItems],
      ["payments", [...documents.payments, ...proposals.payments].toSorted(byTime)],
      ["purchase-orders", purchases.orders],
      ["sales-orders", salesOrderRecords(context)],
      ["vendor-credits", vendorCreditRecords(vendorCredits, documents)],
    ]),
    entryCount: book.count,
    entries: () => book.entries(),
  };
}

/** The records that exist before any trade. */
function masterData({ time, customers, suppliers }: CompanyContext, charts: CompanyOptions["charts"]) {
  const contactIds = customers.map(({ id }) => id);
  return new Map([
    ["contacts", contactRecords(time, [...customers, ...suppliers])],
    ["customers", partyRecords(time, customers)],
    ["dimensions", dimensionRecords(time)],
    ["fiscal-years", fiscalYearRecords(time, charts)],
    ["items", itemRecords(time)],
    ["journals", journalRecords(time)],
    ["payment-terms", paymentTermRecords(time)],
    ["projects", projectRecords(time, contactIds)],
    ["suppliers", partyRecords(time, suppliers)],
    ["tax-rates", taxRateRecords(time)],
    ["units", unitRecords(time)],
  ]);
}

const byTime = (left: NativeRecord, right: NativeRecord): number => compare(left.updated_at, right.updated_at);

function partyFiles({ time, customers, suppliers }: CompanyContext): NativeRecord[] {
  const named = [...partyRecords(time, customers), ...partyRecords(time, suppliers)].filter(
    (party) => party["document_id"] === fileId(party.id),
  );
  return named.map(({ id }) => fileRecord(time, id, `Vertrag ${id}`, time.start));
}
