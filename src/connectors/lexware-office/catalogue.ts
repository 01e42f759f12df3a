/** Records that documents refer to: posting categories, which are our accounts, and payment terms. */
import type { Account } from "../../contract/records/ledger.ts";
import type { PaymentTerm } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { inMemoryReads, readUnpagedList } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { readCached } from "../../kit/reading.ts";
import { referencedRow } from "../../kit/referencedRow.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import type { PaymentCondition, PostingCategory, SalesDocument, Stub, Terms } from "./types.ts";

const account = mapping<Account, PostingCategory>({
  ...values({ id: "id", description: "groupName", name: "name" }),
  class: vocabulary({ income: "REVENUE", outgo: "EXPENSE" }).read(({ type }) => type),
});

const term = mapping<PaymentTerm, PaymentCondition>({
  ...values({
    id: "id",
    name: "paymentTermLabelTemplate",
    paymentDays: "paymentTermDuration",
    discountDays: "paymentDiscountConditions.discountRange",
  }),
  ...amounts({ discountPercentage: "paymentDiscountConditions.discountPercentage" }),
  dueType: () => "DUE_IN_DAYS",
});

const readTerms = readUnpagedList<PaymentCondition>("/payment-conditions");
const idOf = (native: Stub): string => native.id;
const categoryRule =
  "Lexware Office does not expose its accounts. These are its posting categories, which bills and booking proposals refer to as accountId.";

export const catalogue = {
  ...operationsOf(
    "accounts",
    inMemoryReads({
      read: readUnpagedList<PostingCategory>("/posting-categories"),
      map: account,
      id: idOf,
      rules: [categoryRule],
    }),
  ),
  ...operationsOf("paymentTerms", inMemoryReads({ read: readTerms, map: term, id: idOf })),
};

/** Identifies the cash discount of a document or a term by its numbers. The text may have been changed. */
const discountOf = ({ paymentTermDuration, paymentDiscountConditions: discount }: Terms): string | undefined =>
  discount ? [paymentTermDuration, discount.discountRange, amount(discount.discountPercentage)].join() : undefined;

/** The term that a document's cash discount comes from. Terms hardly ever change, and the vendor's limit is low. */
export async function termOf({ paymentConditions }: SalesDocument, session: Session) {
  const discount = paymentConditions && discountOf(paymentConditions);
  if (!discount) return undefined;
  const terms = await readCached(session, "payment terms", () => readTerms(session));
  return terms.find((condition) => discountOf(condition) === discount);
}

/** The term's text with its placeholders filled in. */
function labelOf({ paymentTermLabelTemplate, paymentTermDuration, paymentDiscountConditions }: PaymentCondition) {
  const percent = amount(paymentDiscountConditions?.discountPercentage)?.toLocaleString("de");
  return paymentTermLabelTemplate
    ?.replaceAll("{paymentRange}", String(paymentTermDuration ?? ""))
    .replaceAll("{discountRange}", String(paymentDiscountConditions?.discountRange ?? ""))
    .replaceAll("{discount}", percent === undefined ? "" : `${percent} %`);
}

/** A document does not refer to a term; it has the term's text and numbers. */
export async function writtenTerm(id: string | undefined, session: Session): Promise<object> {
  if (id === undefined) return {};
  const field = "paymentTermId";
  const condition = referencedRow(await readTerms(session), { field, value: id, kind: "payment term", key: idOf });
  const { paymentTermDuration, paymentDiscountConditions } = condition;
  return {
    paymentConditions: { paymentTermLabel: labelOf(condition), paymentTermDuration, paymentDiscountConditions },
  };
}
