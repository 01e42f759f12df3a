/** Payments of invoices and of supplier invoices. Lists lack the other party, so each payment of a page is read. */
import { Big } from "big.js";
import type { ListCall, ListHandler, OpenAmount, PaidDocument, WriteCall } from "../../contract/connector.ts";
import { cannotStore } from "../../contract/failure.ts";
import type { PaymentInput } from "../../contract/inputs/money.ts";
import type { PaymentLine, Payment as PaymentRecord } from "../../contract/records/money.ts";
import type { Session, VendorQuery } from "../../contract/session.ts";
import { calendarDay } from "../../kit/dates.ts";
import { encoder, inParent, sentSeparately, singleEntry } from "../../kit/encode.ts";
import { itemsInWindow } from "../../kit/lists/paging.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get, listing, noRecord, readCached, undefinedIfMissing } from "../../kit/reading.ts";
import { referencedRow } from "../../kit/referencedRow.ts";
import { write } from "../../kit/writing.ts";
import { billId, givenNumberOf, openBill } from "./bills.ts";
import { allOf, checkOpenDay, lastModified, readRecord } from "./conventions.ts";
import { currencyOf, idOf } from "./fields.ts";
import { openInvoice } from "./invoices.ts";
import type { ModeOfPayment, Payment, SupplierInvoice } from "./types.ts";

type Side = "INVOICE" | "BILL";

interface Source {
  readonly side: Side;
  readonly path: string;
  readonly name: string;
  readonly kind: string;
  /** Both sides number their payments. */
  readonly prefix: string;
}

const sold: Source = {
  side: "INVOICE",
  path: "/invoicepayments",
  name: "InvoicePayments",
  kind: "InvoicePayment",
  prefix: "invoice-",
};
const bought: Source = {
  side: "BILL",
  path: "/supplierinvoicepayments",
  name: "SupplierInvoicePayments",
  kind: "SupplierInvoicePayment",
  prefix: "bill-",
};
const sourceOf = (side: string | undefined): Source => (side === "BILL" ? bought : sold);

/** A payment with its side, and the account of its mode of payment if it does not have that itself. */
interface Paid {
  readonly source: Source;
  readonly native: Payment;
  readonly account: string | undefined;
}

const isForeign = ({ Currency }: Payment): boolean => (Currency || "SEK") !== "SEK";

const partyOf = ({ native, source }: Paid): string | undefined =>
  (source.side === "BILL" ? native.InvoiceSupplierNumber : native.InvoiceCustomerNumber) || undefined;

/** Invoices and supplier invoices may have the same number. */
const documentId = ({ side }: Source, { InvoiceNumber: number }: Payment): string | undefined =>
  side === "BILL" && idOf(number) !== undefined ? billId(String(number)) : idOf(number);

const line = mapping<PaymentLine, Paid>({
  accountId: ({ account }) => account,
  // In the payment's currency; write-offs are kept beside it.
  amount: ({ native }) => amount(isForeign(native) ? native.AmountCurrency : native.Amount),
  contactId: partyOf,
  contactName: ({ native, source }) =>
    source.side === "BILL" ? native.InvoiceSupplierName : native.InvoiceCustomerName,
  customerId: (paid) => (paid.source.side === "INVOICE" ? partyOf(paid) : undefined),
  invoiceId: ({ native, source }) => documentId(source, native),
  paymentDate: ({ native }) => native.PaymentDate?.slice(0, 10),
  supplierId: (paid) => (paid.source.side === "BILL" ? partyOf(paid) : undefined),
});

/** Crowns for one unit of the currency. The vendor's rate may be for 100 units. */
function rateOf({ native }: Paid): number | undefined {
  const { CurrencyRate: rate, CurrencyUnit: unit } = native;
  if (!isForeign(native) || !amount(rate)) return undefined;
  return new Big(rate ?? 0).div(amount(unit) || 1).toNumber();
}

const payment = mapping<PaymentRecord, Paid>({
  id: ({ native, source }) => source.prefix + String(native.Number),
  currency: ({ native }) => currencyOf(native),
  documentType: ({ source }) => source.side,
  exchangeRate: rateOf,
  paymentLines: nestedList(line, (paid) => [paid]),
  paymentType: ({ native }) => native.ModeOfPayment,
});
const raw = ({ native }: Paid): Payment => native;

const modesOf = (session: Session): Promise<readonly ModeOfPayment[]> =>
  readCached(session, "fortnox modes of payment", () =>
    allOf<ModeOfPayment>(session, "/modesofpayments", "ModesOfPayments"),
  );

