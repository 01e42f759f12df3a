import type { PurchaseOrderLineItem, PurchaseOrder as PurchaseOrderRecord } from "../../contract/records/purchasing.ts";
import { values } from "../../kit/columns.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { partOf, partsOf } from "../../kit/reading.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { resource, search } from "./conventions.ts";
import { addressesOf, addressFields, addressList, currencyOf, dayOf, identity, idOf, stamps } from "./fields.ts";
import { namedLine, totals } from "./lines.ts";
import type { Line, PurchaseOrder, Wrapped } from "./types.ts";

const { taxCode: _taxCode, taxRatePercentage: _taxRate, ...untaxed } = namedLine;
const orderLine = mapping<PurchaseOrderLineItem, Line>(untaxed);

const states = vocabulary({
  STATUS_OPEN: "OPEN",
  STATUS_SENT: "OPEN",
  STATUS_RECEIVING: "PARTIALLY_FULFILLED",
  STATUS_CONFIRMED_DEVIATION_DETECTED: "PARTIALLY_FULFILLED",
  STATUS_DEVIATION_OPEN: "PARTIALLY_FULFILLED",
  STATUS_DEVIATION_CONFIRMED: "PARTIALLY_FULFILLED",
  STATUS_CONFIRMED: "PARTIALLY_FULFILLED",
  STATUS_CLOSED: "CLOSED",
  STATUS_CANCELLED: "CANCELED",
});

const purchaseOrder = mapping<PurchaseOrderRecord, PurchaseOrder>({
  ...identity,
  ...stamps,
  ...totals,
  ...addressList(({ deliveryAddress }: PurchaseOrder) => addressesOf({ DELIVERY: deliveryAddress })),
  ...values({ comment: "comments", description: "internalComment", reference: "number" }),
  currency: currencyOf,
  lineItems: nestedList(orderLine, ({ orderLines }) => orderLines),
  orderDate: ({ creationDate }) => dayOf(creationDate),
  status: states.read(({ status }) => status),
  supplierId: ({ supplier }) => idOf(supplier),
  totalDiscountPercentage: ({ discount }) => amount(discount),
});

const path = "/purchaseOrder";
const lines = "orderLines(*,product(id,name,productUnit(name)))";
const fields = `*,changes,currency(code),deliveryAddress${addressFields},${lines}`;
const parts = {
  path: `${path}/{purchaseOrderId}`,
  query: { fields },
  parts: ({ value }: Wrapped<PurchaseOrder>) => value?.orderLines,
  map: orderLine,
};

export const purchaseOrders = {
  "purchaseOrders.list": search({
    map: purchaseOrder,
    sources: () => [{ path, query: { fields } }],
    rules: ["Purchase orders need the Logistics package; without it the target system forbids them."],
  }),
  "purchaseOrders.get": resource(path, "purchaseOrderId", { map: purchaseOrder, fields }).get(),
  "purchaseOrders.lineItems.list": partsOf(parts),
  "purchaseOrders.lineItems.get": partOf({ ...parts, id: ({ id }) => String(id) }),
};
