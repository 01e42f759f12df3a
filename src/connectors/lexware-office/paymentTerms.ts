import type { PaymentTerm } from "../../contract/records/money.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { unpaged } from "../../kit/paging.ts";
import { partOf } from "../../kit/reading.ts";
import { list } from "./habits.ts";
import type { PaymentCondition } from "./vendor.ts";

const term = mapping<PaymentTerm, PaymentCondition>({
  id: ({ id }) => id,
  discountDays: ({ paymentDiscountConditions }) => paymentDiscountConditions?.discountRange,
  discountPercentage: ({ paymentDiscountConditions }) => amount(paymentDiscountConditions?.discountPercentage),
  dueType: () => "DUE_IN_DAYS",
  name: (condition) => condition.paymentTermLabelTemplate,
  paymentDays: (condition) => condition.paymentTermDuration,
});

const path = "/payment-conditions";
const rules = ["Lexware Office hands out the whole list at once."];

export const paymentTerms = {
  "paymentTerms.list": list({ path, map: term, paging: unpaged({ records: (all: unknown) => all }), rules }),
  "paymentTerms.get": {
    ...partOf({ path, parts: (all: readonly PaymentCondition[]) => all, map: term, id: ({ id }) => id }),
    rules,
  },
};
