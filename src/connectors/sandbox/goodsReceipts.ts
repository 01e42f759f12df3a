import type { GoodsReceiptLineItem, GoodsReceipt as GoodsReceiptRecord } from "../../contract/records/purchasing.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { get } from "../../kit/reading.ts";
import { list, modified } from "./conventions.ts";
import { identity, stamps } from "./fields.ts";
import type { GoodsReceipt, GoodsReceiptLine } from "./vendorTrade.ts";

const line = mapping<GoodsReceiptLineItem, GoodsReceiptLine>({
  ...identity,
  ...stamps,
  description: ({ description }) => description,
  itemId: (line) => line.item_id,
  itemName: (line) => line.item_name,
  projectId: (line) => line.project_id,
  purchaseOrderId: (line) => line.purchase_order_id,
  quantityOrdered: (line) => amount(line.quantity_ordered),
  quantityReceived: (line) => amount(line.quantity_received),
});

const goodsReceipt = mapping<GoodsReceiptRecord, GoodsReceipt>({
  ...identity,
  ...stamps,
  comment: ({ comment }) => comment,
  description: ({ description }) => description,
  lineItems: each(line, (receipt) => receipt.line_items),
  reference: ({ reference }) => reference,
  supplierId: (receipt) => receipt.supplier_id,
});

export const goodsReceipts = {
  "goodsReceipts.list": list({ path: "/goods-receipts", map: goodsReceipt, filters: modified }),
  "goodsReceipts.get": get({
    path: ({ ids }) => path`/goods-receipts/${ids["goodsReceiptId"]}`,
    map: goodsReceipt,
  }),
  "goodsReceipts.lineItems.list": list({
    path: ({ ids }) => path`/goods-receipts/${ids["goodsReceiptId"]}/line-items`,
    map: line,
    filters: modified,
  }),
  "goodsReceipts.lineItems.get": get({
    path: ({ ids }) => path`/goods-receipts/${ids["goodsReceiptId"]}/line-items/${ids["lineItemId"]}`,
    map: line,
  }),
};
