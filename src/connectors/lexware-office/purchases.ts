/** What bills and vendor credits have in common. */
import type { FieldTable } from "../../contract/connector.ts";
import { accountingDay } from "../../kit/dates.ts";
import { as, dayAs, numberAs } from "../../kit/encode.ts";
import { amount } from "../../kit/money.ts";
import { euros, stamps } from "./conventions.ts";
import type { Entry, Voucher, Whole } from "./vendorDocuments.ts";
import { nameAs, statusAs } from "./voucherBodies.ts";
import { entryPayment, entryStatus, wholePayment, wholeStatus } from "./voucherlist.ts";
import { type Item, itemAmounts, nameOf, paidDate, toldPositions, totalNet, voucherStamps } from "./vouchers.ts";

export const purchaseSummary = {
  ...stamps,
  ...entryStatus,
  ...entryPayment,
  id: ({ id }: Entry) => id,
  contactId: (entry: Entry) => entry.contactId,
  currency: ({ currency }: Entry) => currency,
  dueDate: (entry: Entry) => accountingDay(entry.dueDate),
  name: (entry: Entry) => entry.contactName,
  totalGrossAmount: (entry: Entry) => amount(entry.totalAmount),
};

export const purchaseLine = {
  ...itemAmounts,
  id: ({ position }: Item) => String(position),
  accountId: ({ item }: Item) => item.categoryId,
  taxRatePercentage: ({ item }: Item) => amount(item.taxRatePercent),
  totalTaxAmount: ({ item }: Item) => amount(item.taxAmount),
};

export const purchased = {
  ...voucherStamps,
  ...wholeStatus,
  ...wholePayment,
  id: ({ document }: Whole<Voucher>) => document.id,
  contactId: ({ document }: Whole<Voucher>) => document.contactId,
  // The only one there is.
  currency: () => "EUR",
  dueDate: ({ document }: Whole<Voucher>) => accountingDay(document.dueDate),
  fileId: ({ document }: Whole<Voucher>) => document.files?.[0],
  name: nameOf,
  paidDate,
  reference: ({ document }: Whole<Voucher>) => document.remark,
  taxRule: ({ document }: Whole<Voucher>) => (document.taxType === "net" ? ("NET" as const) : ("GROSS" as const)),
  totalGrossAmount: ({ document }: Whole<Voucher>) => amount(document.totalGrossAmount),
  totalNetAmount: totalNet,
  totalTaxAmount: ({ document }: Whole<Voucher>) => amount(document.totalTaxAmount),
};

interface Line {
  readonly accountId?: string;
  readonly taxRatePercentage?: number;
  readonly totalGrossAmount?: number;
  readonly totalNetAmount?: number;
  readonly totalTaxAmount?: number;
}

const lineStores: FieldTable = {
  ...{ accountId: true, taxRatePercentage: true },
  ...{ totalGrossAmount: true, totalNetAmount: true, totalTaxAmount: true },
};

/** Totals that are told besides take the place of those that were added up, so that they are checked. */
export const toldPurchase = {
  contactId: as("contactId"),
  currency: euros,
  dueDate: dayAs("dueDate"),
  lineItems: Object.assign(
    (lines: readonly Line[]) =>
      toldPositions(
        lines.map((line) => ({
          ...{ accountId: line.accountId, rate: line.taxRatePercentage },
          ...{ gross: line.totalGrossAmount, net: line.totalNetAmount, tax: line.totalTaxAmount },
        })),
      ),
    { writableFields: lineStores },
  ),
  name: nameAs,
  reference: as("remark"),
  status: statusAs,
  totalGrossAmount: numberAs("totalGrossAmount"),
  totalTaxAmount: numberAs("totalTaxAmount"),
};
