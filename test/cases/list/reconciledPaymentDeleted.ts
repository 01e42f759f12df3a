import type { BusinessCase } from "../businessCase.ts";

export const reconciledPaymentDeleted: BusinessCase = {
  fact: "A payment that was matched with a line of a bank statement stays: deleting it is refused as locked",
  rules: ["W5", "W9"],
  needs: ["payments.delete"],
  entered: "reconciledPayment",
  run: async (books) => {
    const { paymentId } = await books.enter("reconciledPayment");
    await books.refuses("payments.delete", { recordId: paymentId, codes: ["document_locked"] });
    await books.read("payments", paymentId);
  },
};
