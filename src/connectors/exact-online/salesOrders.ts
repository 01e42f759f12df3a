import type { SalesOrderInput, SalesOrderLineItemInput } from "../../contract/inputs/sales.ts";
import type { SalesOrderLineItem, SalesOrder as SalesOrderRecord } from "../../contract/records/sales.ts";
import { values } from "../../kit/columns.ts";
import { as, dayAs, encoder, listAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { linesOf, modified, oneOf, resource, selected } from "./conventions.ts";
import { days, stamps, trimmed } from "./fields.ts";
import { discountAs, itemName, lineEncoders, lineFields, totalsOf, tradeLine } from "./lines.ts";
import type { SalesOrder, TradeLine } from "./types.ts";

/** Delivered in part is still open. */
const statuses = vocabulary({ 12: "OPEN", 20: "OPEN", 21: "CLOSED", 45: "VOIDED" });

const line = mapping<SalesOrderLineItem, TradeLine>({ ...tradeLine, itemName });
const lines = ({ SalesOrderLines }: SalesOrder) => linesOf(SalesOrderLines);

const salesOrder = mapping<SalesOrderRecord, SalesOrder>({
  ...stamps,
  ...totalsOf(lines),
  ...values({ id: "OrderID", billingContactId: "InvoiceTo", comment: "Remarks", contactId: "OrderedBy" }),
  ...values({ shippingContactId: "DeliverTo" }),
  ...days({ deliveryDate: "DeliveryDate", orderDate: "OrderDate" }),
  currency: ({ Currency }) => trimmed(Currency),
  lineItems: each(line, lines),
  status: statuses.read(({ Status }) => Status?.toString()),
  totalDiscountAmount: ({ AmountDiscount }) => amount(AmountDiscount),
});

const orders = resource<SalesOrderRecord, SalesOrder>("/salesorder/SalesOrders", {
  ...{ id: "salesOrderId", key: "OrderID", map: salesOrder },
  ...selected(
    "OrderID,AmountDiscount,Currency,DeliverTo,DeliveryDate,InvoiceTo,OrderDate,OrderedBy,Remarks,Status,Created,Modified",
    "SalesOrderLines",
    `${lineFields},Quantity,VATAmount`,
  ),
});

export const salesOrders = {
  "salesOrders.list": orders.list({
    filters: { ...modified, status: (status, field) => ({ $filter: oneOf("Status", statuses.theirs(status, field)) }) },
  }),
  "salesOrders.get": orders.get(),
  "salesOrders.create": orders.create<SalesOrderInput>({
    encoder: encoder<SalesOrderInput>({
      ...{ billingContactId: as("InvoiceTo"), comment: as("Remarks"), contactId: as("OrderedBy") },
      ...{ currency: as("Currency"), deliveryDate: dayAs("DeliveryDate") },
      lineItems: listAs(
        "SalesOrderLines",
        encoder<SalesOrderLineItemInput>({ ...lineEncoders, totalDiscountPercentage: discountAs }),
      ),
      ...{ orderDate: dayAs("OrderDate"), shippingContactId: as("DeliverTo") },
    }),
    requires: ["contactId", "lineItems", "lineItems.itemId"],
  }),
  "salesOrders.lineItems.list": orders.lines(lines, line).list,
};
