/** Bills and vendor credits are booked purchase entries; credits have negative amounts. */
import type { WriteCall } from "../../contract/connector.ts";
import type * as inputs from "../../contract/inputs/purchasing.ts";
import type * as records from "../../contract/records/purchasing.ts";
import { type Session } from "../../contract/session.ts";
import { unsigneds, values } from "../../kit/columns.ts";
import { encoder, type FieldEncoder, listAs, numberAs } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, decimal, difference, sum, unsigned } from "../../kit/money.ts";
import { same, twoWay } from "../../kit/twoWay.ts";
import { named } from "../../kit/views.ts";
import { allOf, fromDay, linesOf, quoted, resource, stampOrders } from "./conventions.ts";
import * as read from "./fields.ts";
import { payables, withOwed } from "./outstanding.ts";
import { type PurchaseEntry, purchaseEntryFields, purchaseEntryLineFields, type TradeLine } from "./types.ts";

const rejected = 5;
const statusOf = (native: PurchaseEntry) => (native.Status === rejected ? "VOIDED" : read.statusOf(native));

const lines = ({ PurchaseEntryLines }: PurchaseEntry) => linesOf(PurchaseEntryLines);

/** With a tax code that includes tax, AmountFC is gross; VATBaseAmountFC is always net. */
const netOf = ({ AmountFC, VATBaseAmountFC }: TradeLine): number | undefined =>
  unsigned(amount(VATBaseAmountFC) ? VATBaseAmountFC : AmountFC);

const lineFields = twoWay({
  accountId: same("GLAccount"),
  description: same("Description"),
  taxCode: read.code("VATCode"),
  deferredEndDate: read.day("To"),
  deferredStartDate: read.day("From"),
});
const line = mapping<records.BillLineItem, TradeLine>({
  ...read.identity,
  ...lineFields.reads,
  ...read.codes({ accountNumber: "GLAccountCode" }),
  ...unsigneds({ quantity: "Quantity", totalTaxAmount: "VATAmountFC" }),
  ...read.percents({ taxRatePercentage: "VATPercentage" }),
  dimensions: nestedList(read.lineDimension, read.assignments),
  totalGrossAmount: (native: TradeLine) => sum([netOf(native), unsigned(native.VATAmountFC)]),
  totalNetAmount: netOf,
});

const sharedFields = twoWay({
  contactId: same("Supplier"),
  paymentReference: same("PaymentReference"),
  reference: same("Description"),
  currency: read.code("Currency"),
  journalCode: read.code("Journal"),
  dueDate: read.day("DueDate"),
});
const billFields = twoWay({
  billNumber: same("YourRef"),
  billDate: read.day("EntryDate"),
  paymentTermCode: read.code("PaymentCondition"),
});
const vendorCreditFields = twoWay({
  vendorCreditNumber: same("YourRef"),
  vendorCreditDate: read.day("EntryDate"),
});
const shared = {
  ...read.stamps,
  ...sharedFields.reads,
  ...values({ id: "EntryID", fileId: "Document", name: "SupplierName" }),
  ...unsigneds({ totalGrossAmount: "AmountFC", totalTaxAmount: "VATAmountFC" }),
  lineItems: nestedList(line, lines),
  paymentDays: ({ EntryDate, DueDate }: PurchaseEntry) => read.termOf(EntryDate, DueDate),
  paymentStatus: (native: PurchaseEntry) => read.paymentStatusOf(statusOf(native)),
  status: statusOf,
  totalNetAmount: ({ AmountFC, VATAmountFC }: PurchaseEntry) => unsigned(difference(AmountFC, VATAmountFC ?? 0)),
};
const bill = mapping<records.Bill, PurchaseEntry>({ ...shared, ...billFields.reads });
const vendorCredit = mapping<records.VendorCredit, PurchaseEntry>({
  ...shared,
  ...vendorCreditFields.reads,
  ...read.codes({ paymentTermId: "PaymentCondition" }),
});

const path = "/purchaseentry/PurchaseEntries";
const entity = {
  key: "EntryID",
  fields: purchaseEntryFields,
  below: { PurchaseEntryLines: purchaseEntryLineFields },
  add: withOwed<PurchaseEntry>(payables, "EntryNumber"),
} as const;
export const purchaseEntries = resource(path, { ...entity, id: "billId", map: bill });
const purchaseCredits = resource(path, { ...entity, id: "vendorCreditId", map: vendorCredit });
const billType = 30;
const creditType = 31;

/** A negative amount makes the entry a credit. */
const signed =
  (sign: 1 | -1): FieldEncoder<number> =>
  (value) => ({ AmountFC: Number(decimal(sign * value)) });
const linesAs = (sign: 1 | -1) =>
  listAs(
    "PurchaseEntryLines",
    encoder<inputs.BillLineItemInput>({
      ...lineFields.writes,
      dimensions: read.dimensionsAs,
      quantity: numberAs("Quantity"),
      totalNetAmount: signed(sign),
    }),
  );

/** The vendor stores a reference to other systems with each entry. */
const marked = ({ marker }: WriteCall<unknown>) => ({ ExternalLinkReference: marker });
async function findMarked({ marker }: WriteCall<unknown>, session: Session): Promise<PurchaseEntry | undefined> {
  const $filter = `ExternalLinkReference eq ${quoted(marker)}`;
  return (await allOf<PurchaseEntry>(session, path, { ...purchaseEntries.query, $filter }))[0];
}

const netAmounts = "totalNetAmount of a line is net, or gross if its tax code includes tax.";
const creation = {
  also: marked,
  find: findMarked,
  requires: ["contactId", "journalCode", "lineItems", "lineItems.accountId", "lineItems.totalNetAmount"],
} as const;

export const bills = {
  ...named("bills", {
    list: purchaseEntries.list({
      where: `Type eq ${billType}`,
      filters: { billDateFrom: fromDay("EntryDate") },
      statusOf,
      orders: { ...stampOrders, billDate: "EntryDate", billNumber: "YourRef" },
    }),
    get: purchaseEntries.get(({ Type }) => Type === billType),
    create: purchaseEntries.create<inputs.BillInput>({
      ...creation,
      encoder: encoder<inputs.BillInput>({
        ...sharedFields.writes,
        ...billFields.writes,
        lineItems: linesAs(1),
      }),
      rules: [netAmounts, "A new bill is booked immediately. No other status can be written."],
    }),
    delete: purchaseEntries.remove(),
    "lineItems.list": purchaseEntries.lines(lines, line).list,
  }),
  ...named("vendorCredits", {
    list: purchaseCredits.list({ where: `Type eq ${creditType}`, statusOf }),
    create: purchaseCredits.create<inputs.VendorCreditInput>({
      ...creation,
      encoder: encoder<inputs.VendorCreditInput>({
        ...sharedFields.writes,
        ...vendorCreditFields.writes,
        lineItems: linesAs(-1),
      }),
      rules: [netAmounts],
    }),
    delete: purchaseCredits.remove(),
  }),
};
