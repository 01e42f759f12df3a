/** All business cases, in the order of the table. */
import type { BusinessCase } from "./businessCase.ts";
import { bankStatement } from "./list/bankStatement.ts";
import { billInForeignCurrency } from "./list/billInForeignCurrency.ts";
import { billPaidInFull } from "./list/billPaidInFull.ts";
import { billPaidPartly } from "./list/billPaidPartly.ts";
import { billUnderVendorCredits } from "./list/billUnderVendorCredits.ts";
import { billWithDiscount } from "./list/billWithDiscount.ts";
import { billWithOneRate } from "./list/billWithOneRate.ts";
import { billWithTwoRates } from "./list/billWithTwoRates.ts";
import { brokenPromiseOfBill } from "./list/brokenPromiseOfBill.ts";
import { brokenPromiseOfInvoice } from "./list/brokenPromiseOfInvoice.ts";
import { cashDiscount } from "./list/cashDiscount.ts";
import { cashRefund } from "./list/cashRefund.ts";
import { cashSale } from "./list/cashSale.ts";
import { closedBillChanged } from "./list/closedBillChanged.ts";
import { closedBillDeleted } from "./list/closedBillDeleted.ts";
import { closedInvoiceChanged } from "./list/closedInvoiceChanged.ts";
import { closedPaymentDeleted } from "./list/closedPaymentDeleted.ts";
import { creditNoteUnderInvoices } from "./list/creditNoteUnderInvoices.ts";
import { creditNoteWithFee } from "./list/creditNoteWithFee.ts";
import { creditUsed } from "./list/creditUsed.ts";
import { deletedPayment } from "./list/deletedPayment.ts";
import { deposit } from "./list/deposit.ts";
import { draftBillChanged } from "./list/draftBillChanged.ts";
import { draftBillDeleted } from "./list/draftBillDeleted.ts";
import { draftInvoiceChanged } from "./list/draftInvoiceChanged.ts";
import { enteredBill } from "./list/enteredBill.ts";
import { enteredBillPaid } from "./list/enteredBillPaid.ts";
import { enteredVendorCredit } from "./list/enteredVendorCredit.ts";
import { entryInLockedPeriod } from "./list/entryInLockedPeriod.ts";
import { expense } from "./list/expense.ts";
import { fullPayment } from "./list/fullPayment.ts";
import { invoiceInClosedPeriod } from "./list/invoiceInClosedPeriod.ts";
import { invoiceInLedger } from "./list/invoiceInLedger.ts";
import { journalEntry } from "./list/journalEntry.ts";
import { journalEntryInForeignCurrency } from "./list/journalEntryInForeignCurrency.ts";
import { journalEntryWithDimension } from "./list/journalEntryWithDimension.ts";
import { journalEntryWithTax } from "./list/journalEntryWithTax.ts";
import { keptPromise } from "./list/keptPromise.ts";
import { minimumBill } from "./list/minimumBill.ts";
import { minimumInvoice } from "./list/minimumInvoice.ts";
import { moneyOnAccount } from "./list/moneyOnAccount.ts";
import { nameAsSeen } from "./list/nameAsSeen.ts";
import { negativeInvoice } from "./list/negativeInvoice.ts";
import { openBillChanged } from "./list/openBillChanged.ts";
import { openBillDeleted } from "./list/openBillDeleted.ts";
import { openInvoiceChanged } from "./list/openInvoiceChanged.ts";
import { overpayment } from "./list/overpayment.ts";
import { paidBillChanged } from "./list/paidBillChanged.ts";
import { paidBillDeleted } from "./list/paidBillDeleted.ts";
import { paidInvoiceChanged } from "./list/paidInvoiceChanged.ts";
import { partialPayment } from "./list/partialPayment.ts";
import { partialRights } from "./list/partialRights.ts";
import { partOfTheBooks } from "./list/partOfTheBooks.ts";
import { paymentAboveOpenAmount } from "./list/paymentAboveOpenAmount.ts";
import { paymentInForeignCurrency } from "./list/paymentInForeignCurrency.ts";
import { reconciledPaymentDeleted } from "./list/reconciledPaymentDeleted.ts";
import { refundOfCredit } from "./list/refundOfCredit.ts";
import { saleInForeignCurrency } from "./list/saleInForeignCurrency.ts";
import { saleWithDocumentDiscount } from "./list/saleWithDocumentDiscount.ts";
import { saleWithInclusivePrices } from "./list/saleWithInclusivePrices.ts";
import { saleWithLineDiscount } from "./list/saleWithLineDiscount.ts";
import { saleWithNegativeLine } from "./list/saleWithNegativeLine.ts";
import { saleWithOneRate } from "./list/saleWithOneRate.ts";
import { saleWithoutTax } from "./list/saleWithoutTax.ts";
import { saleWithReverseCharge } from "./list/saleWithReverseCharge.ts";
import { saleWithRounding } from "./list/saleWithRounding.ts";
import { saleWithTwoRates } from "./list/saleWithTwoRates.ts";
import { secondLanguage } from "./list/secondLanguage.ts";
import { settledBillChanged } from "./list/settledBillChanged.ts";
import { settledVendorCredit } from "./list/settledVendorCredit.ts";
import { statusPaidByPatch } from "./list/statusPaidByPatch.ts";
import { supplierPaidOnAccount } from "./list/supplierPaidOnAccount.ts";
import { supplierRefund } from "./list/supplierRefund.ts";
import { unbalancedEntry } from "./list/unbalancedEntry.ts";
import { unknownAccount } from "./list/unknownAccount.ts";
import { unknownContact } from "./list/unknownContact.ts";
import { unknownItem } from "./list/unknownItem.ts";
import { unknownTaxCode } from "./list/unknownTaxCode.ts";
import { vendorCredit } from "./list/vendorCredit.ts";
import { vendorCreditUnderBills } from "./list/vendorCreditUnderBills.ts";
import { voidedInvoice } from "./list/voidedInvoice.ts";
import { writeOff } from "./list/writeOff.ts";
import { writtenOffInvoiceChanged } from "./list/writtenOffInvoiceChanged.ts";

