/** Agreements, which are not booked: offers, sales orders, purchase orders, goods receipts. */
import type { Big } from "big.js";
import { zero } from "../basics/amounts.ts";
import { addDays } from "../basics/calendar.ts";
import { fileId, fileRecord } from "../basics/files.ts";
import { at } from "../basics/random.ts";
import type { NativeRecord } from "../basics/types.ts";
import { projectIds, transferTerms } from "../masterdata/catalogue.ts";
import { accountId } from "../masterdata/chart.ts";
import { rateOn } from "../masterdata/currencies.ts";
import type { Party } from "../masterdata/parties.ts";
import { type CompanyContext, chanceFor, traders } from "./companyContext.ts";
import { documentTotals, type Line, makeLines, nativeLine, nativeTotals } from "./lines.ts";

interface Order {
  readonly id: string;
  readonly index: number;
  readonly date: string;
  readonly party: Party;
  readonly lines: readonly Line[];
  readonly created_at: string;
  readonly updated_at: string;
}

/** Spread evenly over the days, the newest last. */
function makeOrders(context: CompanyContext, prefix: string, count: number, isSale: boolean): Order[] {
  const { time } = context;
  return Array.from({ length: count }, (_, index) => {
    const chance = chanceFor(context, prefix, index);
    const id = `${prefix}-${index + 1}`;
    const party = chance.pick(traders(isSale ? context.customers : context.suppliers));
    const date = time.before(Math.floor(((count - 1 - index) * 360) / count));
    const trade = {
      isSale,
      currency: party.currency,
      rate: rateOn(party.currency, date),
      isTaxed: party.region === "domestic",
    };
    const stamps = {
      created_at: time.instant(date, id),
      updated_at: time.instant(time.noLater(addDays(date, index % 8)), id),
    };
    return { id, index, date, party, lines: makeLines(chance, chance.between(1, 4), trade), ...stamps };
  });
}

const documentFields = ({ id, party, lines, created_at, updated_at }: Order) => ({
  id,
  addresses: [party.address],
  currency: party.currency,
  ...nativeTotals(documentTotals(lines, zero, party.currency), party.currency),
  created_at,
  updated_at,
});

const linesOf = ({ id, party, lines, created_at, updated_at }: Order) =>
  lines.map((line, index) => nativeLine(line, party.currency, `${id}-${index + 1}`, { created_at, updated_at }));

const offerStatuses = ["accepted", "declined", "expired", "voided", "sent", "draft"];
const offerLineTypes = ["item", "account", "charge", "value", "resource", "fixed_asset"];

/** The newest are drafts or sent; what nobody answered has expired. */
export function makeOffers(context: CompanyContext): { records: NativeRecord[]; files: NativeRecord[] } {
  const offers = makeOrders(context, "offer", context.scale.offers, true);
  const records = offers.map((offer) => ({
    ...documentFields(offer),
    contact_id: offer.party.id,
    file_id: hasFile(offer) ? fileId(offer.id) : null,
    line_items: [...offerLines(offer), ...(offer.index % 4 === 0 ? [comment(offer)] : [])],
    name: `Angebot für ${offer.party.name}`,
    offer_date: offer.date,
    offer_number: `AN-${String(offer.index + 1).padStart(4, "0")}`,
    one_line_address: offer.party.oneLineAddress,
    reference: offer.index % 3 === 0 ? `Anfrage vom ${offer.date}` : null,
    status: at(offerStatuses, offer.index < 5 ? offer.index : offer.index % 2 === 0 ? 4 : 5),
    tax_text: offer.party.region === "domestic" ? null : "Ohne Umsatzsteuer",
  }));
  const files = offers
    .filter(hasFile)
    .map(({ id, date, index }) => fileRecord(context.time, id, `Angebot ${index + 1}`, date));
  return { records, files };
}

const hasFile = ({ index }: Order): boolean => index % 2 === 0;

