/** Field descriptions for the ledger, journals, open items, payments and payment terms. */
import type { MeaningsOf } from "./types.ts";

const side = "The side of the account: DEBIT or CREDIT. The related amount is unsigned.";

export const postingMeanings: MeaningsOf = {
  JournalEntry: {
    accountId: "The id of the account of the whole entry, if the target system has one besides the lines' accounts.",
    accountingPeriodId: "The id of the accounting period that the entry is posted in.",
    accountingReason:
      "The set of books that the entry belongs to: commercial law, tax law, IFRS, cost accounting (CALCULATION), or independent of these.",
    debitCreditIndicator: "The side on which the entry is posted to its `accountId`.",
    description: "The posting text of the whole entry.",
    documentId: "The id of the source document of the entry at the target system.",
    filesPos:
      "Position of files sent with the entry. Accepted for compatibility with similar services; ignored with a warning if the target system has no equivalent.",
    isProvisional: "true for a draft that can still be changed or deleted; false for a final entry.",
    isReversal: "true if the entry reverses an earlier one.",
    journalLineItems: "The postings. Total debits equal total credits in the company's currency.",
    journalType:
      "The origin of the entry, such as an invoice, a payment or manual input, as the target system names it.",
    number: "The number of the entry in its journal. A draft's number may be temporary.",
    recordType:
      "The phase of the fiscal year: STANDARD is an ordinary posting, OPENING carries balances forward, CLOSING closes the year.",
    version: "The version of the entry at the target system. It changes with each edit.",
  },
  JournalLineItem: {
    accountId: "The id of the ledger account that is debited or credited.",
    accountCode: "The code of the ledger account that is debited or credited.",
    accountNumber: "The number of the ledger account that is debited or credited.",
    description: "The posting text of this line.",
    discountAmount: "The cash discount in this posting, in its currency.",
    documentId: "The id of the source document of this line at the target system.",
    documentNumber: "The number of the posted document, such as an invoice number. Open items are matched by it.",
    taxRate: "The tax rate applied to the posted amount.",
    thirdPartyCode: "The code of the customer's or supplier's subledger account.",
    totalGrossAmount: "The posting's amount including tax. Unsigned: `debitCreditIndicator` has the side.",
    totalNetAmount:
      "The posting's amount excluding tax. Unsigned: `debitCreditIndicator` has the side. A reversal may be a negative amount on the original side.",
    totalTaxAmount: "The tax amount of this posting: gross minus net.",
  },
  ExpenseLine: {
    accountId: "The id of the expense account that the line is posted to.",
    debitCreditIndicator:
      "The side of the line. By default, lines of an EXPENSE are debited and lines of a REFUND are credited.",
    description: "What the money in this line was spent on.",
    discountAmount: "The cash discount in this line, in its currency.",
    documentNumber: "The number printed on the receipt.",
    taxRate: "The tax rate included in the line.",
    thirdPartyCode: "The code of the supplier's or customer's subledger account.",
  },
  Journal: {
    accountId: "The id of the offsetting account of this journal, such as the bank account.",
    code: "The short code of the journal, used as `journalCode` elsewhere.",
    currency: "The currency of the journal, as an ISO 4217 code.",
    description: "The name of the journal.",
    type: "The kind of postings in the journal (sales, purchases, bank, general), as the target system names it.",
  },
  TrialBalanceEntry: {
    accountName: "The name of the ledger account that the totals are for.",
    accountCode: "The code of the ledger account that the totals are for.",
    accountNumber: "The number of the ledger account that the totals are for.",
    balance: "The closing balance of the period: opening balance plus debits minus credits.",
    openingBalance: "The balance at the start of the fiscal year.",
    monthlyValues: "The movement per month, if the target system reports it.",
    totalDebitAmount: "Total debits of the period, excluding the opening balance. Positive.",
    totalCreditAmount: "Total credits of the period, excluding the opening balance. Positive.",
  },
  Balance: {
    amount: "The amount, unsigned. Zero has no side.",
    debitCreditIndicator: side,
  },
  MonthlyValue: {
    month: "The calendar month, 1 (January) to 12. Not the month of the fiscal year.",
    balance: "The net movement of the month and its side.",
  },
  OpenItem: {
    accountId: "The id of the contact's receivables or payables account.",
    accountName: "The name of that account, usually the customer's or supplier's name.",
    accountNumber: "The customer's or supplier's account number in the subledger.",
    documentNumber: "The number of the outstanding invoice or bill.",
    entries: "The postings that make up the item: the document and any partial payments.",
    openBalance: "The outstanding amount. Debit: a customer owes it. Credit: the company owes it.",
    totalCreditAmount: "Total credits of this item. Positive.",
    totalDebitAmount: "Total debits of this item. Positive.",
    type: "INVOICE is owed by a customer, BILL is owed to a supplier.",
  },
  OpenItemEntry: {
    amount: "The amount of the posting, unsigned.",
    debitCreditIndicator: side,
    description: "The posting text of this entry.",
    dueDate: "The day on which this part is due, as midnight UTC.",
  },
  FiscalYear: {
    accountNumberLength: "The number of digits of ledger account numbers in this year.",
    chartOfAccount: "The standard chart of accounts used in this year.",
    description: "The name of the year, such as `2026` or `2026/27`.",
    startDate: "The first day of the year, as midnight UTC.",
    endDate: "The last day of the year, as midnight UTC.",
    status: "OPEN accepts postings; CLOSED does not.",
  },
  JournalEntriesBulk: {
    accountNumberLength: "The number of digits of ledger account numbers. Entries with other lengths are rejected.",
    chartOfAccount: "The standard chart of accounts that the entries use.",
    entries: "The journal entries, in posting order.",
  },
  ContactsBulk: {
    accountNumberLength:
      "The number of digits of ledger account numbers. Subledger account numbers have one digit more.",
    chartOfAccount: "The standard chart of accounts that the contacts belong to.",
    entries: "The contacts to create, in order.",
  },
  Payment: {
    currency: "The currency of the payment, as an ISO 4217 code.",
    documentType: "What the payment settles: an INVOICE (incoming), a BILL (outgoing) or a BOOKING_PROPOSAL.",
    fiscalYear: "The fiscal year that the payment is posted in.",
    paymentLines: "The amounts per document. A payment of several documents has one line for each.",
    paymentType: "The payment method (cash, transfer, card), as the target system names it.",
  },
  PaymentLine: {
    accountId: "The id of the bank or cash account used for the payment.",
    amount: "The amount paid for this document. Positive for incoming and outgoing payments.",
    contactId: "The id of the contact who paid or was paid.",
    contactName: "The name of the payer or payee.",
    description: "The remittance information on the transfer, or the posting text.",
    invoiceId: "The id of the invoice or bill that the payment settles.",
    paymentDate: "The day of the payment: a date without a time.",
  },
  PaymentTerm: {
    code: "The short code of the term, used as `paymentTermCode` elsewhere.",
    name: "The display name of the term, such as `30 days net`.",
    description: "The text that is printed on documents.",
    dueType: "DUE_IN_DAYS counts days from the document date; DUE_AS_PERIOD uses `discountPeriods`.",
    paymentDays: "The number of days from the document date until the full amount is due. 0 means immediately.",
    discountDays: "The number of days within which `discountPercentage` may be deducted. Only with DUE_IN_DAYS.",
    discountDays2:
      "The number of days within which `discountPercentage2` may be deducted. Greater than `discountDays`.",
    discountPercentage: "The cash discount for payment within `discountDays`, as a percentage of the gross amount.",
    discountPercentage2:
      "The lower cash discount for payment within `discountDays2`, as a percentage of the gross amount.",
    discountPeriods: "Deadlines by day of the month of the document date. Only with DUE_AS_PERIOD.",
    paymentMethod:
      "How documents with this term are paid: in cash, by bank transfer, through a payment provider, or by direct debit.",
  },
  DiscountPeriod: {
    invoiceRange: "The days of the month that the row applies to, such as `1-15`.",
    discountDeadline: "The deadline for the first cash discount.",
    discountDeadline2: "The deadline for the second cash discount.",
    paymentDeadline: "The deadline for the full amount.",
  },
};
