import type { SalesOrderInput, SalesOrderLineItemInput } from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import { amounts, days, values } from "../../kit/columns.ts";
import { encoder, fieldAs, numberAs, sentSeparately } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { dayAsMoment, reader } from "./conventions.ts";
import * as shared from "./fields.ts";
import * as sold from "./salesDocuments.ts";
import type { Entry, SalesDocument } from "./types.ts";
import { entries, single } from "./voucherlist.ts";

const states = vocabulary({ draft: "DRAFT", open: "OPEN", voided: "VOIDED" });

const dateFields = twoWay({ orderDate: dayAsMoment("voucherDate") });

const fields = { ...dateFields.reads, status: shared.statusIn(states) };

const summary = mapping<records.SalesOrder, Entry>({ ...shared.grossEntry, ...fields });

const line = mapping<records.SalesOrderLineItem, sold.PositionedLine>({
  ...sold.pricedLineFields,
  ...values({ itemName: "line.name" }),
  ...amounts({ unitDiscountPercentage: "line.discountPercentage" }),
});

const order = mapping<records.SalesOrder, SalesDocument>({
  ...shared.tradeFields,
  ...fields,
  ...days({ deliveryDate: "shippingConditions.shippingDate" }),
  lineItems: nestedList(line, sold.linesIn),
});

const encodeOrder = encoder<SalesOrderInput>(
  {
    ...sold.encodeSold,
    ...sold.encodeDiscount,
    ...shared.customerFields.writes,
    ...dateFields.writes,
    // `shipping` adds it, because the vendor requires shipping conditions.
    deliveryDate: sentSeparately,
    lineItems: sold.linesAs<SalesOrderLineItemInput>({
      itemName: fieldAs("name"),
      unitDiscountPercentage: numberAs("discountPercentage"),
    }),
  },
  ({ deliveryDate }) => sold.shipping(deliveryDate === undefined ? {} : { shippingDate: deliveryDate }),
);

export const salesOrders = {
  "salesOrders.list": entries({ types: "orderconfirmation", map: summary, states }),
  "salesOrders.get": single({ read: reader<SalesDocument>("/order-confirmations"), map: order }),
  "salesOrders.lineItems.list": sold.linesOf("/order-confirmations/{salesOrderId}", line).list,
  "salesOrders.create": sold.createIn("/order-confirmations", "OPEN", {
    encoder: encodeOrder,
    map: order,
    requires: ["orderDate", "contactId", "lineItems"],
    rules: [
      "A sales order is an order confirmation at Lexware Office. It is a draft unless its status is OPEN.",
      "Prices of lines are without tax.",
    ],
  }),
};
