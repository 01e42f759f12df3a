import { documentType } from "../../contract/enums.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { Payment, PaymentLine } from "../../contract/records/money.ts";
import { dayAs } from "../../kit/encode.ts";
import { get } from "../../kit/reading.ts";
import { remove } from "../../kit/writing.ts";
import { by, create, list, modified } from "./conventions.ts";
import { currency, decimal, identity, listOf, openWord, shape, stamps, text, word } from "./fields.ts";

const line = shape<PaymentLine>({
  accountId: text,
  contactId: text,
  contactName: text,
  customerId: text,
  supplierId: text,
  description: text,
  invoiceId: text,
  amount: decimal,
  /** The only date in the contract without a time. */
  paymentDate: { ...text, encoder: dayAs },
});

export const payment = shape<Payment, PaymentInput>(
  {
    currency,
    exchangeRate: decimal,
    journalCode: text,
    paymentType: openWord,
    paymentLines: listOf(line),
    documentType: word(documentType),
  },
  { ...identity, ...stamps, fiscalYear: text },
);

const requires = ["paymentLines", "paymentLines.invoiceId", "paymentLines.amount", "paymentLines.paymentDate"] as const;

export const payments = {
  "payments.list": list({ ...payment, path: "/payments", filters: { ...modified, ...by("invoiceId") } }),
  "payments.get": get({ ...payment, path: "/payments/{paymentId}" }),
  "payments.create": create({ ...payment, path: "/payments", requires }),
  "payments.delete": remove("/payments/{paymentId}"),
};
