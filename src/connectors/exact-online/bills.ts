/** Bills and vendor credits are booked purchases; a credit has the other sign. */

import type { WriteCall } from "../../contract/connector.ts";
import type * as inputs from "../../contract/inputs/purchasing.ts";
import type * as records from "../../contract/records/purchasing.ts";
import { type Session } from "../../contract/session.ts";
import { unsigneds, values } from "../../kit/columns.ts";
import { microsoftDay } from "../../kit/dates.ts";
import { as, dayAs, encoder, type FieldEncoder, listAs, numberAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount, decimal, difference, sum, unsigned } from "../../kit/money.ts";
import { allOf, fromDay, linesOf, modified, quoted, resource, selected } from "./conventions.ts";
import * as read from "./fields.ts";
import { owedOf, payables } from "./outstanding.ts";
import type { PurchaseEntry, TradeLine } from "./types.ts";

const rejected = 5;
const statusOf = (native: PurchaseEntry) => (native.Status === rejected ? "VOIDED" : read.statusOf(native));

async function withOwed(natives: readonly PurchaseEntry[], session: Session): Promise<readonly PurchaseEntry[]> {
  if (natives.length === 0) return natives;
  const owed = owedOf(await payables(session), "EntryNumber");
  return natives.map((native) => ({ ...native, also: { open: owed(native.EntryNumber, native) } }));
}

const lines = ({ PurchaseEntryLines }: PurchaseEntry) => linesOf(PurchaseEntryLines);

/** With a tax code that is included the amount has tax in it; what tax was reckoned from has none. */
const netOf = ({ AmountFC, VATBaseAmountFC }: TradeLine): number | undefined =>
  unsigned(amount(VATBaseAmountFC) ? VATBaseAmountFC : AmountFC);

const line = {
  ...read.identity,
  ...values({ accountId: "GLAccount", description: "Description" }),
  ...read.codes({ accountNumber: "GLAccountCode", taxCode: "VATCode" }),
  ...read.days({ deferredEndDate: "To", deferredStartDate: "From" }),
  ...unsigneds({ quantity: "Quantity", totalTaxAmount: "VATAmountFC" }),
  dimensions: each(read.lineDimension, read.assignments),
  taxRatePercentage: ({ VATPercentage }: TradeLine) => read.percent(VATPercentage),
  totalGrossAmount: (native: TradeLine) => sum([netOf(native), unsigned(native.VATAmountFC)]),
  totalNetAmount: netOf,
};
const billLine = mapping<records.BillLineItem, TradeLine>(line);
const creditLine = mapping<records.VendorCreditLineItem, TradeLine>(line);

const shared = {
  ...read.stamps,
  ...values({ id: "EntryID", contactId: "Supplier", fileId: "Document", name: "SupplierName" }),
  ...values({ paymentReference: "PaymentReference", reference: "Description" }),
  ...read.codes({ currency: "Currency", journalCode: "Journal" }),
  ...unsigneds({ totalGrossAmount: "AmountFC", totalTaxAmount: "VATAmountFC" }),
  dueDate: ({ DueDate }: PurchaseEntry) => microsoftDay(DueDate),
  paymentDays: ({ EntryDate, DueDate }: PurchaseEntry) => read.termOf(EntryDate, DueDate),
  paymentStatus: (native: PurchaseEntry) => read.paymentStatusOf(statusOf(native)),
  status: statusOf,
  totalNetAmount: ({ AmountFC, VATAmountFC }: PurchaseEntry) => unsigned(difference(AmountFC, VATAmountFC ?? 0)),
};
const bill = mapping<records.Bill, PurchaseEntry>({
  ...shared,
  billDate: ({ EntryDate }) => microsoftDay(EntryDate),
  billNumber: ({ YourRef }) => YourRef,
  lineItems: each(billLine, lines),
  paymentTermCode: ({ PaymentCondition }) => read.trimmed(PaymentCondition),
});
const vendorCredit = mapping<records.VendorCredit, PurchaseEntry>({
  ...shared,
  lineItems: each(creditLine, lines),
  paymentTermId: ({ PaymentCondition }) => read.trimmed(PaymentCondition),
  vendorCreditDate: ({ EntryDate }) => microsoftDay(EntryDate),
  vendorCreditNumber: ({ YourRef }) => YourRef,
});

