/** Facts as Business Central's own users enter them, through its API. */
import type { Books } from "../books.ts";
import type { VendorCall, VendorFacts } from "../vendorFacts.ts";

interface Created {
  readonly id: string;
  readonly balancingAccountId?: string;
}

interface Bill extends Created {
  readonly number: string;
  readonly vendorId: string;
  readonly totalAmountIncludingTax: number;
}

interface Sale {
  readonly set: "salesInvoices" | "salesCreditMemos";
  /** The net amount of each line. */
  readonly nets: readonly number[];
}

/** A posted document of the usual customer, booked to a revenue account. */
async function enterSale(call: VendorCall, books: Books, { set, nets }: Sale): Promise<string> {
  const accountId = await books.known("revenueAccount");
  const date = books.date(-5);
  const isInvoice = set === "salesInvoices";
  const { id } = (await call("POST", `/${set}`, {
    customerId: await books.known("customer"),
    postingDate: date,
    [isInvoice ? "invoiceDate" : "creditMemoDate"]: date,
    [isInvoice ? "salesInvoiceLines" : "salesCreditMemoLines"]: nets.map((unitPrice) => ({
      lineType: "Account",
      accountId,
      description: "Consulting",
      quantity: 1,
      unitPrice,
    })),
  })) as Created;
  await call("POST", `/${set}(${id})/Microsoft.NAV.post`);
  return id;
}

interface PurchaseLine {
  readonly unitCost: number;
  /** The VAT product posting group, if it is not the account's. */
  readonly taxCode?: string;
}

/** A posted document of the usual supplier, at the standard rate by default. */
async function enterPurchase(
  call: VendorCall,
  books: Books,
  set: "purchaseInvoices" | "purchaseCreditMemos",
  lines: readonly PurchaseLine[] = [{ unitCost: 200 }],
): Promise<string> {
  const accountId = await books.known("expenseAccount");
  const date = books.date(-5);
  const isInvoice = set === "purchaseInvoices";
  const { id } = (await call("POST", `/${set}`, {
    vendorId: await books.known("supplier"),
    postingDate: date,
    [isInvoice ? "invoiceDate" : "creditMemoDate"]: date,
    [isInvoice ? "vendorInvoiceNumber" : "vendorCreditMemoNumber"]: books.freshNumber(),
    [isInvoice ? "purchaseInvoiceLines" : "purchaseCreditMemoLines"]: lines.map((line) => ({
      lineType: "Account",
      accountId,
      description: "Paper",
      quantity: 1,
      ...line,
    })),
  })) as Created;
  await call("POST", `/${set}(${id})/Microsoft.NAV.post`);
  return id;
}

export const businesscentralFacts: VendorFacts = {
  billWithTwoRates: async (call, books) => ({
    billId: await enterPurchase(call, books, "purchaseInvoices", [
      { unitCost: 200 },
      { unitCost: 50, taxCode: "REDUCED" },
    ]),
  }),
  billPaid: async (call, books) => {
    const billId = await enterPurchase(call, books, "purchaseInvoices");
    const { number, vendorId, totalAmountIncludingTax } = (await call("GET", `/purchaseInvoices(${billId})`)) as Bill;
    const code = books.freshNumber();
    const journals = (await call("GET", "/vendorPaymentJournals")) as { readonly value: readonly Created[] };
    const journal = (await call("POST", "/vendorPaymentJournals", {
      code,
      displayName: "Transfers",
      balancingAccountId: journals.value[0]?.balancingAccountId,
      vendorPayments: [
        {
          vendorId,
          postingDate: books.date(-1),
          documentNumber: code,
          amount: totalAmountIncludingTax,
          appliesToInvoiceId: billId,
          description: `Payment of Invoice ${number}`,
        },
      ],
    })) as Created;
    await call("POST", `/journals(${journal.id})/Microsoft.NAV.post`);
    return { billId };
  },
  vendorCredit: async (call, books) => ({
    vendorCreditId: await enterPurchase(call, books, "purchaseCreditMemos"),
  }),
  creditNoteWithFee: async (call, books) => ({
    creditNoteId: await enterSale(call, books, { set: "salesCreditMemos", nets: [200, -50] }),
  }),
  deposit: async (call, books) => ({
    invoiceId: await enterSale(call, books, { set: "salesInvoices", nets: [200, -50] }),
  }),
  cashDiscount: {
    cannot:
      "A payment names one invoice and an amount, and the discount is an entry of customer ledger entries, which the API has not (learn.microsoft.com/dynamics365/business-central/dev-itpro/api-reference/v2.0/resources/dynamics_customerpayment: amount, appliesToInvoiceId). What settled an invoice is not shown: the gap is in coverage and in a warning.",
  },
  writeOff: {
    cannot:
      "A write-off is a journal line applied to the invoice, and the API shows neither customer ledger entries nor applications; status Paid means that nothing is open (learn.microsoft.com/dynamics365/business-central/dev-itpro/api-reference/v2.0/resources/dynamics_salesinvoice: status, remainingAmount).",
  },
  creditUsed: {
    cannot:
      "What a credit memo was applied to is in customer ledger entries, which the API has not, so an invoice that a credit settled looks like one that money settled (learn.microsoft.com/dynamics365/business-central/dev-itpro/api-reference/v2.0/resources/dynamics_salescreditmemo: no applications).",
  },
  bankStatement: {
    cannot:
      "Bank reconciliation and its payments are in no set of the API (learn.microsoft.com/dynamics365/business-central/dev-itpro/api-reference/v2.0, list of resources); they reach journalEntries only, and payments.list warns of them.",
  },
  moneyOnAccount: {
    cannot:
      "The API shows no applications, so which part of a payment an invoice used is unknown, and a refund is another type of document (learn.microsoft.com/dynamics365/business-central/dev-itpro/api-reference/v2.0/resources/dynamics_customerpayment; dynamics_generalledgerentry: documentType).",
  },
  cashSale: {
    cannot:
      "An invoice with a balancing account of its payment method is paid by entries that name no customer or invoice (learn.microsoft.com/dynamics365/business-central/dev-itpro/api-reference/v2.0/resources/dynamics_generalledgerentry: no reference), so payments.list warns of them.",
  },
  cashRefund: {
    cannot:
      "A refund is another type of document, which no set of the API creates or shows (learn.microsoft.com/dynamics365/business-central/dev-itpro/api-reference/v2.0/resources/dynamics_customerpayment; source of APIV2 - Customer Payments: Document Type is Payment).",
  },
  reconciledPayment: {
    cannot:
      "Only payments that wait in a journal can be deleted, and a bank reconciliation is about posted ones (learn.microsoft.com/dynamics365/business-central/dev-itpro/api-reference/v2.0/resources/dynamics_generalledgerentry: GET only).",
  },
  hiddenPayment: async (call, books) => {
    // The ledger entries of a posted payment name neither customer nor invoice, and this description does not either.
    const code = books.freshNumber();
    const journals = (await call("GET", "/customerPaymentJournals")) as { readonly value: readonly Created[] };
    const journal = (await call("POST", "/customerPaymentJournals", {
      code,
      displayName: "Cash desk",
      balancingAccountId: journals.value[0]?.balancingAccountId,
      customerPayments: [
        {
          customerId: await books.known("customer"),
          postingDate: books.date(-1),
          documentNumber: code,
          amount: -20,
          description: "Cash",
        },
      ],
    })) as Created;
    await call("POST", `/journals(${journal.id})/Microsoft.NAV.post`);
    return { list: "payments.list", says: "posted payments are only in journalEntries" };
  },
};
