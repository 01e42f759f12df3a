import { simulation } from "../../../simulators/businesscentral/simulation.ts";
import { conformance } from "../../../test/conformance/conformance.ts";
import type { Row } from "../../../test/service.ts";
import { businesscentral } from "./connector.ts";

const isRevenue = (row: Row): boolean => row["class"] === "REVENUE" && row["type"] === "POSTING";
const isExpense = (row: Row): boolean => row["class"] === "EXPENSE" && row["type"] === "POSTING";

const lacksDimensions = "no line of the simulator has one; the mapping is tried below";

conformance({
  connector: businesscentral,
  simulation,
  withFile: ["journalEntries.create"],
  excuses: {
    "webhooks: the simulator cannot do this to ACCOUNT": "accounts are deleted at screens only",
    "webhooks: the simulator cannot do this to BILL": "the last but one is posted, and stays",
    "bills.documents.list: no record leads to one": "no bill of the simulator has a file",
    "bills.list: claims lineItems.dimensions": lacksDimensions,
    "bills.lineItems.list: claims dimensions": lacksDimensions,
    "invoices.list: claims lineItems.dimensions": lacksDimensions,
    "invoices.lineItems.list: claims dimensions": lacksDimensions,
    "vendorCredits.list: claims lineItems.dimensions": lacksDimensions,
  },
  requests: {
    "journalEntries.create": async ({ id }) => ({
      transactionDate: "2026-10-09T00:00:00Z",
      description: "Umbuchung",
      journalLineItems: [
        { accountId: await id("accounts.list", isExpense), debitCreditIndicator: "DEBIT", totalNetAmount: 120.5 },
        { accountId: await id("accounts.list", isRevenue), debitCreditIndicator: "CREDIT", totalNetAmount: 120.5 },
      ],
    }),
    "payments.create": async ({ id }) => ({
      documentType: "INVOICE",
      paymentLines: [
        {
          customerId: await id("customers.list"),
          amount: 47.11,
          paymentDate: "2026-10-12",
          description: "Zahlungseingang",
        },
      ],
    }),
    "bills.create": async ({ id, fresh }) => ({
      contactId: await id("suppliers.list"),
      billDate: "2026-10-06T00:00:00Z",
      billNumber: `RE-${fresh()}`,
      dueDate: "2026-11-05T00:00:00Z",
      lineItems: [
        { itemId: await id("items.list"), quantity: 4, unitAmount: 7.25, totalDiscountPercentage: 5 },
        { accountId: await id("accounts.list", isExpense), description: "Fracht", quantity: 1, unitAmount: 19.9 },
      ],
    }),
    "bills.update": ({ fresh }) => ({ billNumber: `RE-${fresh()}`, dueDate: "2026-11-15T00:00:00Z" }),
    "bills.lineItems.create": async ({ id }) => ({ itemId: await id("items.list"), quantity: 2, unitAmount: 3.5 }),
    "bills.lineItems.update": { quantity: 6, description: "Geändert" },
    "vendorCredits.create": async ({ id, fresh }) => ({
      contactId: await id("suppliers.list"),
      vendorCreditDate: "2026-10-07T00:00:00Z",
      vendorCreditNumber: `GS-${fresh()}`,
      lineItems: [{ itemId: await id("items.list"), quantity: 1, unitAmount: 7.25 }],
    }),
    "vendorCredits.update": ({ fresh }) => ({
      vendorCreditDate: "2026-10-08T00:00:00Z",
      vendorCreditNumber: `GS-${fresh()}`,
    }),
    "offers.create": async ({ id }) => ({
      addresses: [],
      contactId: await id("customers.list"),
      currency: "EUR",
      offerDate: "2026-10-05T00:00:00Z",
      reference: "Anfrage 12",
      lineItems: [{ itemId: await id("items.list"), quantity: 2, unitAmount: 99.5, totalDiscountPercentage: 10 }],
    }),
    "salesOrders.create": async ({ id }) => ({
      contactId: await id("customers.list"),
      orderDate: "2026-10-05T00:00:00Z",
      deliveryDate: "2026-10-20T00:00:00Z",
      lineItems: [{ itemId: await id("items.list"), quantity: 2, unitAmount: 99.5 }],
    }),
    "invoices.create": async ({ id }) => ({
      contactId: await id("customers.list"),
      invoiceDate: "2026-10-05T00:00:00Z",
      dueDate: "2026-11-04T00:00:00Z",
      reference: "Bestellung 77",
      lineItems: [
        { itemId: await id("items.list"), quantity: 3, unitAmount: 54.9, discountItemPercentage: 10 },
        {
          accountId: await id("accounts.list", isRevenue),
          description: "Anfahrt",
          quantity: 1,
          unitAmount: 25,
        },
      ],
    }),
    "invoices.patch": { reference: "Bestellung 78", dueDate: "2026-11-30T00:00:00Z" },
    "invoices.lineItems.create": async ({ id }) => ({ itemId: await id("items.list"), quantity: 2, unitAmount: 12.5 }),
    "invoices.lineItems.patch": { quantity: 4, description: "Geändert" },
    "paymentTerms.create": ({ fresh }) => ({
      code: fresh(),
      name: "30 Tage, 10 Tage 2 %",
      paymentDays: 30,
      discountDays: 10,
      discountPercentage: 2,
    }),
  },
});
