import type { Call, ListCall } from "../../contract/connector.ts";
import type { GoodsReceiptLineItem, GoodsReceipt as GoodsReceiptRecord } from "../../contract/records/purchasing.ts";
import { type Session } from "../../contract/session.ts";
import { values } from "../../kit/columns.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { amount } from "../../kit/money.ts";
import { get, listing, noRecord, partOf, partsOf } from "../../kit/reading.ts";
import { entitySet, isOneOf, modified, readValues } from "./conventions.ts";
import { identity, option, quoted, stamped } from "./fields.ts";
import type { Numbered, PurchaseReceipt, PurchaseReceiptLine, Text } from "./types.ts";

/** Receipts name vendor, order and items only by number; these have the ids too. */
interface ResolvedLine extends PurchaseReceiptLine {
  readonly raw: PurchaseReceiptLine;
  readonly knownItem?: string | undefined;
  readonly purchaseOrderId?: string | undefined;
}
interface ResolvedReceipt extends PurchaseReceipt {
  readonly raw: PurchaseReceipt;
  readonly lines: readonly ResolvedLine[];
  readonly supplierId: string | undefined;
}
const rawOf = <Raw>({ raw }: { readonly raw: Raw }): Raw => raw;

const line = mapping<GoodsReceiptLineItem, ResolvedLine>({
  ...identity,
  ...values({ description: "description", itemId: "knownItem", purchaseOrderId: "purchaseOrderId" }),
  quantityReceived: ({ quantity }) => amount(quantity),
});

const goodsReceipt = mapping<GoodsReceiptRecord, ResolvedReceipt>({
  ...stamped,
  ...values({ description: "vendorName", reference: "number", supplierId: "supplierId" }),
  lineItems: nestedList(line, ({ lines }) => lines),
});

/** Looks up many numbers in one call. Orders are deleted once they are fully invoiced, so some may be missing. */
async function idsIn(
  session: Session,
  path: string,
  numbers: readonly Text[],
): Promise<(number: Text) => string | undefined> {
  const ids = new Map<string, string>();
  const distinct = new Set(numbers.flatMap((number) => (number ? [quoted(number)] : [])));
  for (const $filter of isOneOf("number", [...distinct]))
    for (const { id, number } of await readValues<Numbered>(session, path, { $filter, $select: "id,number" }))
      ids.set(number ?? "", id);
  return (number) => ids.get(number ?? "");
}

const itemNumber = ({ lineType, lineObjectNumber }: PurchaseReceiptLine): Text =>
  option(lineType) === "Item" ? lineObjectNumber : undefined;
const linesOf = (receipt: PurchaseReceipt) => receipt.purchaseReceiptLines ?? [];

async function resolved(session: Session, receipts: readonly PurchaseReceipt[]): Promise<readonly ResolvedReceipt[]> {
  const vendorNumbers = receipts.map(({ vendorNumber }) => vendorNumber);
  const orderNumbers = receipts.map(({ orderNumber }) => orderNumber);
  const vendorId = await idsIn(session, "/vendors", vendorNumbers);
  const orderId = await idsIn(session, "/purchaseOrders", orderNumbers);
  const itemId = await idsIn(session, "/items", receipts.flatMap(linesOf).map(itemNumber));
  return receipts.map((raw) => {
    const purchaseOrderId = orderId(raw.orderNumber);
    const lines = linesOf(raw).map((line) => ({
      ...line,
      raw: line,
      knownItem: itemId(itemNumber(line)),
      purchaseOrderId,
    }));
    return { ...raw, raw, lines, supplierId: vendorId(raw.vendorNumber) };
  });
}

const expand = "purchaseReceiptLines";
const set = entitySet("/purchaseReceipts", { id: "goodsReceiptId", map: goodsReceipt, expand });
const listed = set.list({ filters: modified });

async function read(call: Call, session: Session): Promise<ResolvedReceipt> {
  const [receipt] = await resolved(session, [
    (await session.read(set.at(call), { $expand: expand })) as PurchaseReceipt,
  ]);
  if (receipt === undefined) throw noRecord();
  return receipt;
}
const receiptLines = { read, parts: ({ lines }: ResolvedReceipt) => lines, map: line, raw: rawOf<PurchaseReceiptLine> };

export const goodsReceipts = {
  "goodsReceipts.list": {
    ...listed,
    list: async (call: ListCall, session: Session) => {
      const { raw, total } = await listed.list(call, session);
      return { ...listing(goodsReceipt, await resolved(session, raw as readonly PurchaseReceipt[]), rawOf), total };
    },
  },
  "goodsReceipts.get": get({ read, map: goodsReceipt, raw: rawOf }),
  "goodsReceipts.lineItems.list": partsOf(receiptLines),
  "goodsReceipts.lineItems.get": partOf({ ...receiptLines, id: ({ id }: ResolvedLine) => id }),
};
