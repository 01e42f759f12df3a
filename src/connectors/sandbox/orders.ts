/** Offers, sales and purchase orders, and goods receipts. */
import { offerStatus, salesOrderStatus } from "../../contract/enums.ts";
import type {
  OfferInput,
  OfferLineItemInput,
  SalesOrderInput,
  SalesOrderLineItemInput,
} from "../../contract/inputs/sales.ts";
import {
  type GoodsReceipt,
  type GoodsReceiptLineItem,
  PurchaseOrder,
  type PurchaseOrderLineItem,
} from "../../contract/records/purchasing.ts";
import { type Offer, OfferLineItem, type SalesOrder, type SalesOrderLineItem } from "../../contract/records/sales.ts";
import { get } from "../../kit/reading.ts";
import { byWord, create, list, modified } from "./conventions.ts";
import {
  addresses,
  currency,
  day,
  decimal,
  eachOf,
  identity,
  listOf,
  mappingOf,
  openWord,
  shape,
  stamps,
  text,
  totals,
  tradeLine,
  word,
} from "./fields.ts";
import { documentOf } from "./files.ts";

const offerLine = shape<OfferLineItem, OfferLineItemInput>(
  {
    ...tradeLine,
    accountCode: text,
    accountId: text,
    name: text,
    taxType: openWord,
    type: word(OfferLineItem.properties.type),
  },
  { ...identity, ...stamps },
);

const offer = shape<Offer, OfferInput>(
  {
    ...addresses,
    ...totals,
    contactId: text,
    currency: text,
    lineItems: listOf(offerLine),
    name: text,
    offerDate: day,
    offerNumber: text,
    oneLineAddress: text,
    reference: text,
    status: word(offerStatus),
    taxText: text,
  },
  { ...identity, ...stamps },
);

export const offers = {
  "offers.list": list({ ...offer, path: "/offers", filters: { ...modified, ...byWord("status") } }),
  "offers.get": get({ ...offer, path: "/offers/{offerId}" }),
  "offers.create": create({ ...offer, path: "/offers" }),
  "offers.document.get": documentOf("/offers/{offerId}"),
  "offers.lineItems.list": list({ ...offerLine, path: "/offers/{offerId}/line-items", filters: modified }),
  "offers.lineItems.get": get({ ...offerLine, path: "/offers/{offerId}/line-items/{lineItemId}" }),
};

const salesOrderLine = shape<SalesOrderLineItem, SalesOrderLineItemInput>(
  { ...tradeLine, itemName: text },
  { ...identity, ...stamps },
);

const salesOrder = shape<SalesOrder, SalesOrderInput>(
  {
    ...addresses,
    ...totals,
    billingContactId: text,
    comment: text,
    contactId: text,
    currency: text,
    deliveryDate: day,
    lineItems: listOf(salesOrderLine),
    oneLineAddress: text,
    orderDate: day,
    projectId: text,
    shippingContactId: text,
    status: word(salesOrderStatus),
  },
  { ...identity, ...stamps, taskId: text },
);

export const salesOrders = {
  "salesOrders.list": list({ ...salesOrder, path: "/sales-orders", filters: { ...modified, ...byWord("status") } }),
  "salesOrders.get": get({ ...salesOrder, path: "/sales-orders/{salesOrderId}" }),
  "salesOrders.create": create({ ...salesOrder, path: "/sales-orders", requires: ["orderDate"] }),
  "salesOrders.lineItems.list": list({
    ...salesOrderLine,
    path: "/sales-orders/{salesOrderId}/line-items",
    filters: modified,
  }),
};

const purchaseOrderLine = {
  path: "/purchase-orders/{purchaseOrderId}/line-items",
  map: mappingOf<PurchaseOrderLineItem>({ ...identity, ...stamps, ...tradeLine, itemName: text }),
};

const purchaseOrder = mappingOf<PurchaseOrder>({
  ...identity,
  ...stamps,
  ...addresses,
  ...totals,
  approvalDate: day,
  comment: text,
  currency,
  description: text,
  lineItems: eachOf(purchaseOrderLine.map),
  orderDate: day,
  paymentTermId: text,
  reference: text,
  status: word(PurchaseOrder.properties.status),
  supplierId: text,
});

export const purchaseOrders = {
  "purchaseOrders.list": list({ path: "/purchase-orders", map: purchaseOrder, filters: modified }),
  "purchaseOrders.get": get({ path: "/purchase-orders/{purchaseOrderId}", map: purchaseOrder }),
  "purchaseOrders.lineItems.list": list({ ...purchaseOrderLine, filters: modified }),
  "purchaseOrders.lineItems.get": get({ ...purchaseOrderLine, path: `${purchaseOrderLine.path}/{lineItemId}` }),
};

const goodsReceiptLine = {
  path: "/goods-receipts/{goodsReceiptId}/line-items",
  map: mappingOf<GoodsReceiptLineItem>({
    ...identity,
    ...stamps,
    description: text,
    itemId: text,
    itemName: text,
    projectId: text,
    purchaseOrderId: text,
    quantityOrdered: decimal,
    quantityReceived: decimal,
  }),
};

const goodsReceipt = mappingOf<GoodsReceipt>({
  ...identity,
  ...stamps,
  comment: text,
  description: text,
  lineItems: eachOf(goodsReceiptLine.map),
  reference: text,
  supplierId: text,
});

export const goodsReceipts = {
  "goodsReceipts.list": list({ path: "/goods-receipts", map: goodsReceipt, filters: modified }),
  "goodsReceipts.get": get({ path: "/goods-receipts/{goodsReceiptId}", map: goodsReceipt }),
  "goodsReceipts.lineItems.list": list({ ...goodsReceiptLine, filters: modified }),
  "goodsReceipts.lineItems.get": get({ ...goodsReceiptLine, path: `${goodsReceiptLine.path}/{lineItemId}` }),
};
