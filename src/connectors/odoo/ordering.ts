/** Writing quotations, and confirming them: what is confirmed is a sales order. */

import type { WriteCall, WriteHandler } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { OfferLineItemInput } from "../../contract/inputs/sales.ts";
import type { Session } from "../../contract/session.ts";
import { calendarDay } from "../../kit/dates.ts";
import {
  allAs,
  as,
  type Encoded,
  type Encoder,
  elsewhere,
  encoder,
  nested,
  numberAs,
  placedBy,
} from "../../kit/encode.ts";
import { idAs, referred } from "../../kit/models/reading.ts";
import { marking } from "../../kit/models/writing.ts";
import { createOf, type Kind, one, orTakenBack } from "./conventions.ts";
import { known } from "./records.ts";
import { act } from "./rpc.ts";
import type { Order } from "./types.ts";

/** What quotations and orders take of a line. */
const lineEncoder = encoder<
  Pick<OfferLineItemInput, "description" | "itemId" | "quantity" | "taxCode" | "totalDiscountPercentage" | "unitAmount">
>({
  description: as("name"),
  itemId: idAs("product_id"),
  ...allAs(numberAs, { quantity: "product_uom_qty", totalDiscountPercentage: "discount", unitAmount: "price_unit" }),
  taxCode: (id, _input, field) => ({ tax: referred(id, field) }),
});

const noon = (day: string): string => `${calendarDay(day)} 12:00:00`;
/** A moment in UTC that is on this day nearly everywhere. */
export const noonOf = placedBy(noon);

export const orderEncoders = {
  contactId: idAs("partner_id"),
  currency: elsewhere,
  lineItems: nested(lineEncoder, (lines: readonly OfferLineItemInput[], _input: unknown, field) => ({
    order_line: lines.map((line) => lineEncoder(line, field)),
  })),
};

interface Prepared {
  /** The field of a line's taxes; version 19 renamed it. */
  readonly taxes: string;
}

const prepare = async (_call: WriteCall<object>, session: Session): Promise<Prepared> => ({
  taxes: "tax_ids" in (await known(session, "sale.order.line")) ? "tax_ids" : "tax_id",
});

const valuesOf = (encoded: Encoded, { taxes }: Prepared, { marker }: WriteCall<object>): object => {
  const { order_line: lines = [], ...order } = encoded as { readonly order_line?: readonly { tax?: number }[] };
  const all = lines.map(({ tax, ...line }) => [
    ...[0, 0],
    { ...line, ...(tax !== undefined && { [taxes]: [[6, 0, [tax]]] }) },
  ]);
  return { ...order, order_line: all, origin: marking(marker) };
};

interface OrderInput {
  readonly contactId?: string;
  readonly currency?: string;
  readonly lineItems?: readonly OfferLineItemInput[];
  readonly orderDate?: string;
}

const anyOrder = {
  ...{ model: "sale.order", fields: ["state", "currency_id", "date_order"], own: true, map: undefined as never },
} satisfies Kind<unknown, Order>;

/** A currency cannot be written: it is the one of the contact's price list. */
function checkCurrency({ currency_id: own }: Order, wanted: string | undefined): void {
  if (wanted === undefined || own?.label === wanted) return;
  const message = `This target system makes it in ${own?.label}, which the contact's price list says.`;
  throw new Failure("target_rejected", message, { field: "currency" });
}

async function finish(id: number, { currency, orderDate }: OrderInput, confirms: boolean, session: Session) {
  await orTakenBack(session, anyOrder.model, id, async () => {
    const order = await one<Order>(session, anyOrder, id);
    if (order === undefined) return;
    checkCurrency(order, currency);
    if (confirms && ["draft", "sent"].includes(order.state ?? ""))
      await act(session, { model: anyOrder.model, method: "action_confirm", ids: [id] });
  });
  // Confirming takes the moment for the order's own.
  if (confirms && orderDate !== undefined)
    await act(session, {
      ...{ model: anyOrder.model, method: "write", ids: [id], args: { vals: { date_order: noon(orderDate) } } },
    });
}

const rules = [
  "What the body does not say of an item's text, price and taxes is filled in by Odoo. Each line has an item.",
  "The currency is the one of the contact's price list; any other is refused. The source document is a reference of ours.",
];

export const createOrder = <Input extends OrderInput, Record extends { readonly id?: string }>(
  kind: Kind<Record, Order>,
  { encoder: encoded, confirms = false }: { readonly encoder: Encoder<Input>; readonly confirms?: boolean },
): WriteHandler<Input, Record> =>
  // In whatever state an earlier attempt has left it.
  createOf<Input, Record, Order, Prepared>(
    { ...kind, domain: [] },
    {
      encoder: encoded,
      prepare,
      marked: (reference) => [["origin", "=", reference]],
      values: valuesOf,
      afterwards: ({ id }, { body }, session) => finish(id, body, confirms, session),
      requires: ["contactId", "lineItems.itemId"],
      rules: confirms ? [...rules, "It is confirmed at once; what Odoo refuses to confirm is deleted again."] : rules,
    },
  );
