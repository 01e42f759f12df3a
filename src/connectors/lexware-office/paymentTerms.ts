import type { PaymentTerm } from "../../contract/records/money.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { invalid } from "../../kit/encode.ts";
import { inMemory, oneInMemory, readWhole } from "../../kit/lists/inMemory.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { idOf } from "./fields.ts";
import type { PaymentCondition, SalesDocument, Terms } from "./types.ts";

const term = mapping<PaymentTerm, PaymentCondition>({
  id: idOf,
  ...values({ discountDays: "paymentDiscountConditions.discountRange", name: "paymentTermLabelTemplate" }),
  ...values({ paymentDays: "paymentTermDuration" }),
  discountPercentage: ({ paymentDiscountConditions }) => amount(paymentDiscountConditions?.discountPercentage),
  dueType: () => "DUE_IN_DAYS",
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

/** What grants a cash discount, on a document or as a term: the figures, not the words, which may be changed. */
const discountOf = ({ paymentTermDuration, paymentDiscountConditions: discount }: Terms): string | undefined =>
  discount ? [paymentTermDuration, discount.discountRange, amount(discount.discountPercentage)].join() : undefined;

/** The term that a document's cash discount is from. Terms hardly ever change, and every request counts here. */
export async function termOf({ paymentConditions }: SalesDocument, session: Session) {
  const granted = paymentConditions && discountOf(paymentConditions);
  if (!granted) return undefined;
  const known = session.memory.get("payment terms") as readonly PaymentCondition[] | undefined;
  const terms = known ?? (await described.read(session));
  session.memory.set("payment terms", terms);
  return terms.find((condition) => discountOf(condition) === granted);
}

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
