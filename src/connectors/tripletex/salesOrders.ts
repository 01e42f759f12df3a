import type { SalesOrderInput, SalesOrderLineItemInput } from "../../contract/inputs/sales.ts";
import type { SalesOrderLineItem, SalesOrder as SalesOrderRecord } from "../../contract/records/sales.ts";
import { as, dayAs, elsewhere, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { partsOf } from "../../kit/reading.ts";
import { resource, search, window } from "./conventions.ts";
import { addressesOf, addressFields, addressList, currencyOf, dayOf, idAs, identity, idOf, stamps } from "./fields.ts";
import { currencyId } from "./invoices.ts";
import { discountAs, lineEncoders, lineFields, namedLine, totals } from "./lines.ts";
import type { Line, Order, Wrapped } from "./types.ts";

const orderLine = mapping<SalesOrderLineItem, Line>(namedLine);

/** A state comes with the logistics module only; all orders tell whether they can still be invoiced. */
const stateOf = ({ status, isClosed }: Order) => {
  if (status === "CANCELLED") return "VOIDED";
  return isClosed || status === "INVOICED" ? "CLOSED" : "OPEN";
};

const salesOrder = mapping<SalesOrderRecord, Order>({
  ...identity,
  ...stamps,
  ...totals,
  ...addressList(({ deliveryAddress }: Order) => addressesOf({ DELIVERY: deliveryAddress })),
  comment: ({ deliveryComment }) => deliveryComment,
  contactId: ({ customer }) => idOf(customer),
  currency: currencyOf,
  deliveryDate: ({ deliveryDate }) => dayOf(deliveryDate),
  lineItems: each(orderLine, ({ orderLines }) => orderLines),
  orderDate: ({ orderDate }) => dayOf(orderDate),
  projectId: ({ project }) => idOf(project),
  status: stateOf,
});

const path = "/order";
const fields = `*,changes,currency(code),customer(id),deliveryAddress${addressFields},${lineFields}`;
const orders = resource(path, "salesOrderId", { map: salesOrder, fields });

export const salesOrders = {
  "salesOrders.list": search({
    map: salesOrder,
    sources: () => [{ path, query: { fields, ...window("orderDate") } }],
    fits: { status: (native, wanted) => stateOf(native) === wanted },
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
      comment: as("deliveryComment"),
      contactId: idAs("customer"),
      // Its id has to be found out.
      currency: elsewhere,
      deliveryDate: dayAs("deliveryDate"),
      lineItems: listAs(
        "orderLines",
        encoder<SalesOrderLineItemInput>({ ...lineEncoders, totalDiscountPercentage: discountAs }),
      ),
      orderDate: dayAs("orderDate"),
      projectId: idAs("project"),
    }),
    prepare: ({ body }, session) => currencyId(body.currency, session),
    body: (encoded, currency) => ({ ...encoded, ...(currency !== undefined && { currency: { id: currency } }) }),
    requires: ["contactId", "orderDate", "deliveryDate"],
  }),
};
