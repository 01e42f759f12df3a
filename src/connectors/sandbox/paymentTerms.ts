import { dueType } from "../../contract/enums.ts";
import type { PaymentTermInput } from "../../contract/inputs/money.ts";
import {
  type DiscountPeriod as DiscountPeriodRecord,
  PaymentTerm as PaymentTermRecord,
} from "../../contract/records/money.ts";
import { as, decimalAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { fiscalYear, list, modified, oneOf } from "./conventions.ts";
import { identity, stamps } from "./fields.ts";
import { create, wordAs } from "./telling.ts";
import type { DiscountPeriod, PaymentTerm } from "./vendorMoney.ts";

const dueTypeOf = oneOf(dueType);
const paymentMethodOf = oneOf(PaymentTermRecord.properties.paymentMethod);

const discountPeriod = mapping<DiscountPeriodRecord, DiscountPeriod>({
  invoiceRange: (period) => period.invoice_range,
  discountDeadline: (period) => period.discount_deadline,
  discountDeadline2: (period) => period.discount_deadline2,
  paymentDeadline: (period) => period.payment_deadline,
});

const paymentTerm = mapping<PaymentTermRecord, PaymentTerm>({
  ...identity,
  ...stamps,
  code: ({ code }) => code,
  name: ({ name }) => name,
  description: ({ description }) => description,
  dueType: (term) => dueTypeOf(term.due_type),
  paymentDays: (term) => amount(term.payment_days),
  discountDays: (term) => amount(term.discount_days),
  discountDays2: (term) => amount(term.discount_days2),
  discountPercentage: (term) => amount(term.discount_percentage),
  discountPercentage2: (term) => amount(term.discount_percentage2),
  discountPeriods: each(discountPeriod, (term) => term.discount_periods),
  paymentMethod: (term) => paymentMethodOf(term.payment_method),
});

const toldPeriod = encoder<DiscountPeriodRecord>({
  invoiceRange: as("invoice_range"),
  discountDeadline: as("discount_deadline"),
  discountDeadline2: as("discount_deadline2"),
  paymentDeadline: as("payment_deadline"),
});

const told = encoder<PaymentTermInput>({
  code: as("code"),
  description: as("description"),
  discountDays: as("discount_days"),
  discountDays2: as("discount_days2"),
  discountPercentage: decimalAs("discount_percentage"),
  discountPercentage2: decimalAs("discount_percentage2"),
  discountPeriods: listAs("discount_periods", toldPeriod),
  dueType: wordAs("due_type"),
  name: as("name"),
  paymentDays: as("payment_days"),
  paymentMethod: wordAs("payment_method"),
});

export const paymentTerms = {
  "paymentTerms.list": list({ path: "/payment-terms", map: paymentTerm, filters: { ...modified, ...fiscalYear } }),
  "paymentTerms.get": get({ path: ({ ids }) => path`/payment-terms/${ids["paymentTermId"]}`, map: paymentTerm }),
  "paymentTerms.create": create({
    path: "/payment-terms",
    encoder: told,
    map: paymentTerm,
    requires: ["code", "name"],
  }),
};

export const exportedPaymentTerms = {
  "paymentTerms.list": list({
    path: "/payment-terms",
    map: paymentTerm,
    filters: { fiscalYearStartDate: fiscalYear.fiscalYearStartDate },
    requires: ["fiscalYearStartDate"],
  }),
};
