/**
 * What a field means wherever it occurs, unless `lines.ts` or the record's own table says otherwise. Read by the OpenAPI
 * description only: neither checking nor writing answers carries these texts along.
 */
import type { Meanings } from "./types.ts";

const identities: Meanings = {
  id: "Names the record at the target system. Opaque: compare it, store it, do not read anything into it.",
  bankAccountId: "The company's own bank account that is paid from or to, by its id at the target system.",
  customerId: "The customer that this concerns, by its id at the target system. Only on the receivables' side.",
  supplierId: "The supplier that this concerns, by its id at the target system. Only on the payables' side.",
  projectId: "The project that this is counted for, by its id at the target system.",
  itemId: "The item of the catalogue that is bought or sold, by its id at the target system.",
  fileId: "The document itself as a file (usually a PDF) at the target system. Its content is read at `…/document`.",
  paymentTermId: "The payment term that decides when payment is due, by its id at the target system.",
  paymentTermsId: "The payment term that decides when payment is due, by its id at the target system.",
  orderId: "The order that the document belongs to, by its id or number at the target system.",
  taskId: "The asynchronous task that makes or made the record; look after it at `/asyncTask/{taskId}`.",
  invoiceId: "Names the invoice at the target system; what paths call `{invoiceId}`.",
  files: "The files attached to the record, each by its id at the target system.",
};

const days: Meanings = {
  createdDate: "When the record was made at the target system: an instant in UTC, not an accounting day.",
  updatedDate: "When the record was last changed there: an instant in UTC. `lastModifiedAt` filters by it.",
  transactionDate:
    "The accounting day on which the amounts count in the ledger, as that day's midnight. It decides the period.",
  postingDate: "The accounting day on which the amounts reached the ledger, as that day's midnight.",
  dueDate: "The last day on which payment is in time, as that day's midnight.",
  paidDate: "The day on which it was paid in full, as that day's midnight. Absent while something is open.",
  deliveryDate:
    "The day on which goods or services are delivered, as that day's midnight. Often the day that tax follows.",
  shippingDate: "The day of the delivery or service, or the first day where it lasts for a period.",
  shippingEndDate: "The last day of the delivery or service, where it lasts for a period.",
  taxAssignmentDate: "The day whose tax return the amounts belong to, where that is not `transactionDate`.",
  fiscalYearStartDate: "The first day of the fiscal year that is meant, as that day's midnight.",
};

const money: Meanings = {
  currency: "The currency that the amounts here are in: an ISO 4217 code such as `EUR`.",
  exchangeRate:
    "The rate between this currency and the company's own, as the target system states it (which of the two counts as one differs); 1 where they are the same.",
  totalNetAmount: "The sum without tax, after discounts. Positive, also on documents that credit.",
  totalTaxAmount: "The tax contained in the gross amount: gross less net. Zero is a value, such as for exports.",
  totalGrossAmount: "What is to be paid: net plus tax, after discounts. Positive, also on documents that credit.",
  totalDiscountAmount: "The discount on the document as a whole, in its currency; already taken off the totals.",
  totalDiscountPercentage:
    "The discount on the document as a whole, in percent of the lines' sum; already taken off the totals.",
  taxRatePercentage: "The rate of tax in percent: 19 means nineteen percent, 0 that nothing is added.",
  taxCode:
    "The target system's own code for how this is taxed, from its tax rates. It decides the account and the box of the return.",
  taxText: "The sentence on the document that explains its tax, such as why there is none.",
  taxRule:
    "Which rule of VAT the document follows: an ordinary sale or purchase (NET, GROSS), or one of the exceptions such as intra-community supply, export or reverse charge.",
};

const documents: Meanings = {
  addresses: "The postal addresses on the document, each with what it is for.",
  oneLineAddress: "The postal address in one line, for target systems that keep it as a text.",
  lineItems:
    "What the document charges or credits, line by line. Lines add up to the totals unless the target system rounds.",
  journalCode: "The journal (book of entries) in which it is posted, by its code.",
  ledgerName: "The ledger in which it is kept, for target systems that have several.",
  reference: "A mark of the other party's, such as its order number. Free text, not unique.",
  name: "A short name that people recognise it by.",
  description: "What it is about, in free text.",
  comment: "A remark on the document in free text; it may be printed.",
  paymentStatus:
    "How far it is paid, apart from `status`: PENDING is wholly open, PARTLY_PAID in part, PAID settled with money, the CLEARED and CREDIT_NOTE values settled against a credit note, BAD_DEBT written off, CANCELED taken back, NO_OPEN_ITEM nothing to settle.",
  paymentDays: "Days from the document's date until payment is due.",
  paymentReference:
    "What the payer writes on the transfer so that it can be matched: a payment slip number or the document's number.",
  shippingType: "Whether `shippingDate` is the day of a service or of a delivery, or begins a period of one.",
  iban: "The international bank account number (ISO 13616), without spaces.",
  bic: "The bank's identifier code (ISO 9362, SWIFT).",
  vatId: "The VAT identification number with its country prefix, such as `DE999999999`.",
  debitCreditIndicator:
    "The side of the account: DEBIT raises assets and expenses, CREDIT raises liabilities, equity and revenue. Amounts beside it have no sign.",
};

/** Around the records: envelopes, connections, whoever calls. */
const surroundings: Meanings = {
  meta: "What is said beside the data: warnings, and the place in a paged list.",
  data: "What was asked for: one object, or an array of them.",
  pagination: "Where this page stands in the whole list.",
  perPage: "How many records a page has at most: the `limit` that was used.",
  currentPage: "The page that this is; the first is 1.",
  total: "How many records the whole list has. Absent where the target system does not tell.",
  totalPages: "How many pages there are with this `limit`. Absent where `total` is.",
  records: "The target system's own records, each as it came, in the order of `data`.",
  requestId: "Names this request in our logs; give it to whoever runs the service when you ask about it.",
  targetSystem: "The accounting system that is meant, by its slug, such as `sandbox`.",
  companyId: "The company at the target system whose books are meant; absent where there is only one.",
  environmentName: "The environment at the target system that the company is in; absent where it has none.",
  endUserId: "Your own id of the end user whose connection it is, as you gave it.",
  endUserName: "Your own name for the end user whose connection it is, as you gave it.",
  callbackUrl: "The address of yours that is meant: where the browser returns, or where events are posted.",
  cancelCallbackUrl: "The address of yours to which the browser returns when the end user cancels.",
  eventType: "What happened to the record: CREATED, UPDATED, DELETED, or REVOKED for an authorisation that ended.",
  resource: "What kind of record it happened to, such as INVOICE or CUSTOMER.",
  resourceId: "The record that changed, by its id at the target system. Read it to see what it is now.",
  filterDate: "When it changed. A list asked with `lastModifiedAt` of this value contains the record.",
  expiresDate: "When the subscription ends unless it is used or renewed before.",
  clientId: "The id of your OAuth client at the target system.",
  clientSecret: "The secret of your OAuth client at the target system. Answers show it masked.",
  customValues: "What the target system wants to know of your client besides, as names and values.",
  baseUrl: "The address of a self-hosted target system, as its users open it.",
  milliseconds: "How long the receiver took to answer.",
  answer: "The first of what the receiver answered, or why no answer came.",
  "files[]": "The files to attach, up to 20 of at most 50 MB each.",
};

export const fieldMeanings: Meanings = { ...identities, ...days, ...money, ...documents, ...surroundings };
