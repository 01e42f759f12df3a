/** Field descriptions for sales and purchase documents. */
import type { Meanings, MeaningsOf } from "./types.ts";

const documentStatus =
  "The state of the document: DRAFT is not issued, SUBMITTED awaits approval, DOCUMENT_CREATED is printed but not posted, OPEN is unpaid, PARTIALLY_PAID and PAID are paid in part or in full, OVERDUE and PARTIALLY_OVERDUE are past due, VOIDED is void, CORRECTIVE corrects another document.";

const payable: Meanings = {
  accountId: "The id of the supplier's payables account that the document is posted to.",
  contactId: "The contact id of the supplier at the target system.",
  name: "The supplier's name or the title of the document, depending on the target system.",
  status: documentStatus,
  totalNetAmount: "The total excluding tax, after discounts. Positive.",
  totalTaxAmount: "The input tax: gross minus net.",
};

export const tradeMeanings: MeaningsOf = {
  Invoice: {
    contactId: "The contact id of the invoiced customer.",
    discountAmount:
      "The discount on the whole invoice, in its currency, excluding tax. Already deducted from the totals.",
    discountPercentage: "The discount on the whole invoice, as a percentage of its lines: 2 means 2 % off.",
    grossTotalAmount: "The total payable by the customer, including tax. If present, it is checked against the lines.",
    invoiceDate:
      "The day on which the invoice is issued, as midnight UTC. Revenue and output tax are recognised on this day.",
    invoiceNumber:
      "The invoice number, unique in the company's books. If omitted on creation, most target systems assign the next number.",
    invoiceType:
      "STANDARD is an invoice to a customer; BILL is a supplier's invoice, if the target system has both in one list.",
    lineAmountTypes: "Whether line prices exclude tax (EXCLUSIVE), include tax (INCLUSIVE), or are not taxed (NOTAX).",
    name: "The title of the invoice, or the customer's name on it.",
    paymentTermDuration: "The number of days from `invoiceDate` until payment is due.",
    status: documentStatus,
    sumNetAmount: "The invoice total excluding tax, after discounts.",
    totalAmount: "The amount payable by the customer: the total including tax, after discounts.",
    totalTaxAmount: "The output tax included in `totalAmount`: gross minus net.",
  },
  InvoiceLineItem: {
    discountItemAmount: "The discount on this line, in the invoice's currency, excluding tax.",
    discountItemPercentage: "The discount on this line, as a percentage of quantity times price.",
    grossAmount: "The line total including tax.",
    itemsAmount: "The line total excluding tax: quantity times price, less the discount.",
    type: "The kind of line, as the target system names it.",
  },
  Bill: {
    ...payable,
    billDate:
      "The day on which the supplier issued the bill, as midnight UTC. Cost and input tax are recognised on this day.",
    billNumber: "The supplier's number for the bill. Unique per supplier only.",
    paymentTermCode: "The code of the payment term that determines when payment is due.",
    totalGrossAmount:
      "The amount owed to the supplier: net plus tax, after discounts. Positive; a negative amount is a credit that the target system lists as a bill.",
  },
  VendorCredit: {
    ...payable,
    dueDate: "The last day on which the credit can be used or is paid out, as midnight UTC.",
    totalNetAmount: "The credited amount excluding tax. Positive: it reduces the amount owed.",
    totalTaxAmount: "The input tax that is reversed. Positive.",
    totalGrossAmount: "The credited amount including tax. Positive: it reduces the amount owed.",
    vendorCreditDate: "The day on which the supplier issued the credit note, as midnight UTC.",
    vendorCreditNumber: "The number of the supplier's credit note.",
  },
  CreditNote: {
    contactId: "The contact id of the credited customer.",
    creditNoteDate:
      "The day on which the credit note is issued, as midnight UTC. Revenue and output tax are reduced on this day.",
    creditNoteLines: "The lines of the credit note. Amounts are positive.",
    creditNoteNumber: "The number of the credit note, unique in the company's books.",
    status: documentStatus,
    totalNetAmount: "The credited amount excluding tax. Positive: it reduces what the customer owes.",
    totalTaxAmount: "The output tax that is reversed. Positive.",
    totalGrossAmount: "The credited amount including tax. Positive: it reduces what the customer owes.",
  },
  Offer: {
    contactId: "The contact id of the customer who receives the offer.",
    offerDate: "The day on which the offer is issued, as midnight UTC. Offers are not posted to the ledger.",
    offerNumber: "The number of the offer, unique in the company's books.",
    status:
      "The state of the offer: DRAFT, SENT, ACCEPTED, DECLINED, EXPIRED after its last day, or VOIDED by the company.",
  },
  OfferLineItem: {
    type: "The kind of line: ITEM sells a catalogue item, COMMENT is text without an amount, ACCOUNT is posted to an account, CHARGE is a fee. Other values are the target system's.",
  },
  SalesOrder: {
    billingContactId: "The contact id of the invoice recipient, if different from the customer.",
    contactId: "The contact id of the customer who placed the order.",
    deliveryDate: "The day on which the goods are to be delivered, as midnight UTC.",
    orderDate: "The day of the customer's order, as midnight UTC. Orders are not posted to the ledger.",
    shippingContactId: "The contact id of the delivery recipient, if different from the customer.",
    status:
      "DRAFT and IN_REVIEW are not yet binding, OPEN is to be delivered, CLOSED is complete, VOIDED is cancelled.",
    version: "The version of the order to change, for target systems that refuse to overwrite a newer version.",
  },
  PurchaseOrder: {
    approvalDate: "The day on which the order was approved internally, as midnight UTC.",
    orderDate: "The day on which the order was placed, as midnight UTC. Orders are not posted to the ledger.",
    status:
      "OPEN is outstanding, PARTIALLY_FULFILLED has been received in part, CLOSED is complete, CANCELED is cancelled.",
    supplierId: "The id of the supplier at the target system.",
  },
  GoodsReceipt: {
    lineItems: "The received goods, one line each.",
    reference: "The supplier's delivery note number or another reference.",
    supplierId: "The id of the supplier who delivered the goods.",
  },
  GoodsReceiptLineItem: {
    description: "The received goods, as described on the receipt.",
    purchaseOrderId: "The id of the purchase order on which the goods were ordered.",
    quantityOrdered: "The number of units on the order.",
    quantityReceived: "The number of units in this receipt.",
  },
};
