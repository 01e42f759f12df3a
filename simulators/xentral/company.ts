/** A company of Xentral as plain rows with the vendor's field names. */
import { type Company, openCompany } from "../engine/tables.ts";
import { type Row, text } from "../engine/values.ts";
import type { World } from "../simulation.ts";

export const tables = [
  "creditNotes",
  "customers",
  "invoices",
  "offers",
  "products",
  "projects",
  "purchaseOrders",
  "salesOrders",
  "suppliers",
  "webhooks",
] as const;
export type Table = (typeof tables)[number];
export type Books = Company<Table>;

/** Lists of version 1 have no times. */
const unstamped: readonly Table[] = ["projects", "webhooks"];

/** `2026-11-21T04:16:22+01:00` */
const moment = (at: number): string => `${new Date(at + 3_600_000).toISOString().slice(0, 19)}+01:00`;

export const today = (books: Books): string => moment(books.now()).slice(0, 10);

export function openXentral(world: World): Books {
  return openCompany<Table>({
    id: "example",
    tables,
    now: world.now,
    newId: () => "",
    stamp: (row, at, table, isNew) => {
      if (unstamped.includes(table)) return;
      if (isNew) row["createdAt"] = moment(at);
      row["updatedAt"] = moment(at);
    },
    stampOf: ({ updatedAt: at }) => (at === undefined ? undefined : Date.parse(text(at))),
  });
}

export const newId = (books: Books): string => String(1000 + books.next("id"));

export const add = (books: Books, table: Table, row: Row): Row => books.add(table, { id: newId(books), ...row });

/** What only the rules know of a row. */
export const hidden: readonly string[] = ["party", "netPrice"];
