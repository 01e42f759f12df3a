/** Facts as the users of Visma eAccounting enter them. */
import { totalsOf } from "../amounts.ts";
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

interface Stored {
  readonly Id: string;
}

interface BankAccounts {
  readonly Data: readonly Stored[];
}

/** A booked invoice or credit note with these net amounts. */
async function enter(
  call: VendorCall,
  books: Books,
  { nets, isCredit = false }: { readonly nets: readonly number[]; readonly isCredit?: boolean },
): Promise<string> {
  const ArticleId = await books.known("item");
  const { Id } = (await call("POST", "/customerinvoicedrafts", {
    CustomerId: await books.known("customer"),
    IsCreditInvoice: isCredit,
    InvoiceDate: books.date(-5),
    DueDate: books.date(30),
    EuThirdParty: false,
    RotReducedInvoicingType: 0,
    Rows: nets.map((net) => ({
      ArticleId,
      Text: "Consulting",
      Quantity: net < 0 ? -1 : 1,
      UnitPrice: Math.abs(net),
      IsTextRow: false,
      ReversedConstructionServicesVatFree: false,
    })),
  })) as Stored;
  const booked = (await call(
    "POST",
    `/customerinvoicedrafts/${Id}/convert`,
    {},
    {
      keepOriginalDraftDate: "true",
    },
  )) as Stored;
  return booked.Id;
}

interface Line {
  readonly net: number;
  readonly rate: number;
}

/** A booked supplier invoice with its postings. */
async function enterBill(call: VendorCall, books: Books, lines: readonly Line[], isCredit = false): Promise<string> {
  const { gross, tax } = totalsOf(lines);
  const [debit, credit] = isCredit ? ["CreditAmount", "DebetAmount"] : ["DebetAmount", "CreditAmount"];
  const account = Number(await books.known("expenseAccount"));
  const { Id } = (await call("POST", "/supplierinvoices", {
    SupplierId: await books.known("supplier"),
    InvoiceNumber: books.freshNumber(),
    InvoiceDate: books.date(-5),
    DueDate: books.date(30),
    TotalAmount: Number(gross.toFixed(2)),
    Vat: Number(tax.toFixed(2)),
    IsCreditInvoice: isCredit,
    Rows: [
      { AccountNumber: 2440, [credit]: Number(gross.toFixed(2)) },
      { AccountNumber: 2641, [debit]: Number(tax.toFixed(2)) },
      ...lines.map(({ net }) => ({ AccountNumber: account, [debit]: net, TransactionText: "Paper" })),
    ],
  })) as Stored;
  return Id;
}

async function pay(call: VendorCall, books: Books, path: string, amount: number): Promise<void> {
  const { Data } = (await call("GET", "/bankaccounts")) as BankAccounts;
  await call("POST", `${path}/payments`, {
    CompanyBankAccountId: Data[0]?.Id,
    PaymentDate: books.date(-1),
    PaymentAmount: amount,
    PaymentCurrency: "SEK",
    PaymentType: 2,
  });
}

const standardLine = (books: Books): Line => ({ net: 200, rate: books.system.purchases.standard });

export const vismaEaccountingFacts: VendorFacts = {
  billWithTwoRates: async (call, books) => ({
    billId: await enterBill(call, books, [standardLine(books), { net: 50, rate: books.system.purchases.second }]),
  }),
  billPaid: async (call, books) => {
    const lines = [standardLine(books)];
    const billId = await enterBill(call, books, lines);
    await pay(call, books, `/supplierinvoices/${billId}`, Number(totalsOf(lines).gross.toFixed(2)));
    return { billId };
  },
  vendorCredit: async (call, books) => ({
    vendorCreditId: await enterBill(call, books, [standardLine(books)], true),
  }),
  creditNoteWithFee: async (call, books) => ({
    creditNoteId: await enter(call, books, { nets: [200, -50], isCredit: true }),
  }),
  deposit: async (call, books) => ({ invoiceId: await enter(call, books, { nets: [200, -50] }) }),
};
