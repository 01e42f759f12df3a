/** Documents of sale and purchase. */
import type { Meanings, MeaningsOf } from "./types.ts";

const documentStatus =
  "Where it stands: DRAFT is not issued, SUBMITTED waits for approval, DOCUMENT_CREATED is printed but not posted, OPEN, PARTIALLY_PAID and PAID say what is left to pay, OVERDUE and PARTIALLY_OVERDUE that it is late, VOIDED that it no longer counts, CORRECTIVE that it corrects another.";

const payable: Meanings = {
  accountId: "The account that the document as a whole is posted to: the supplier's payables, by its id.",
  contactId: "The supplier, by the id of the contact at the target system.",
  name: "The supplier's name, or a title of the document, as the target system keeps it.",
  status: documentStatus,
  totalNetAmount: "What the supplier charges without tax, after discounts. Positive.",
  totalTaxAmount: "The input tax in it: gross less net.",
};

export const tradeMeanings: MeaningsOf = {
  Invoice: {
    contactId: "The customer that is charged, by the id of the contact at the target system.",
    discountAmount: "The discount on the whole invoice, in its currency, without tax; already taken off the totals.",
    discountPercentage: "A discount on the whole invoice in percent of its lines: 2 takes two percent off.",
    grossTotalAmount: "What the customer has to pay in all, tax included; checked against the lines where it is given.",
    invoiceDate: "The day on the invoice, as that day's midnight. Revenue and output tax count from it.",
    invoiceNumber:
      "The number on the invoice, unique in the company's books. Left out on creation, most target systems give the next one.",
    invoiceType:
      "STANDARD is an invoice to a customer; BILL is one that a supplier sent, where the target system keeps both in one list.",
    lineAmountTypes:
      "How prices of lines are meant: EXCLUSIVE without tax, INCLUSIVE with tax, NOTAX where there is none.",
    name: "A title of the invoice, or the customer's name on it.",
    paymentTermDuration: "Days from `invoiceDate` until payment is due.",
    status: documentStatus,
    sumNetAmount: "The invoice's sum without tax, after discounts.",
    totalAmount: "What the customer has to pay: the sum with tax, after discounts.",
    totalTaxAmount: "The output tax that is contained in `totalAmount`: gross less net.",
  },
  InvoiceLineItem: {
    discountItemAmount: "The discount on this line in the invoice's currency, without tax.",
    discountItemPercentage: "The discount on this line, in percent of quantity times price.",
    grossAmount: "The line's sum with tax.",
    itemsAmount: "The line's sum without tax: quantity times price, less its discount.",
    type: "What kind of line it is, in the target system's own words.",
  },
  Bill: {
    ...payable,
    billDate: "The day on the supplier's bill, as that day's midnight. Cost and input tax count from it.",
    billNumber: "The number that the supplier gave the bill. Unique for one supplier, not for all.",
    paymentTermCode: "The payment term that decides when payment is due, by its code at the target system.",
    totalGrossAmount:
      "What is owed to the supplier: net plus tax, after discounts. Positive; a negative one is a credit that the target system keeps among its bills.",
  },
  VendorCredit: {
    ...payable,
    dueDate: "The day until which the credit can be used or is paid out, as that day's midnight.",
    totalNetAmount: "What the supplier gives back without tax. Positive: it lowers what is owed.",
    totalTaxAmount: "The input tax that is given back with it. Positive.",
    totalGrossAmount: "What the supplier gives back, tax included. Positive: it lowers what is owed.",
    vendorCreditDate: "The day on the supplier's credit note, as that day's midnight.",
    vendorCreditNumber: "The number that the supplier gave its credit note.",
  },
  CreditNote: {
    contactId: "The customer that is credited, by the id of the contact at the target system.",
    creditNoteDate: "The day on the credit note, as that day's midnight. It lowers revenue and output tax from it on.",
    creditNoteLines: "What is credited, line by line; amounts are positive.",
    creditNoteNumber: "The number on the credit note, unique in the company's books.",
    status: documentStatus,
    totalNetAmount: "What is credited without tax. Positive: it lowers what the customer owes.",
    totalTaxAmount: "The output tax that is credited with it. Positive.",
    totalGrossAmount: "What is credited in all, tax included. Positive: it lowers what the customer owes.",
  },
  Offer: {
    contactId: "The customer that gets the offer, by the id of the contact at the target system.",
    offerDate: "The day on the offer, as that day's midnight. An offer posts nothing to the ledger.",
    offerNumber: "The number on the offer, unique in the company's books.",
    status:
      "Where it stands with the customer: DRAFT, SENT, ACCEPTED, DECLINED, EXPIRED after its last day, or VOIDED by the company.",
  },
  OfferLineItem: {
    type: "What the line is: ITEM sells something of the catalogue, COMMENT is text without an amount that counts, ACCOUNT charges to an account, CHARGE is a fee, the others as the target system names them.",
  },
  SalesOrder: {
    billingContactId: "Who gets the invoice, by the id of the contact, where it is not who ordered.",
    contactId: "The customer that ordered, by the id of the contact at the target system.",
    deliveryDate: "The day on which the customer is to have the goods, as that day's midnight.",
    orderDate: "The day of the customer's order, as that day's midnight. An order posts nothing to the ledger.",
    shippingContactId: "Who gets the goods, by the id of the contact, where it is not who ordered.",
    status: "DRAFT and IN_REVIEW are not binding yet, OPEN is to be delivered, CLOSED is done, VOIDED was called off.",
    version: "The version of the order that is changed, for target systems that refuse to overwrite a newer one.",
  },
  PurchaseOrder: {
    approvalDate: "The day on which the order was approved within the company, as that day's midnight.",
    orderDate:
      "The day on which it was ordered from the supplier, as that day's midnight. It posts nothing to the ledger.",
    status: "OPEN is awaited, PARTIALLY_FULFILLED has arrived in part, CLOSED is complete, CANCELED was called off.",
    supplierId: "The supplier that it was ordered from, by its id at the target system.",
  },
  GoodsReceipt: {
    lineItems: "What arrived, line by line.",
    reference: "The supplier's delivery note or another mark of its.",
    supplierId: "The supplier whose goods arrived, by its id at the target system.",
  },
  GoodsReceiptLineItem: {
    description: "What arrived, as the receipt says it.",
    purchaseOrderId: "The purchase order that the goods were ordered with, by its id at the target system.",
    quantityOrdered: "How many units were ordered.",
    quantityReceived: "How many units arrived with this receipt.",
  },
};