const path = "/purchaseentry/PurchaseEntries";
const fields = selected(
  "EntryID,AmountFC,VATAmountFC,Currency,Description,Document,DueDate,EntryDate,EntryNumber,Journal,PaymentCondition,PaymentReference,Status,Supplier,SupplierName,Type,YourRef,Created,Modified",
  "PurchaseEntryLines",
  `ID,AmountFC,Description,From,GLAccount,GLAccountCode,Quantity,To,VATAmountFC,VATBaseAmountFC,VATCode,VATPercentage,${read.assignedFields}`,
);
export const purchaseEntries = resource<records.Bill, PurchaseEntry>(path, {
  ...{ id: "billId", key: "EntryID", map: bill, add: withOwed },
  ...fields,
});
const purchaseCredits = resource<records.VendorCredit, PurchaseEntry>(path, {
  ...{ id: "vendorCreditId", key: "EntryID", map: vendorCredit, add: withOwed },
  ...fields,
});
const [entry, credit] = [30, 31];

/** What is credited is sent with a minus: that makes it a credit. */
const signed =
  (sign: 1 | -1): FieldEncoder<number> =>
  (value) => ({ AmountFC: Number(decimal(sign * value)) });
const lineEncoders = (sign: 1 | -1) => ({
  ...{ accountId: as("GLAccount"), deferredEndDate: dayAs("To"), deferredStartDate: dayAs("From") },
  ...{ description: as("Description"), dimensions: read.dimensionsAs, quantity: numberAs("Quantity") },
  ...{ taxCode: as("VATCode"), totalNetAmount: signed(sign) },
});
const headEncoders = {
  ...{ contactId: as("Supplier"), currency: as("Currency"), dueDate: dayAs("DueDate"), journalCode: as("Journal") },
  ...{ paymentReference: as("PaymentReference"), reference: as("Description") },
};

/** The vendor has a place for what an entry is called elsewhere. */
const marked = ({ marker }: WriteCall<unknown>) => ({ ExternalLinkReference: marker });
async function findMarked({ marker }: WriteCall<unknown>, session: Session): Promise<PurchaseEntry | undefined> {
  const $filter = `ExternalLinkReference eq ${quoted(marker)}`;
  return (await allOf<PurchaseEntry>(session, path, { ...purchaseEntries.query, $filter }))[0];
}

const netAmounts = "totalNetAmount of a line is net, or gross with a tax code that is included.";

export const bills = {
  "bills.list": purchaseEntries.list({
    ...{ where: `Type eq ${entry}`, filters: { ...modified, billDateFrom: fromDay("EntryDate") } },
    orders: { billDate: "EntryDate", billNumber: "YourRef", createdDate: "Created", updatedDate: "Modified" },
    statusOf,
  }),
  "bills.get": purchaseEntries.get(({ Type }) => Type === entry),
  "bills.create": purchaseEntries.create<inputs.BillInput>({
    encoder: encoder<inputs.BillInput>({
      ...headEncoders,
      ...{ billDate: dayAs("EntryDate"), billNumber: as("YourRef") },
      lineItems: listAs("PurchaseEntryLines", encoder<inputs.BillLineItemInput>(lineEncoders(1))),
      paymentTermCode: as("PaymentCondition"),
    }),
    ...{ also: marked, find: findMarked },
    requires: ["contactId", "journalCode", "lineItems", "lineItems.accountId", "lineItems.totalNetAmount"],
    rules: [netAmounts, "A bill is booked as soon as it is there: no other status can be written."],
  }),
  "bills.delete": purchaseEntries.remove(),
  "bills.lineItems.list": purchaseEntries.lines(lines, billLine).list,
  "vendorCredits.list": purchaseCredits.list({ where: `Type eq ${credit}`, filters: modified, statusOf }),
  "vendorCredits.create": purchaseCredits.create<inputs.VendorCreditInput>({
    encoder: encoder<inputs.VendorCreditInput>({
      ...headEncoders,
      lineItems: listAs("PurchaseEntryLines", encoder<inputs.VendorCreditLineItemInput>(lineEncoders(-1))),
      ...{ vendorCreditDate: dayAs("EntryDate"), vendorCreditNumber: as("YourRef") },
    }),
    ...{ also: marked, find: findMarked },
    requires: ["contactId", "journalCode", "lineItems", "lineItems.accountId", "lineItems.totalNetAmount"],
    rules: [netAmounts],
  }),
  "vendorCredits.delete": purchaseCredits.remove(),
};
