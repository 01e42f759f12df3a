/** Facts at Tripletex, entered as its own users and other apps do. */
import { openInvoice } from "../bodies.ts";
import type { VendorFacts } from "../vendorFacts.ts";

interface Made {
  readonly value: { readonly id: number };
}

export const tripletexFacts: VendorFacts = {
  creditUsed: async (call, books) => {
    const { id } = await openInvoice(books);
    const query = { date: books.date(-1), sendToCustomer: "false" };
    const made = (await call("PUT", `/invoice/${id}/:createCreditNote`, undefined, query)) as Made;
    return { invoiceId: id, creditNoteId: String(made.value.id) };
  },
  deposit: async (call, books) => {
    const customer = { id: Number(await books.known("customer")) };
    const taxed = { vatType: { id: 3 } };
    const made = (await call("POST", "/invoice", {
      invoiceDate: books.date(-5),
      invoiceDueDate: books.date(20),
      customer,
      orders: [
        {
          customer,
          orderDate: books.date(-5),
          deliveryDate: books.date(-5),
          orderLines: [
            { ...taxed, description: "Consulting", count: 2, unitPriceExcludingVatCurrency: 100 },
            { ...taxed, description: "Deposit", count: -1, unitPriceExcludingVatCurrency: 50 },
          ],
        },
      ],
    })) as Made;
    return { invoiceId: String(made.value.id) };
  },
};
