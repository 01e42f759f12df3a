/** Facts as Pennylane's own users enter them. */
import { totalsOf } from "../amounts.ts";
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

interface Stored {
  readonly id: number;
}

/** A finalised document with these net amounts. */
async function enterDocument(call: VendorCall, books: Books, nets: readonly number[]): Promise<string> {
  const { id } = (await call("POST", "/customer_invoices", {
    customer_id: Number(await books.known("customer")),
    date: books.date(-5),
    deadline: books.date(30),
    draft: true,
    invoice_lines: nets.map((net) => ({
      label: "Consulting",
      quantity: 1,
      unit: "piece",
      raw_currency_unit_price: String(net),
      vat_rate: "FR_200",
    })),
  })) as Stored;
  await call("PUT", `/customer_invoices/${id}/finalize`);
  return String(id);
}

const codes: Readonly<Record<number, string>> = { 20: "FR_200", 5.5: "FR_55" };

/** An imported supplier invoice with lines of net amounts at percentages. */
async function enterBill(
  call: VendorCall,
  books: Books,
  lines: readonly { readonly net: number; readonly rate: number }[],
): Promise<string> {
  const { gross, tax } = totalsOf(lines);
  const { id } = (await call("POST", "/supplier_invoices/import", {
    file_attachment_id: 1,
    supplier_id: Number(await books.known("supplier")),
    date: books.date(-5),
    deadline: books.date(30),
    invoice_number: books.freshNumber(),
    currency_amount: gross.toFixed(2),
    currency_tax: tax.toFixed(2),
    invoice_lines: lines.map((line) => {
      const totals = totalsOf([line]);
      return {
        label: "Paper",
        vat_rate: codes[line.rate],
        currency_amount: totals.gross.toFixed(2),
        currency_tax: totals.tax.toFixed(2),
      };
    }),
  })) as Stored;
  return String(id);
}

export const pennylaneFacts: VendorFacts = {
  billWithTwoRates: async (call, books) => {
    const { standard, second } = books.system.purchases;
    const lines = [
      { net: 200, rate: standard },
      { net: 50, rate: second },
    ];
    return { billId: await enterBill(call, books, lines) };
  },
  creditNoteWithFee: async (call, books) => ({ creditNoteId: await enterDocument(call, books, [-200, 50]) }),
  deposit: async (call, books) => ({ invoiceId: await enterDocument(call, books, [200, -50]) }),
};
