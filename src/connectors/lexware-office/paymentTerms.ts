import type { PaymentTerm } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { invalid } from "../../kit/encode.ts";
import { inMemory, oneInMemory, readWhole } from "../../kit/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { idOf } from "./fields.ts";
import type { PaymentCondition } from "./types.ts";

const term = mapping<PaymentTerm, PaymentCondition>({
  id: idOf,
  discountDays: ({ paymentDiscountConditions }) => paymentDiscountConditions?.discountRange,
  discountPercentage: ({ paymentDiscountConditions }) => amount(paymentDiscountConditions?.discountPercentage),
  dueType: () => "DUE_IN_DAYS",
  name: ({ paymentTermLabelTemplate }) => paymentTermLabelTemplate,
  paymentDays: ({ paymentTermDuration }) => paymentTermDuration,
});

const described = {
  read: readWhole<PaymentCondition>("/payment-conditions"),
  map: term,
  rules: ["Lexware Office hands out the whole list at once."],
};

export const paymentTerms = {
  "paymentTerms.list": inMemory(described),
  "paymentTerms.get": oneInMemory({ ...described, id: idOf }),
};

/** The vendor's texts have such places for figures. */
function labelOf({ paymentTermLabelTemplate, paymentTermDuration, paymentDiscountConditions }: PaymentCondition) {
  const percent = amount(paymentDiscountConditions?.discountPercentage)?.toLocaleString("de");
  return paymentTermLabelTemplate
    ?.replaceAll("{paymentRange}", String(paymentTermDuration ?? ""))
    .replaceAll("{discountRange}", String(paymentDiscountConditions?.discountRange ?? ""))
    .replaceAll("{discount}", percent === undefined ? "" : `${percent} %`);
}

/** Documents do not name a term; what it says is written on them. */
export async function writtenTerm(id: string | undefined, session: Session): Promise<object> {
  if (id === undefined) return {};
  const found = (await described.read(session)).find((condition) => condition.id === id);
  if (found === undefined) throw invalid("paymentTermId must be one of paymentTerms.list", "paymentTermId");
  const { paymentTermDuration, paymentDiscountConditions } = found;
  return { paymentConditions: { paymentTermLabel: labelOf(found), paymentTermDuration, paymentDiscountConditions } };
}
