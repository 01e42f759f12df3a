/** Bills and vendor credits are booked purchases; a credit has the other sign. */
import type { WriteCall } from "../../contract/connector.ts";
import type * as inputs from "../../contract/inputs/purchasing.ts";
import type * as records from "../../contract/records/purchasing.ts";
import { type Session } from "../../contract/session.ts";
import { unsigneds, values } from "../../kit/columns.ts";
import { allAs, as, dayAs, encoder, type FieldEncoder, listAs, numberAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount, decimal, difference, sum, unsigned } from "../../kit/money.ts";
import { named } from "../../kit/views.ts";
import { allOf, fieldsOf, fromDay, linesOf, quoted, resource, stampOrders } from "./conventions.ts";
import * as read from "./fields.ts";
import { payables, withOwed } from "./outstanding.ts";
import { assigned, type PurchaseEntry, purchaseEntry, purchaseLine, type TradeLine } from "./types.ts";

const rejected = 5;
const statusOf = (native: PurchaseEntry) => (native.Status === rejected ? "VOIDED" : read.statusOf(native));

const lines = ({ PurchaseEntryLines }: PurchaseEntry) => linesOf(PurchaseEntryLines);

/** With a tax code that is included the amount has tax in it; what tax was reckoned from has none. */
const netOf = ({ AmountFC, VATBaseAmountFC }: TradeLine): number | undefined =>
  unsigned(amount(VATBaseAmountFC) ? VATBaseAmountFC : AmountFC);

const line = mapping<records.BillLineItem, TradeLine>({
  ...read.identity,
  ...values({ accountId: "GLAccount", description: "Description" }),
  ...read.codes({ accountNumber: "GLAccountCode", taxCode: "VATCode" }),
  ...read.days({ deferredEndDate: "To", deferredStartDate: "From" }),
  ...unsigneds({ quantity: "Quantity", totalTaxAmount: "VATAmountFC" }),
  ...read.percents({ taxRatePercentage: "VATPercentage" }),
  dimensions: each(read.lineDimension, read.assignments),
  totalGrossAmount: (native: TradeLine) => sum([netOf(native), unsigned(native.VATAmountFC)]),
  totalNetAmount: netOf,
});

const texts = { contactId: "Supplier", paymentReference: "PaymentReference", reference: "Description" } as const;
const shared = {
  ...read.stamps,
  ...values({ ...texts, id: "EntryID", fileId: "Document", name: "SupplierName" }),
  ...read.codes({ currency: "Currency", journalCode: "Journal" }),
  ...unsigneds({ totalGrossAmount: "AmountFC", totalTaxAmount: "VATAmountFC" }),
  ...read.days({ dueDate: "DueDate" }),
  lineItems: each(line, lines),
  paymentDays: ({ EntryDate, DueDate }: PurchaseEntry) => read.termOf(EntryDate, DueDate),
  paymentStatus: (native: PurchaseEntry) => read.paymentStatusOf(statusOf(native)),
  status: statusOf,
  totalNetAmount: ({ AmountFC, VATAmountFC }: PurchaseEntry) => unsigned(difference(AmountFC, VATAmountFC ?? 0)),
};
const bill = mapping<records.Bill, PurchaseEntry>({
  ...shared,
  ...values({ billNumber: "YourRef" }),
  ...read.days({ billDate: "EntryDate" }),
  ...read.codes({ paymentTermCode: "PaymentCondition" }),
});
const vendorCredit = mapping<records.VendorCredit, PurchaseEntry>({
  ...shared,
  ...values({ vendorCreditNumber: "YourRef" }),
  ...read.days({ vendorCreditDate: "EntryDate" }),
  ...read.codes({ paymentTermId: "PaymentCondition" }),
});

const path = "/purchaseentry/PurchaseEntries";
const kind = {
  ...({ key: "EntryID", fields: purchaseEntry, add: withOwed<PurchaseEntry>(payables, "EntryNumber") } as const),
  below: { PurchaseEntryLines: fieldsOf(purchaseLine, assigned) },
};
export const purchaseEntries = resource(path, { ...kind, id: "billId", map: bill });
const purchaseCredits = resource(path, { ...kind, id: "vendorCreditId", map: vendorCredit });
const entry = 30;
const credit = 31;

/** What is credited is sent with a minus: that makes it a credit. */
const signed =
  (sign: 1 | -1): FieldEncoder<number> =>
  (value) => ({ AmountFC: Number(decimal(sign * value)) });
const linesAs = (sign: 1 | -1) =>
  listAs(
    "PurchaseEntryLines",
    encoder<inputs.BillLineItemInput>({
      ...allAs(as, { accountId: "GLAccount", description: "Description", taxCode: "VATCode" }),
      ...allAs(dayAs, { deferredEndDate: "To", deferredStartDate: "From" }),
      dimensions: read.dimensionsAs,
      quantity: numberAs("Quantity"),
      totalNetAmount: signed(sign),
    }),
  );
const headEncoders = {
  ...allAs(as, { ...texts, currency: "Currency", journalCode: "Journal" }),
  dueDate: dayAs("DueDate"),
};

/** The vendor has a place for what an entry is called elsewhere. */
const marked = ({ marker }: WriteCall<unknown>) => ({ ExternalLinkReference: marker });
async function findMarked({ marker }: WriteCall<unknown>, session: Session): Promise<PurchaseEntry | undefined> {
  const $filter = `ExternalLinkReference eq ${quoted(marker)}`;
  return (await allOf<PurchaseEntry>(session, path, { ...purchaseEntries.query, $filter }))[0];
}

const netAmounts = "totalNetAmount of a line is net, or gross with a tax code that is included.";
const made = {
  also: marked,
  find: findMarked,
  requires: ["contactId", "journalCode", "lineItems", "lineItems.accountId", "lineItems.totalNetAmount"],
} as const;

export const bills = {
  ...named("bills", {
    list: purchaseEntries.list({
      where: `Type eq ${entry}`,
      filters: { billDateFrom: fromDay("EntryDate") },
      statusOf,
      orders: { ...stampOrders, billDate: "EntryDate", billNumber: "YourRef" },
    }),
    get: purchaseEntries.get(({ Type }) => Type === entry),
    create: purchaseEntries.create<inputs.BillInput>({
      ...made,
      encoder: encoder<inputs.BillInput>({
        ...headEncoders,
        lineItems: linesAs(1),
        paymentTermCode: as("PaymentCondition"),
        billDate: dayAs("EntryDate"),
        billNumber: as("YourRef"),
      }),
      rules: [netAmounts, "A bill is booked as soon as it is there: no other status can be written."],
    }),
    delete: purchaseEntries.remove(),
    "lineItems.list": purchaseEntries.lines(lines, line).list,
  }),
  ...named("vendorCredits", {
    list: purchaseCredits.list({ where: `Type eq ${credit}`, statusOf }),
    create: purchaseCredits.create<inputs.VendorCreditInput>({
      ...made,
      encoder: encoder<inputs.VendorCreditInput>({
        ...headEncoders,
        lineItems: linesAs(-1),
        vendorCreditDate: dayAs("EntryDate"),
        vendorCreditNumber: as("YourRef"),
      }),
      rules: [netAmounts],
    }),
    delete: purchaseCredits.remove(),
  }),
};
