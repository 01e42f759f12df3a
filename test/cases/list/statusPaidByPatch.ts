import { openInvoice } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectStatus } from "../payments.ts";

export const statusPaidByPatch: BusinessCase = {
  fact: "An invoice does not become PAID by its status: the refusal points to payments",
  rules: ["W6"],
  needs: ["invoices.create", "invoices.patch"],
  run: async (books) => {
    const { id } = await openInvoice(books);
    await books.refuses("invoices.patch", {
      recordId: id,
      body: { status: "PAID" },
      fields: ["status"],
      mentions: "/accounting/payments",
    });
    await expectStatus(books, "invoices", id, "open");
  },
};
