import type { PurchaseOrderLineItem, PurchaseOrder as PurchaseOrderRecord } from "../../contract/records/purchasing.ts";
import { days, values } from "../../kit/columns.ts";
import { mapping, nestedList } from "../../kit/mapping.ts";
import { operationsOf } from "../../kit/views.ts";
import { vocabulary } from "../../kit/vocabulary.ts";
import { resource } from "./conventions.ts";
import * as fields from "./fields.ts";
import { itemName, lineReads, linesOf, tradeLine } from "./lines.ts";
import type { Line, Transaction } from "./types.ts";

const line = mapping<PurchaseOrderLineItem, Line>({ ...tradeLine, itemName });

const purchaseOrder = mapping<PurchaseOrderRecord, Transaction>({
  ...fields.document,
  addresses: fields.addressesIn({ VendorAddr: "BILLING", ShipAddr: "DELIVERY" }),
  ...values({ comment: "Memo", description: "PrivateNote", reference: "DocNumber" }),
  ...fields.refs({ paymentTermId: "SalesTermRef", supplierId: "VendorRef" }),
  ...days({ orderDate: "TxnDate" }),
  lineItems: nestedList(line, linesOf),
  status: vocabulary({ Open: "OPEN", Closed: "CLOSED" }).read(({ POStatus }) => POStatus),
});

const { list, get } = resource("PurchaseOrder", "purchaseOrderId", purchaseOrder);

export const purchaseOrders = {
  ...operationsOf("purchaseOrders", { list: list(), get: get() }),
  ...operationsOf("purchaseOrders.lineItems", lineReads("PurchaseOrder", { id: "purchaseOrderId", map: line })),
};