async function accountOf(session: Session, { ModeOfPayment: code, ModeOfPaymentAccount: own }: Payment) {
  if (idOf(own) !== undefined || !code) return idOf(own);
  const modes = await modesOf(session);
  return idOf(modes.find(({ Code }) => Code === code)?.AccountNumber);
}

async function readPaid(session: Session, source: Source, number: string): Promise<Paid> {
  const native = await readRecord<Payment>(session, `${source.path}${path`/${number}`}`, source.kind);
  return { source, native, account: await accountOf(session, native) };
}

/** Until it is booked, no money has moved. */
const isBooked = ({ Booked }: Payment): boolean => Booked === true;

interface Listed {
  readonly source: Source;
  readonly row: Payment;
}

const rowsOf = async (session: Session, source: Source, query: VendorQuery = {}): Promise<readonly Listed[]> =>
  (await allOf<Payment>(session, source.path, source.name, query)).filter(isBooked).map((row) => ({ source, row }));

/** Payments of suppliers have no filter by time of change, but a payment changes the balance of its supplier invoice. */
async function boughtSince(session: Session, since: Date): Promise<readonly Listed[]> {
  const changed = await allOf<SupplierInvoice>(session, "/supplierinvoices", "SupplierInvoices", lastModified(since));
  if (changed.length === 0) return [];
  const numbers = new Set(changed.map(({ GivenNumber }) => GivenNumber));
  return (await rowsOf(session, bought)).filter(({ row }) => numbers.has(String(row.InvoiceNumber)));
}

const boughtFor = (session: Session, since: Date | undefined): Promise<readonly Listed[]> =>
  since === undefined ? rowsOf(session, bought) : boughtSince(session, since);

async function listedFor(session: Session, { filters }: ListCall): Promise<readonly Listed[]> {
  const { lastModifiedAt: since, invoiceId } = filters;
  const isOfInvoice = invoiceId === undefined || /^\d+$/.test(invoiceId);
  const query = { ...(since && lastModified(since)), ...(invoiceId !== undefined && { invoicenumber: invoiceId }) };
  const ofInvoices = isOfInvoice ? await rowsOf(session, sold, query) : [];
  const isOfBill = invoiceId === undefined || !isOfInvoice;
  const ofBills = isOfBill ? await boughtFor(session, since) : [];
  const all = [...ofInvoices, ...ofBills];
  return invoiceId === undefined ? all : all.filter(({ source, row }) => documentId(source, row) === invoiceId);
}

const paymentList: ListHandler<PaymentRecord> = {
  fields: payment.fields,
  filters: ["lastModifiedAt", "invoiceId"],
  orders: [],
  requires: [],
  readsWholeList: true,
  rules: [
    "Payments of invoices come first, then those of supplier invoices. A payment is listed once it is booked. Kontor reads both lists, then each payment of the page.",
  ],
  list: async (call, session) => {
    const all = await listedFor(session, call);
    const onPage = itemsInWindow(all, call.window);
    const paid = await Promise.all(onPage.map(({ source, row }) => readPaid(session, source, String(row.Number))));
    return { ...listing(payment, paid, raw), total: all.length };
  },
};

const lineEncoder = encoder<PaymentLine>({
  accountId: sentSeparately,
  amount: sentSeparately,
  // The document decides it.
  contactId: sentSeparately,
  customerId: sentSeparately,
  supplierId: sentSeparately,
  invoiceId: sentSeparately,
  paymentDate: sentSeparately,
});

interface Prepared {
  readonly source: Source;
  readonly body: object;
}

/** The code in the body, or the mode of payment for the account. The vendor has a default. */
async function modeFor({ body }: WriteCall<PaymentInput>, session: Session): Promise<string | undefined> {
  const { paymentType, paymentLines: [first] = [] } = body;
  if (paymentType !== undefined || first?.accountId === undefined) return paymentType;
  const field = "paymentLines[0].accountId";
  const key = ({ AccountNumber }: ModeOfPayment) => idOf(AccountNumber);
  const modes = await modesOf(session);
  return referencedRow(modes, { field, value: first.accountId, kind: "mode of payment with the account", key }).Code;
}

