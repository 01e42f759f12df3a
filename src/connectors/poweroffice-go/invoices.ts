/** Sent invoices and credit notes, which are one list at the vendor. Invoices that are not sent yet are orders. */

import type { Call } from "../../contract/connector.ts";
import type { Address } from "../../contract/records/contacts.ts";
import type * as records from "../../contract/records/sales.ts";
import type { Session } from "../../contract/session.ts";
import { absoluteAmounts, amounts, days, instants, values } from "../../kit/columns.ts";
import { documentStatusOf, paymentStatusOf } from "../../kit/documents/paymentStatus.ts";
import { paidOrNot, unclearGet, unclearList } from "../../kit/documents/unclear.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, sum, unsigned } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get, noRecord, partOf, partsOf } from "../../kit/reading.ts";
import { allOf, isSince, latest, search, today } from "./conventions.ts";
import { currencyOf, idOf, netOfLine, percentageOfLine, taxOf, texts, withoutSummaries } from "./fields.ts";
import type { Line, OutgoingInvoice as Native } from "./types.ts";

/** Lines are a list of their own, which is read for a single document. */
interface OutgoingInvoice extends Native {
  readonly lines?: readonly Line[];
}

const folder = "/v2/OutgoingInvoices";

const isInvoice = ({ VoucherType }: OutgoingInvoice): boolean => VoucherType !== "OutgoingCreditNote";
const isCreditNote = (native: OutgoingInvoice): boolean => !isInvoice(native);

/** The balance and the posted amount are in the company's currency. Those of a credit note are negative. */
const owed = ({ Balance, TotalPostedAmount, DueDate, VoucherType }: OutgoingInvoice) =>
  VoucherType === "OutgoingCreditNote"
    ? { open: unsigned(Balance), total: unsigned(TotalPostedAmount), due: undefined }
    : { open: Balance, total: TotalPostedAmount, due: DueDate };

/** A reversed document has nothing open: a voucher with the opposite postings settles it. */
const stateOf = (native: OutgoingInvoice) =>
  native.IsReversed === true ? "VOIDED" : documentStatusOf(owed(native), today());
const paymentStateOf = (native: OutgoingInvoice) =>
  native.IsReversed === true ? "CANCELED" : paymentStatusOf(owed(native));

/** A payment changes the balance, which has a time of its own. */
const changedAt = ({ LastChangedDateTimeOffset, BalanceLastChangedDateTimeOffset }: OutgoingInvoice) =>
  latest(LastChangedDateTimeOffset, BalanceLastChangedDateTimeOffset);

const deliveryAddress = mapping<Address, OutgoingInvoice>({
  ...values({
    addressLine1: "DeliveryAddress1",
    addressLine2: "DeliveryAddress2",
    city: "DeliveryAddressCity",
    countryCode: "DeliveryAddressCountryCode",
    postalCode: "DeliveryAddressZipCode",
  }),
  type: () => "DELIVERY",
});

const shared = {
  ...instants({ createdDate: "CreatedDateTimeOffset" }),
  addresses: nestedList(deliveryAddress, (native: OutgoingInvoice) =>
    native.DeliveryAddress1 || native.DeliveryAddressCity ? [native] : undefined,
  ),
  ...texts({ contactId: "CustomerId", paymentTermId: "PaymentTermId" }),
  ...values({ reference: "CustomerReference" }),
  currency: currencyOf,
  paymentStatus: paymentStateOf,
  status: stateOf,
  updatedDate: changedAt,
};

const lineFields = {
  ...texts({ itemId: "ProductId" }),
  ...values({ description: "Description", taxCode: "VatCode" }),
  ...amounts({ quantity: "Quantity", unitAmount: "ProductUnitPrice" }),
  taxRatePercentage: percentageOfLine,
};

const line = mapping<records.InvoiceLineItem, Line>({
  ...lineFields,
  ...texts({ accountId: "AccountId" }),
  ...amounts({ discountItemPercentage: "Allowance", grossAmount: "TotalAmount" }),
  itemsAmount: netOfLine,
  lineItemId: idOf,
});

const invoice = mapping<records.Invoice, OutgoingInvoice>({
  ...shared,
  ...texts({ invoiceNumber: "InvoiceNo" }),
  ...days({ dueDate: "DueDate", invoiceDate: "VoucherDate", shippingDate: "DeliveryDate" }),
  ...amounts({ sumNetAmount: "NetAmount", totalAmount: "TotalAmount" }),
  invoiceId: idOf,
  lineAmountTypes: () => "EXCLUSIVE",
  lineItems: nestedList(line, ({ lines }) => lines),
  paymentTermDuration: ({ PaymentTerm }) => PaymentTerm,
  totalTaxAmount: taxOf,
});

