import type { SalesOrderInput, SalesOrderLineItemInput } from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import { accountingDay } from "../../kit/dates.ts";
import { as, elsewhere, encoder, numberAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { create, euros, momentAs, reader } from "./conventions.ts";
import * as shared from "./fields.ts";
import * as sold from "./salesDocuments.ts";
import type { Entry, SalesDocument } from "./types.ts";
import { entries, single } from "./voucherlist.ts";

const states = vocabulary({ draft: "DRAFT", open: "OPEN", voided: "VOIDED" });

const fields = { id: shared.idOf, orderDate: shared.dayOf, status: shared.statusIn(states) };

const summary = mapping<records.SalesOrder, Entry>({ ...shared.grossEntry, ...fields });

const line = mapping<records.SalesOrderLineItem, sold.Placed>({
  ...sold.pricedLineFields,
  itemName: sold.lineNameOf,
  unitDiscountPercentage: sold.lineDiscountOf,
});

const order = mapping<records.SalesOrder, SalesDocument>({
  ...shared.documentFields,
  ...shared.documentTotals,
  ...fields,
  deliveryDate: ({ shippingConditions }) => accountingDay(shippingConditions?.shippingDate),
  lineItems: each(line, sold.linesIn),
});

const read = reader<SalesDocument>("/order-confirmations");

const encodeOrder = encoder<SalesOrderInput>(
  {
    ...sold.encodeDiscount,
    contactId: as("address", "contactId"),
    currency: euros,
    // Together, in any case.
    deliveryDate: elsewhere,
    lineItems: sold.linesAs<SalesOrderLineItemInput>({
      itemName: as("name"),
      unitDiscountPercentage: numberAs("discountPercentage"),
    }),
    orderDate: momentAs("voucherDate"),
    // In the query.
    status: elsewhere,
  },
  ({ deliveryDate }) => sold.shipping(deliveryDate === undefined ? {} : { shippingDate: deliveryDate }),
);

export const salesOrders = {
  "salesOrders.list": entries({ types: "orderconfirmation", map: summary, states }),
  "salesOrders.get": single({ read, map: order }),
  "salesOrders.lineItems.list": sold.linesOf("/order-confirmations/{salesOrderId}", line).list,
  "salesOrders.create": create({
    path: "/order-confirmations",
    query: sold.finalize("OPEN"),
    encoder: encodeOrder,
    prepare: sold.prepare,
    body: sold.finished,
    read,
    map: order,
    requires: ["orderDate", "contactId", "lineItems"],
    rules: [
      "A sales order is an order confirmation of Lexware Office: a draft unless its status is OPEN.",
      "The prices of its lines are without tax.",
      ...sold.soldRules,
    ],
  }),
};
