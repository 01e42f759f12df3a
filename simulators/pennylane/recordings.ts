/** What was recorded at Pennylane: the fields of every record, and refusals. */
import { openRecordings } from "../engine/recordings.ts";
import { isRow } from "../engine/values.ts";
import { type Table, tables } from "./company.ts";

/** Lines are below their document. */
const pathOf = (recorded: string): string =>
  recorded
    .replace(/^\/?customer_invoices\/\d+\/invoice_lines/, "/invoice_lines")
    .replace(/^\/?supplier_invoices\/\d+\/invoice_lines/, "/supplier_invoice_lines");

export const recordings = openRecordings<Table>({
  slug: "pennylane",
  lists: Object.fromEntries(tables.map((table) => [table, { path: table }])),
  pathOf,
  rowsIn: (body) => (isRow(body) ? body["items"] : undefined),
});
