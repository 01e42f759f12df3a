/** Quotations, sales and purchase orders, and goods receipts. */
import type * as inputs from "../../contract/inputs/sales.ts";
import type * as purchasing from "../../contract/records/purchasing.ts";
import type * as sales from "../../contract/records/sales.ts";
import { amounts, values } from "../../kit/columns.ts";
import { encoder, listAs, sentSeparately } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { linesOf, resource, wordsIn } from "./conventions.ts";
import { code, codes, currencies, day, days, identity, numbers, stamps } from "./fields.ts";
import { discountedEncoders, itemName, totalsOf, tradeLine } from "./lines.ts";
import * as types from "./types.ts";

/** A reviewed quotation (6) is replaced by a newer version. */
const offerStates = vocabulary({
  20: "DRAFT",
  10: "DRAFT",
  25: "DRAFT",
  35: "DRAFT",
  40: "SENT",
  50: "ACCEPTED",
  5: "DECLINED",
  6: "VOIDED",
});
const offerLine = mapping<sales.OfferLineItem, types.TradeLine>({
  ...tradeLine,
  ...values({ name: "ItemDescription" }),
});
const offerFields = twoWay({
  contactId: plainValue("OrderAccount"),
  reference: plainValue("YourRef"),
  currency: code("Currency"),
  offerDate: day("QuotationDate"),
});
const offerLines = ({ QuotationLines }: types.Quotation) => linesOf(QuotationLines);
const quotations = resource("/crm/Quotations", {
  id: "offerId",
  key: "QuotationID",
  fields: types.quotationFields,
  below: { QuotationLines: types.quotationLineFields },
  map: mapping<sales.Offer, types.Quotation>({
    ...stamps,
    ...totalsOf(offerLines),
    ...offerFields.reads,
    ...values({ id: "QuotationID", name: "OrderAccountName" }),
    ...numbers({ offerNumber: "QuotationNumber" }),
    lineItems: nestedList(offerLine, offerLines),
    status: offerStates.read(({ Status }) => Status?.toString()),
  }),
});
const offerEncoder = encoder<inputs.OfferInput>({
  ...offerFields.writes,
  addresses: sentSeparately,
  lineItems: listAs("QuotationLines", encoder<inputs.OfferLineItemInput>(discountedEncoders)),
});

/** A partly delivered order (20) is still open. */
const saleStates = vocabulary({ 12: "OPEN", 20: "OPEN", 21: "CLOSED", 45: "VOIDED" });
const saleLine = mapping<sales.SalesOrderLineItem, types.TradeLine>({ ...tradeLine, ...itemName });
const saleLines = ({ SalesOrderLines }: types.SalesOrder) => linesOf(SalesOrderLines);
const saleFields = twoWay({
  billingContactId: plainValue("InvoiceTo"),
  contactId: plainValue("OrderedBy"),
  shippingContactId: plainValue("DeliverTo"),
  comment: plainValue("Remarks"),
  currency: code("Currency"),
  deliveryDate: day("DeliveryDate"),
  orderDate: day("OrderDate"),
});
const salesOrders = resource("/salesorder/SalesOrders", {
  id: "salesOrderId",
  key: "OrderID",
  fields: types.salesOrderFields,
  below: { SalesOrderLines: types.salesOrderLineFields },
  map: mapping<sales.SalesOrder, types.SalesOrder>({
    ...stamps,
    ...totalsOf(saleLines),
    ...saleFields.reads,
    ...values({ id: "OrderID" }),
    ...amounts({ totalDiscountAmount: "AmountDiscount" }),
    lineItems: nestedList(saleLine, saleLines),
    status: saleStates.read(({ Status }) => Status?.toString()),
  }),
});
const saleEncoder = encoder<inputs.SalesOrderInput>({
  ...saleFields.writes,
  lineItems: listAs("SalesOrderLines", encoder<inputs.SalesOrderLineItemInput>(discountedEncoders)),
});

