/** Facts as QuickBooks' own users enter them. */
import { totalsOf } from "../amounts.ts";
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

type Reply = Readonly<Record<string, { readonly Id: string; readonly TotalAmt: number }>>;

async function enterDocument(
  call: VendorCall,
  entity: string,
  body: object,
): Promise<{ readonly id: string; readonly total: number }> {
  const reply = (await call("POST", `/${entity.toLowerCase()}`, body, { minorversion: "75" })) as Reply;
  const stored = reply[entity];
  if (stored === undefined) throw new Error(`QuickBooks stored no ${entity}`);
  return { id: stored.Id, total: stored.TotalAmt };
}

/** The code of the standard rate that sales and purchases share. */
async function standardCode(books: Books): Promise<string> {
  const rates = await books.rows("taxRates.list");
  const rate = rates.find(({ percentage, usage }) => percentage === books.system.sales.standard && usage === "ALL");
  return String(rate?.["code"]);
}

async function saleBody(books: Books, nets: readonly number[]): Promise<object> {
  const TaxCodeRef = { value: await standardCode(books) };
  return {
    CustomerRef: { value: await books.known("customer") },
    TxnDate: books.date(-5),
    DueDate: books.date(30),
    GlobalTaxCalculation: "TaxExcluded",
    Line: nets.map((net) => ({
      Amount: net,
      DetailType: "SalesItemLineDetail",
      SalesItemLineDetail: { Qty: 1, UnitPrice: net, TaxCodeRef },
    })),
  };
}

async function codeOf(books: Books, percentage: number): Promise<string> {
  const rates = await books.rows("taxRates.list");
  return String(rates.find((rate) => rate["percentage"] === percentage && rate["usage"] !== "INVOICE")?.["code"]);
}

/** Lines are net amounts with their percentages. */
async function purchaseBody(books: Books, lines: readonly (readonly [net: number, rate: number])[]): Promise<object> {
  const AccountRef = { value: await books.known("expenseAccount") };
  const codes = await Promise.all(lines.map(([, rate]) => codeOf(books, rate)));
  return {
    VendorRef: { value: await books.known("supplier") },
    DocNumber: books.freshNumber(),
    TxnDate: books.date(-5),
    GlobalTaxCalculation: "TaxExcluded",
    Line: lines.map(([net], index) => ({
      Amount: net,
      DetailType: "AccountBasedExpenseLineDetail",
      AccountBasedExpenseLineDetail: { AccountRef, TaxCodeRef: { value: codes[index] } },
    })),
  };
}

