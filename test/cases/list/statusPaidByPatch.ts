import { openInvoice } from "../bodies.ts";
import type { BusinessCase } from "../businessCase.ts";
import { expectThat } from "../errors.ts";
import { expectStatus } from "../payments.ts";

export const statusPaidByPatch: BusinessCase = {
  fact: "An invoice does not become PAID by its status: the refusal points to payments",
  rules: ["W6"],
  needs: ["invoices.create", "invoices.patch"],
  run: async (books) => {
    const { id } = await openInvoice(books);
    const request = { recordId: id, body: { status: "PAID" }, fields: ["status"] };
    const answer = await books.refuses("invoices.patch", request);
    expectThat(answer.text.includes("/accounting/payments"), "the refusal does not mention POST /accounting/payments");
    await expectStatus(books, "invoices", id, "open");
  },
};
