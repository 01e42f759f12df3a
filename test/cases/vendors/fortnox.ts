/** Facts as Fortnox's own users enter them. */
import { totalsOf } from "../amounts.ts";
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

interface InvoiceReply {
  readonly Invoice: { readonly DocumentNumber: string; readonly CreditInvoiceReference: string };
}

interface BillReply {
  readonly SupplierInvoice: { readonly GivenNumber: string };
}

interface PaymentReply {
  readonly SupplierInvoicePayment: { readonly Number: number };
}

const rowsOf = (books: Books, nets: readonly number[]) =>
  nets.map((net) => ({
    AccountNumber: 3001,
    Description: "Consulting",
    DeliveredQuantity: net < 0 ? "-1" : "1",
    Price: Math.abs(net),
    VAT: books.system.sales.standard,
  }));

/** A booked invoice with these net amounts. */
async function enterInvoice(call: VendorCall, books: Books, nets: readonly number[]): Promise<string> {
  const Invoice = {
    CustomerNumber: await books.known("customer"),
    InvoiceDate: books.date(-5),
    DueDate: books.date(30),
    InvoiceRows: rowsOf(books, nets),
  };
  const reply = (await call("POST", "/invoices", { Invoice })) as InvoiceReply;
  const number = reply.Invoice.DocumentNumber;
  await call("PUT", `/invoices/${number}/bookkeep`);
  return number;
}

/** A booked supplier invoice with lines of net amounts at percentages. */
async function enterBill(
  call: VendorCall,
  books: Books,
  lines: readonly { readonly net: number; readonly rate: number }[],
): Promise<string> {
  const { gross, tax } = totalsOf(lines);
  const account = Number(await books.known("expenseAccount"));
  const SupplierInvoice = {
    SupplierNumber: await books.known("supplier"),
    InvoiceNumber: books.freshNumber(),
    InvoiceDate: books.date(-5),
    DueDate: books.date(30),
    Total: gross.toFixed(2),
    VAT: tax.toFixed(2),
    SupplierInvoiceRows: lines.map(({ net }) => ({
      Account: account,
      ItemDescription: "Paper",
      Quantity: 1,
      Price: net,
    })),
  };
  const reply = (await call("POST", "/supplierinvoices", { SupplierInvoice })) as BillReply;
  const number = reply.SupplierInvoice.GivenNumber;
  await call("PUT", `/supplierinvoices/${number}/bookkeep`);
  return number;
}

export const fortnoxFacts: VendorFacts = {
  billWithTwoRates: async (call, books) => {
    const { standard, second } = books.system.purchases;
    const lines = [
      { net: 200, rate: standard },
      { net: 50, rate: second },
    ];
    return { billId: `bill-${await enterBill(call, books, lines)}` };
  },
  billPaid: async (call, books) => {
    const lines = [{ net: 200, rate: books.system.purchases.standard }];
    const number = await enterBill(call, books, lines);
    const amount = Number(totalsOf(lines).gross.toFixed(2));
    const SupplierInvoicePayment = {
      InvoiceNumber: number,
      Amount: amount,
      AmountCurrency: amount,
      PaymentDate: books.date(-1),
    };
    const reply = (await call("POST", "/supplierinvoicepayments", { SupplierInvoicePayment })) as PaymentReply;
    await call("PUT", `/supplierinvoicepayments/${reply.SupplierInvoicePayment.Number}/bookkeep`);
    return { billId: `bill-${number}` };
  },
  creditNoteWithFee: async (call, books) => {
    const invoiceId = await enterInvoice(call, books, [200]);
    const credited = (await call("PUT", `/invoices/${invoiceId}/credit`)) as InvoiceReply;
    const creditNoteId = credited.Invoice.CreditInvoiceReference;
    await call("PUT", `/invoices/${creditNoteId}`, { Invoice: { InvoiceRows: rowsOf(books, [-200, 50]) } });
    await call("PUT", `/invoices/${creditNoteId}/bookkeep`);
    return { creditNoteId };
  },
  deposit: async (call, books) => ({ invoiceId: await enterInvoice(call, books, [200, -50]) }),
  cashDiscount: {
    cannot:
      "Terms of payment have a code and a description only, without a discount (the vendor's OpenAPI description, GET /3/termsofpayments).",
  },
  bankStatement: {
    cannot:
      "No resource has lines of bank statements; a payment is registered for one invoice (the vendor's OpenAPI description, /3/invoicepayments).",
  },
  reconciledPayment: {
    cannot:
      "No field of a payment says that it was matched with a line of a bank statement (the vendor's OpenAPI description, GET /3/invoicepayments/{Number}).",
  },
  hiddenPayment: {
    cannot:
      "Payments of invoices are all in one list, those of supplier invoices in another (the vendor's OpenAPI description, /3/invoicepayments, /3/supplierinvoicepayments).",
  },
  moneyOnAccount: {
    cannot:
      "A payment requires the number of its invoice (the vendor's OpenAPI description, POST /3/invoicepayments: InvoiceNumber is required).",
  },
};
