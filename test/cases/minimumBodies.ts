/** The smallest body of every create that makes sense to a bookkeeper. It is the same for every target system. */
import type { OperationId } from "../../src/contract/operations.ts";
import { billBody, consulting, invoiceBody, paymentBody, vendorCreditBody } from "./bodies.ts";
import type { Body, Books } from "./books.ts";

type MinimumBodies = { readonly [Id in OperationId]?: (books: Books) => Promise<Body> };

const company = async (books: Books): Promise<Body> => ({
  contactType: "COMPANY",
  companyName: `Kite Works ${books.freshNumber()}`,
});

export const minimumBodies: MinimumBodies = {
  "accounts.create": async (books) => ({ name: "Kite repairs", number: "4987", code: books.freshNumber() }),
  "bankAccounts.create": async (books) => ({
    name: `House bank ${books.freshNumber()}`,
    currency: books.system.currency,
  }),
  "bills.create": (books) => billBody(books, [consulting(books.system.purchases.standard)]),
  "contacts.create": company,
  "customers.create": company,
  "suppliers.create": company,
  "expenses.create": async (books) => ({
    description: "Taxi",
    transactionDate: books.day(-3),
    expenseLines: [{ accountId: await books.known("expenseAccount"), description: "Taxi", totalNetAmount: 20 }],
  }),
  "invoices.create": (books) => invoiceBody(books, [consulting(books.system.sales.standard)]),
  "items.create": async (books) => ({ name: `Kite ${books.freshNumber()}`, unitSalesPrice: 12.5 }),
  "journalEntries.create": async (books) => ({
    transactionDate: books.day(-3),
    description: "Transfer",
    journalLineItems: [
      { accountId: await books.known("expenseAccount"), debitCreditIndicator: "DEBIT", totalNetAmount: 20 },
      { accountId: await books.known("revenueAccount"), debitCreditIndicator: "CREDIT", totalNetAmount: 20 },
    ],
  }),
  "offers.create": async (books) => ({
    contactId: await books.known("customer"),
    offerDate: books.day(-3),
    lineItems: [{ name: "Consulting", ...consulting(books.system.sales.standard) }],
  }),
  "payments.create": async (books) =>
    paymentBody(books, "INVOICE", [{ customerId: await books.known("customer"), amount: 20 }]),
  "paymentTerms.create": async (books) => ({ name: `Net 21 ${books.freshNumber()}`, paymentDays: 21 }),
  "projects.create": async (books) => ({ name: `Kite festival ${books.freshNumber()}` }),
  "salesOrders.create": async (books) => ({
    contactId: await books.known("customer"),
    orderDate: books.day(-3),
    lineItems: [{ name: "Consulting", ...consulting(books.system.sales.standard) }],
  }),
  "transactions.create": async (books) => ({
    bankAccountId: await books.known("bankAccount"),
    amount: 20,
    bookingDate: books.day(-3),
  }),
  "vendorCredits.create": (books) => vendorCreditBody(books, [consulting(books.system.purchases.standard)]),
};
