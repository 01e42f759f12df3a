import type { SalesOrderInput } from "../../contract/inputs/sales.ts";
import type { PurchaseOrderLineItem, PurchaseOrder as PurchaseOrderRecord } from "../../contract/records/purchasing.ts";
import type { SalesOrderLineItem, SalesOrder as SalesOrderRecord } from "../../contract/records/sales.ts";
import { days, values } from "../../kit/columns.ts";
import { encoder } from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { getOf, type Kind, listOf, partReadsOf, partsOf, readsOf, type Source } from "./conventions.ts";
import { addressFields, currencyOf, day, identity, ids, stamps, totals, tradePartner } from "./fields.ts";
import { linesOf, namedLine, orderLineFields } from "./lines.ts";
import { createDocument, orderEncoders, type Trade } from "./posting.ts";
import type { Line, Order } from "./types.ts";

const source = (model: string, day: string): Source => ({
  model,
  fields: `number reference state party.name currency.code payment_term comment description untaxed_amount tax_amount
    total_amount ${day} invoice_address${addressFields} lines(${orderLineFields})`,
  company: "company",
  parts: ["lines"],
});

const comments = twoWay({ comment: plainValue("comment") });
const soldFields = twoWay({ orderDate: day("sale_date") });

const orderFields = {
  ...identity,
  ...stamps,
  ...totals,
  ...comments.reads,
  addresses: tradePartner.addresses,
  currency: currencyOf,
};

/** Drafts and quotations are open. Goods may arrive in parts. */
const purchaseStates = vocabulary({
  draft: "OPEN",
  quotation: "OPEN",
  confirmed: "OPEN",
  processing: "OPEN",
  done: "CLOSED",
  cancelled: "CANCELED",
  cancel: "CANCELED",
});

const purchaseLine = mapping<PurchaseOrderLineItem, Line>(namedLine);

const purchaseOrder: Kind<PurchaseOrderRecord, Order> = {
  ...source("purchase.purchase", "purchase_date"),
  map: mapping<PurchaseOrderRecord, Order>({
    ...orderFields,
    ...values({ description: "description" }),
    ...days({ orderDate: "purchase_date" }),
    lineItems: nestedList(purchaseLine, linesOf),
    ...ids({ paymentTermId: "payment_term", supplierId: "party.id" }),
    reference: ({ number, reference }) => number ?? reference,
    status: purchaseStates.read(({ state }) => state),
  }),
};

const salesStates = vocabulary({
  draft: "DRAFT",
  quotation: "IN_REVIEW",
  confirmed: "OPEN",
  processing: "OPEN",
  done: "CLOSED",
  cancelled: "VOIDED",
  cancel: "VOIDED",
});

const salesLine = mapping<SalesOrderLineItem, Line>(namedLine);

const salesOrder: Kind<SalesOrderRecord, Order> = {
  ...source("sale.sale", "sale_date"),
  map: mapping<SalesOrderRecord, Order>({
    ...orderFields,
    contactId: tradePartner.contactId,
    lineItems: nestedList(salesLine, linesOf),
    ...soldFields.reads,
    status: salesStates.read(({ state }) => state),
  }),
};

const selling: Trade = {
  buttons: (status) => {
    if (status === "VOIDED") return [["cancel", "draft"]];
    const quote = ["quote", "draft"] as const;
    return status === "IN_REVIEW" ? [quote] : status === "OPEN" ? [quote, ["confirm", "quotation"]] : [];
  },
};

export const orders = {
  ...operationsOf("purchaseOrders", readsOf(purchaseOrder)),
  ...operationsOf("purchaseOrders.lineItems", partReadsOf({ of: purchaseOrder, parts: linesOf, map: purchaseLine })),
  "salesOrders.list": listOf(salesOrder, {
    filters: { status: (status) => [["state", "in", salesStates.toVendor(status, "status")]] },
  }),
  "salesOrders.get": getOf(salesOrder),
  "salesOrders.create": createDocument<SalesOrderInput, SalesOrderRecord, Order>(salesOrder, selling, {
    encoder: encoder<SalesOrderInput>({
      ...orderEncoders,
      ...comments.writes,
      ...soldFields.writes,
    }),
    requires: ["contactId", "lineItems"],
  }),
  "salesOrders.lineItems.list": partsOf({ of: salesOrder, parts: linesOf, map: salesLine }),
};
