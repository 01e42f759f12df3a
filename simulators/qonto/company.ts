/** A company of Qonto as plain rows with the vendor's field names. */
import { type Company, openCompany } from "../engine/tables.ts";
import { uuid } from "../engine/values.ts";
import type { World } from "../simulation.ts";

export const tables = [
  "bank_accounts",
  "client_invoices",
  "clients",
  "credit_notes",
  "labels",
  "products",
  "quotes",
  "subscriptions",
  "supplier_invoices",
] as const;
export type Table = (typeof tables)[number];
export type Books = Company<Table>;

/** These have no time of change. */
const undated: readonly Table[] = ["credit_notes", "labels", "quotes"];
/** These have no time at all. */
const timeless: readonly Table[] = ["labels"];

export const organizationId = uuid("qonto organization");

export function openQonto(world: World): Books {
  return openCompany<Table>({
    id: organizationId,
    tables,
    now: world.now,
    newId: () => crypto.randomUUID(),
    stamp: (row, at, table, isNew) => {
      row["changed"] = at;
      if (timeless.includes(table)) return;
      if (isNew) row["created_at"] = new Date(at).toISOString();
      if (!undated.includes(table)) row["updated_at"] = new Date(at).toISOString();
    },
    stampOf: ({ changed }) => (typeof changed === "number" ? changed : undefined),
  });
}

/** What only the simulator knows of a row. */
export const hidden: readonly string[] = ["changed", "party"];

/** Accounts have no time of creation. */
export const hiddenOf = (table: Table): readonly string[] =>
  table === "bank_accounts" ? [...hidden, "created_at"] : hidden;
