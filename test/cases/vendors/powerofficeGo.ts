/** Facts at PowerOffice Go, entered as its own users and other apps do. */
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

interface Order {
  readonly Id: string;
}

/** Sends an order with these net amounts: an invoice, or a credit note if they come to less than 0. */
async function enter(call: VendorCall, books: Books, nets: readonly number[]): Promise<string> {
  const ProductId = Number(await books.known("item"));
  const { Id } = (await call("POST", "/v2/SalesOrders/Complete", {
    CustomerId: Number(await books.known("customer")),
    SalesOrderDate: books.date(-6),
    SalesOrderLines: nets.map((net) => ({
      ProductId,
      Description: "Consulting",
      Quantity: Math.sign(net),
      ProductUnitPrice: Math.abs(net),
    })),
  })) as Order;
  const sending = { DeliveryType: "None", VoucherDate: books.date(-5), OverrideDueDate: books.date(20) };
  await call("POST", `/v2/SalesOrders/${Id}/createAndSendInvoice`, sending);
  return Id;
}

/** A supplier's document, which a user posts, by its net amounts at the VAT codes. */
async function enterPurchase(
  call: VendorCall,
  books: Books,
  isCreditNote: boolean,
  nets: readonly (readonly [code: string, net: number])[],
): Promise<string> {
  const invoiceNumber = books.freshNumber();
  const supplier = await books.known("supplier");
  const dates = { date: books.date(-5), due: books.date(25) };
  books.act("receiveBill", { ...dates, supplier, invoiceNumber, isCreditNote, nets });
  const found = (await call("GET", "/v2/IncomingInvoices", undefined, { fromDate: books.date(-6) })) as readonly {
    readonly Id: string;
    readonly InvoiceNo: string;
  }[];
  return found.find(({ InvoiceNo }) => InvoiceNo === invoiceNumber)?.Id ?? "";
}

interface Numbered {
  readonly InvoiceNo: number | string;
}

/** A bank voucher with what the party of a document paid for it. */
async function pay(
  call: VendorCall,
  books: Books,
  {
    path,
    id,
    amount,
  }: { readonly path: "OutgoingInvoices" | "IncomingInvoices"; readonly id: string; readonly amount: number },
): Promise<void> {
  const isSale = path === "OutgoingInvoices";
  const { InvoiceNo } = (await call("GET", `/v2/${path}/${id}`)) as Numbered;
  const party = await books.known(isSale ? "customer" : "supplier");
  const trader = (await call("GET", `/v2/${isSale ? "Customers" : "Suppliers"}/${party}`)) as {
    readonly SubledgerAccountId: number;
  };
  const codes = (await call("GET", "/v2/VatCodes")) as readonly { readonly Id: number; readonly Code: string }[];
  const line = { PostingDate: books.date(-1), VatId: codes.find(({ Code }) => Code === "0")?.Id };
  const value = isSale ? -amount : amount;
  await call("POST", "/v2/Vouchers/BankJournals", {
    CurrencyCode: "NOK",
    VoucherDate: books.date(-1),
    VoucherLines: [
      { ...line, AccountId: trader.SubledgerAccountId, CurrencyAmount: value, InvoiceNo: String(InvoiceNo) },
      { ...line, AccountId: Number(await books.known("bankAccount")), CurrencyAmount: -value },
    ],
  });
}

const grossOf = (books: Books, net: number): number => net * (1 + books.system.sales.standard / 100);

/** An invoice of 200 net that was paid in full by a line of the bank. */
async function paidInvoice(call: VendorCall, books: Books): Promise<{ readonly invoiceId: string }> {
  const invoiceId = await enter(call, books, [200]);
  await pay(call, books, { path: "OutgoingInvoices", id: invoiceId, amount: grossOf(books, 200) });
  return { invoiceId };
}

export const powerofficeGoFacts: VendorFacts = {
  billWithTwoRates: async (call, books) => ({
    billId: await enterPurchase(call, books, false, [
      ["1", 200],
      ["0", 50],
    ]),
  }),
  billPaid: async (call, books) => {
    const billId = await enterPurchase(call, books, false, [["1", 200]]);
    await pay(call, books, { path: "IncomingInvoices", id: billId, amount: grossOf(books, 200) });
    return { billId };
  },
  vendorCredit: async (call, books) => ({
    vendorCreditId: await enterPurchase(call, books, true, [["1", 200]]),
  }),
  bankStatement: paidInvoice,
  cashSale: paidInvoice,
  creditNoteWithFee: async (call, books) => ({ creditNoteId: await enter(call, books, [-200, 50]) }),
  deposit: async (call, books) => ({ invoiceId: await enter(call, books, [200, -50]) }),
  hiddenPayment: async () => ({
    list: "payments.list",
    says: "Payments by manual vouchers are only in journalEntries",
  }),
};