const creditNoteLine = mapping<records.CreditNoteLine, Line>({
  ...lineFields,
  id: idOf,
  totalDiscountPercentage: ({ Allowance }) => amount(Allowance),
  ...amounts({ totalGrossAmount: "TotalAmount" }),
  totalNetAmount: netOfLine,
  totalTaxAmount: taxOf,
});

const negated = (value: Line["NetAmount"]): number | undefined => {
  const read = amount(value);
  return read === undefined || read === 0 ? read : -read;
};

/** The vendor has negative quantities and amounts in a credit note. They are positive in the contract. */
const credited = (lines: readonly Line[] | undefined, total: OutgoingInvoice["NetAmount"]) => {
  const isOpposite = sum((lines ?? []).map(({ NetAmount }) => NetAmount)) < 0 && (amount(total) ?? 0) < 0;
  if (!isOpposite) return lines;
  return lines?.map((native) => ({
    ...native,
    Quantity: negated(native.Quantity),
    NetAmount: negated(native.NetAmount),
    TotalAmount: negated(native.TotalAmount),
  }));
};

const creditNote = mapping<records.CreditNote, OutgoingInvoice>({
  ...shared,
  ...texts({ creditNoteNumber: "InvoiceNo" }),
  ...days({ creditNoteDate: "VoucherDate" }),
  ...absoluteAmounts({ totalGrossAmount: "TotalAmount", totalNetAmount: "NetAmount" }),
  id: idOf,
  creditNoteLines: nestedList(creditNoteLine, ({ lines, NetAmount }) => credited(lines, NetAmount)),
  totalTaxAmount: (native) => unsigned(taxOf(native)),
});

const readLines = async (session: Session, id: string | undefined): Promise<readonly Line[]> =>
  withoutSummaries(await allOf<Line>(session, `${folder}${path`/${id}/Lines`}`)) ?? [];

/** A document of one kind with its lines. */
const readWithLines =
  (idName: string, is: (native: OutgoingInvoice) => boolean) =>
  async ({ ids }: Call, session: Session): Promise<OutgoingInvoice | undefined> => {
    const id = ids[idName];
    const found = (await session.read(`${folder}${path`/${id}`}`)) as OutgoingInvoice;
    return is(found) ? { ...found, lines: await readLines(session, id) } : undefined;
  };
const original = ({ lines: _lines, ...native }: OutgoingInvoice): Native => native;

const parts = {
  read: async (call: Call, session: Session): Promise<OutgoingInvoice> => {
    const found = await readWithLines("invoiceId", isInvoice)(call, session);
    if (found === undefined) throw noRecord();
    return found;
  },
  parts: ({ lines }: OutgoingInvoice) => lines,
  map: line,
};

const unclearInvoice = paidOrNot(
  "PowerOffice Go shows what is open of an invoice, but not whether money, a credit note or a write-off settled the rest: PAID stands for all of them.",
);
const unclearCreditNote = paidOrNot(
  "PowerOffice Go shows what is open of a credit note, but not whether it was used for an invoice or paid back: PAID stands for both.",
);

const since = (native: OutgoingInvoice, at: Date): boolean => isSince(changedAt(native), at);

const noLines = "Lists have no lines. A single document has them.";

export const invoices = {
  "invoices.list": unclearList(
    unclearInvoice,
    search<records.Invoice, OutgoingInvoice>({
      map: invoice,
      path: folder,
      is: isInvoice,
      fits: {
        lastModifiedAt: since,
        status: (native, status) => status.split(",").includes(stateOf(native)),
        paymentStatus: (native, status) => status.split(",").includes(paymentStateOf(native)),
        dueDateFrom: ({ DueDate }, day) => (DueDate ?? "") >= day,
      },
      rules: [noLines, "Sent invoices are listed. An invoice that is not sent yet is a salesOrder with the same id."],
    }),
  ),
  "invoices.get": unclearGet(
    unclearInvoice,
    get<records.Invoice, OutgoingInvoice>({
      map: invoice,
      read: readWithLines("invoiceId", isInvoice),
      raw: original,
    }),
  ),
  "invoices.lineItems.list": partsOf(parts),
  "invoices.lineItems.get": partOf({ ...parts, id: idOf }),
};

export const creditNotes = {
  "creditNotes.list": unclearList(
    unclearCreditNote,
    search<records.CreditNote, OutgoingInvoice>({
      map: creditNote,
      path: folder,
      is: isCreditNote,
      fits: { lastModifiedAt: since },
      rules: [noLines, "Amounts are negative at the target system and positive here."],
    }),
  ),
  "creditNotes.get": unclearGet(
    unclearCreditNote,
    get<records.CreditNote, OutgoingInvoice>({
      map: creditNote,
      read: readWithLines("creditNoteId", isCreditNote),
      raw: original,
    }),
  ),
};
