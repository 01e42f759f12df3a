import { dueType } from "../../contract/enums.ts";
import {
  type DiscountPeriod as DiscountPeriodRecord,
  PaymentTerm as PaymentTermRecord,
} from "../../contract/records/money.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { identity, stamps } from "./fields.ts";
import { fiscalYear, list, modified, oneOf } from "./habits.ts";
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

export const paymentTerms = {
  "paymentTerms.list": list({ path: "/payment-terms", map: paymentTerm, filters: { ...modified, ...fiscalYear } }),
  "paymentTerms.get": get({ path: ({ ids }) => path`/payment-terms/${ids["paymentTermId"]}`, map: paymentTerm }),
};

export const exportedPaymentTerms = {
  "paymentTerms.list": list({
    path: "/payment-terms",
    map: paymentTerm,
    filters: { fiscalYearStartDate: fiscalYear.fiscalYearStartDate },
    requires: ["fiscalYearStartDate"],
  }),
};
