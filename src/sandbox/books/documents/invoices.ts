/** Invoices and credit notes. */
import { money } from "../basics/amounts.ts";
import type { NativeRecord } from "../basics/types.ts";
import { accountId } from "../masterdata/chart.ts";
import { ruleFor } from "../masterdata/taxRules.ts";
import type { CompanyContext } from "./companyContext.ts";
import type { TradeDocument } from "./document.ts";
import type { DocumentBooks } from "./documentBooks.ts";
import { resultAccount } from "./documentPosting.ts";
import { draft, noteAgainst, ruleOf } from "./drafts.ts";
import { type Line, nativeLine, nativeTotals } from "./lines.ts";
import { numbered } from "./numbering.ts";
import { planned } from "./plans.ts";

/** One invoice is very long. */
const longestInvoice = 200;

export function makeInvoices(context: CompanyContext): TradeDocument[] {
  const [count, plans] = context.scale.invoices;
  const documents = planned(count, plans).map((plan, index) => {
    const isLongest = count > 100 && index === count - 1;
    const lines = isLongest ? ([longestInvoice, longestInvoice] as const) : ([2, 5] as const);
    return draft(context, { kind: "invoice", plan, index, rule: ruleOf(plan, index), lines });
  });
  return numbered("inv", documents);
}

export function makeCreditNotes(context: CompanyContext, invoices: readonly TradeDocument[]): TradeDocument[] {
  const [count, plans] = context.scale.creditNotes;
  const clearing = invoices.filter(({ plan }) => plan === "offset").map((invoice) => noteAgainst(context, invoice));
  const others = planned(count - clearing.length, plans).map((plan, index) =>
    draft(context, { kind: "creditNote", plan, index, rule: ruleFor(0), lines: [1, 3] }),
  );
  return numbered("cn", [...clearing, ...others]);
}

export function invoiceRecords(invoices: readonly TradeDocument[], books: DocumentBooks): NativeRecord[] {
  return invoices.map((invoice, index) => {
    const { party, currency, totals, taxRule } = invoice;
    const status = books.statusOf(invoice);
    return {
      id: invoice.id,
      addresses: index % 12 === 7 ? [] : [party.address],
      contact_id: party.id,
      currency,
      discount_amount: money(totals.discount, currency),
      discount_percentage: invoice.discount,
      due_date: invoice.due,
      invoice_date: invoice.date,
      invoice_number: invoice.number,
      invoice_type: index % 25 === 4 ? "bill" : "standard",
      journal_code: "RA",
      line_amount_types:
        taxRule === "gross" ? "inclusive" : totals.tax.eq(0) && taxRule !== "net" ? "notax" : "exclusive",
      line_items: invoiceLines(invoice, status),
      name: `${invoice.number === null ? "Entwurf für" : "Rechnung an"} ${party.name}`,
      one_line_address: party.oneLineAddress,
      payment_term_duration: invoice.term.days,
      payment_term_id: invoice.term.id,
      reference: index % 4 === 2 ? `Bestellung ${4000 + index}` : null,
      shipping_date: index % 3 === 0 ? invoice.date : null,
      sum_net_amount: money(totals.net, currency),
      tax_rule: taxRule,
      total_amount: money(totals.gross, currency),
      total_tax_amount: money(totals.tax, currency),
      exchange_rate: currency === "EUR" ? null : invoice.rate,
      ...status,
    };
  });
}

function invoiceLines(invoice: TradeDocument, { created_at, updated_at }: { created_at: string; updated_at: string }) {
  const { currency } = invoice;
  return invoice.lines.map((line, index) => ({
    id: `${invoice.id}-${index + 1}`,
    ...invoiceLine(line, currency, resultAccount(invoice, line)),
    created_at,
    updated_at,
  }));
}

export function creditNoteRecords(notes: readonly TradeDocument[], books: DocumentBooks): NativeRecord[] {
  return notes.map((note) => {
    const { created_at, updated_at, status, payment_status } = books.statusOf(note);
    const stamps = { created_at, updated_at };
    const { currency, party, lines, totals } = note;
    return {
      id: note.id,
      addresses: [party.address],
      contact_id: party.id,
      credit_note_date: note.date,
      credit_note_lines: lines.map((line, index) => nativeLine(line, currency, `${note.id}-${index + 1}`, stamps)),
      credit_note_number: note.number,
      currency,
      payment_status,
      payment_term_id: note.term.id,
      applied_to_id: note.against?.id ?? null,
      applied_amount: note.against ? money(totals.gross, currency) : null,
      reference: note.against?.number ?? null,
      status,
      exchange_rate: currency === "EUR" ? null : note.rate,
      ...nativeTotals(totals, currency),
      ...stamps,
    };
  });
}

export const invoiceLine = (line: Line, currency: string, account: string) => ({
  account_id: accountId(account),
  description: line.description,
  dimensions: line.dimensions,
  discount_item_amount: money(line.discountAmount, currency),
  discount_item_percentage: line.discount.toString(),
  gross_amount: money(line.gross, currency),
  items_amount: money(line.net, currency),
  item_id: line.item.id,
  name: line.item.name,
  quantity: line.quantity.toString(),
  tax_code: line.rate.code,
  tax_rate_percentage: line.rate.percentage,
  unit_amount: line.unitPrice.toString(),
});
