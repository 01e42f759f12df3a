import type { Call, ListCall } from "../../contract/connector.ts";
import type { GoodsReceiptLineItem, GoodsReceipt as GoodsReceiptRecord } from "../../contract/records/purchasing.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { get, listing, noRecord, partOf, partsOf } from "../../kit/reading.ts";
import { entitySet, isOneOf, modified, readValues } from "./conventions.ts";
import { identity, option, quoted, stamped } from "./fields.ts";
import type { Numbered, PurchaseReceipt, PurchaseReceiptLine, Text } from "./types.ts";

/** Receipts name vendor, order and items by their numbers only; here the ids are with them. */
interface KnownLine extends PurchaseReceiptLine {
  readonly raw: PurchaseReceiptLine;
  readonly knownItem?: string | undefined;
  readonly purchaseOrderId?: string | undefined;
}
interface Known extends PurchaseReceipt {
  readonly raw: PurchaseReceipt;
  readonly lines: readonly KnownLine[];
  readonly supplierId: string | undefined;
}
const rawOf = <Raw>({ raw }: { readonly raw: Raw }): Raw => raw;

const line = mapping<GoodsReceiptLineItem, KnownLine>({
  ...identity,
  ...values({ description: "description", itemId: "knownItem", purchaseOrderId: "purchaseOrderId" }),
  quantityReceived: ({ quantity }) => amount(quantity),
});

const goodsReceipt = mapping<GoodsReceiptRecord, Known>({
  ...stamped,
  ...values({ description: "vendorName", reference: "number", supplierId: "supplierId" }),
  lineItems: each(line, ({ lines }) => lines),
});

/** One question tells many. Orders are gone once all of them is invoiced. */
async function idsIn(
  session: Session,
  path: string,
  numbers: readonly Text[],
): Promise<(number: Text) => string | undefined> {
  const ids = new Map<string, string>();
  const asked = new Set(numbers.flatMap((number) => (number ? [quoted(number)] : [])));
  for (const $filter of isOneOf("number", [...asked]))
    for (const { id, number } of await readValues<Numbered>(session, path, { $filter, $select: "id,number" }))
      ids.set(number ?? "", id);
  return (number) => ids.get(number ?? "");
}

const itemNumber = ({ lineType, lineObjectNumber }: PurchaseReceiptLine): Text =>
  option(lineType) === "Item" ? lineObjectNumber : undefined;
const linesOf = (receipt: PurchaseReceipt) => receipt.purchaseReceiptLines ?? [];

async function known(session: Session, receipts: readonly PurchaseReceipt[]): Promise<readonly Known[]> {
  const vendors = receipts.map((one) => one.vendorNumber);
  const orders = receipts.map((one) => one.orderNumber);
  const vendor = await idsIn(session, "/vendors", vendors);
  const order = await idsIn(session, "/purchaseOrders", orders);
  const item = await idsIn(session, "/items", receipts.flatMap(linesOf).map(itemNumber));
  return receipts.map((raw) => {
    const purchaseOrderId = order(raw.orderNumber);
    const lines = linesOf(raw).map((line) => ({
      ...line,
      raw: line,
      knownItem: item(itemNumber(line)),
      purchaseOrderId,
    }));
    return { ...raw, raw, lines, supplierId: vendor(raw.vendorNumber) };
  });
}

const expand = "purchaseReceiptLines";
const set = entitySet("/purchaseReceipts", { id: "goodsReceiptId", map: goodsReceipt, expand });
const listed = set.list({ filters: modified });

async function read(call: Call, session: Session): Promise<Known> {
  const [receipt] = await known(session, [(await session.read(set.at(call), { $expand: expand })) as PurchaseReceipt]);
  if (receipt === undefined) throw noRecord();
  return receipt;
}
const receiptLines = { read, parts: ({ lines }: Known) => lines, map: line, raw: rawOf<PurchaseReceiptLine> };

export const goodsReceipts = {
  "goodsReceipts.list": {
    ...listed,
    list: async (call: ListCall, session: Session) => {
      const { raw, total } = await listed.list(call, session);
      return { ...listing(goodsReceipt, await known(session, raw as readonly PurchaseReceipt[]), rawOf), total };
    },
  },
  "goodsReceipts.get": get({ read, map: goodsReceipt, raw: rawOf }),
  "goodsReceipts.lineItems.list": partsOf(receiptLines),
  "goodsReceipts.lineItems.get": partOf({ ...receiptLines, id: ({ id }: KnownLine) => id }),
};
