import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import { values } from "../../kit/columns.ts";
import { microsoftDay } from "../../kit/dates.ts";
import { as, dayAs, encoder, numberAs, only, spread } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { number, same, twoWay } from "../../kit/twoWay.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { create, discard, list, modified, quoted, single } from "./conventions.ts";
import { rateOf, updated } from "./fields.ts";
import type { Paid, Payment } from "./types.ts";

const paidDocument = ({ Invoice, CreditNote, Prepayment, Overpayment }: Payment): Paid | null | undefined =>
  Invoice ?? CreditNote ?? Prepayment ?? Overpayment;
/** ACCREC… and AR… are payments of customers, ACCPAY… and AP… payments to suppliers. */
const isFromCustomer = ({ PaymentType }: Payment): boolean => /^(?:ACCREC|AR)/.test(PaymentType ?? "");

const lineFields = twoWay({
  accountId: same("Account.AccountID"),
  description: same("Reference"),
  amount: number("Amount"),
});

const line = mapping<PaymentLine, Payment>({
  ...lineFields.reads,
  contactId: (payment) => paidDocument(payment)?.Contact?.ContactID,
  contactName: (payment) => paidDocument(payment)?.Contact?.Name,
  customerId: (payment) => (isFromCustomer(payment) ? paidDocument(payment)?.Contact?.ContactID : undefined),
  supplierId: (payment) => (isFromCustomer(payment) ? undefined : paidDocument(payment)?.Contact?.ContactID),
  invoiceId: (payment) => paidDocument(payment)?.InvoiceID ?? paidDocument(payment)?.CreditNoteID,
  paymentDate: (payment) => microsoftDay(payment.Date)?.slice(0, 10),
});

const documentTypes: Readonly<Record<string, "INVOICE" | "BILL">> = { ACCRECPAYMENT: "INVOICE", ACCPAYPAYMENT: "BILL" };

const payment = mapping<PaymentRecord, Payment>({
  ...updated,
  ...values({ id: "PaymentID", paymentType: "PaymentType" }),
  currency: (payment) => currencyCode(paidDocument(payment)?.CurrencyCode),
  documentType: (payment) => documentTypes[payment.PaymentType ?? ""],
  exchangeRate: rateOf,
  paymentLines: nestedList(line, (payment) => [payment]),
});

const lineEncoder = encoder<PaymentLine>({
  ...lineFields.writes,
  invoiceId: as("Invoice", "InvoiceID"),
  paymentDate: dayAs("Date"),
});

export const payments = {
  "payments.list": list("Payments", {
    map: payment,
    query: { where: 'Status=="AUTHORISED"' },
    headers: modified,
    filters: { invoiceId: (id) => ({ where: `Invoice.InvoiceID==Guid(${quoted(id)})` }) },
    rules: ["Deleted payments are left out."],
  }),
  "payments.get": single("Payments", { id: "paymentId", map: payment, is: ({ Status }) => Status !== "DELETED" }),
  "payments.create": create("Payments", {
    encoder: encoder<PaymentInput>({ exchangeRate: numberAs("CurrencyRate"), paymentLines: only(spread(lineEncoder)) }),
    map: payment,
    requires: ["paymentLines"],
    rules: ["A payment has exactly one line, with an invoice or bill and the account that the money moved through."],
  }),
  "payments.delete": discard("Payments", "paymentId"),
};