export const quickbooksFacts: VendorFacts = {
  billWithTwoRates: async (call, books) => {
    const { standard, second } = books.system.purchases;
    const body = await purchaseBody(books, [
      [200, standard],
      [50, second],
    ]);
    return { billId: (await enterDocument(call, "Bill", body)).id };
  },
  billPaid: async (call, books) => {
    const body = await purchaseBody(books, [[200, books.system.purchases.standard]]);
    const bill = await enterDocument(call, "Bill", body);
    await enterDocument(call, "BillPayment", {
      VendorRef: { value: await books.known("supplier") },
      PayType: "Check",
      CheckPayment: { BankAccountRef: { value: await books.known("bankAccount") } },
      TxnDate: books.date(-1),
      TotalAmt: bill.total,
      Line: [{ Amount: bill.total, LinkedTxn: [{ TxnId: bill.id, TxnType: "Bill" }] }],
    });
    return { billId: bill.id };
  },
  vendorCredit: async (call, books) => {
    const body = await purchaseBody(books, [[200, books.system.purchases.standard]]);
    return { vendorCreditId: (await enterDocument(call, "VendorCredit", body)).id };
  },
  creditNoteWithFee: async (call, books) => {
    const { id } = await enterDocument(call, "CreditMemo", await saleBody(books, [200, -50]));
    return { creditNoteId: id };
  },
  creditUsed: async (call, books) => {
    const invoice = await enterDocument(call, "Invoice", await saleBody(books, [200]));
    const { DueDate: _due, ...body } = (await saleBody(books, [200])) as { DueDate?: string };
    const credit = await enterDocument(call, "CreditMemo", body);
    await enterDocument(call, "Payment", {
      CustomerRef: { value: await books.known("customer") },
      TotalAmt: 0,
      Line: [
        { Amount: invoice.total, LinkedTxn: [{ TxnId: invoice.id, TxnType: "Invoice" }] },
        { Amount: credit.total, LinkedTxn: [{ TxnId: credit.id, TxnType: "CreditMemo" }] },
      ],
    });
    return { invoiceId: invoice.id, creditNoteId: credit.id };
  },
  cashSale: async (call, books) => {
    const { DueDate: _due, ...body } = (await saleBody(books, [200])) as { DueDate?: string };
    const bank = { DepositToAccountRef: { value: await books.known("bankAccount") } };
    const { id } = await enterDocument(call, "SalesReceipt", { ...body, ...bank });
    return { invoiceId: id };
  },
  cashRefund: async (call, books) => {
    const { DueDate: _due, ...body } = (await saleBody(books, [200])) as { DueDate?: string };
    const bank = { DepositToAccountRef: { value: await books.known("bankAccount") } };
    const { id } = await enterDocument(call, "RefundReceipt", { ...body, ...bank });
    return { creditNoteId: id };
  },
  bankStatement: async (call, books) => {
    // Matching a line of the bank feed with an invoice records a payment to the bank account.
    const invoice = await enterDocument(call, "Invoice", await saleBody(books, [200]));
    const { gross } = totalsOf([{ net: 200, rate: books.system.sales.standard }]);
    await enterDocument(call, "Payment", {
      CustomerRef: { value: await books.known("customer") },
      TotalAmt: gross.toNumber(),
      DepositToAccountRef: { value: await books.known("bankAccount") },
      Line: [{ Amount: gross.toNumber(), LinkedTxn: [{ TxnId: invoice.id, TxnType: "Invoice" }] }],
    });
    return { invoiceId: invoice.id };
  },
  cashDiscount: async (call, books) => {
    // QuickBooks has no cash discount: its users credit the discount and use the credit with the payment.
    const invoice = await enterDocument(call, "Invoice", await saleBody(books, [200]));
    const { DueDate: _due, ...body } = (await saleBody(books, [4])) as { DueDate?: string };
    const discount = await enterDocument(call, "CreditMemo", body);
    await enterDocument(call, "Payment", {
      CustomerRef: { value: await books.known("customer") },
      TotalAmt: invoice.total - discount.total,
      Line: [
        { Amount: invoice.total, LinkedTxn: [{ TxnId: invoice.id, TxnType: "Invoice" }] },
        { Amount: discount.total, LinkedTxn: [{ TxnId: discount.id, TxnType: "CreditMemo" }] },
      ],
    });
    return { invoiceId: invoice.id };
  },
  writeOff: {
    cannot:
      "QuickBooks' way to write off an invoice is a credit memo with a bad debt item, and the Invoice entity has no status (developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/invoice; quickbooks.intuit.com/learn-support, Write off bad debt): it reads as cleared by a credit note.",
  },
  moneyOnAccount: async (call, books) => {
    const invoice = await enterDocument(call, "Invoice", await saleBody(books, [200]));
    const customer = await books.known("customer");
    const payment = await enterDocument(call, "Payment", {
      CustomerRef: { value: customer },
      TotalAmt: 50,
      Line: [{ Amount: 30, LinkedTxn: [{ TxnId: invoice.id, TxnType: "Invoice" }] }],
    });
    // Intuit's way to pay money on account back is a check for the customer on the receivables account.
    const accounts = await books.rows("accounts.list");
    const receivable = accounts.find(({ type }) => type === "ACCOUNTS_RECEIVABLE")?.["id"];
    const refund = await enterDocument(call, "Purchase", {
      PaymentType: "Check",
      AccountRef: { value: await books.known("bankAccount") },
      EntityRef: { value: customer, type: "Customer" },
      TxnDate: books.date(-1),
      Line: [
        {
          Amount: 20,
          DetailType: "AccountBasedExpenseLineDetail",
          AccountBasedExpenseLineDetail: { AccountRef: { value: receivable } },
        },
      ],
    });
    return { paymentId: payment.id, refundId: refund.id, invoiceId: invoice.id };
  },
  supplierPaidOnAccount: async (call, books) => {
    // Intuit's way to pay a vendor on account is a check for the vendor on the payables account.
    const supplierId = await books.known("supplier");
    const accounts = await books.rows("accounts.list");
    const payable = accounts.find(({ type }) => type === "ACCOUNTS_PAYABLE")?.["id"];
    const { id } = await enterDocument(call, "Purchase", {
      PaymentType: "Check",
      AccountRef: { value: await books.known("bankAccount") },
      EntityRef: { value: supplierId, type: "Vendor" },
      TxnDate: books.date(-1),
      Line: [
        {
          Amount: 50,
          DetailType: "AccountBasedExpenseLineDetail",
          AccountBasedExpenseLineDetail: { AccountRef: { value: payable } },
        },
      ],
    });
    return { paymentId: id, supplierId };
  },
  hiddenPayment: {
    cannot:
      "Payment, BillPayment, SalesReceipt and RefundReceipt are all kinds of money of customers and suppliers (developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/payment, billpayment, salesreceipt, refundreceipt), and all are listed.",
  },
  reconciledPayment: {
    cannot:
      "A payment has no mark for a match with the bank feed or for a reconciliation (developer.intuit.com/app/developer/qbo/docs/api/accounting/all-entities/payment).",
  },
  deposit: async (call, books) => {
    // Intuit's way is a line with the item of the deposit and a negative amount.
    const { id } = await enterDocument(call, "Invoice", await saleBody(books, [200, -50]));
    return { invoiceId: id };
  },
};
