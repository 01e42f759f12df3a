import type { GetHandler, ListHandler, Session } from "../../contract/connector.ts";
import type { GoodsReceiptLineItem, GoodsReceipt as GoodsReceiptRecord } from "../../contract/records/purchasing.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { identity, updated } from "./fields.ts";
import { at, below, isOneOf, list, modified, oneBelow, quoted, single } from "./habits.ts";
import type { Page, Party } from "./vendor.ts";
import type { PurchaseReceipt, PurchaseReceiptLine } from "./vendorTrade.ts";

const line = mapping<GoodsReceiptLineItem, PurchaseReceiptLine>({
  ...identity,
  description: ({ description }) => description,
  quantityReceived: ({ quantity }) => amount(quantity),
});

const goodsReceipt = mapping<GoodsReceiptRecord, PurchaseReceipt>({
  ...identity,
  ...updated,
  description: (receipt) => receipt.vendorName,
  lineItems: each(line, (receipt) => receipt.purchaseReceiptLines),
  reference: ({ number }) => number,
});

const withSupplier = { ...goodsReceipt.fields, supplierId: true } as const;

/** Receipts name vendors by their number only; one question tells the ids of many. */
async function supplierIds(
  session: Session,
  receipts: readonly PurchaseReceipt[],
): Promise<ReadonlyMap<string, string>> {
  const numbers = [...new Set(receipts.flatMap(({ vendorNumber }) => vendorNumber ?? []))];
  const ids = new Map<string, string>();
  for (const $filter of isOneOf("number", numbers.map(quoted))) {
    const { value } = (await session.read("/vendors", { $filter, $select: "id,number" })) as Page;
    for (const { id, number } of value as readonly Party[]) ids.set(number ?? "", id);
  }
  return ids;
}

function supplied(receipt: PurchaseReceipt, record: GoodsReceiptRecord, ids: ReadonlyMap<string, string>) {
  const supplierId = ids.get(receipt.vendorNumber ?? "");
  return supplierId === undefined ? record : { ...record, supplierId };
}

const expand = "purchaseReceiptLines";
const receiptAt = at("purchaseReceipts", "goodsReceiptId");
const listed = list("purchaseReceipts", { map: goodsReceipt, expand, filters: modified });
const found = single(receiptAt, { map: goodsReceipt, expand });

const listReceipts: ListHandler<GoodsReceiptRecord> = {
  ...listed,
  fields: withSupplier,
  list: async (call, session) => {
    const listing = await listed.list(call, session);
    const receipts = listing.raw as readonly PurchaseReceipt[];
    const ids = await supplierIds(session, receipts);
    const records = receipts.map((receipt, index) => supplied(receipt, listing.records[index] ?? receipt, ids));
    return { ...listing, records };
  },
};

const getReceipt: GetHandler<GoodsReceiptRecord> = {
  fields: withSupplier,
  get: async (call, session) => {
    const { record, raw } = await found.get(call, session);
    const receipt = raw as PurchaseReceipt;
    return { record: supplied(receipt, record, await supplierIds(session, [receipt])), raw };
  },
};

export const goodsReceipts = {
  "goodsReceipts.list": listReceipts,
  "goodsReceipts.get": getReceipt,
  "goodsReceipts.lineItems.list": list(below(receiptAt, expand), { map: line }),
  "goodsReceipts.lineItems.get": single(oneBelow(receiptAt, expand), { map: line }),
};
