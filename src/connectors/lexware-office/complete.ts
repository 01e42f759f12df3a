import type { Entry, Payment, PaymentCondition } from "./types.ts";

/** A document together with its entry in the voucher list, its payment and its term, as far as they were read. */
export type Complete<Document> = Document & {
  readonly entry?: Entry | undefined;
  readonly payment?: Payment | undefined;
  readonly term?: PaymentCondition | undefined;
};
