/**
 * Field descriptions that apply to every record, unless `lines.ts` or the record's own table overrides them. Only the
 * OpenAPI description reads them; validation and serialisation do not.
 */
import type { Meanings } from "./types.ts";

const identities: Meanings = {
  id: "The record's id at the target system. Opaque: store and compare it, but do not parse it.",
  bankAccountId: "The id of the company's bank account that money is paid from or received on.",
  customerId: "The customer's id at the target system. Only for receivables.",
  supplierId: "The supplier's id at the target system. Only for payables.",
  projectId: "The id of the project that the amounts are assigned to.",
  itemId: "The id of the catalogue item that is bought or sold.",
  fileId: "The id of the document's file at the target system, usually a PDF. Read its content at `…/document`.",
  paymentTermId: "The id of the payment term that determines when payment is due.",
  paymentTermsId: "The id of the payment term that determines when payment is due.",
  orderId: "The id or number of the order that the document belongs to.",
  taskId: "The asynchronous task that creates or created the record. Get its status at `/asyncTask/{taskId}`.",
  invoiceId: "The invoice's id at the target system, used as `{invoiceId}` in paths.",
  files: "The ids of the files attached to the record.",
};

const days: Meanings = {
  createdDate: "When the record was created at the target system: a point in time in UTC, not an accounting date.",
  updatedDate:
    "When the record was last changed at the target system, in UTC. The `lastModifiedAt` filter compares against it.",
  transactionDate:
    "The accounting day on which the amounts take effect in the ledger, as midnight UTC. It determines the period.",
  postingDate: "The accounting day on which the amounts were posted to the ledger, as midnight UTC.",
  dueDate: "The last day on which payment is on time, as midnight UTC.",
  paidDate: "The day of full payment, as midnight UTC. Absent while an amount is outstanding.",
  deliveryDate:
    "The day on which the goods or services are delivered, as midnight UTC. Often determines the tax point.",
  shippingDate: "The day of the delivery or service, or the first day if it covers a period.",
  shippingEndDate: "The last day of the delivery or service, if it covers a period.",
  taxAssignmentDate: "The day that determines the tax return, if it differs from `transactionDate`.",
  fiscalYearStartDate: "The first day of the fiscal year, as midnight UTC.",
};

const money: Meanings = {
  currency: "The currency of the amounts, as an ISO 4217 code such as `EUR`.",
  exchangeRate:
    "The amount of the company's currency for one unit of the record's currency. 1 if the currencies are the same.",
  totalNetAmount: "The total excluding tax, after discounts. Positive, even on credit notes.",
  totalTaxAmount: "The tax included in the gross amount: gross minus net. May be zero, for example for exports.",
  totalGrossAmount: "The amount payable: net plus tax, after discounts. Positive, even on credit notes.",
  totalDiscountAmount:
    "The discount on the whole document, in its currency. Already deducted from the document's totals.",
  totalDiscountPercentage:
    "The discount on the whole document, as a percentage of the line total. Already deducted from the document's totals.",
  taxRatePercentage: "The tax rate as a percentage: 19 means 19 %, 0 means that no tax is added.",
  taxCode:
    "The target system's code for the tax treatment, from its tax rates. It determines the tax account and the box of the tax return.",
  taxText: "The note on the document that explains the tax treatment, such as the reason for an exemption.",
  taxRule:
    "The VAT rule that applies to the document: an ordinary sale or purchase (NET, GROSS), or a special case such as intra-community supply, export or reverse charge.",
};

const documents: Meanings = {
  addresses: "The postal addresses on the document, each with its purpose.",
  oneLineAddress: "The postal address on one line, for target systems that store it as text.",
  lineItems: "The document's lines. They add up to the totals unless the target system rounds.",
  journalCode: "The code of the journal that the record is posted in.",
  ledgerName: "The name of the ledger, for target systems with more than one.",
  reference: "The other party's reference, such as an order number. Free text, not unique.",
  name: "A short name that people recognise.",
  description: "A description in free text.",
  comment: "A remark on the document in free text. It may be printed.",
  paymentStatus:
    "The payment state, independent of `status`: PENDING is unpaid, PARTLY_PAID is paid in part, PAID is paid in full, the CLEARED and CREDIT_NOTE values are settled with a credit note, BAD_DEBT is written off, CANCELED is cancelled, NO_OPEN_ITEM has nothing to settle.",
  paymentDays: "The number of days between the document date and the due date.",
  paymentReference:
    "The reference that the payer states on the transfer so that the payment can be matched: a payment slip number or the document number.",
  shippingType: "Whether `shippingDate` is the date of a service or a delivery, or the start of a period of either.",
  iban: "The international bank account number (ISO 13616), without spaces.",
  bic: "The bank identifier code (ISO 9362, also called SWIFT code).",
  vatId: "The VAT identification number with its country prefix, such as `DE999999999`.",
  debitCreditIndicator:
    "The side of the account: DEBIT increases assets and expenses, CREDIT increases liabilities, equity and revenue. The related amounts are unsigned.",
};

/** Envelopes, connections and the caller's own settings. */
const surroundings: Meanings = {
  meta: "Information about the response: warnings, and the position in a paged list.",
  data: "The result: an object, or an array of objects.",
  pagination: "The position of this page in the list.",
  perPage: "The maximum number of records per page: the `limit` that was applied.",
  currentPage: "The number of this page, starting at 1.",
  total: "The number of records in the whole list. Absent if the target system does not report it.",
  totalPages: "The number of pages at this `limit`. Absent if `total` is absent.",
  records: "The target system's original records, in the order of `data`.",
  requestId: "Identifies this request in Kontor's logs. Include it when you contact the operator.",
  targetSystem: "The slug of the target system, such as `sandbox`.",
  companyId: "The id of the company at the target system. Absent if there is only one.",
  environmentName:
    "The environment that contains the company at the target system. Absent if there are no environments.",
  endUserId: "Your id for the end user of the connection.",
  endUserName: "Your name for the end user of the connection.",
  callbackUrl: "Your URL: where the browser returns, or where events are posted.",
  cancelCallbackUrl: "Your URL to which the browser returns if the end user cancels.",
  eventType: "What happened to the record: CREATED, UPDATED or DELETED, or REVOKED for an authorisation that ended.",
  resource: "The kind of record that changed, such as INVOICE or CUSTOMER.",
  resourceId: "The id of the changed record at the target system. Read the record to get its current state.",
  filterDate: "When the record changed. A list request with this value as `lastModifiedAt` includes the record.",
  expiresDate: "When the subscription expires unless it is used or renewed.",
  clientId: "The id of your OAuth client at the target system.",
  clientSecret: "The secret of your OAuth client at the target system. Masked in responses.",
  customValues: "Further values that the target system requires for your client, as name and value pairs.",
  baseUrl: "The URL of a self-hosted target system, as its users open it.",
  milliseconds: "How long the receiver took to respond.",
  answer: "The beginning of the receiver's response body, or the reason why there was no response.",
  "files[]": "The files to attach: at most 20, each up to 50 MB.",
};

export const fieldMeanings: Meanings = { ...identities, ...days, ...money, ...documents, ...surroundings };