async function prepare(call: WriteCall<PaymentInput>, session: Session): Promise<Prepared> {
  const { documentType, paymentLines = [], exchangeRate, currency } = call.body;
  const [first, second] = paymentLines;
  if (second !== undefined)
    throw cannotStore(
      "A payment belongs to one document at Fortnox. Send one payment per document.",
      "paymentLines[1]",
    );
  const { invoiceId, amount: value, paymentDate } = first ?? {};
  if (invoiceId === undefined)
    throw cannotStore(
      "Fortnox registers payments of documents, not money on account. Send invoiceId.",
      "paymentLines[0].invoiceId",
    );
  if (value === undefined || paymentDate === undefined)
    throw cannotStore("A payment needs an amount and a paymentDate at Fortnox.", "paymentLines[0].amount");
  if (value <= 0)
    throw cannotStore(
      "Fortnox's documentation does not say how its API registers money that goes back. Register the refund at Fortnox.",
      "paymentLines[0].amount",
    );
  const source = sourceOf(documentType);
  const open = await undefinedIfMissing(openAmount({ documentType: source.side, id: invoiceId }, session));
  if (open === undefined)
    throw cannotStore(
      `Fortnox has no ${source.side === "BILL" ? "supplier invoice" : "invoice"} ${invoiceId}.`,
      "paymentLines[0].invoiceId",
    );
  const documentCurrency = open.currency ?? "SEK";
  if (currency !== undefined && currency !== documentCurrency)
    throw cannotStore(
      `Fortnox registers a payment in the currency of its document, which is ${documentCurrency}.`,
      "currency",
    );
  await checkOpenDay(paymentDate, "paymentLines[0].paymentDate", session);
  const mode = await modeFor(call, session);
  return {
    source,
    body: {
      InvoiceNumber: source.side === "BILL" ? givenNumberOf(invoiceId) : Number(invoiceId),
      PaymentDate: calendarDay(paymentDate),
      ...amountsIn(documentCurrency, value, exchangeRate),
      ...(mode !== undefined && { ModeOfPayment: mode }),
    },
  };
}

/** A payment in another currency has its value in crowns, too. */
function amountsIn(currency: string, value: number, rate: number | undefined): object {
  if (currency === "SEK") return { Amount: value, AmountCurrency: value };
  if (rate === undefined)
    throw cannotStore(`A payment in ${currency} needs its rate in crowns. Send exchangeRate.`, "exchangeRate");
  return {
    Amount: new Big(value).times(rate).round(2, Big.roundHalfUp).toNumber(),
    AmountCurrency: value,
    Currency: currency,
    CurrencyRate: rate,
  };
}

/** A payment counts once it is booked. An earlier attempt may have booked it. */
async function booked({ source, native }: Paid, _call: unknown, session: Session): Promise<Paid> {
  const number = String(native.Number);
  const stored = await readPaid(session, source, number);
  if (isBooked(stored.native)) return stored;
  await session.send({ method: "PUT", path: `${source.path}${path`/${number}/bookkeep`}` });
  return readPaid(session, source, number);
}

export async function openAmount({ documentType, id }: PaidDocument, session: Session): Promise<OpenAmount> {
  if (documentType === "BILL") return openBill(id, session);
  if (!/^\d+$/.test(id)) throw noRecord();
  return openInvoice(id, session);
}

const paidIn = (reply: { readonly [name: string]: unknown }): Paid | undefined => {
  const source = reply[sold.kind] === undefined ? bought : sold;
  const native = reply[source.kind] as Payment | undefined;
  return native && { source, native, account: idOf(native.ModeOfPaymentAccount) };
};

export const payments = {
  "payments.list": paymentList,
  "payments.get": get<PaymentRecord, Paid>({
    map: payment,
    raw,
    read: async ({ ids }, session) => {
      const [, prefix, number] = /^(invoice-|bill-)(\d+)$/.exec(ids["paymentId"] ?? "") ?? [];
      if (number === undefined) throw noRecord();
      const found = await readPaid(session, prefix === sold.prefix ? sold : bought, number);
      return isBooked(found.native) ? found : undefined;
    },
  }),
  "payments.create": write<PaymentInput, PaymentRecord, Paid>({
    method: "POST",
    path: (_call, { source }: Prepared) => source.path,
    encoder: encoder<PaymentInput>({
      // The document decides it.
      currency: sentSeparately,
      documentType: sentSeparately,
      exchangeRate: sentSeparately,
      paymentLines: singleEntry(inParent(lineEncoder)),
      paymentType: sentSeparately,
    }),
    prepare,
    body: (_encoded, prepared) => {
      const { source, body } = prepared as Prepared;
      return { [source.kind]: body };
    },
    record: paidIn,
    afterwards: booked,
    map: payment,
    raw,
    requires: ["paymentLines"],
    rules: [
      "A payment has one line, with a document. Kontor books it.",
      "accountId is the account of a mode of payment, and paymentType its code. Without them the target system uses its default.",
    ],
  }),
};
