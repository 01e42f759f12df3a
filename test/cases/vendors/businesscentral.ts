/** Facts as Business Central's own users enter them, through its API. */
import type { VendorFacts } from "../vendorFacts.ts";

interface Created {
  readonly id: string;
  readonly balancingAccountId?: string;
}

export const businesscentralFacts: VendorFacts = {
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
    return { list: "payments.list" };
  },
};
