import type { PurchaseOrderLineItem, PurchaseOrder as PurchaseOrderRecord } from "../../contract/records/purchasing.ts";
import { values } from "../../kit/columns.ts";
import { each, mapping } from "../../kit/mapping.ts";
import { named } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { list, modified, single } from "./conventions.ts";
import * as fields from "./fields.ts";
import { refs } from "./fields.ts";
import { itemName, lineReads, linesOf, tradeLine } from "./lines.ts";
import type { Line, Transaction } from "./types.ts";

const line = mapping<PurchaseOrderLineItem, Line>({ ...tradeLine, itemName });

const purchaseOrder = mapping<PurchaseOrderRecord, Transaction>({
  ...fields.identity,
  ...fields.stamps,
  ...fields.totals,
  addresses: fields.addressesFrom(({ ShipAddr, VendorAddr }) => ({ BillAddr: VendorAddr, ShipAddr })),
  ...values({ comment: "Memo", description: "PrivateNote", reference: "DocNumber" }),
  ...refs({ paymentTermId: "SalesTermRef", supplierId: "VendorRef" }),
  currency: fields.currencyOf,
  lineItems: each(line, linesOf),
  orderDate: fields.issuedOn,
  status: vocabulary({ Open: "OPEN", Closed: "CLOSED" }).read(({ POStatus }) => POStatus),
});

export const purchaseOrders = {
  "purchaseOrders.list": list("PurchaseOrder", { map: purchaseOrder, filters: modified }),
  "purchaseOrders.get": single("PurchaseOrder", { id: "purchaseOrderId", map: purchaseOrder }),
  ...named("purchaseOrders.lineItems", lineReads("PurchaseOrder", { id: "purchaseOrderId", map: line })),
};
