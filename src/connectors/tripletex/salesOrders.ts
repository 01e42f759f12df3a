import type { SalesOrderInput, SalesOrderLineItemInput } from "../../contract/inputs/sales.ts";
import type { SalesOrderLineItem, SalesOrder as SalesOrderRecord } from "../../contract/records/sales.ts";
import { encoder, listAs, sentSeparately } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { partsOf } from "../../kit/reading.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { resource, search, window } from "./conventions.ts";
import * as read from "./fields.ts";
import { currencyId } from "./invoices.ts";
import { lineEncoders, lineFields, namedLine, totals, tradeDiscount } from "./lines.ts";
import type { Line, Order, Wrapped } from "./types.ts";

const orderLine = mapping<SalesOrderLineItem, Line>(namedLine);

/** Only the logistics module has a state. */
const states = vocabulary({
  NOT_CHOSEN: "OPEN",
  NEW: "OPEN",
  CONFIRMATION_SENT: "OPEN",
  READY_FOR_PICKING: "OPEN",
  PICKED: "OPEN",
  PACKED: "OPEN",
  READY_FOR_SHIPPING: "OPEN",
  READY_FOR_INVOICING: "OPEN",
  INVOICED: "CLOSED",
  CANCELLED: "VOIDED",
} as const);
const readState = states.read(({ status }: Order) => status);

/** All orders say whether they can still be invoiced. */
const stateOf = (native: Order) => {
  const { status, isClosed } = native;
  const state = status ? readState(native) : "OPEN";
  return state === "OPEN" && isClosed ? "CLOSED" : state;
};

const orderFields = twoWay({
  comment: plainValue("deliveryComment"),
  contactId: read.linkedId("customer"),
  deliveryDate: day("deliveryDate"),
  orderDate: day("orderDate"),
  projectId: read.linkedId("project"),
});

const salesOrder = mapping<SalesOrderRecord, Order>({
  ...read.identity,
  ...read.stamps,
  ...totals,
  ...read.addressList(({ deliveryAddress }: Order) => read.addressesOf({ DELIVERY: deliveryAddress })),
  ...orderFields.reads,
  currency: read.currencyOf,
  lineItems: nestedList(orderLine, ({ orderLines }) => orderLines),
  status: Object.assign(stateOf, { unread: readState.unread }),
});

const path = "/order";
const fields = `*,changes,currency(code),customer(id),deliveryAddress${read.addressFields},${lineFields}`;
const orders = resource(path, "salesOrderId", { map: salesOrder, fields });

export const salesOrders = {
  "salesOrders.list": search({
    map: salesOrder,
    sources: () => [{ path, query: { fields, ...window("orderDate") } }],
    fits: { status: (native, status) => stateOf(native) === status },
  }),
  "salesOrders.get": orders.get(),
  "salesOrders.lineItems.list": partsOf({
    path: `${path}/{salesOrderId}`,
    query: { fields },
    parts: ({ value }: Wrapped<Order>) => value?.orderLines,
    map: orderLine,
  }),
  "salesOrders.create": orders.create({
    encoder: encoder<SalesOrderInput>({
      ...orderFields.writes,
      // Sent as the vendor's id, which `currencyId` looks up.
      currency: sentSeparately,
      lineItems: listAs("orderLines", encoder<SalesOrderLineItemInput>({ ...lineEncoders, ...tradeDiscount.writes })),
    }),
    prepare: ({ body }, session) => currencyId(body.currency, session),
    body: (encoded, currency) => ({ ...encoded, ...(currency !== undefined && { currency: { id: currency } }) }),
    requires: ["contactId", "orderDate", "deliveryDate"],
  }),
};
