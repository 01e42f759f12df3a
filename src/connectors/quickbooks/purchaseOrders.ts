import type { PurchaseOrderLineItem, PurchaseOrder as PurchaseOrderRecord } from "../../contract/records/purchasing.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { list, modified, single } from "./conventions.ts";
import * as fields from "./fields.ts";
import { itemName, lineReads, linesOf, tradeLine } from "./lines.ts";
import type { Line, Transaction } from "./types.ts";

const line = mapping<PurchaseOrderLineItem, Line>({ ...tradeLine, itemName });

const purchaseOrder = mapping<PurchaseOrderRecord, Transaction>({
  ...fields.identity,
  ...fields.stamps,
  ...fields.totals,
  addresses: fields.addressesFrom(({ ShipAddr, VendorAddr }) => ({ BillAddr: VendorAddr, ShipAddr })),
  comment: ({ Memo }) => Memo,
  currency: fields.currencyOf,
  description: ({ PrivateNote }) => PrivateNote,
  lineItems: each(line, linesOf),
  orderDate: fields.issuedOn,
  paymentTermId: ({ SalesTermRef }) => fields.refOf(SalesTermRef),
  reference: ({ DocNumber }) => DocNumber,
  status: vocabulary({ Open: "OPEN", Closed: "CLOSED" }).read(({ POStatus }) => POStatus),
  supplierId: ({ VendorRef }) => fields.refOf(VendorRef),
});

export const purchaseOrders = {
  "purchaseOrders.list": list("PurchaseOrder", { map: purchaseOrder, filters: modified }),
  "purchaseOrders.get": single("PurchaseOrder", { id: "purchaseOrderId", map: purchaseOrder }),
  ...named("purchaseOrders.lineItems", lineReads("PurchaseOrder", { id: "purchaseOrderId", map: line })),
};
