/** Purchase invoices. They have no lines of items, but one block for each rate and account. */
import type { OpenAmount, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { BillInput, BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type * as records from "../../contract/records/purchasing.ts";
import type { Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { calendarDay, termOf } from "../../kit/dates.ts";
import { statusFilters } from "../../kit/documents/paymentStatus.ts";
import { paidOrNot, unclearGet, unclearList } from "../../kit/documents/unclear.ts";
import { dayAs, type Encoded, encoder, fieldAs, nested, onlyAccepts, sentSeparately } from "../../kit/encode.ts";
import { compare } from "../../kit/graphql/conditions.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, difference, portion, sum } from "../../kit/money.ts";
import { noRecord } from "../../kit/reading.ts";
import { write } from "../../kit/writing.ts";
import { taxOf } from "./catalogue.ts";
import { act, get, idAs, idIn, list, mutation, one, orderOfCreation, stamps } from "./conventions.ts";
import * as documents from "./documents.ts";
import { documentChangedSince } from "./invoices.ts";
import { checkOpen, postingJournal } from "./organizations.ts";
import type { PurchaseInvoice, Tax, VatLine } from "./types.ts";

const connection = {
  root: "purchaseInvoices",
  selection:
    "id creationDate modificationDate supplierId supplier { socialName } invoiceNumber invoiceDate operationDate firstDueDate status totalLiquid pendingAmount openItems { modificationDate amount paidAmountAccumulated dueDate } vatLines { id totalVat totalVatBase taxId tax { percentage } purchaseAccountingAccountId }",
};

const taxIn = ({ vatLines }: PurchaseInvoice): number | undefined =>
  vatLines ? sum(vatLines.map(({ totalVat }) => totalVat)) : undefined;

const line = mapping<records.BillLineItem, VatLine>({
  ...values({ id: "id", accountId: "purchaseAccountingAccountId", taxCode: "taxId" }),
  taxRatePercentage: ({ tax }) => amount(tax?.percentage),
  totalGrossAmount: ({ totalVat, totalVatBase }) => sum([totalVat, totalVatBase]),
  totalNetAmount: ({ totalVatBase }) => amount(totalVatBase),
  totalTaxAmount: ({ totalVat }) => amount(totalVat),
});

const bill = mapping<records.Bill, PurchaseInvoice>({
  ...stamps,
  updatedDate: documents.updatedDate,
  ...values({ id: "id", billNumber: "invoiceNumber", contactId: "supplierId", name: "supplier.socialName" }),
  ...days({ billDate: "invoiceDate", deliveryDate: "operationDate", dueDate: "firstDueDate" }),
  currency: () => "EUR",
  lineItems: nestedList(line, ({ vatLines }) => vatLines),
  paymentDays: ({ invoiceDate, firstDueDate }) => termOf(invoiceDate, firstDueDate),
  paymentStatus: documents.paymentStatusOf,
  status: documents.statusOf,
  totalGrossAmount: ({ totalLiquid }) => amount(totalLiquid),
  totalNetAmount: (native) => difference(native.totalLiquid, taxIn(native)),
  totalTaxAmount: taxIn,
});

async function readBill(session: Session, id: string | undefined): Promise<PurchaseInvoice> {
  const found = await one<PurchaseInvoice>(session, connection, id);
  if (found === undefined) throw noRecord();
  return found;
}

export async function openBill(id: string, session: Session): Promise<OpenAmount> {
  const found = await readBill(session, id);
  return { amount: documents.openIn(found) ?? amount(found.pendingAmount), currency: "EUR" };
}

/** The net amount of a line: a total, or quantity and price. */
function netOf({ totalNetAmount, quantity, unitAmount }: BillLineItemInput, at: string): number {
  const net = totalNetAmount ?? (unitAmount === undefined ? undefined : portion(unitAmount, quantity ?? 1, 1));
  if (net !== undefined) return net;
  throw cannotStore("A line needs totalNetAmount, or quantity and unitAmount.", `${at}.totalNetAmount`);
}

/** A line before its tax is known. `withTax` adds it. */
interface Block {
  readonly totalVatBase: number;
  readonly taxId?: string;
}

const lineEncoder = encoder<BillLineItemInput>({
  accountId: idAs("purchaseAccountingAccountId"),
  quantity: sentSeparately,
  taxCode: idAs("taxId"),
  totalNetAmount: sentSeparately,
  unitAmount: sentSeparately,
});

const blocks = nested(lineEncoder, (lines: readonly BillLineItemInput[], _input: unknown, field) => ({
  vatLines: lines.map((each, index) => {
    const at = `${field}[${index}]`;
    return { ...lineEncoder(each, at), totalVatBase: netOf(each, at) };
  }),
}));

/** As in the vendor's samples; only the date counts. */
const midnight = (day: string): string => `${calendarDay(day)}T00:00:00+00:00`;

const billEncoder = encoder<BillInput>(
  {
    billDate: dayAs("invoiceDate"),
    billNumber: fieldAs("invoiceNumber"),
    contactId: idAs("supplierId"),
    currency: onlyAccepts(["EUR"]),
    deliveryDate: (at: string) => ({ operationDate: midnight(at) }),
    dueDate: dayAs("firstDueDate"),
    lineItems: Object.assign(blocks, { path: ["vatLines"] }),
    status: onlyAccepts(["DRAFT", "OPEN"], "; payments lead to the other states"),
  },
  () => ({ hasCashVat: false }),
);

/** The tax of each line, in the order of the lines. */
async function readTaxes({ body }: WriteCall<BillInput>, session: Session): Promise<readonly Tax[]> {
  const { lineItems = [], status, billDate } = body;
  if (status === "OPEN") await checkOpen(session, billDate, "billDate");
  return Promise.all(
    lineItems.map(({ taxCode = "" }, index) => taxOf(session, taxCode, `lineItems[${index}].taxCode`)),
  );
}

/** The vendor takes the tax of each block, and checks it against the rate. */
function withTax(encoded: Encoded, prepared: unknown): object {
  const taxes = prepared as readonly Tax[];
  const vatLines = (encoded["vatLines"] as readonly Block[]).map((block, index) => {
    const totalVat = portion(block.totalVatBase, amount(taxes[index]?.percentage) ?? 0);
    return { invoiceDate: midnight(String(encoded["invoiceDate"])), ...block, totalVat };
  });
  const totalLiquid = sum(vatLines.flatMap(({ totalVat, totalVatBase }) => [totalVat, totalVatBase]));
  return { ...encoded, vatLines, totalLiquid };
}

async function posted(
  { id }: PurchaseInvoice,
  { body }: WriteCall<BillInput>,
  session: Session,
): Promise<PurchaseInvoice | void> {
  if (body.status !== "OPEN") return undefined;
  const before = await readBill(session, id);
  if (!documents.isDraft(before)) return before;
  const posting = {
    field: "postPurchaseInvoice",
    input: "PostPurchaseInvoiceGLDtoInput",
    selection: "accountingEntryId accountingEntryNumber",
  };
  await act(session, posting, {
    purchaseInvoiceId: id,
    accountingEntryDescription: `${before.invoiceNumber ?? ""} ${before.supplier?.socialName ?? ""}`
      .trim()
      .slice(0, 200),
    journalTypeId: await postingJournal(session, "purchases"),
    postingDate: calendarDay(body.billDate ?? ""),
  });
  return readBill(session, id);
}

const doubt = paidOrNot(documents.settledByWhat);

const states = statusFilters(
  (native: PurchaseInvoice) => documents.statusOf(native),
  (native: PurchaseInvoice) => documents.paymentStatusOf(native),
);

export const bills = {
  "bills.list": unclearList(
    doubt,
    list<records.Bill, PurchaseInvoice>({
      of: connection,
      map: bill,
      filters: {
        lastModifiedAt: documentChangedSince,
        billDateFrom: (from) => compare("invoiceDate", "gte", "DateTime", from),
        status: () => undefined,
      },
      orders: { billDate: "invoiceDate", billNumber: "invoiceNumber" },
      defaultOrder: orderOfCreation,
      localFilter: { when: states.when, fits: states.fits },
      rules: ["With the filter status, Kontor reads the whole list and filters it."],
    }),
  ),
  "bills.get": unclearGet(doubt, get<records.Bill, PurchaseInvoice>({ of: connection, map: bill })),
  "bills.create": write<BillInput, records.Bill, PurchaseInvoice>({
    // The vendor's sample has this type, and its table another one (NOTES.md).
    ...mutation({ field: "createPurchaseInvoice", input: "PurchaseCreateGLDtoInput" }),
    encoder: billEncoder,
    prepare: readTaxes,
    body: withTax,
    map: bill,
    afterwards: posted,
    readBack: (reply, _call, session) => readBill(session, idIn(reply)),
    readBackOnlyReads: true,
    stub: (reply) => ({ id: idIn(reply) ?? "" }),
    undo: (id, session) =>
      act(session, { field: "deletePurchaseInvoice", input: "PurchaseInvoiceDeleteGLDtoInput" }, { id }),
    requires: ["contactId", "billNumber", "billDate", "lineItems", "lineItems.taxCode"],
    rules: [
      "The bill stays a draft unless status is OPEN, which posts it. The target system stores no items: each line becomes a net amount with its tax and account.",
    ],
  }),
};
