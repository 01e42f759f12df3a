/** What the vendor published of its records: the fields of every record, and refusals. */
import { kindOfRefusal, openRecordings } from "../engine/recordings.ts";
import { isRow } from "../engine/values.ts";
import type { Table } from "./company.ts";

const isList = (body: unknown): boolean => isRow(body) && Array.isArray(body["data"]);

export const lists = {
  creditNotes: { path: "v3/creditNotes" },
  customers: { path: "v3/customers" },
  invoices: { path: "v3/invoices" },
  offers: { path: "v3/offers" },
  products: { path: "v3/products" },
  projects: { path: "v1/projects" },
  purchaseOrders: { path: "v3/purchaseOrders" },
  salesOrders: { path: "v3/salesOrders" },
  suppliers: { path: "v3/suppliers" },
  webhooks: { path: "v1/webhooks" },
} as const;

export const recordings = openRecordings<Table>({
  slug: "xentral",
  lists,
  rowsIn: (body) => (isRow(body) ? body["data"] : undefined),
  rowIn: (body) => (isRow(body) && !isList(body) ? body["data"] : undefined),
  // Refusals without a body in JSON are described beside the rules.
  refusalOf: (reply) => (reply.body === undefined ? undefined : kindOfRefusal(reply)),
});
