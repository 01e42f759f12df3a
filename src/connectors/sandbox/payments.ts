import type { Call } from "../../contract/connector.ts";
import { documentType } from "../../contract/enums.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine as PaymentLineRecord, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { as, dayAs, decimalAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { remove } from "../../kit/writing.ts";
import { currencyOf, list, loud, modified, oneOf } from "./conventions.ts";
import { identity, stamps } from "./fields.ts";
import { create, wordAs } from "./telling.ts";
import type { Payment, PaymentLine } from "./vendorMoney.ts";

const documentTypeOf = oneOf(documentType);

const line = mapping<PaymentLineRecord, PaymentLine>({
  accountId: (line) => line.account_id,
  contactId: (line) => line.contact_id,
  contactName: (line) => line.contact_name,
  customerId: (line) => line.customer_id,
  supplierId: (line) => line.supplier_id,
  description: ({ description }) => description,
  invoiceId: (line) => line.invoice_id,
  amount: (line) => amount(line.amount),
  /** The only day in the contract that leaves without a time. */
  paymentDate: (line) => line.payment_date?.slice(0, 10),
});

export const payment = mapping<PaymentRecord, Payment>({
  ...identity,
  ...stamps,
  currency: (payment) => currencyOf(payment.currency),
  exchangeRate: (payment) => amount(payment.exchange_rate),
  fiscalYear: (payment) => payment.fiscal_year,
  journalCode: (payment) => payment.journal_code,
  paymentType: (payment) => loud(payment.payment_type),
  paymentLines: each(line, (payment) => payment.payment_lines),
  documentType: (payment) => documentTypeOf(payment.document_type),
});

const toldLine = encoder<PaymentLineRecord>({
  accountId: as("account_id"),
  contactId: as("contact_id"),
  contactName: as("contact_name"),
  customerId: as("customer_id"),
  supplierId: as("supplier_id"),
  description: as("description"),
  invoiceId: as("invoice_id"),
  amount: decimalAs("amount"),
  paymentDate: dayAs("payment_date"),
});

const told = encoder<PaymentInput>({
  currency: as("currency"),
  documentType: wordAs("document_type"),
  exchangeRate: decimalAs("exchange_rate"),
  journalCode: as("journal_code"),
  paymentType: wordAs("payment_type"),
  paymentLines: listAs("payment_lines", toldLine),
});

const paymentPath = ({ ids }: Call): string => path`/payments/${ids["paymentId"]}`;

export const payments = {
  "payments.list": list({
    path: "/payments",
    map: payment,
    filters: { ...modified, invoiceId: (id) => ({ invoice_id: id }) },
  }),
  "payments.get": get({ path: paymentPath, map: payment }),
  "payments.create": create({ path: "/payments", encoder: told, map: payment, requires: ["paymentLines"] }),
  "payments.delete": remove(paymentPath),
};
