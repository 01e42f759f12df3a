/** Vouchers for the books: bills, vendor credits, booking proposals and expenses are all of this kind. */

import { Big } from "big.js";
import type { GetHandler, ListHandler, WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Document } from "../../contract/records/documents.ts";
import { type Session } from "../../contract/session.ts";
import { accountingDay } from "../../kit/dates.ts";
import { file } from "../../kit/download.ts";
import { mapping } from "../../kit/mapping.ts";
import { amount, type Decimal, sum } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { noRecord, partsOf } from "../../kit/reading.ts";
import { stamps } from "./conventions.ts";
import type { Voucher, VoucherItem, Whole } from "./vendorDocuments.ts";
import { entryOf, idIn, paymentOf } from "./voucherlist.ts";

export const readVoucher = async (id: string, session: Session): Promise<Whole<Voucher>> => ({
  document: (await session.read(path`/vouchers/${id}`)) as Voucher,
});

/** Of these types only: the same ids lead to the others. */
export const readOf =
  (...types: readonly string[]) =>
  async (id: string, session: Session): Promise<Whole<Voucher>> => {
    const { document } = await readVoucher(id, session);
    const type = document.type ?? "";
    if (!types.includes(type)) throw noRecord();
    const entry = await entryOf(session, type, document);
    return { document, entry, payment: await paymentOf(session, document) };
  };

export const voucherStamps = {
  createdDate: ({ document }: Whole<Voucher>) => stamps.createdDate(document),
  updatedDate: ({ document }: Whole<Voucher>) => stamps.updatedDate(document),
};
export const paidDate = ({ payment }: Whole<Voucher>) => accountingDay(payment?.paidDate);
export const nameOf = ({ document, entry }: Whole<Voucher>) => entry?.contactName ?? document.contactName;
export const totalNet = ({ document: { totalGrossAmount, totalTaxAmount } }: Whole<Voucher>) =>
  less(totalGrossAmount, totalTaxAmount);

const less = (whole: Decimal, part: Decimal): number | undefined => {
  const [all, some] = [amount(whole), amount(part)];
  return all === undefined || some === undefined ? undefined : sum([all, -some]);
};

/** A position, with what its voucher says about it. */
export interface Item {
  readonly item: VoucherItem;
  readonly position: number;
  readonly isGross: boolean;
}

export const itemsOf = ({ voucherItems, taxType }: Voucher): Item[] =>
  (voucherItems ?? []).map((item, index) => ({ item, position: index + 1, isGross: taxType === "gross" }));
export const itemsIn = ({ document }: Whole<Voucher>): Item[] => itemsOf(document);

export const itemAmounts = {
  totalGrossAmount: ({ item, isGross }: Item) => (isGross ? amount(item.amount) : sum([item.amount, item.taxAmount])),
  totalNetAmount: ({ item, isGross }: Item) => (isGross ? less(item.amount, item.taxAmount) : amount(item.amount)),
};

const attached = mapping<Document, string>({ id: (id) => id });

export const filesOf = (): ListHandler<Document> => ({
  ...partsOf({
    path: (call) => path`/vouchers/${idIn(call)}`,
    parts: ({ files }: Voucher) => files,
    map: attached,
  }),
  rules: [
    "Lexware Office tells no more of a voucher's files than their ids; the document has the first one's content.",
  ],
});

export const scanOf = (): GetHandler<Document> => ({
  ...file(async (call, session) => {
    const { document } = await readVoucher(idIn(call), session);
    const [first] = document.files ?? [];
    if (first === undefined) throw new Failure("not_found", "This voucher has no file.");
    return { id: first, path: path`/files/${first}` };
  }),
  rules: ["The first file of the voucher."],
});

/** Adds what was sent along. The same file twice is one. */
export async function attachThenRead(
  id: string,
  session: Session,
  { files }: Pick<WriteCall<unknown>, "files">,
): Promise<Whole<Voucher>> {
  for (const file of files)
    await session.send({
      method: "POST",
      path: path`/vouchers/${id}/files`,
      form: { parts: {}, files: [{ name: "file", file }] },
    });
  return readVoucher(id, session);
}

/** A position on its way; either amount is enough. */
export interface Position {
  readonly accountId?: string | undefined;
  readonly gross?: number | undefined;
  readonly net?: number | undefined;
  readonly tax?: number | undefined;
  readonly rate?: number | undefined;
}

/** Without one the vendor would be told of nothing. */
function checkAmounts(positions: readonly Position[]): void {
  if (positions.some(({ gross, net }) => gross === undefined && net === undefined))
    throw new Failure("invalid_request", "every line needs totalGrossAmount or totalNetAmount", {
      field: "totalGrossAmount",
    });
}

function taxOf({ gross, net, tax, rate = 0 }: Position): number {
  if (tax !== undefined) return tax;
  if (gross !== undefined && net !== undefined) return sum([gross, -net]);
  const whole =
    gross === undefined ? new Big(net ?? 0).times(rate).div(100) : new Big(gross).times(rate).div(rate + 100);
  return whole.round(2, Big.roundHalfUp).toNumber();
}

/** With tax where every position has such an amount: drafts cannot be without. */
export function toldPositions(positions: readonly Position[]): object {
  checkAmounts(positions);
  const isGross = positions.every(({ gross }) => gross !== undefined);
  const taxes = positions.map(taxOf);
  const amounts = positions.map(({ gross, net }, index) =>
    isGross ? (gross ?? 0) : (net ?? sum([gross ?? 0, -(taxes[index] ?? 0)])),
  );
  const totalTaxAmount = sum(taxes);
  return {
    taxType: isGross ? "gross" : "net",
    totalGrossAmount: isGross ? sum(amounts) : sum([...amounts, totalTaxAmount]),
    totalTaxAmount,
    voucherItems: positions.map(({ accountId, rate }, index) => ({
      ...{ amount: amounts[index], taxAmount: taxes[index], taxRatePercent: rate ?? 0, categoryId: accountId },
    })),
  };
}
