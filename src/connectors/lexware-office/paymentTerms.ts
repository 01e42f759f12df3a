import { Failure } from "../../contract/failure.ts";
import type { PaymentTerm } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { unpaged } from "../../kit/paging.ts";
import { partOf } from "../../kit/reading.ts";
import { list } from "./conventions.ts";
import type { PaymentCondition } from "./types.ts";

const term = mapping<PaymentTerm, PaymentCondition>({
  id: ({ id }) => id,
  discountDays: ({ paymentDiscountConditions }) => paymentDiscountConditions?.discountRange,
  discountPercentage: ({ paymentDiscountConditions }) => amount(paymentDiscountConditions?.discountPercentage),
  dueType: () => "DUE_IN_DAYS",
  name: (condition) => condition.paymentTermLabelTemplate,
  paymentDays: (condition) => condition.paymentTermDuration,
});

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
  const found = ((await session.read(path)) as readonly PaymentCondition[]).find((condition) => condition.id === id);
  if (found === undefined)
    throw new Failure("invalid_request", "paymentTermId must be one of paymentTerms.list", { field: "paymentTermId" });
  const { paymentTermDuration, paymentDiscountConditions } = found;
  const paymentTermLabel = labelOf(found);
  return { paymentConditions: { paymentTermLabel, paymentTermDuration, paymentDiscountConditions } };
}

const path = "/payment-conditions";
const rules = ["Lexware Office hands out the whole list at once."];

export const paymentTerms = {
  "paymentTerms.list": list({ path, map: term, paging: unpaged({ records: (all: unknown) => all }), rules }),
  "paymentTerms.get": {
    ...partOf({ path, parts: (all: readonly PaymentCondition[]) => all, map: term, id: ({ id }) => id }),
    rules,
  },
};
