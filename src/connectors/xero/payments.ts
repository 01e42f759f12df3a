import type { OpenAmount, PaidDocument, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import type { Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { microsoftDay } from "../../kit/dates.ts";
import { dayAs, encoder, fieldAs, inParent, numberAs, sentSeparately, singleEntry } from "../../kit/encode.ts";
import { incomplete } from "../../kit/lists/incomplete.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, decimal } from "../../kit/money.ts";
import { undefinedIfMissing } from "../../kit/reading.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { currencyCode } from "../../kit/vocabulary.ts";
import { create, discard, list, modified, quoted, readOne, recordsIn, single } from "./conventions.ts";
import { rateAs, rateOf, updated } from "./fields.ts";
import { orMoneyOnAccount, withMoneyOnAccount } from "./moneyOnAccount.ts";
import type { Paid, Payment } from "./types.ts";

const paidDocument = ({ Invoice, CreditNote, Prepayment, Overpayment }: Payment): Paid | null | undefined =>
  Invoice ?? CreditNote ?? Prepayment ?? Overpayment;
/** ACCREC… and AR… are payments of customers, ACCPAY… and AP… payments to suppliers. */
const isFromCustomer = ({ PaymentType }: Payment): boolean => /^(?:ACCREC|AR)/.test(PaymentType ?? "");
/** Of the eight types, only those of invoices and bills are money in the usual direction; the others pay credit back. */
const isRefund = ({ PaymentType }: Payment): boolean => !/^ACC(?:REC|PAY)PAYMENT$/.test(PaymentType ?? "");

const lineFields = twoWay({
  accountId: plainValue("Account.AccountID"),
  description: plainValue("Reference"),
});

const line = mapping<PaymentLine, Payment>({
  ...lineFields.reads,
  amount: (payment) => {
    const paid = amount(payment.Amount);
    return paid !== undefined && isRefund(payment) ? 0 - paid : paid;
  },
  contactId: (payment) => paidDocument(payment)?.Contact?.ContactID,
  contactName: (payment) => paidDocument(payment)?.Contact?.Name,
  customerId: (payment) => (isFromCustomer(payment) ? paidDocument(payment)?.Contact?.ContactID : undefined),
  supplierId: (payment) => (isFromCustomer(payment) ? undefined : paidDocument(payment)?.Contact?.ContactID),
  invoiceId: (payment) => paidDocument(payment)?.InvoiceID ?? paidDocument(payment)?.CreditNoteID,
  paymentDate: (payment) => microsoftDay(payment.Date)?.slice(0, 10),
});

const payment = mapping<PaymentRecord, Payment>({
  ...updated,
  ...values({ id: "PaymentID", paymentType: "PaymentType" }),
  currency: (payment) => currencyCode(paidDocument(payment)?.CurrencyCode),
  documentType: (payment) => (isFromCustomer(payment) ? "INVOICE" : "BILL"),
  exchangeRate: rateOf,
  paymentLines: nestedList(line, (payment) => [payment]),
});

/** A refund pays a credit note back. Xero's amounts are positive in both directions. */
const lineEncoder = encoder<PaymentLine>(
  {
    ...lineFields.writes,
    amount: numberAs("Amount"),
    contactId: sentSeparately,
    customerId: sentSeparately,
    invoiceId: fieldAs("Invoice", "InvoiceID"),
    paymentDate: dayAs("Date"),
    supplierId: sentSeparately,
  },
  ({ amount: sent = 0, invoiceId }) =>
    sent < 0 ? { Amount: Number(decimal(-sent)), Invoice: undefined, CreditNote: { CreditNoteID: invoiceId } } : {},
);

type PaymentCall = WriteCall<PaymentInput>;

/** In Xero, a payment settles one document from one account. */
async function checkLines({ body }: PaymentCall, session: Session): Promise<undefined> {
  const { paymentLines: [first, ...others] = [] } = body;
  if (others.length > 0)
    throw cannotStore(
      "In Xero, a payment settles one document. Send a separate payment for each document. Record an overpayment in Xero, as received money.",
      "paymentLines[1]",
    );
  if (first?.invoiceId === undefined)
    throw cannotStore(
      "Xero's payments settle documents. Name the invoice, bill or credit note in invoiceId. Record money on account in Xero, as received or spent money.",
      "paymentLines[0].invoiceId",
    );
  if (first.accountId !== undefined) return undefined;
  const banks = recordsIn(await session.read("/Accounts", { where: 'Type=="BANK" AND Status=="ACTIVE"' }), "Accounts");
  const candidates = banks.map(({ AccountID, Name }) => `${AccountID} (${Name ?? ""})`).join("; ");
  throw cannotStore(
    `Xero has no default bank account for payments. Send one of its bank accounts as accountId: ${candidates}.`,
    "paymentLines[0].accountId",
  );
}

/** Credits count as open until they are used up. */
export async function openAmount({ id }: PaidDocument, session: Session): Promise<OpenAmount | undefined> {
  const invoice = await undefinedIfMissing(readOne(session, "Invoices", id));
  if (invoice !== undefined) {
    const { AmountDue, CurrencyCode } = invoice;
    return { amount: amount(AmountDue), currency: CurrencyCode ?? undefined };
  }
  const credit = await undefinedIfMissing(readOne(session, "CreditNotes", id));
  return credit && { amount: amount(credit.RemainingCredit), currency: credit.CurrencyCode ?? undefined };
}

export const isReconciled = (payment: unknown): boolean => (payment as Payment).IsReconciled === true;

export const payments = {
  "payments.list": incomplete(
    "Received and spent money that is neither for a document nor on account is a separate transaction in Xero and not listed.",
    withMoneyOnAccount(
      list("Payments", {
        map: payment,
        query: { where: 'Status=="AUTHORISED"' },
        headers: modified,
        filters: { invoiceId: (id) => ({ where: `Invoice.InvoiceID==Guid(${quoted(id)})` }) },
        rules: [
          "Deleted payments are left out.",
          "Payments of documents come first, then overpayments and prepayments. A line without invoiceId is the part that no document has used.",
        ],
      }),
    ),
    ({ invoiceId }) => invoiceId !== undefined,
  ),
  "payments.get": orMoneyOnAccount(
    single("Payments", { id: "paymentId", map: payment, is: ({ Status }) => Status !== "DELETED" }),
  ),
  "payments.create": create("Payments", {
    encoder: encoder<PaymentInput>({
      // The document decides it.
      currency: sentSeparately,
      documentType: sentSeparately,
      exchangeRate: rateAs,
      paymentLines: singleEntry(inParent(lineEncoder)),
    }),
    prepare: checkLines,
    map: payment,
    requires: ["paymentLines"],
    rules: [
      "A payment has exactly one line, with an invoice, bill or credit note and the account that the money moved through. A negative amount pays a credit note back.",
    ],
  }),
  "payments.delete": discard("Payments", "paymentId"),
};
