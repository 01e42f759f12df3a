import type { PaymentTermInput } from "../../contract/inputs/money.ts";
import type { PaymentTerm as PaymentTermRecord } from "../../contract/records/money.ts";
import { as, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { at, list, modified, single } from "./conventions.ts";
import { identity, updated } from "./fields.ts";
import { amountAs, create } from "./telling.ts";
import type { PaymentTerm, Text } from "./types.ts";

/** Days and weeks are days; formulas with months, such as `CM+8D`, are not. */
function daysOf(formula: Text): number | undefined {
  const [, count, unit] = /^(\d+)([DW])$/i.exec(formula ?? "") ?? [];
  return count === undefined ? undefined : Number(count) * (unit?.toUpperCase() === "W" ? 7 : 1);
}

const paymentTerm = mapping<PaymentTermRecord, PaymentTerm>({
  ...identity,
  ...updated,
  code: ({ code }) => code,
  discountDays: (term) => daysOf(term.discountDateCalculation),
  discountPercentage: (term) => amount(term.discountPercent),
  dueType: (term) => (daysOf(term.dueDateCalculation) === undefined ? undefined : "DUE_IN_DAYS"),
  name: ({ displayName }) => displayName,
  paymentDays: (term) => daysOf(term.dueDateCalculation),
});

const told = encoder<PaymentTermInput>({
  code: as("code"),
  discountDays: (days) => ({ discountDateCalculation: `${days}D` }),
  discountPercentage: amountAs("discountPercent"),
  name: as("displayName"),
  paymentDays: (days) => ({ dueDateCalculation: `${days}D` }),
});

export const paymentTerms = {
  "paymentTerms.list": list("paymentTerms", { map: paymentTerm, filters: modified }),
  "paymentTerms.get": single(at("paymentTerms", "paymentTermId"), { map: paymentTerm }),
  "paymentTerms.create": create("paymentTerms", { encoder: told, map: paymentTerm, requires: ["code"] }),
};
