import { openInvoice } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStatus } from "../payments.ts";

export const voidedInvoice: BusinessCase = {
  fact: "An open invoice that is voided reads VOIDED, and nothing of it is open",
  rules: ["A7", "W6"],
  needs: ["invoices.create", "invoices.patch"],
  run: async (books) => {
    const { id } = await openInvoice(books);
    await books.change("invoices.patch", id, { status: "VOIDED" });
    await expectStatus(books, "invoices", id, "voided");
  },
};