const purchaseStates = vocabulary({ 10: "OPEN", 20: "PARTIALLY_FULFILLED", 30: "CLOSED", 40: "CANCELED" });
const purchaseLine = mapping<purchasing.PurchaseOrderLineItem, types.TradeLine>({
  ...tradeLine,
  ...stamps,
  ...itemName,
  // The ordered quantity, in the supplier's units.
  quantity: ({ QuantityInPurchaseUnits, Quantity }) => amount(QuantityInPurchaseUnits ?? Quantity),
});
const purchaseLines = ({ PurchaseOrderLines }: types.PurchaseOrder) => linesOf(PurchaseOrderLines);
const purchaseOrders = resource("/purchaseorder/PurchaseOrders", {
  id: "purchaseOrderId",
  key: "PurchaseOrderID",
  fields: types.purchaseOrderFields,
  below: { PurchaseOrderLines: types.purchaseOrderLineFields },
  map: mapping<purchasing.PurchaseOrder, types.PurchaseOrder>({
    ...stamps,
    ...totalsOf(purchaseLines),
    ...values({
      id: "PurchaseOrderID",
      comment: "Remarks",
      description: "Description",
      reference: "YourRef",
      supplierId: "Supplier",
    }),
    ...currencies({ currency: "Currency" }),
    ...codes({ paymentTermId: "PaymentCondition" }),
    ...days({ orderDate: "OrderDate" }),
    lineItems: nestedList(purchaseLine, purchaseLines),
    status: purchaseStates.read(({ OrderStatus }) => OrderStatus?.toString()),
  }),
});

const receiptLine = mapping<purchasing.GoodsReceiptLineItem, types.GoodsReceiptLine>({
  ...identity,
  ...stamps,
  ...values({
    description: "Description",
    itemId: "Item",
    itemName: "ItemDescription",
    projectId: "Project",
    purchaseOrderId: "PurchaseOrderID",
  }),
  ...amounts({ quantityOrdered: "QuantityOrdered", quantityReceived: "QuantityReceived" }),
});
const receiptLines = ({ GoodsReceiptLines }: types.GoodsReceipt) => linesOf(GoodsReceiptLines);
const receipts = resource("/purchaseorder/GoodsReceipts", {
  id: "goodsReceiptId",
  key: "ID",
  fields: types.goodsReceiptFields,
  below: { GoodsReceiptLines: types.goodsReceiptLineFields },
  map: mapping<purchasing.GoodsReceipt, types.GoodsReceipt>({
    ...identity,
    ...stamps,
    ...values({ comment: "Remarks", description: "Description", reference: "YourRef", supplierId: "Supplier" }),
    lineItems: nestedList(receiptLine, receiptLines),
  }),
});

const requires = ["contactId", "lineItems", "lineItems.itemId"] as const;

export const orders = {
  ...operationsOf("offers", {
    list: quotations.list({ filters: { status: wordsIn("Status", offerStates) } }),
    get: quotations.get(),
    create: quotations.create<inputs.OfferInput>({ encoder: offerEncoder, requires }),
  }),
  ...operationsOf("offers.lineItems", quotations.lines(offerLines, offerLine)),
  ...operationsOf("salesOrders", {
    list: salesOrders.list({ filters: { status: wordsIn("Status", saleStates) } }),
    get: salesOrders.get(),
    create: salesOrders.create<inputs.SalesOrderInput>({ encoder: saleEncoder, requires }),
    "lineItems.list": salesOrders.lines(saleLines, saleLine).list,
  }),
  ...operationsOf("purchaseOrders", { list: purchaseOrders.list(), get: purchaseOrders.get() }),
  ...operationsOf("purchaseOrders.lineItems", purchaseOrders.lines(purchaseLines, purchaseLine)),
  ...operationsOf("goodsReceipts", { list: receipts.list(), get: receipts.get() }),
  ...operationsOf("goodsReceipts.lineItems", receipts.lines(receiptLines, receiptLine)),
};
