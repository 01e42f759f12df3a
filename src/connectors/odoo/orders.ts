import type { WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { OfferInput, OfferLineItemInput, SalesOrderInput } from "../../contract/inputs/sales.ts";
import type { PurchaseOrderLineItem, PurchaseOrder as PurchaseOrderRecord } from "../../contract/records/purchasing.ts";
import type * as records from "../../contract/records/sales.ts";
import type { Session } from "../../contract/session.ts";
import { columns, values } from "../../kit/columns.ts";
import { accountingDay, calendarDay } from "../../kit/dates.ts";
import type { Encoded, Encoder } from "../../kit/encode.ts";
import {
  encodedBy,
  encoder,
  fieldAs,
  fieldsAs,
  nested,
  numberAs,
  onlyAccepts,
  sentSeparately,
} from "../../kit/encode.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { idAs, referencedId } from "../../kit/models/reading.ts";
import { markerText } from "../../kit/models/writing.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { printedDocument } from "./attachments.ts";
import {
  createOf,
  getOf,
  inApp,
  type Kind,
  type ListFacts,
  listOf,
  orTakenBack,
  partReadsOf,
  partsOf,
  readOne,
  readsOf,
} from "./conventions.ts";
import * as fields from "./fields.ts";
import { isItem, namedLine, orderLineSource } from "./lines.ts";
import { type Domain, either, known, noRecords, type Source } from "./records.ts";
import { act } from "./rpc.ts";
import { type Line, namesOf, type Order, orderFields, type Text } from "./types.ts";

const source = (model: string): Source => ({
  model,
  fields: namesOf(orderFields),
  links: { partner_id: fields.partnerSource, order_line: orderLineSource(`${model}.line`) },
  parts: ["order_line"],
  singleCompany: true,
});

const linesOf = ({ order_line: lines }: Order): readonly Line[] =>
  lines?.filter(isItem).toSorted((before, after) => before.id - after.id) ?? [];

const commonFields = {
  ...fields.identity,
  ...fields.stamps,
  ...fields.totals,
  ...fields.currency,
  addresses: fields.tradePartner.addresses,
};

/** A time in the user's time zone. */
const momentDays = columns((moment: Text) => accountingDay(fields.momentOf(moment)));

const purchaseStates = vocabulary({
  draft: "OPEN",
  sent: "OPEN",
  "to approve": "OPEN",
  purchase: "OPEN",
  "purchase partial": "PARTIALLY_FULFILLED",
  "purchase full": "CLOSED",
  done: "CLOSED",
  cancel: "CANCELED",
} as const);

/** The received quantity is known only if the inventory app is installed. */
const purchaseState = ({ state, receipt_status: receipt }: Order) =>
  state === "purchase" && (receipt === "partial" || receipt === "full") ? `${state} ${receipt}` : state;

const purchaseLine = mapping<PurchaseOrderLineItem, Line>(namedLine);

const purchaseOrder: Kind<PurchaseOrderRecord, Order> = {
  ...source("purchase.order"),
  map: mapping<PurchaseOrderRecord, Order>({
    ...commonFields,
    ...momentDays({ approvalDate: "date_approve", orderDate: "date_order" }),
    ...values({ description: "partner_ref", reference: "name" }),
    comment: ({ notes, note }) => fields.plainText(notes ?? note),
    lineItems: nestedList(purchaseLine, linesOf),
    ...fields.ids({ paymentTermId: "payment_term_id" }),
    status: purchaseStates.read(purchaseState),
    supplierId: fields.tradePartner.contactId,
  }),
};

const salesStates = vocabulary({ sale: "OPEN", done: "CLOSED" });
const salesLine = mapping<records.SalesOrderLineItem, Line>(namedLine);

const salesOrder: Kind<records.SalesOrder, Order> = {
  ...source("sale.order"),
  domain: [["state", "in", ["sale", "done"]]],
  map: mapping<records.SalesOrder, Order>({
    ...commonFields,
    ...fields.ids({ billingContactId: "partner_invoice_id", shippingContactId: "partner_shipping_id" }),
    ...momentDays({ deliveryDate: "commitment_date", orderDate: "date_order" }),
    comment: ({ note }) => fields.plainText(note),
    contactId: fields.tradePartner.contactId,
    lineItems: nestedList(salesLine, linesOf),
    status: salesStates.read(({ state }) => state),
  }),
};

const isExpired = ({ validity_date: until, today = "" }: Order): boolean =>
  until !== undefined && until !== null && until < today;
const offerStates = { draft: "DRAFT", sent: "SENT", cancel: "VOIDED" } as const;

function offerStatus(order: Order) {
  const status = offerStates[order.state as keyof typeof offerStates];
  return status !== "VOIDED" && isExpired(order) ? "EXPIRED" : status;
}

const inTime = ({ today }: ListFacts): Domain =>
  either([["validity_date", "=", false]], [["validity_date", ">=", today]]);
const offersIn: Readonly<Record<string, (facts: ListFacts) => Domain>> = {
  DRAFT: (facts) => [["state", "=", "draft"], ...inTime(facts)],
  SENT: (facts) => [["state", "=", "sent"], ...inTime(facts)],
  VOIDED: () => [["state", "=", "cancel"]],
  EXPIRED: ({ today }) => [
    ["state", "in", ["draft", "sent"]],
    ["validity_date", "<", today],
  ],
};

const { itemName: name, ...unnamedLine } = namedLine;
const offerLine = mapping<records.OfferLineItem, Line>({ ...unnamedLine, name });

const offer: Kind<records.Offer, Order> = {
  ...source("sale.order"),
  domain: [["state", "in", ["draft", "sent", "cancel"]]],
  map: mapping<records.Offer, Order>({
    ...commonFields,
    contactId: fields.tradePartner.contactId,
    lineItems: nestedList(offerLine, linesOf),
    ...values({ name: "partner_id.name", offerNumber: "name", reference: "client_order_ref" }),
    ...momentDays({ offerDate: "date_order" }),
    status: offerStatus,
  }),
};

// Writes quotations and confirms them: a confirmed quotation is a sales order.

/** The line fields that quotations and orders accept. */
const lineEncoder = encoder<
  Pick<OfferLineItemInput, "description" | "itemId" | "quantity" | "taxCode" | "totalDiscountPercentage" | "unitAmount">
>({
  description: fieldAs("name"),
  itemId: idAs("product_id"),
  ...fieldsAs(numberAs, { quantity: "product_uom_qty", totalDiscountPercentage: "discount", unitAmount: "price_unit" }),
  taxCode: (id, _input, field) => ({ tax: referencedId(id, field) }),
});

/** A time in UTC that falls on this day from Hawaii to New Zealand. */
const noon = (day: string): string => `${calendarDay(day)} 10:30:00`;
const noonOf = encodedBy(noon);

const orderEncoders = {
  contactId: idAs("partner_id"),
  currency: sentSeparately,
  lineItems: nested(lineEncoder, (lines: readonly OfferLineItemInput[], _input: unknown, field) => ({
    order_line: lines.map((line) => lineEncoder(line, field)),
  })),
};

/** The field with a line's taxes, which version 19 renamed. */
const taxesIn = async (_call: WriteCall<object>, session: Session): Promise<string> =>
  "tax_ids" in (await known(session, "sale.order.line")) ? "tax_ids" : "tax_id";

const valuesOf = (encoded: Encoded, taxes: string, { marker }: WriteCall<object>): object => {
  const { order_line: lines = [], ...head } = encoded as { readonly order_line?: readonly { tax?: number }[] };
  const orderLines = lines.map(({ tax, ...line }) => ({
    ...line,
    ...(tax !== undefined && { [taxes]: [[6, 0, [tax]]] }),
  }));
  return { ...head, order_line: orderLines.map((line) => [0, 0, line]), origin: markerText(marker) };
};

interface OrderInput {
  readonly contactId?: string;
  readonly currency?: string;
  readonly lineItems?: readonly OfferLineItemInput[];
  readonly orderDate?: string;
}

const anyOrder = {
  model: "sale.order",
  fields: ["state", "currency_id", "date_order"],
  singleCompany: true,
  map: undefined as never,
} satisfies Kind<unknown, Order>;

/** The currency cannot be written: it comes from the contact's price list. */
function checkCurrency({ currency_id: currency }: Order, requested: string | undefined): void {
  if (requested === undefined || currency?.label === requested) return;
  const message = `This target system uses ${currency?.label}, the currency of the contact's price list. Send that currency or none.`;
  throw new Failure("target_rejected", message, { field: "currency" });
}

async function finish(id: number, { currency, orderDate }: OrderInput, confirms: boolean, session: Session) {
  await orTakenBack(session, anyOrder.model, id, async () => {
    const order = await readOne<Order>(session, anyOrder, id);
    if (order === undefined) return;
    checkCurrency(order, currency);
    if (confirms && ["draft", "sent"].includes(order.state ?? ""))
      await act(session, { model: anyOrder.model, method: "action_confirm", ids: [id] });
  });
  // Confirming would overwrite the order date with the current time.
  if (confirms && orderDate !== undefined)
    await act(session, {
      model: anyOrder.model,
      method: "write",
      ids: [id],
      args: { vals: { date_order: noon(orderDate) } },
    });
}

const writeRules = [
  "If the body leaves out an item's text, price or taxes, Odoo fills them in. Each line needs an item.",
  "The currency is that of the contact's price list; any other currency is refused. The source document holds a reference that Kontor needs.",
];

const createOrder = <Input extends OrderInput, Record extends { readonly id?: string }>(
  kind: Kind<Record, Order>,
  { encoder: encoded, confirms = false }: { readonly encoder: Encoder<Input>; readonly confirms?: boolean },
): WriteHandler<Input, Record> =>
  // In whatever state an earlier attempt left it.
  createOf<Input, Record, Order, string>(
    { ...kind, domain: [] },
    {
      encoder: encoded,
      prepare: taxesIn,
      marked: (reference) => [["origin", "=", reference]],
      values: valuesOf,
      afterwards: ({ id }, { body }, session) => finish(id, body, confirms, session),
      requires: ["contactId", "lineItems.itemId"],
      rules: confirms
        ? [...writeRules, "The order is confirmed at once. If Odoo refuses to confirm it, Kontor deletes it again."]
        : writeRules,
    },
  );

const purchases = inApp("Purchase", {
  ...operationsOf("purchaseOrders", readsOf(purchaseOrder)),
  ...operationsOf("purchaseOrders.lineItems", partReadsOf({ of: purchaseOrder, parts: linesOf, map: purchaseLine })),
});

const sales = inApp("Sales", {
  "salesOrders.list": listOf(salesOrder, {
    filters: { status: (status) => [["state", "in", salesStates.toVendor(status, "status")]] },
    rules: ["Lists confirmed quotations. Other quotations are offers."],
  }),
  "salesOrders.get": getOf(salesOrder),
  "salesOrders.create": createOrder<SalesOrderInput, records.SalesOrder>(salesOrder, {
    encoder: encoder<SalesOrderInput>({
      ...orderEncoders,
      ...fieldsAs(idAs, { billingContactId: "partner_invoice_id", shippingContactId: "partner_shipping_id" }),
      comment: encodedBy(fields.asHtml)("note"),
      deliveryDate: noonOf("commitment_date"),
      orderDate: noonOf("date_order"),
      status: onlyAccepts(["OPEN"], ": orders are confirmed. What is not confirmed yet is an offer"),
    }),
    confirms: true,
  }),
  "salesOrders.lineItems.list": partsOf({ of: salesOrder, parts: linesOf, map: salesLine }),
  "offers.list": listOf(offer, {
    filters: { status: (status, facts) => offersIn[status]?.(facts) ?? noRecords },
    rules: [
      "Lists quotations and everything that was cancelled: Odoo does not record whether a cancelled quotation was confirmed before.",
    ],
  }),
  "offers.get": getOf(offer),
  ...operationsOf("offers.lineItems", partReadsOf({ of: offer, parts: linesOf, map: offerLine })),
  "offers.create": createOrder<OfferInput, records.Offer>(offer, {
    encoder: encoder<OfferInput>({
      ...orderEncoders,
      offerDate: noonOf("date_order"),
      reference: fieldAs("client_order_ref"),
    }),
  }),
  "offers.document.get": printedDocument(offer, ["Shows the current state, even if the offer was not sent yet."]),
});

export const orders = { ...purchases, ...sales };
