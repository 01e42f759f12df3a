/** Sales orders. */
import type * as inputs from "../../contract/inputs/sales.ts";
import type * as records from "../../contract/records/sales.ts";
import { encoder, fieldAs, listAs, onlyAccepts } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { partsOf } from "../../kit/reading.ts";
import { day, plainValue, twoWay } from "../../kit/twoWay.ts";
import { list, modified, resource, unwrapped } from "./conventions.ts";
import { idOf } from "./fields.ts";
import * as sales from "./sales.ts";
import type { Order } from "./types.ts";

const folder = "/orders";
const kind = "Order";

const line = mapping<records.SalesOrderLineItem, sales.Line>({
  id: ({ id }) => id,
  description: ({ row }) => row.Description,
  itemId: ({ row }) => row.ArticleNumber,
  quantity: ({ quantity }) => quantity,
  taxRatePercentage: ({ rate }) => rate,
  totalDiscountAmount: sales.discountAmountOf,
  totalDiscountPercentage: sales.discountPercentageOf,
  totalGrossAmount: ({ gross }) => gross,
  totalNetAmount: ({ net }) => net,
  unitAmount: ({ row }) => amount(row.Price),
  unitName: ({ row }) => row.Unit,
});

const headFields = twoWay({
  deliveryDate: day("DeliveryDate"),
  orderDate: day("OrderDate"),
});
const detailFields = twoWay({ comment: plainValue("Comments") });

const head = {
  ...sales.contactId.reads,
  ...sales.currency.reads,
  ...headFields.reads,
  id: ({ DocumentNumber }: Order) => DocumentNumber,
  projectId: ({ Project }: Order) => idOf(Project),
  totalGrossAmount: ({ Total }: Order) => amount(Total),
};

function stateOf({ Cancelled, InvoiceReference }: Order) {
  if (Cancelled === true) return "VOIDED";
  return idOf(InvoiceReference) === undefined ? "OPEN" : "CLOSED";
}

const listedOrder = mapping<records.SalesOrder, Order>(head);
const order = mapping<records.SalesOrder, Order>({
  ...head,
  ...detailFields.reads,
  ...sales.totalsOf,
  addresses: sales.addresses,
  lineItems: nestedList(line, (native) => sales.linesOf(native, native.OrderRows)),
  status: stateOf,
});

const orderEncoder = encoder<inputs.SalesOrderInput>({
  ...sales.contactId.writes,
  ...sales.currency.writes,
  ...headFields.writes,
  ...detailFields.writes,
  addresses: sales.addressesAs,
  lineItems: listAs(
    "OrderRows",
    encoder<inputs.SalesOrderLineItemInput>({
      ...sales.rowEncoders,
      quantity: sales.quantityAs("OrderedQuantity"),
      unitDiscountPercentage: sales.percentAs,
      totalDiscountPercentage: sales.percentAs,
    }),
  ),
  projectId: fieldAs("Project"),
  status: onlyAccepts(["OPEN"]),
});

const orders = resource<records.SalesOrder, Order>(folder, "salesOrderId", { kind, map: order });

export const orderOperations = {
  "salesOrders.list": list<records.SalesOrder, Order>("Orders", {
    path: folder,
    map: listedOrder,
    filters: modified,
    rules: ["Lists have no lines and no status. Get a single record for them."],
  }),
  "salesOrders.get": orders.get(),
  "salesOrders.lineItems.list": partsOf({
    path: `${folder}/{salesOrderId}`,
    parts: (reply: { readonly [name: string]: unknown }) => {
      const native = unwrapped<Order>(kind)(reply);
      return native && sales.linesOf(native, native.OrderRows);
    },
    map: line,
    raw: ({ row }: sales.Line) => row,
  }),
  "salesOrders.create": orders.create<inputs.SalesOrderInput>({
    encoder: orderEncoder,
    within: sales.withinKind(kind),
    requires: ["contactId"],
    rules: ["Kontor sets freight and administration fee to 0. Quantities and prices have two decimals."],
  }),
};
