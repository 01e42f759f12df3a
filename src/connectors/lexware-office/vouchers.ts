/** Bookkeeping vouchers: bills, vendor credits, booking proposals and expenses. */

import type { BillLineItemInput } from "../../contract/inputs/purchasing.ts";
import { type Session } from "../../contract/session.ts";
import { amounts, values } from "../../kit/columns.ts";
import { type Encoder, encoder, fieldAs, fieldsAs, invalidField, nested, numberAs } from "../../kit/encode.ts";
import { amount, difference, portion, sum } from "../../kit/money.ts";
import { noRecord } from "../../kit/reading.ts";
import { day, number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import type { Complete } from "./complete.ts";
import { euros, reader } from "./conventions.ts";
import * as shared from "./fields.ts";
import type { Voucher, VoucherItem } from "./types.ts";
import { entryOf, paymentOf } from "./voucherlist.ts";

export const readVoucher = reader<Voucher>("/vouchers");

/** Reads a voucher of these types. Vouchers of all types have the same path. */
export const readOf =
  (...types: readonly string[]) =>
  async (id: string | undefined, session: Session): Promise<Voucher> => {
    const voucher = await readVoucher(id, session);
    if (types.includes(voucher.type ?? "")) return voucher;
    throw noRecord();
  };

/** Reads a voucher with its entry in the voucher list and its payment. */
export const readComplete =
  (...types: readonly string[]) =>
  async (id: string, session: Session): Promise<Complete<Voucher>> => {
    const voucher = await readOf(...types)(id, session);
    const entry = await entryOf(session, voucher.type ?? "", voucher);
    return { ...voucher, entry, payment: await paymentOf(session, voucher) };
  };

export const nameOf = ({ entry, contactName }: Complete<Voucher>) => entry?.contactName ?? contactName;
export const totalFields = twoWay({
  totalGrossAmount: number("totalGrossAmount"),
  totalTaxAmount: number("totalTaxAmount"),
});
export const totals = {
  ...totalFields.reads,
  totalNetAmount: ({ totalGrossAmount, totalTaxAmount }: Voucher) => difference(totalGrossAmount, totalTaxAmount),
};
export const filesIn = ({ files }: Voucher) => (files && files.length > 0 ? [...files] : undefined);

/** A voucher's item with its position and whether its amount is gross. */
export interface Item {
  readonly item: VoucherItem;
  readonly position: string;
  readonly isGross: boolean;
}

export const itemsIn = ({ voucherItems, taxType }: Voucher): Item[] =>
  (voucherItems ?? []).map((item, index) => ({ item, position: String(index + 1), isGross: taxType === "gross" }));

export const itemFields = {
  ...values({ accountId: "item.categoryId" }),
  totalGrossAmount: ({ item, isGross }: Item) => (isGross ? amount(item.amount) : sum([item.amount, item.taxAmount])),
  totalNetAmount: ({ item, isGross }: Item) =>
    isGross ? difference(item.amount, item.taxAmount) : amount(item.amount),
};
export const itemRate = amounts({ taxRatePercentage: "item.taxRatePercent" });
/** The fields of all lines but those of booking proposals. */
export const postedItem = {
  ...itemFields,
  ...values({ id: "position" }),
  ...amounts({ totalTaxAmount: "item.taxAmount" }),
};
export const purchaseLine = { ...postedItem, ...itemRate };

export const dueFields = twoWay({ dueDate: day("dueDate") });
const purchaseFields = twoWay({
  contactId: plainValue("contactId"),
  reference: plainValue("remark"),
});

const purchase = {
  ...shared.identity,
  ...dueFields.reads,
  paymentStatus: shared.paymentStatus,
  status: shared.statusIn(shared.voucherStates),
};

/** Bills and vendor credits in the voucher list. */
export const purchaseSummary = {
  ...shared.grossEntry,
  ...purchase,
  ...values({ name: "contactName" }),
  paymentStatus: shared.listedPaymentStatus,
};

/** Bills and vendor credits as single records. */
export const purchaseRecord = {
  ...purchase,
  ...shared.paid,
  ...totals,
  ...purchaseFields.reads,
  currency: shared.euro,
  fileId: ({ files }: Voucher) => files?.[0],
  name: nameOf,
  taxRule: ({ taxType }: Voucher) => (taxType === "net" ? ("NET" as const) : ("GROSS" as const)),
};

/** An encoded line. Either amount is enough. */
interface Position {
  readonly categoryId?: string;
  readonly gross?: number;
  readonly net?: number;
  readonly tax?: number;
  readonly rate?: number;
}

export const encodeItem = {
  accountId: fieldAs("categoryId"),
  ...fieldsAs(numberAs, { totalGrossAmount: "gross", totalNetAmount: "net" }),
};
export const encodeRate = numberAs("rate");
export const encodeTax = numberAs("tax");

export const positionsAs = <Line extends object>(line: Encoder<Line>) =>
  nested(line, (lines: readonly Line[], _input: unknown, field) =>
    encodePositions(
      lines.map((input) => line(input, field)),
      field,
    ),
  );

/** Sends gross amounts if every line has one, because drafts take no net amounts. */
function encodePositions(positions: readonly Position[], field: string): object {
  if (positions.some(({ gross, net }) => gross === undefined && net === undefined))
    throw invalidField("Every line needs totalGrossAmount or totalNetAmount.", `${field}.totalGrossAmount`);
  const isGross = positions.every(({ gross }) => gross !== undefined);
  const voucherItems = positions.map((position) => {
    const { categoryId, gross = 0, net, rate = 0 } = position;
    const taxAmount = taxIn(position);
    return { amount: isGross ? gross : (net ?? sum([gross, -taxAmount])), taxAmount, taxRatePercent: rate, categoryId };
  });
  const totalTaxAmount = sum(voucherItems.map(({ taxAmount }) => taxAmount));
  const total = sum(voucherItems.map((item) => item.amount));
  return {
    taxType: isGross ? "gross" : "net",
    totalGrossAmount: isGross ? total : sum([total, totalTaxAmount]),
    totalTaxAmount,
    voucherItems,
  };
}

function taxIn({ gross, net, tax, rate = 0 }: Position): number {
  if (tax !== undefined) return tax;
  if (gross !== undefined && net !== undefined) return sum([gross, -net]);
  return gross === undefined ? portion(net, rate) : portion(gross, rate, rate + 100);
}

interface Partner {
  readonly contactId?: string | undefined;
}

/** A voucher without a contact belongs to the vendor's collective contact. */
export const collective = ({ contactId }: Partner): object =>
  contactId === undefined ? { useCollectiveContact: true } : {};

/** A name is sent only without a contact, which has a name. */
export const nameAs = (name: string, { contactId }: Partner): object =>
  contactId === undefined ? { contactName: name } : {};

export const statusAs = vocabulary({ unchecked: "DRAFT", open: "OPEN" }).as("voucherStatus");

/** Totals in the body replace those that Kontor adds up, so that the vendor checks them. */
export const encodePurchase = {
  ...purchaseFields.writes,
  ...totalFields.writes,
  ...dueFields.writes,
  currency: euros,
  lineItems: positionsAs(
    encoder<BillLineItemInput>({ ...encodeItem, taxRatePercentage: encodeRate, totalTaxAmount: encodeTax }),
  ),
  name: nameAs,
  status: statusAs,
};

export const voucherRules = [
  "The voucher is OPEN unless its status is DRAFT. Drafts need gross amounts.",
  "The accountId of a line is the id of an account in accounts.list, which are the posting categories of Lexware Office.",
  "A voucher without a contact belongs to the collective contact.",
];
