import type { OfferInput, SalesOrderInput } from "../../contract/inputs/sales.ts";
import type { PurchaseOrderLineItem, PurchaseOrder as PurchaseOrderRecord } from "../../contract/records/purchasing.ts";
import type * as records from "../../contract/records/sales.ts";
import { columns, values } from "../../kit/columns.ts";
import { accountingDay } from "../../kit/dates.ts";
import { allAs, as, encoder, invalid, placedBy } from "../../kit/encode.ts";
import { namesOf } from "../../kit/fields.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { idAs } from "../../kit/models/reading.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { printedDocument } from "./attachments.ts";
import { getOf, type Kind, listOf, partOf, partsOf } from "./conventions.ts";
import * as fields from "./fields.ts";
import { isItem, namedLine, orderLineSource } from "./lines.ts";
import { createOrder, noonOf, orderEncoders } from "./ordering.ts";
import { type Domain, either, nothing, type Source } from "./records.ts";
import { type Line, type Order, order, type Text } from "./types.ts";

const source = (model: string): Source => ({
  model,
  fields: namesOf(order),
  links: { partner_id: fields.partnerSource, order_line: orderLineSource(`${model}.line`) },
  parts: ["order_line"],
  own: true,
});

const linesOf = ({ order_line: lines }: Order): readonly Line[] =>
  lines?.filter(isItem).toSorted((before, after) => before.id - after.id) ?? [];

const orderFields = {
  ...fields.identity,
  ...fields.stamps,
  ...fields.totals,
  ...fields.currency,
  addresses: fields.tradePartner.addresses,
};

/** A moment in UTC; the day is the one it has there. */
const momentDays = columns((moment: Text) => accountingDay(fields.momentOf(moment)));

const open = { draft: "OPEN", sent: "OPEN", "to approve": "OPEN", purchase: "OPEN" } as const;
const purchaseStates = { ...open, done: "CLOSED", cancel: "CANCELED" } as const;

/** What has arrived is known where the warehouse is installed. */
function purchaseStatus({ state, receipt_status: receipt }: Order) {
  if (state === "purchase" && receipt === "partial") return "PARTIALLY_FULFILLED";
  if (state === "purchase" && receipt === "full") return "CLOSED";
  return purchaseStates[state as keyof typeof purchaseStates];
}

const purchaseLine = mapping<PurchaseOrderLineItem, Line>(namedLine);

const purchaseOrder: Kind<PurchaseOrderRecord, Order> = {
  ...source("purchase.order"),
  map: mapping<PurchaseOrderRecord, Order>({
    ...orderFields,
    ...momentDays({ approvalDate: "date_approve", orderDate: "date_order" }),
    ...values({ description: "partner_ref", reference: "name" }),
    comment: ({ notes, note }) => fields.plainText(notes ?? note),
    lineItems: each(purchaseLine, linesOf),
    ...fields.ids({ paymentTermId: "payment_term_id" }),
    status: Object.assign(purchaseStatus, {
      unread: (order: Order) => (purchaseStatus(order) === undefined ? (order.state ?? undefined) : undefined),
    }),
    supplierId: fields.tradePartner.contactId,
  }),
};

const salesStates = vocabulary({ sale: "OPEN", done: "CLOSED" });
const salesLine = mapping<records.SalesOrderLineItem, Line>(namedLine);

const salesOrder: Kind<records.SalesOrder, Order> = {
  ...source("sale.order"),
  domain: [["state", "in", ["sale", "done"]]],
  map: mapping<records.SalesOrder, Order>({
    ...orderFields,
    ...fields.ids({ billingContactId: "partner_invoice_id", shippingContactId: "partner_shipping_id" }),
    ...momentDays({ deliveryDate: "commitment_date", orderDate: "date_order" }),
    comment: ({ note }) => fields.plainText(note),
    contactId: fields.tradePartner.contactId,
    lineItems: each(salesLine, linesOf),
    status: salesStates.read(({ state }) => state),
  }),
};

const isExpired = ({ validity_date: until }: Order): boolean =>
  until !== undefined && until !== null && until < fields.today();
const offerStates = { draft: "DRAFT", sent: "SENT", cancel: "VOIDED" } as const;

function offerStatus(order: Order) {
  const status = offerStates[order.state as keyof typeof offerStates];
  return status !== "VOIDED" && isExpired(order) ? "EXPIRED" : status;
}

const inTime = (): Domain => either([["validity_date", "=", false]], [["validity_date", ">=", fields.today()]]);
const offersIn: Readonly<Record<string, () => Domain>> = {
  DRAFT: () => [["state", "=", "draft"], ...inTime()],
  SENT: () => [["state", "=", "sent"], ...inTime()],
  VOIDED: () => [["state", "=", "cancel"]],
  EXPIRED: () => [
    ["state", "in", ["draft", "sent"]],
    ["validity_date", "<", fields.today()],
  ],
};

const { itemName: name, ...unnamedLine } = namedLine;
const offerLine = mapping<records.OfferLineItem, Line>({ ...unnamedLine, name });

const offer: Kind<records.Offer, Order> = {
  ...source("sale.order"),
  domain: [["state", "in", ["draft", "sent", "cancel"]]],
  map: mapping<records.Offer, Order>({
    ...orderFields,
    contactId: fields.tradePartner.contactId,
    lineItems: each(offerLine, linesOf),
    ...values({ name: "partner_id.name", offerNumber: "name", reference: "client_order_ref" }),
    ...momentDays({ offerDate: "date_order" }),
    status: offerStatus,
  }),
};

const purchaseLines = { of: purchaseOrder, parts: linesOf, map: purchaseLine };
const offerLines = { of: offer, parts: linesOf, map: offerLine };

export const orders = {
  ...named("purchaseOrders", { list: listOf(purchaseOrder), get: getOf(purchaseOrder) }),
  ...named("purchaseOrders.lineItems", { list: partsOf(purchaseLines), get: partOf(purchaseLines) }),
  "salesOrders.list": listOf(salesOrder, {
    filters: { status: (status) => [["state", "in", salesStates.theirs(status, "status")]] },
    rules: ["Quotations that were confirmed; others are offers."],
  }),
  "salesOrders.get": getOf(salesOrder),
  "salesOrders.create": createOrder<SalesOrderInput, records.SalesOrder>(salesOrder, {
    encoder: encoder<SalesOrderInput>({
      ...orderEncoders,
      ...allAs(idAs, { billingContactId: "partner_invoice_id", shippingContactId: "partner_shipping_id" }),
      comment: placedBy(fields.asHtml)("note"),
      deliveryDate: noonOf("commitment_date"),
      orderDate: noonOf("date_order"),
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
  ...named("offers.lineItems", { list: partsOf(offerLines), get: partOf(offerLines) }),
  "offers.create": createOrder<OfferInput, records.Offer>(offer, {
    encoder: encoder<OfferInput>({
      ...orderEncoders,
      offerDate: noonOf("date_order"),
      reference: as("client_order_ref"),
    }),
  }),
  "offers.document.get": printedDocument(offer, ["It is shown as it stands now, also before it was sent."]),
};
