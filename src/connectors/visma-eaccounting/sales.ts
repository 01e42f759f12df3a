/** The lines, amounts and states that invoices and credit notes share. */
import { Big } from "big.js";
import type { Address } from "../../contract/records/contacts.ts";
import { values } from "../../kit/columns.ts";
import { documentStatusOf, paymentStatusOf } from "../../kit/documents/paymentStatus.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount, type Decimal, difference, portion, sum } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { today } from "./conventions.ts";
import { percentageOf } from "./fields.ts";
import type { Invoice, InvoiceRow } from "./types.ts";

export const isCredit = ({ IsCreditInvoice }: Invoice): boolean => IsCreditInvoice === true;

/** The document's own currency, or the company's where the vendor gives no other. */
const grossIn = ({ TotalAmountInvoiceCurrency, TotalAmount }: Invoice) =>
  amount(TotalAmountInvoiceCurrency ?? TotalAmount);
const taxIn = ({ TotalVatAmountInvoiceCurrency, TotalVatAmount }: Invoice) =>
  amount(TotalVatAmountInvoiceCurrency ?? TotalVatAmount);

/** Amounts of credit notes are negative at the vendor. */
const signOf = (native: Invoice): 1 | -1 => (isCredit(native) && (grossIn(native) ?? 0) < 0 ? -1 : 1);

const signed = (value: number | undefined, sign: 1 | -1): number | undefined =>
  value === undefined || value === 0 ? value : value * sign;

export const grossOf = (native: Invoice) => signed(grossIn(native), signOf(native));
export const taxOf = (native: Invoice) => signed(taxIn(native), signOf(native));
/** Including the rounding to whole units, which has no VAT. */
export const netOf = (native: Invoice) => difference(grossOf(native), taxOf(native));

const settlements = vocabulary({ "0": "paid", "1": "unpaid", "2": "unpaid" } as const);
const settled = settlements.read(({ PaymentStatus }: Invoice) => PaymentStatus?.toString());

/** Its sign is that of the amount; for credit notes both signs were seen. */
function remainingOf(native: Invoice): number | undefined {
  const left = amount(native.RemainingAmountInvoiceCurrency ?? native.RemainingAmount);
  return left !== undefined && isCredit(native) ? Math.abs(left) : left;
}

/** The amount left is 0 for some unpaid documents, so the payment's state decides first. */
function openOf(native: Invoice): number | undefined {
  const word = settled(native);
  const left = remainingOf(native);
  if (word === "paid") return 0;
  if (word === "unpaid") return left || grossOf(native);
  return native.PaymentStatus === undefined || native.PaymentStatus === null ? left : undefined;
}

const owed = (native: Invoice) => ({ open: openOf(native), total: grossOf(native), due: native.DueDate });

export function stateIn(native: Invoice) {
  return openOf(native) === undefined ? undefined : documentStatusOf(owed(native), today());
}
export const stateOf = Object.assign(stateIn, { unread: settled.unread });
export const paymentStateIn = (native: Invoice) =>
  openOf(native) === undefined ? undefined : paymentStatusOf(owed(native));
export const paymentStateOf = Object.assign(paymentStateIn, { unread: settled.unread });

/** A line of ours: a row, or the rounding, which the vendor keeps beside the rows. */
export interface Line {
  readonly id: string;
  readonly row: InvoiceRow;
  readonly net: number | undefined;
  readonly gross: number | undefined;
  readonly rate: number | undefined;
  readonly quantity: number | undefined;
}

/** So that quantity times price has the line's sign. */
function quantityOf({ Quantity, UnitPrice }: InvoiceRow, net: number | undefined): number | undefined {
  const read = amount(Quantity);
  if (read === undefined || !net) return read;
  return Math.sign(read) * Math.sign(amount(UnitPrice) ?? 1) * Math.sign(net) < 0 ? -read : read;
}

function lineOf(native: Invoice, row: InvoiceRow, index: number): Line {
  // A document without VAT has none on its rows, whatever their percentage says: the buyer owes it.
  const rate = (taxIn(native) ?? 0) === 0 ? 0 : percentageOf(row.PercentVat);
  const net = row.IsTextRow === true ? undefined : signed(amount(row.AmountNoVat), signOf(native));
  return {
    id: row.Id ?? `row-${row.LineNumber ?? index + 1}`,
    row,
    net,
    gross: net === undefined || rate === undefined ? undefined : sum([net, portion(net, rate)]),
    rate: row.IsTextRow === true ? undefined : rate,
    quantity: row.IsTextRow === true ? undefined : quantityOf(row, net),
  };
}

/** The vendor's sign of the rounding is not documented: it is a line if it is what the rows lack. */
function roundingOf(native: Invoice, rows: readonly Line[]): readonly Line[] {
  const lacking = difference(netOf(native), sum(rows.map(({ net }) => net)));
  const stated = amount(native.TotalRoundings) ?? 0;
  if (stated === 0 || lacking === undefined || Math.abs(lacking) !== Math.abs(stated)) return [];
  const row = { Text: "Öresavrundning", UnitPrice: Math.abs(lacking) };
  const quantity = lacking < 0 ? -1 : 1;
  return [{ id: "rounding", row, net: lacking, gross: lacking, rate: 0, quantity }];
}

export function linesOf(native: Invoice): readonly Line[] {
  const rows = (native.Rows ?? []).map((row, index) => lineOf(native, row, index));
  return [...rows, ...roundingOf(native, rows)];
}

/** Rows may have an amount or a percentage off, so both follow from the row's own amount. */
const fullOf = ({ row, rate }: Line, { IncludesVat }: Pick<Invoice, "IncludesVat">): Big => {
  const full = new Big(amount(row.Quantity) ?? 0).times(amount(row.UnitPrice) ?? 0).abs();
  return IncludesVat === true ? full.times(100).div(new Big(100).plus(rate ?? 0)) : full;
};

/** The discount in percent. Half an öre of rounding is no discount. */
export function discountOf(line: Line, native: Pick<Invoice, "IncludesVat">): number | undefined {
  if (line.net === undefined || line.id === "rounding") return undefined;
  const full = fullOf(line, native);
  const off = full.minus(Math.abs(line.net));
  if (full.eq(0) || off.lte(0.01)) return undefined;
  return off.times(100).div(full).round(2, Big.roundHalfUp).toNumber();
}

const address = mapping<Address, Invoice>({
  ...values({
    addressLine1: "InvoiceAddress1",
    addressLine2: "InvoiceAddress2",
    city: "InvoiceCity",
    countryCode: "InvoiceCountryCode",
    postalCode: "InvoicePostalCode",
  }),
  type: () => "BILLING",
});

const hasAddress = (native: Invoice): boolean =>
  [native.InvoiceAddress1, native.InvoiceAddress2, native.InvoiceCity, native.InvoicePostalCode].some(Boolean);

export const addresses = nestedList(address, (native: Invoice) => (hasAddress(native) ? [native] : undefined));

/** Whether two amounts are the same, within half of the smallest unit for each line. */
export const isSame = (left: Decimal, right: Decimal, lines: number): boolean =>
  Math.abs(difference(left ?? 0, right ?? 0) ?? 0) <= 0.005 * Math.max(1, lines) + 1e-9;
