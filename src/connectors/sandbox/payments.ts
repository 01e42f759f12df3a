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

const requires = ["paymentLines", "paymentLines.amount", "paymentLines.paymentDate"] as const;

const rules = [
  "A line with invoiceId pays at most what is open. The rest is a line without invoiceId, with customerId or supplierId.",
  "A negative amount is a refund of the document in invoiceId, or of the contact's money on account.",
  "exchangeRate is required if the payment and its document have different currencies. It is the amount of the company's currency for one unit of the payment's, or of the document's if the payment is in the company's.",
  "Without accountId, EUR are paid from account 1200 and other currencies from 1210.",
];

export const payments = {
  "payments.list": list({ ...payment, path: "/payments", filters: { ...modified, ...by("invoiceId") } }),
  "payments.get": get({ ...payment, path: "/payments/{paymentId}" }),
  "payments.create": create({ ...payment, path: "/payments", requires, rules }),
  "payments.delete": remove("/payments/{paymentId}"),
};