export const cases = {
  minimumInvoice,
  saleWithOneRate,
  saleWithTwoRates,
  saleWithInclusivePrices,
  saleWithLineDiscount,
  saleWithDocumentDiscount,
  saleWithNegativeLine,
  negativeInvoice,
  saleWithRounding,
  saleInForeignCurrency,
  saleWithReverseCharge,
  saleWithoutTax,
  keptPromise,
  brokenPromiseOfInvoice,
  partialPayment,
  fullPayment,
  overpayment,
  paymentAboveOpenAmount,
  refundOfCredit,
  paymentInForeignCurrency,
  deletedPayment,
  creditNoteWithFee,
  cashDiscount,
  writeOff,
  creditUsed,
  bankStatement,
  moneyOnAccount,
  cashSale,
  cashRefund,
  deposit,
  partOfTheBooks,
  partialRights,
  invoiceInLedger,
  nameAsSeen,
  secondLanguage,
  minimumBill,
  billWithOneRate,
  billWithTwoRates,
  billWithDiscount,
  billInForeignCurrency,
  brokenPromiseOfBill,
  vendorCredit,
  billPaidPartly,
  billPaidInFull,
  supplierPaidOnAccount,
  supplierRefund,
  enteredBill,
  enteredBillPaid,
  enteredVendorCredit,
  expense,
  journalEntry,
  journalEntryWithTax,
  journalEntryInForeignCurrency,
  journalEntryWithDimension,
  entryInLockedPeriod,
  unbalancedEntry,
  voidedInvoice,
  draftInvoiceChanged,
  openInvoiceChanged,
  paidInvoiceChanged,
  writtenOffInvoiceChanged,
  statusPaidByPatch,
  draftBillChanged,
  draftBillDeleted,
  openBillChanged,
  openBillDeleted,
  paidBillChanged,
  settledBillChanged,
  paidBillDeleted,
  settledVendorCredit,
  invoiceInClosedPeriod,
  closedInvoiceChanged,
  closedBillChanged,
  closedBillDeleted,
  closedPaymentDeleted,
  reconciledPaymentDeleted,
  creditNoteUnderInvoices,
  vendorCreditUnderBills,
  billUnderVendorCredits,
  unknownContact,
  unknownItem,
  unknownAccount,
  unknownTaxCode,
} as const satisfies Record<string, BusinessCase>;

export type CaseName = keyof typeof cases;
