import type { OfferInput, SalesOrderInput } from "../../contract/inputs/sales.ts";
import type { PurchaseOrderLineItem, PurchaseOrder as PurchaseOrderRecord } from "../../contract/records/purchasing.ts";
import type {
  OfferLineItem,
  Offer as OfferRecord,
  SalesOrderLineItem,
  SalesOrder as SalesOrderRecord,
} from "../../contract/records/sales.ts";
import { accountingDay } from "../../kit/dates.ts";
import { as, encoder, invalid, placedBy } from "../../kit/encode.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { printedDocument } from "./attachments.ts";
import { getOf, type Kind, listOf, partOf, partsOf } from "./conventions.ts";
import {
  asHtml,
  currencyOf,
  idAs,
  identity,
  momentOf,
  partnerSource,
  plainText,
  stamps,
  textOf,
  today,
  totals,
  tradePartner,
} from "./fields.ts";
import { isItem, namedLine, orderLineSource } from "./lines.ts";
import { createOrder, noonOf, orderEncoders } from "./ordering.ts";
import { type Domain, either, nothing, type Source } from "./records.ts";
import type { Line, Order } from "./types.ts";

const source = (model: string): Source => ({
  model,
  fields: [
    ...["name", "partner_id", "partner_invoice_id", "partner_shipping_id", "client_order_ref", "partner_ref"],
    ...["state", "date_order", "date_approve", "validity_date", "commitment_date", "currency_id", "note", "notes"],
    ...["payment_term_id", "amount_untaxed", "amount_tax", "amount_total", "receipt_status", "order_line"],
  ],
  links: { partner_id: partnerSource, order_line: orderLineSource(`${model}.line`) },
  parts: ["order_line"],
  own: true,
});

const linesOf = ({ order_line: lines }: Order): readonly Line[] =>
  lines?.filter(isItem).toSorted((before, after) => before.id - after.id) ?? [];

const orderFields = {
  ...identity,
  ...stamps,
  ...totals,
  addresses: tradePartner.addresses,
  currency: currencyOf,
};

/** A moment in UTC; the day is the one it has there. */
const dayOf = (text: Order["date_order"]): string | undefined => accountingDay(momentOf(text));

const purchaseStates = {
  draft: "OPEN",
  sent: "OPEN",
  "to approve": "OPEN",
  purchase: "OPEN",
  done: "CLOSED",
  cancel: "CANCELED",
} as const;

/** What has arrived is known where the warehouse is installed. */
function purchaseStatus({ state, receipt_status: receipt }: Order) {
  if (state === "purchase" && receipt === "partial") return "PARTIALLY_FULFILLED";
  if (state === "purchase" && receipt === "full") return "CLOSED";
  return purchaseStates[state as keyof typeof purchaseStates];
}

const purchaseLine = mapping<PurchaseOrderLineItem, Line>(namedLine);

const purchaseOrder: Kind<PurchaseOrderRecord, Order> = {
  ...source("purchase.order"),
  map: mapping({
    ...orderFields,
    approvalDate: (order) => dayOf(order.date_approve),
    comment: ({ notes, note }) => plainText(notes ?? note),
    description: (order) => order.partner_ref,
    lineItems: each(purchaseLine, linesOf),
    orderDate: (order) => dayOf(order.date_order),
    paymentTermId: (order) => textOf(order.payment_term_id),
    reference: ({ name }) => name,
    status: Object.assign(purchaseStatus, {
      unread: (order: Order) => (purchaseStatus(order) === undefined ? (order.state ?? undefined) : undefined),
    }),
    supplierId: tradePartner.contactId,
  }),
};

const salesStates = vocabulary({ sale: "OPEN", done: "CLOSED" });
const salesLine = mapping<SalesOrderLineItem, Line>(namedLine);

const salesOrder: Kind<SalesOrderRecord, Order> = {
  ...source("sale.order"),
  domain: [["state", "in", ["sale", "done"]]],
  map: mapping({
    ...orderFields,
    billingContactId: (order) => textOf(order.partner_invoice_id),
    comment: ({ note }) => plainText(note),
    contactId: tradePartner.contactId,
    deliveryDate: (order) => dayOf(order.commitment_date),
    lineItems: each(salesLine, linesOf),
    orderDate: (order) => dayOf(order.date_order),
    shippingContactId: (order) => textOf(order.partner_shipping_id),
    status: salesStates.read(({ state }) => state),
  }),
};

