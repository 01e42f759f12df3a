import type { VendorCredit as VendorCreditRecord } from "../../contract/records/purchasing.ts";
import { accountingDay } from "../../kit/dates.ts";
import { mapping } from "../../kit/mapping.ts";
import { list, modified, paymentStatus, status } from "./habits.ts";
import { supplierDocument } from "./supplierDocuments.ts";
import type { VendorCredit } from "./vendorTrade.ts";

const vendorCredit = mapping<VendorCreditRecord, VendorCredit>({
  ...supplierDocument,
  paymentTermId: (credit) => credit.payment_term_id,
  vendorCreditDate: (credit) => accountingDay(credit.vendor_credit_date),
  vendorCreditNumber: (credit) => credit.vendor_credit_number,
});

export const vendorCredits = {
  "vendorCredits.list": list({
    path: "/vendor-credits",
    map: vendorCredit,
    filters: { ...modified, ...status, ...paymentStatus },
  }),
};
