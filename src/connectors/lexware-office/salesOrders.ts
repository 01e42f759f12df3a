import type { Call } from "../../contract/connector.ts";
import type { SalesOrderInput, SalesOrderLineItemInput } from "../../contract/inputs/sales.ts";
import * as records from "../../contract/records/sales.ts";
import { accountingDay } from "../../kit/dates.ts";
import { as, elsewhere, encoder, listAs, numberAs } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { path } from "../../kit/path.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { backwards, create, euros, momentAs } from "./conventions.ts";
import {
  articlesRule,
  exemptRule,
  finalize,
  finished,
  prepare,
  toldDiscount,
  toldLine,
  toldRecipient,
  unitsRule,
} from "./salesBodies.ts";
import {
  documentDay,
  documentFields,
  documentTotals,
  entryFields,
  linesOf,
  type Placed,
  placedIn,
  pricedLineFields,
  readDocument,
} from "./salesDocuments.ts";
import { shipping } from "./shipping.ts";
import type { Entry, SalesDocument, Whole } from "./vendorDocuments.ts";
import { entries, single } from "./voucherlist.ts";

const states = { DRAFT: "draft", OPEN: "open", VOIDED: "voided" };
const stateWords = backwards(states);

const summary = mapping<records.SalesOrder, Entry>({
  ...entryFields,
  id: ({ id }) => id,
  orderDate: (entry) => accountingDay(entry.voucherDate),
  status: vocabulary(stateWords).read((entry) => entry.voucherStatus),
  totalGrossAmount: (entry) => amount(entry.totalAmount),
});

const line = mapping<records.SalesOrderLineItem, Placed>({ ...pricedLineFields, itemName: ({ line }) => line.name });

const order = mapping<records.SalesOrder, Whole<SalesDocument>>({
  ...documentFields,
  ...documentTotals,
  id: ({ document }) => document.id,
  deliveryDate: ({ document }) => accountingDay(document.shippingConditions?.shippingDate),
  lineItems: each(line, placedIn),
  orderDate: documentDay,
  status: vocabulary(stateWords).read(({ document }) => document.voucherStatus),
});

const placeOf = (id: string | undefined): string => path`/order-confirmations/${id}`;
const place = ({ ids }: Call): string => placeOf(ids["salesOrderId"]);

const told = encoder<SalesOrderInput>({
  ...toldDiscount,
  contactId: toldRecipient.contactId,
  currency: euros,
  // Said with what has to be said in any case.
  deliveryDate: elsewhere,
  lineItems: listAs(
    "lineItems",
    encoder<SalesOrderLineItemInput>({
      ...toldLine,
      itemName: as("name"),
      unitDiscountPercentage: numberAs("discountPercentage"),
    }),
  ),
  orderDate: momentAs("voucherDate"),
  // Said in the query.
  status: elsewhere,
});

export const salesOrders = {
  "salesOrders.list": entries({ types: "orderconfirmation", map: summary, states }),
  "salesOrders.get": single({ read: (id, session) => readDocument(placeOf(id), session), map: order }),
  "salesOrders.lineItems.list": linesOf(place, line),
  "salesOrders.create": create({
    path: "/order-confirmations",
    query: ({ body: { status } }) => finalize(["DRAFT", "OPEN"], status),
    encoder: told,
    also: ({ body: { deliveryDate } }) => shipping(deliveryDate === undefined ? {} : { shippingDate: deliveryDate }),
    prepare,
    body: finished,
    read: (id, session) => readDocument(placeOf(id), session),
    map: order,
    requires: ["orderDate", "contactId", "lineItems"],
    rules: [
      "A sales order is an order confirmation of Lexware Office: a draft unless its status is OPEN.",
      "The prices of its lines are without tax.",
      exemptRule,
      articlesRule,
      unitsRule,
    ],
  }),
};
