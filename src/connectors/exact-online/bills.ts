/** Bills and vendor credits are booked purchase entries; credits have negative amounts. */
import type { WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type * as inputs from "../../contract/inputs/purchasing.ts";
import type * as records from "../../contract/records/purchasing.ts";
import { type Session } from "../../contract/session.ts";
import { absoluteAmounts, amounts, values } from "../../kit/columns.ts";
import { unclearGet, unclearList } from "../../kit/documents/unclear.ts";
import {
  type Encoded,
  encoder,
  type FieldEncoder,
  fieldAs,
  invalidField,
  listAs,
  numberAs,
  onlyAccepts,
} from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, decimal, difference, sum, unsigned } from "../../kit/money.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { allOf, fromDay, guid, linesOf, quoted, recordIn, resource, stampOrders } from "./conventions.ts";
import * as read from "./fields.ts";
import { journalOf, journalTypes } from "./journals.ts";
import { creditedLines, taxPercentage } from "./lines.ts";
import { payables, withOwed } from "./outstanding.ts";
import {
  type Body,
  type PurchaseEntry,
  purchaseEntryFields,
  purchaseEntryLineFields,
  type Text,
  type TradeLine,
} from "./types.ts";

const rejected = 5;
const statusOf = (native: PurchaseEntry) => (native.Status === rejected ? "VOIDED" : read.statusOf(native));

const lines = ({ PurchaseEntryLines }: PurchaseEntry) => linesOf(PurchaseEntryLines);
const linesWithSign = (native: PurchaseEntry) =>
  read.isNegative(native) ? creditedLines(lines(native)) : lines(native);

/** With a tax code that includes tax, AmountFC is gross; VATBaseAmountFC is always net. */
const netOf = ({ AmountFC, VATBaseAmountFC }: TradeLine): number | undefined =>
  amount(amount(VATBaseAmountFC) ? VATBaseAmountFC : AmountFC);

const signed = (sign: 1 | -1, value: number | undefined): number | undefined =>
  value === undefined || value === 0 ? value : sign * value;

const lineFields = twoWay({
  accountId: plainValue("GLAccount"),
  description: plainValue("Description"),
  taxCode: read.code("VATCode"),
  deferredEndDate: read.day("To"),
  deferredStartDate: read.day("From"),
});
const line = mapping<records.BillLineItem, TradeLine>({
  ...read.identity,
  ...lineFields.reads,
  ...read.codes({ accountNumber: "GLAccountCode" }),
  ...amounts({ totalTaxAmount: "VATAmountFC" }),
  ...taxPercentage,
  dimensions: nestedList(read.lineDimension, read.assignments),
  totalGrossAmount: (native: TradeLine) => sum([netOf(native), native.VATAmountFC]),
  totalNetAmount: netOf,
  // Quantities of credits are positive or negative; here they have the sign of their line.
  quantity: (native: TradeLine) => signed((netOf(native) ?? 0) < 0 ? -1 : 1, unsigned(native.Quantity)),
});

const sharedFields = twoWay({
  contactId: plainValue("Supplier"),
  paymentReference: plainValue("PaymentReference"),
  reference: plainValue("Description"),
  currency: read.code("Currency"),
  journalCode: read.code("Journal"),
  dueDate: read.day("DueDate"),
});
/** Entries without the supplier's number have only the vendor's. */
const numberOf = ({ YourRef, EntryNumber }: PurchaseEntry): string | undefined => YourRef || read.numberOf(EntryNumber);