const isExpired = ({ validity_date: until }: Order): boolean =>
  until !== undefined && until !== null && until < today();
const offerStates = { draft: "DRAFT", sent: "SENT", cancel: "VOIDED" } as const;

function offerStatus(order: Order) {
  const status = offerStates[order.state as keyof typeof offerStates];
  return status !== "VOIDED" && isExpired(order) ? "EXPIRED" : status;
}

const inTime = (): Domain => either([["validity_date", "=", false]], [["validity_date", ">=", today()]]);
const offersIn: Readonly<Record<string, () => Domain>> = {
  DRAFT: () => [["state", "=", "draft"], ...inTime()],
  SENT: () => [["state", "=", "sent"], ...inTime()],
  VOIDED: () => [["state", "=", "cancel"]],
  EXPIRED: () => [
    ["state", "in", ["draft", "sent"]],
    ["validity_date", "<", today()],
  ],
};

const offerLine = mapping<OfferLineItem, Line>({
  ...without(namedLine),
  name: namedLine.itemName,
});
function without({ itemName: _name, ...fields }: typeof namedLine) {
  return fields;
}

const offer: Kind<OfferRecord, Order> = {
  ...source("sale.order"),
  domain: [["state", "in", ["draft", "sent", "cancel"]]],
  map: mapping({
    ...orderFields,
    contactId: tradePartner.contactId,
    lineItems: each(offerLine, linesOf),
    name: ({ partner_id: partner }) => partner?.name,
    offerDate: (order) => dayOf(order.date_order),
    offerNumber: ({ name }) => name,
    reference: (order) => order.client_order_ref,
    status: offerStatus,
  }),
};

const purchaseLines = { of: purchaseOrder, parts: linesOf, map: purchaseLine };
const offerLines = { of: offer, parts: linesOf, map: offerLine };

export const orders = {
  "purchaseOrders.list": listOf(purchaseOrder),
  "purchaseOrders.get": getOf(purchaseOrder),
  "purchaseOrders.lineItems.list": partsOf(purchaseLines),
  "purchaseOrders.lineItems.get": partOf(purchaseLines),
  "salesOrders.list": listOf(salesOrder, {
    filters: { status: (status) => [["state", "in", salesStates.theirs(status, "status")]] },
    rules: ["Quotations that were confirmed; others are offers."],
  }),
  "salesOrders.get": getOf(salesOrder),
  "salesOrders.create": createOrder<SalesOrderInput, SalesOrderRecord>(salesOrder, {
    encoder: encoder<SalesOrderInput>({
      ...orderEncoders,
      billingContactId: idAs("partner_invoice_id"),
      comment: placedBy(asHtml)("note"),
      deliveryDate: noonOf("commitment_date"),
      orderDate: noonOf("date_order"),
      shippingContactId: idAs("partner_shipping_id"),
      status: (status) => {
        if (status === "OPEN") return {};
        throw invalid("Orders here are confirmed: OPEN. What is not confirmed yet is an offer.", "status");
      },
    }),
    confirms: true,
  }),
  "salesOrders.lineItems.list": partsOf({ of: salesOrder, parts: linesOf, map: salesLine }),
  "offers.list": listOf(offer, {
    filters: { status: (status) => offersIn[status]?.() ?? nothing },
    rules: ["Quotations, and whatever was cancelled: Odoo does not tell whether a cancelled one was confirmed before."],
  }),
  "offers.get": getOf(offer),
  "offers.lineItems.list": partsOf(offerLines),
  "offers.lineItems.get": partOf(offerLines),
  "offers.create": createOrder<OfferInput, OfferRecord>(offer, {
    encoder: encoder<OfferInput>({
      ...orderEncoders,
      offerDate: noonOf("date_order"),
      reference: as("client_order_ref"),
    }),
  }),
  "offers.document.get": printedDocument(offer, ["It is shown as it stands now, also before it was sent."]),
};
