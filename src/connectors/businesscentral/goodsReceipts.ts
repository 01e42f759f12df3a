import type { Call, GetHandler, ListHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { GoodsReceiptLineItem, GoodsReceipt as GoodsReceiptRecord } from "../../contract/records/purchasing.ts";
import { type Session } from "../../contract/session.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { listing, noRecord } from "../../kit/reading.ts";
import { at, isOneOf, list, modified, quoted } from "./conventions.ts";
import { identity, option, updated } from "./fields.ts";
import type { Page, Party, Text } from "./types.ts";
import type { PurchaseReceipt, PurchaseReceiptLine } from "./vendorTrade.ts";

/** Receipts name vendor, order and items by their numbers only; here the ids are with them. */
interface KnownLine extends PurchaseReceiptLine {
  readonly itemId: string | undefined;
  readonly purchaseOrderId: string | undefined;
}
interface Known extends PurchaseReceipt {
  readonly lines: readonly KnownLine[];
  readonly supplierId: string | undefined;
}

const line = mapping<GoodsReceiptLineItem, KnownLine>({
  ...identity,
  description: ({ description }) => description,
  itemId: ({ itemId }) => itemId,
  purchaseOrderId: (line) => line.purchaseOrderId,
  quantityReceived: ({ quantity }) => amount(quantity),
});

const goodsReceipt = mapping<GoodsReceiptRecord, Known>({
  ...identity,
  ...updated,
  description: (receipt) => receipt.vendorName,
  lineItems: each(line, ({ lines }) => lines),
  reference: ({ number }) => number,
  supplierId: (receipt) => receipt.supplierId,
});

/** One question tells many. Orders are gone once all of them is invoiced. */
async function idsIn(
  session: Session,
  set: string,
  numbers: readonly Text[],
): Promise<(number: Text) => string | undefined> {
  const ids = new Map<string, string>();
  const asked = new Set(numbers.flatMap((number) => (number ? [quoted(number)] : [])));
  for (const $filter of isOneOf("number", [...asked])) {
    const { value } = (await session.read(`/${set}`, { $filter, $select: "id,number" })) as Page;
    for (const { id, number } of value as readonly Party[]) ids.set(number ?? "", id);
  }
  return (number) => ids.get(number ?? "");
}

const itemNumber = ({ lineType, lineObjectNumber }: PurchaseReceiptLine): Text =>
  option(lineType) === "Item" ? lineObjectNumber : undefined;

async function known(session: Session, receipts: readonly PurchaseReceipt[]): Promise<readonly Known[]> {
  const linesOf = (receipt: PurchaseReceipt) => receipt.purchaseReceiptLines ?? [];
  const vendor = await idsIn(
    session,
    "vendors",
    receipts.map(({ vendorNumber }) => vendorNumber),
  );
  const order = await idsIn(
    session,
    "purchaseOrders",
    receipts.map(({ orderNumber }) => orderNumber),
  );
  const item = await idsIn(session, "items", receipts.flatMap(linesOf).map(itemNumber));
  return receipts.map((receipt) => {
    const purchaseOrderId = order(receipt.orderNumber);
    const lines = linesOf(receipt).map((line) => ({ ...line, itemId: item(itemNumber(line)), purchaseOrderId }));
    return { ...receipt, lines, supplierId: vendor(receipt.vendorNumber) };
  });
}

const expand = "purchaseReceiptLines";
const receiptAt = at("purchaseReceipts", "goodsReceiptId");
const listed = list("purchaseReceipts", { map: goodsReceipt, expand, filters: modified });

const listReceipts: ListHandler<GoodsReceiptRecord> = {
  ...listed,
  list: async (call, session) => {
    const { raw, total } = await listed.list(call, session);
    return { ...listing(goodsReceipt, await known(session, raw as readonly PurchaseReceipt[])), raw, total };
  },
};

async function readOne(call: Call, session: Session) {
  const raw = (await session.read(receiptAt(call), { $expand: expand })) as PurchaseReceipt;
  const [receipt] = await known(session, [raw]);
  if (receipt === undefined) throw noRecord();
  return { raw, receipt };
}

const getReceipt: GetHandler<GoodsReceiptRecord> = {
  fields: goodsReceipt.fields,
  get: async (call, session) => {
    const { raw, receipt } = await readOne(call, session);
    return { record: goodsReceipt(receipt), raw };
  },
};

const listLines: ListHandler<GoodsReceiptLineItem> = {
  ...{ fields: line.fields, filters: [], orders: [], requires: [] },
  list: async (call, session) => {
    const { raw, receipt } = await readOne(call, session);
    return { ...listing(line, receipt.lines), raw: raw.purchaseReceiptLines ?? [], total: receipt.lines.length };
  },
};

const getLine: GetHandler<GoodsReceiptLineItem> = {
  fields: line.fields,
  get: async (call, session) => {
    const { raw, receipt } = await readOne(call, session);
    const index = receipt.lines.findIndex(({ id }) => id === call.ids["lineItemId"]);
    const found = receipt.lines[index];
    if (found === undefined) throw new Failure("not_found", "There is no line with this id.");
    return { record: line(found), raw: raw.purchaseReceiptLines?.[index] };
  },
};

export const goodsReceipts = {
  "goodsReceipts.list": listReceipts,
  "goodsReceipts.get": getReceipt,
  "goodsReceipts.lineItems.list": listLines,
  "goodsReceipts.lineItems.get": getLine,
};