const billFields = twoWay({
  billNumber: { reads: numberOf, writes: fieldAs("YourRef") },
  billDate: read.day("EntryDate"),
  paymentTermCode: read.code("PaymentCondition"),
});
const vendorCreditFields = twoWay({
  vendorCreditNumber: { reads: numberOf, writes: fieldAs("YourRef") },
  vendorCreditDate: read.day("EntryDate"),
});
const shared = {
  ...read.stamps,
  ...sharedFields.reads,
  ...values({ id: "EntryID", fileId: "Document", name: "SupplierName" }),
  ...absoluteAmounts({ totalGrossAmount: "AmountFC", totalTaxAmount: "VATAmountFC" }),
  lineItems: nestedList(line, linesWithSign),
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
const signedAmount =
  (sign: 1 | -1): FieldEncoder<number> =>
  (value) => ({ AmountFC: Number(decimal(sign * value)) });
const linesAs = (sign: 1 | -1) =>
  listAs(
    "PurchaseEntryLines",
    encoder<inputs.BillLineItemInput>({
      ...lineFields.writes,
      dimensions: read.dimensionsAs,
      quantity: numberAs("Quantity"),
      totalNetAmount: signedAmount(sign),
    }),
  );

/** The vendor stores a reference to other systems with each entry. */
const marked = ({ marker }: WriteCall<unknown>) => ({ ExternalLinkReference: marker });
async function findMarked({ marker }: WriteCall<unknown>, session: Session): Promise<PurchaseEntry | undefined> {
  const $filter = `ExternalLinkReference eq ${quoted(marker)}`;
  return (await allOf<PurchaseEntry>(session, path, { ...purchaseEntries.query, $filter }))[0];
}

/** The journal and the accounts that the vendor uses if the body does not name them. */
interface Defaults {
  readonly journal: string;
  readonly account: Text;
}

type PurchaseInput = inputs.BillInput | inputs.VendorCreditInput;

const lacksAccount = ({ accountId }: inputs.BillLineItemInput): boolean => accountId === undefined;

async function defaultsFor({ body }: WriteCall<PurchaseInput>, session: Session): Promise<Defaults> {
  const { contactId, journalCode, lineItems = [] } = body;
  const unpriced = lineItems.findIndex(({ totalNetAmount }) => totalNetAmount === undefined);
  if (unpriced !== -1) {
    const field = `lineItems[${unpriced}].totalNetAmount`;
    throw invalidField(`A line needs an amount. Send ${field}, or quantity and unitAmount.`, field);
  }
  const journal = await journalOf(session, { type: journalTypes.purchase, journalCode });
  const missing = lineItems.findIndex(lacksAccount);
  if (missing === -1) return { journal, account: undefined };
  const query = { $select: "ID,GLAccountPurchase" };
  const reply = (await session.read(`/crm/Accounts(${guid(contactId)})`, query)) as Body<{ GLAccountPurchase?: Text }>;
  const account = recordIn(reply)?.GLAccountPurchase;
  if (account) return { journal, account };
  const field = `lineItems[${missing}].accountId`;
  throw cannotStore(
    `Exact Online needs an account in every line, and this supplier has no default one. Send ${field}; GET /accounting/accounts lists the accounts.`,
    field,
  );
}

function withDefaults(encoded: Encoded, prepared: unknown): object {
  const { journal, account } = prepared as Defaults;
  const entryLines = (encoded["PurchaseEntryLines"] ?? []) as readonly object[];
  return {
    ...encoded,
    Journal: journal,
    PurchaseEntryLines: entryLines.map((entryLine) => ({ ...(account && { GLAccount: account }), ...entryLine })),
  };
}

const netAmounts = "totalNetAmount of a line is net, or gross if its tax code includes tax.";
const defaultRules = [
  "Without journalCode, the only purchase journal is used; without accountId of a line, the supplier's default account.",
];
const creation = {
  also: marked,
  find: findMarked,
  prepare: defaultsFor,
  body: withDefaults,
  requires: ["contactId", "lineItems"],
} as const;
/** Purchase entries are booked at once. */
const booked = { status: onlyAccepts(["OPEN"], ": new purchase entries are booked immediately") };

export const getVendorCredit = purchaseCredits.get(({ Type }) => Type === creditType);

export const bills = {
  ...operationsOf("bills", {
    list: unclearList(
      read.unclearSettlement,
      purchaseEntries.list({
        where: `Type eq ${billType}`,
        filters: { billDateFrom: fromDay("EntryDate") },
        statusOf,
        orders: { ...stampOrders, billDate: "EntryDate", billNumber: "YourRef" },
      }),
    ),
    get: unclearGet(
      read.unclearSettlement,
      purchaseEntries.get(({ Type }) => Type === billType),
    ),
    create: purchaseEntries.create<inputs.BillInput>({
      ...creation,
      encoder: encoder<inputs.BillInput>({
        ...sharedFields.writes,
        ...billFields.writes,
        ...booked,
        lineItems: linesAs(1),
      }),
      rules: [netAmounts, ...defaultRules, "A new bill is booked immediately. No other status can be written."],
    }),
    delete: purchaseEntries.remove(),
    "lineItems.list": purchaseEntries.lines(lines, line).list,
  }),
  ...operationsOf("vendorCredits", {
    list: unclearList(read.unclearSettlement, purchaseCredits.list({ where: `Type eq ${creditType}`, statusOf })),
    create: purchaseCredits.create<inputs.VendorCreditInput>({
      ...creation,
      encoder: encoder<inputs.VendorCreditInput>({
        ...sharedFields.writes,
        ...vendorCreditFields.writes,
        ...booked,
        lineItems: linesAs(-1),
      }),
      rules: [netAmounts, ...defaultRules],
    }),
    delete: purchaseCredits.remove(),
  }),
};
