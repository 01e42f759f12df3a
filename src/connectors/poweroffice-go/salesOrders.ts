/** Orders, which the vendor also calls invoice drafts: sending one makes an invoice with the same id. */
import type { SalesOrderInput, SalesOrderLineItemInput } from "../../contract/inputs/sales.ts";
import type { SalesOrderLineItem, SalesOrder as SalesOrderRecord } from "../../contract/records/sales.ts";
import { amounts, values } from "../../kit/columns.ts";
import { encoder, listAs } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { path } from "../../kit/path.ts";
import { get, partsOf } from "../../kit/reading.ts";
import { day, enumValue, number, plainValue, twoWay } from "../../kit/twoWay.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { write } from "../../kit/writing.ts";
import { changedSince, list } from "./conventions.ts";
import {
  currencyOf,
  identity,
  idOf,
  netOfLine,
  numberedBy,
  percentageOfLine,
  stamps,
  taxOf,
  withoutSummaries,
} from "./fields.ts";
import type { Line, SalesOrder } from "./types.ts";

const lineFields = twoWay({
  description: plainValue("Description"),
  itemId: numberedBy("ProductId"),
  quantity: number("Quantity"),
  totalDiscountPercentage: number("Allowance"),
  unitAmount: number("ProductUnitPrice"),
});

const line = mapping<SalesOrderLineItem, Line>({
  ...identity,
  ...lineFields.reads,
  ...values({ taxCode: "VatCode" }),
  ...amounts({ totalGrossAmount: "TotalAmount" }),
  taxRatePercentage: percentageOfLine,
  totalNetAmount: netOfLine,
  totalTaxAmount: taxOf,
});

const states = vocabulary({ Draft: "DRAFT", Confirmed: "OPEN" } as const);

const fields = twoWay({
  contactId: numberedBy("CustomerId"),
  deliveryDate: day("DeliveryDate"),
  orderDate: day("SalesOrderDate"),
  projectId: numberedBy("ProjectId"),
  status: enumValue(states, "SalesOrderStatus"),
});

const salesOrder = mapping<SalesOrderRecord, SalesOrder>({
  ...identity,
  ...stamps,
  ...fields.reads,
  ...amounts({ totalGrossAmount: "TotalAmount", totalNetAmount: "NetAmount" }),
  currency: currencyOf,
  lineItems: nestedList(line, ({ SalesOrderLines }) => withoutSummaries(SalesOrderLines)),
  totalTaxAmount: taxOf,
});

const folder = "/v2/SalesOrders";
/** With the values that the order has from its customer, as the end user sees it. */
const query = { showInherited: true };
const complete = `${folder}/{salesOrderId}/Complete`;

export const salesOrders = {
  "salesOrders.list": list<SalesOrderRecord, SalesOrder>({
    path: folder,
    query,
    map: salesOrder,
    filters: {
      lastModifiedAt: changedSince,
      status: (status, field) => ({ orderStatus: states.write(status, field) }),
    },
    defaultOrder: "SalesOrderNo",
    rules: [
      "Lists have no lines. A single order has them.",
      "An order that is sent is no longer listed: it becomes an invoice with the same id. Orders with a negative total become credit notes.",
    ],
  }),
  "salesOrders.get": get<SalesOrderRecord, SalesOrder>({ path: complete, query, map: salesOrder }),
  "salesOrders.lineItems.list": partsOf({
    path: complete,
    query,
    parts: ({ SalesOrderLines }: SalesOrder) => withoutSummaries(SalesOrderLines),
    map: line,
  }),
  "salesOrders.create": write<SalesOrderInput, SalesOrderRecord, SalesOrder>({
    method: "POST",
    path: `${folder}/Complete`,
    encoder: encoder<SalesOrderInput>({
      ...fields.writes,
      currency: plainValue("CurrencyCode").writes,
      lineItems: listAs("SalesOrderLines", encoder<SalesOrderLineItemInput>(lineFields.writes)),
    }),
    // The vendor refuses a second order with the same reference.
    also: ({ marker }) => ({ ExternalImportReference: marker }),
    readBack: async (reply: SalesOrder, _call, session) =>
      (await session.read(`${folder}${path`/${idOf(reply)}/Complete`}`, query)) as SalesOrder,
    readBackOnlyReads: true,
    map: salesOrder,
    undo: (id, session) => session.send({ method: "DELETE", path: `${folder}${path`/${id}`}` }),
    requires: ["contactId", "lineItems.itemId"],
    rules: [
      "Every line needs an itemId: the product's sales account decides the account and the tax.",
      "Nothing is sent to the customer. The end user sends the order, which then becomes an invoice.",
    ],
  }),
};
