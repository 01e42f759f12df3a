import { Big } from "big.js";
import type { Call, WriteCall } from "../../contract/connector.ts";
import { cannotStore, Failure } from "../../contract/failure.ts";
import type { BillInput, BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import type { BillLineItem, Bill as BillRecord } from "../../contract/records/purchasing.ts";
import { type Session } from "../../contract/session.ts";
import { days, values } from "../../kit/columns.ts";
import { calendarDay, termOf, todayIn } from "../../kit/dates.ts";
import { documentStatusOf, paymentStates } from "../../kit/documents/paymentStatus.ts";
import { file } from "../../kit/download.ts";
import {
  dayAs,
  type Encoded,
  encoder,
  fieldAs,
  invalidField,
  listAs,
  numberAs,
  onlyAccepts,
} from "../../kit/encode.ts";
import { withRows } from "../../kit/lookup.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, sum } from "../../kit/money.ts";
import { path, pathOf } from "../../kit/path.ts";
import { get, partsOf, undefinedIfMissing } from "../../kit/reading.ts";
import { currencyCode, vocabulary } from "../../kit/vocabulary.ts";
import { remove, write } from "../../kit/writing.ts";
import { refuseClosedDay } from "./catalogue.ts";
import { allOf, baseCurrency, eachRead, pagedList, zone } from "./conventions.ts";
import { idNumber, referenceAs, references, withCountry, withTax } from "./fields.ts";
import type { Bill, BillAddress, BillLine, Contact, Currency, ExchangeRate, Tax } from "./types.ts";

/** A line with whether its document's amounts are net. */
interface Line extends BillLine {
  readonly isNet: boolean;
}

/** The buyer owes the tax: it is no part of the bill. */
const isReverseCharge = (tax: Tax | undefined): boolean => tax?.type?.startsWith("pre_regards_tax") ?? false;
/** The line is nothing but the tax that customs charged. */
const isCustoms = (tax: Tax | undefined): boolean => tax?.type?.startsWith("pre_customs_tax") ?? false;

const taxOfLine = ({ tax, tax_calc: calculated }: BillLine): number =>
  isReverseCharge(tax) ? 0 : (amount(calculated) ?? 0);

const totals = (line: Line): { net: number; tax: number; gross: number } | undefined => {
  const total = amount(line.amount);
  if (total === undefined) return undefined;
  const tax = taxOfLine(line);
  return line.isNet ? { net: total, tax, gross: sum([total, tax]) } : { net: sum([total, -tax]), tax, gross: total };
};

const billLine = mapping<BillLineItem, Line>({
  ...references({ accountId: "booking_account_id", taxCode: "tax_id" }),
  ...values({ description: "title" }),
  id: ({ id }) => id,
  taxRatePercentage: ({ tax }) => (isReverseCharge(tax) ? 0 : amount(tax?.value)),
  totalGrossAmount: (line) => totals(line)?.gross,
  totalNetAmount: (line) => totals(line)?.net,
  totalTaxAmount: (line) => totals(line)?.tax,
});

const linesOf = ({ line_items: lines, item_net: isNet }: Bill): readonly Line[] =>
  (lines ?? []).map((line) => ({ ...line, isNet: isNet === true }));

/** What the supplier asks for: entered by a person, or computed from the lines. */
const grossOf = (bill: Bill): number | undefined => amount(bill.manual_amount ? bill.amount_man : bill.amount_calc);

const taxOf = (bill: Bill): number => sum(linesOf(bill).map(taxOfLine));

const netOf = (bill: Bill): number | undefined => {
  const gross = grossOf(bill);
  return gross === undefined ? undefined : sum([gross, -taxOf(bill)]);
};

/** bexio's discounts lower the total of the lines. */
const discountOf = (bill: Bill): number | undefined => {
  const net = netOf(bill);
  if (net === undefined || !bill.discounts?.length) return undefined;
  return sum([...linesOf(bill).map((line) => totals(line)?.net ?? 0), -net]);
};

const draft = "DRAFT";
const booked = "BOOKED";
/** From being booked to being paid. What is open says how much was paid. */
const states = vocabulary({
  DRAFT: "DRAFT",
  BOOKED: "OPEN",
  PARTIALLY_CREATED: "OPEN",
  CREATED: "OPEN",
  PARTIALLY_SENT: "OPEN",
  SENT: "OPEN",
  PARTIALLY_DOWNLOADED: "OPEN",
  DOWNLOADED: "OPEN",
  PARTIALLY_PAID: "OPEN",
  PAID: "OPEN",
  PARTIALLY_FAILED: "OPEN",
  FAILED: "OPEN",
});

export const openOf = ({ pending_amount: open }: Bill): number | undefined => amount(open);

const documentStatus = (bill: Bill) =>
  documentStatusOf({ open: openOf(bill), total: grossOf(bill), due: bill.due_date }, todayIn(zone));

function statusOf(bill: Bill) {
  const state = states.toContract(bill.status);
  return state === "OPEN" ? documentStatus(bill) : state;
}

const status = Object.assign(statusOf, { unread: states.read((bill: Bill) => bill.status).unread });

const bill = mapping<BillRecord, Bill>({
  ...references({ contactId: "supplier_id" }),
  ...values({ billNumber: "vendor_ref", id: "id", reference: "title" }),
  ...days({ billDate: "bill_date", dueDate: "due_date" }),
  currency: ({ currency_code: code }) => currencyCode(code),
  fileId: ({ attachment_ids: files }) => files?.[0],
  lineItems: nestedList(billLine, linesOf),
  name: ({ firstname_suffix: first, lastname_company: last }) => [first, last].filter(Boolean).join(" "),
  paymentDays: ({ bill_date: from, due_date: to }) => termOf(from, to),
  paymentStatus: (native) => {
    const { status: state } = native;
    return states.toContract(state) === "OPEN" ? paymentStates[documentStatus(native)] : undefined;
  },
  status,
  totalDiscountAmount: discountOf,
  totalGrossAmount: grossOf,
  totalNetAmount: netOf,
  totalTaxAmount: taxOf,
});

const bills4 = "/4.0/purchase/bills";
const billPath = `${bills4}/{billId}`;

export const readBill = async (session: Session, id: string): Promise<Bill> =>
  (await session.read(path`/4.0/purchase/bills/${id}`)) as Bill;

/** The list lacks lines and the supplier, so each bill is read. */
const withLines = (natives: readonly Bill[], session: Session) => eachRead(natives, ({ id }) => readBill(session, id));

interface Prepared {
  readonly address: BillAddress;
  readonly taxes: readonly Tax[];
  readonly currency: string;
  readonly base: string | undefined;
  readonly rate: number | undefined;
  readonly before?: Bill;
}

/** The supplier's address, which bexio wants in every bill. */
async function addressOf(id: string, session: Session): Promise<BillAddress> {
  const found = await undefinedIfMissing(session.read(path`/2.0/contact/${id}`));
  if (found === undefined) throw invalidField(`bexio has no contact with the id ${id}.`, "contactId");
  const [supplier = found as Contact] = await withRows([found as Contact], [withCountry], session);
  const { street_name: name, house_number: number, postcode, city, country } = supplier;
  const street = [name, number].filter(Boolean).join(" ");
  const isPerson = supplier.contact_type_id === 2;
  return {
    lastname_company: supplier.name_1,
    type: isPerson ? "PRIVATE" : "COMPANY",
    ...(supplier.name_2 && { firstname_suffix: supplier.name_2 }),
    ...(street && { address_line: street }),
    ...(postcode && { postcode: String(postcode) }),
    ...(city && { city }),
    ...(country?.iso_3166_alpha2 && { country_code: country.iso_3166_alpha2 }),
  };
}

/** bexio's own rate of the day: the value of one unit in the company's currency. */
async function rateOf(code: string, day: string, session: Session): Promise<number> {
  const currencies = await allOf<Currency>(session, "/3.0/currencies");
  const currency = currencies.find(({ name }) => name === code);
  if (currency === undefined)
    throw cannotStore(`bexio has no currency ${code}. Add it in bexio's settings first.`, "currency");
  const rates = (await session.read(path`/3.0/currencies/${String(currency.id)}/exchange_rates`, {
    date: day,
  })) as readonly ExchangeRate[];
  const rate = amount(rates[0]?.factor_nr);
  if (rate === undefined) throw cannotStore(`bexio has no exchange rate for ${code}.`, "currency");
  return new Big(rate).div(amount(rates[0]?.ratio) || 1).toNumber();
}

/** bexio refuses to book a line without an account, or a day in a closed year. */
async function checkBooking({ body }: WriteCall<BillInput>, session: Session): Promise<void> {
  if (body.status !== "OPEN") return;
  const without = (body.lineItems ?? []).findIndex(({ accountId }) => accountId === undefined);
  if (without !== -1)
    throw cannotStore(
      "A line of a booked bill needs accountId. GET /accounting/accounts lists the accounts.",
      `lineItems[${without}].accountId`,
    );
  if (body.billDate !== undefined) await refuseClosedDay(body.billDate, "billDate", session);
}

async function prepared(call: WriteCall<BillInput>, session: Session, before?: Bill): Promise<Prepared> {
  const { body } = call;
  await checkBooking(call, session);
  const supplier = body.contactId ?? (before?.supplier_id ? String(before.supplier_id) : "");
  idNumber(supplier, "contactId");
  const base = (await baseCurrency(session))?.name ?? undefined;
  const currency = body.currency ?? before?.currency_code ?? base;
  if (currency === undefined) throw invalidField("Send the currency.", "currency");
  const day = body.billDate === undefined ? (before?.bill_date ?? "") : calendarDay(body.billDate);
  return {
    address: await addressOf(supplier, session),
    taxes: await allOf<Tax>(session, "/3.0/taxes"),
    currency,
    base,
    rate: base === undefined || currency === base ? undefined : await rateOf(currency, day, session),
    ...(before && { before }),
  };
}

type EncodedLine = Readonly<Record<string, unknown>> & { readonly tax_id?: number; readonly amount?: number };

const cents = (value: Big): Big => value.round(2, Big.roundHalfUp);

/**
 * The lines with their amounts, and the total. Amounts are net, unless a tax ignores it: bexio then takes gross amounts only.
 */
function pricedLines(lines: readonly EncodedLine[], taxes: readonly Tax[]) {
  const taxOfLine = ({ tax_id: id }: EncodedLine) => taxes.find((tax) => tax.id === id);
  if (lines.some((line) => isCustoms(taxOfLine(line))))
    throw cannotStore("A line that is only tax of customs cannot be written. Enter it in bexio.", "lineItems");
  const isNet = !lines.some((line) => isReverseCharge(taxOfLine(line)));
  let total = new Big(0);
  const priced = lines.map((line, position) => {
    const tax = taxOfLine(line);
    const net = new Big(line.amount ?? 0);
    const charged = isReverseCharge(tax) ? new Big(0) : cents(net.times(tax?.value ?? 0).div(100));
    const gross = net.plus(charged);
    total = total.plus(gross);
    return { position, ...line, amount: (isNet ? net : gross).toNumber() };
  });
  return { isNet, lines: priced, total: total.toNumber() };
}

/** What decides the amount of a bill. */
function pricing(encoded: Encoded, { taxes, rate, currency }: Prepared): object {
  const lines = encoded["line_items"] as readonly EncodedLine[] | undefined;
  if (lines === undefined) return {};
  const { isNet, lines: priced, total } = pricedLines(lines, taxes);
  return {
    item_net: isNet,
    manual_amount: false,
    amount_calc: total,
    currency_code: currency,
    ...(rate !== undefined && {
      exchange_rate: rate,
      base_currency_amount: cents(new Big(total).times(rate)).toNumber(),
    }),
    line_items: priced,
  };
}

const lineEncoder = encoder<BillLineItemInput>({
  accountId: referenceAs("booking_account_id"),
  description: fieldAs("title"),
  taxCode: referenceAs("tax_id"),
  totalNetAmount: numberAs("amount"),
});

const billEncoder = encoder<BillInput>({
  billDate: dayAs("bill_date"),
  billNumber: fieldAs("vendor_ref"),
  contactId: referenceAs("supplier_id"),
  currency: fieldAs("currency_code"),
  dueDate: dayAs("due_date"),
  fileId: (id) => ({ attachment_ids: [id] }),
  lineItems: listAs("line_items", lineEncoder),
  reference: fieldAs("title"),
  // A new bill is a draft; `book` books it.
  status: onlyAccepts(["DRAFT", "OPEN"]),
});

const setStatus = (session: Session, id: string, state: string) =>
  session.send({ method: "PUT", path: path`/4.0/purchase/bills/${id}/bookings/${state}` });

async function book(native: Bill, { body }: WriteCall<BillInput>, session: Session): Promise<Bill> {
  const stored = await readBill(session, native.id);
  // An earlier attempt may have booked it.
  if (body.status !== "OPEN" || stored.status !== draft) return stored;
  await setStatus(session, native.id, booked);
  return readBill(session, native.id);
}

/** What PUT accepts. It replaces the bill: without its number, a bill cannot be booked any more. */
const writable = [
  "document_no",
  "title",
  "supplier_id",
  "vendor_ref",
  "contact_partner_id",
  "bill_date",
  "due_date",
  "amount_man",
  "amount_calc",
  "manual_amount",
  "currency_code",
  "exchange_rate",
  "base_currency_amount",
  "item_net",
  "purchase_order_id",
  "qr_bill_information",
  "attachment_ids",
  "discounts",
] as const satisfies readonly (keyof Bill)[];

const keptLine = ({ title, tax_id, amount: total, booking_account_id, position }: BillLine) => ({
  position,
  title,
  tax_id,
  amount: total,
  booking_account_id,
});

async function billBefore(call: WriteCall<BillInput>, session: Session): Promise<Prepared> {
  const before = (await session.read(pathOf(billPath, call))) as Bill;
  if (before.status !== draft)
    throw new Failure(
      "document_locked",
      "This bill is booked, and bexio changes drafts only. Set it back to draft in bexio first.",
      { field: Object.keys(call.body)[0] ?? "status" },
    );
  return prepared(call, session, before);
}

function changedBill(encoded: Encoded, found: unknown): object {
  const facts = found as Prepared;
  const { before } = facts;
  const kept = Object.fromEntries(
    writable.flatMap((field) => (before?.[field] === undefined ? [] : [[field, before[field]]])),
  );
  const lines = (before?.line_items ?? []).map(keptLine);
  const sent = { ...kept, line_items: lines, ...encoded, ...pricing(encoded, facts) } as Encoded;
  const isSplit = (sent["line_items"] as readonly unknown[]).length > 1 || (before?.discounts ?? []).length > 0;
  return {
    ...sent,
    contact_partner_id: encoded["supplier_id"] ?? before?.contact_partner_id,
    split_into_line_items: isSplit,
    address: facts.address,
  };
}

const isDraft = async (call: Call, session: Session): Promise<void> => {
  const { status: state } = (await session.read(pathOf(billPath, call))) as Bill;
  if (state !== draft)
    throw new Failure(
      "document_locked",
      "This bill is booked, and bexio deletes drafts only. Set it back to draft in bexio first.",
    );
};

const requires = ["contactId", "billDate", "dueDate", "lineItems"] as const;

export const bills = {
  "bills.list": pagedList({
    path: bills4,
    map: bill,
    filters: { billDateFrom: (from) => ({ bill_date_start: from }) },
    join: withLines,
    lookups: [withTax],
    rules: ["The target system's list has no lines, so each bill of a page is read."],
  }),
  "bills.get": get({ path: billPath, map: bill, lookups: [withTax] }),
  "bills.document.get": file(async (call, session) => {
    const { attachment_ids: files } = (await session.read(pathOf(billPath, call))) as Bill;
    const [id] = files ?? [];
    if (id === undefined) throw new Failure("not_found", "This bill has no file.");
    return { id, path: path`/3.0/files/${id}/download` };
  }),
  "bills.lineItems.list": partsOf({
    read: async (call, session) => {
      const native = (await session.read(pathOf(billPath, call))) as Bill;
      const [joined = native] = await withRows([native], [withTax], session);
      return joined;
    },
    parts: linesOf,
    map: billLine,
    raw: ({ isNet: _isNet, tax: _tax, ...line }: Line) => line,
  }),
  "bills.create": write<BillInput, BillRecord, Bill>({
    method: "POST",
    path: bills4,
    encoder: billEncoder,
    prepare: (call, session) => prepared(call, session),
    body: (encoded, found) => {
      const facts = found as Prepared;
      return {
        attachment_ids: [],
        discounts: [],
        // bexio wants a person here; without one, the supplier stands for itself.
        contact_partner_id: encoded["supplier_id"],
        ...encoded,
        ...pricing(encoded, facts),
        address: facts.address,
      };
    },
    afterwards: book,
    map: bill,
    lookups: [withTax],
    undo: (id, session) => session.send({ method: "DELETE", path: path`/4.0/purchase/bills/${id}` }),
    requires,
    rules: [
      "Each line is one amount. bexio computes the tax.",
      "A bill in another currency is booked at bexio's own rate of the day.",
    ],
  }),
  "bills.update": write<BillInput, BillRecord, Bill>({
    method: "PUT",
    path: billPath,
    encoder: billEncoder,
    prepare: billBefore,
    body: changedBill,
    afterwards: book,
    map: bill,
    lookups: [withTax],
    repeatable: true,
    rules: ["Only drafts can be changed."],
  }),
  "bills.delete": remove(billPath, { prepare: isDraft, rules: ["Only drafts can be deleted."] }),
};