const offerLines = (offer: Order) =>
  linesOf(offer).map(({ item_name, ...line }, index) => {
    const account = offer.lines[index]?.item.incomeAccount ?? "8400";
    const tax_type = line.tax_rate_percentage === "0" ? "no_tax" : "exclusive";
    const type = at(offerLineTypes, offer.index + index);
    return { ...line, name: item_name, account_code: account, account_id: accountId(account), tax_type, type };
  });

function comment({ id, party, lines, created_at, updated_at }: Order) {
  const nothing = nativeTotals({ net: zero, tax: zero, gross: zero, discount: zero }, party.currency);
  return {
    id: `${id}-${lines.length + 1}`,
    type: "comment",
    description: "Wir freuen uns auf Ihren Auftrag und grüßen herzlich.",
    quantity: "0",
    ...nothing,
    created_at,
    updated_at,
  };
}

const salesOrderStatuses = ["closed", "voided", "open", "in_review", "draft"];

export function salesOrderRecords(context: CompanyContext): NativeRecord[] {
  return makeOrders(context, "so", context.scale.salesOrders, true).map((order) => ({
    ...documentFields(order),
    billing_contact_id: order.party.id,
    comment: order.index % 3 === 0 ? "Bitte vor 10 Uhr liefern, Klingel klemmt." : null,
    contact_id: order.party.id,
    delivery_date: addDays(order.date, 10),
    line_items: linesOf(order),
    one_line_address: order.party.oneLineAddress,
    order_date: order.date,
    project_id: order.index % 2 === 0 ? at(projectIds, order.index / 2) : null,
    shipping_contact_id: order.index % 2 === 1 ? at(traders(context.customers), order.index).id : order.party.id,
    status: at(salesOrderStatuses, order.index),
    task_id: order.index % 4 === 1 ? `task-${order.id}` : null,
  }));
}

/** The deliveries of an order, each in tenths of the ordered quantity. */
const deliveries: readonly (readonly [status: string, tenths: readonly number[]])[] = [
  ["closed", [10]],
  ["partially_fulfilled", [4]],
  ["closed", [5, 5]],
  ["open", []],
  ["closed", [10]],
  ["canceled", []],
];

export function makePurchaseOrders(context: CompanyContext): { orders: NativeRecord[]; receipts: NativeRecord[] } {
  const orders = makeOrders(context, "po", context.scale.purchaseOrders, false);
  const receipts = orders.flatMap((order) =>
    at(deliveries, order.index)[1].map((tenths, part) => goodsReceipt(context, order, tenths, part + 1)),
  );
  return { orders: orders.map(purchaseOrder), receipts };
}

function purchaseOrder(order: Order): NativeRecord {
  const [status] = at(deliveries, order.index);
  return {
    ...documentFields(order),
    approval_date: status === "open" ? null : order.date,
    comment: order.index % 3 === 1 ? "Telefonisch bestätigt" : null,
    description: `Bestellung bei ${order.party.name}`,
    line_items: linesOf(order),
    order_date: order.date,
    payment_term_id: at(transferTerms, order.index).id,
    reference: `BE-${String(order.index + 1).padStart(4, "0")}`,
    status,
    supplier_id: order.party.id,
  };
}

function goodsReceipt({ time }: CompanyContext, order: Order, tenths: number, part: number): NativeRecord {
  const id = `gr-${order.id}-${part}`;
  const stamp = time.instant(time.noLater(addDays(order.date, 3 * part)), id);
  const share = (quantity: Big): string => quantity.times(tenths).div(10).toString();
  return {
    id,
    comment: tenths < 10 ? "Teillieferung" : null,
    description: `Wareneingang von ${order.party.name}`,
    line_items: order.lines.map((line, index) => ({
      id: `${id}-${index + 1}`,
      description: line.description,
      item_id: line.item.id,
      item_name: line.item.name,
      project_id: index === 0 ? at(projectIds, order.index) : null,
      purchase_order_id: order.id,
      quantity_ordered: line.quantity.toString(),
      quantity_received: share(line.quantity),
      created_at: stamp,
      updated_at: stamp,
    })),
    reference: `LS-${order.index + 1}/${part}`,
    supplier_id: order.party.id,
    created_at: stamp,
    updated_at: stamp,
  };
}
