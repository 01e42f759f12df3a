import type { Call } from "../../contract/connector.ts";
import type { VendorCreditInput } from "../../contract/inputs/purchasing.ts";
import type { VendorCredit as VendorCreditRecord } from "../../contract/records/purchasing.ts";
import { accountingDay } from "../../kit/dates.ts";
import { as, dayAs, encoder } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { remove } from "../../kit/writing.ts";
import { list, modified, paymentStatus, status } from "./conventions.ts";
import { isVoided, knownLines, newLines, supplierDocument, toldSupplierDocument } from "./supplierDocuments.ts";
import { create, replace } from "./telling.ts";
import type { VendorCredit } from "./vendorTrade.ts";

const vendorCredit = mapping<VendorCreditRecord, VendorCredit>({
  ...supplierDocument,
  paymentTermId: (credit) => credit.payment_term_id,
  vendorCreditDate: (credit) => accountingDay(credit.vendor_credit_date),
  vendorCreditNumber: (credit) => credit.vendor_credit_number,
});

const creditFields = {
  ...toldSupplierDocument,
  vendorCreditDate: dayAs("vendor_credit_date"),
  vendorCreditNumber: as("vendor_credit_number"),
};

const creditPath = ({ ids }: Call): string => path`/vendor-credits/${ids["vendorCreditId"]}`;

export const vendorCredits = {
  "vendorCredits.list": list({
    path: "/vendor-credits",
    map: vendorCredit,
    filters: { ...modified, ...status, ...paymentStatus },
  }),
  "vendorCredits.create": create({
    path: "/vendor-credits",
    encoder: encoder<VendorCreditInput>({ ...creditFields, ...newLines }),
    map: vendorCredit,
  }),
  "vendorCredits.update": replace({
    path: creditPath,
    encoder: encoder<VendorCreditInput>({ ...creditFields, ...knownLines }),
    map: vendorCredit,
  }),
  "vendorCredits.delete": remove(creditPath, { gone: isVoided }),
};
