import { dueType } from "../../contract/enums.ts";
import type { PaymentTermInput } from "../../contract/inputs/money.ts";
import { type DiscountPeriod, PaymentTerm } from "../../contract/records/money.ts";
import { get } from "../../kit/reading.ts";
import { by, create, fiscalYearStart, list, modified } from "./conventions.ts";
import { decimal, identity, integer, listOf, shape, stamps, text, word } from "./fields.ts";

const discountPeriod = shape<DiscountPeriod>({
  invoiceRange: text,
  discountDeadline: text,
  discountDeadline2: text,
  paymentDeadline: text,
});

const paymentTerm = shape<PaymentTerm, PaymentTermInput>(
  {
    code: text,
    name: text,
    description: text,
    dueType: word(dueType),
    paymentDays: integer,
    discountDays: integer,
    discountDays2: integer,
    discountPercentage: decimal,
    discountPercentage2: decimal,
    discountPeriods: listOf(discountPeriod),
    paymentMethod: word(PaymentTerm.properties.paymentMethod),
  },
  { ...identity, ...stamps },
);

export const paymentTerms = {
  "paymentTerms.list": list({
    ...paymentTerm,
    path: "/payment-terms",
    filters: { ...modified, ...by("fiscalYear"), ...fiscalYearStart },
  }),
  "paymentTerms.get": get({ ...paymentTerm, path: "/payment-terms/{paymentTermId}" }),
  "paymentTerms.create": create({ ...paymentTerm, path: "/payment-terms", requires: ["code", "name"] }),
};

export const exportedPaymentTerms = {
  "paymentTerms.list": list({
    ...paymentTerm,
    path: "/payment-terms",
    filters: fiscalYearStart,
    requires: ["fiscalYearStartDate"],
  }),
};
