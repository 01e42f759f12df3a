/** The tables of a client, as PowerOffice Go calls a company. */
import { type Company, openCompany } from "../engine/tables.ts";
import { type Row, text } from "../engine/values.ts";
import type { World } from "../simulation.ts";

export const tables = [
  "customers",
  "suppliers",
  "accounts",
  "products",
  "vatCodes",
  "terms",
  "departments",
  "locations",
  "projects",
  "orders",
  "outgoing",
  "incoming",
  "transactions",
  "customerEntries",
  "supplierEntries",
  "vouchers",
  "bankAccounts",
] as const;
export type Table = (typeof tables)[number];
export type Books = Company<Table>;

/** `2021-09-30T08:03:00.1234567Z` */
export const stampAt = (at: number): string => `${new Date(at).toISOString().slice(0, -1)}0000Z`;

/** Codes of tax, payment terms and some others are no records that a user changes. */
const withoutCreation: readonly Table[] = ["accounts"];

function stamp(row: Row, at: number, table: Table, isNew: boolean): void {
  row["LastChangedDateTimeOffset"] = stampAt(at);
  if (!isNew || withoutCreation.includes(table)) return;
  row["CreatedDateTimeOffset"] = stampAt(at);
  if (table === "customers" || table === "suppliers") {
    row["ContactCreatedDateTimeOffset"] = stampAt(at);
    row[table === "customers" ? "CustomerCreatedDateTimeOffset" : "SupplierCreatedDateTimeOffset"] = stampAt(at);
  }
}

export const openClient = (world: World): Books => {
  const client: Books = openCompany<Table>({
    id: "client",
    facts: { name: "Blåelgen Snekkeri AS", lockDate: "" },
    tables,
    now: world.now,
    // Vouchers are found by their number alone.
    key: (table) => (table === "vouchers" ? "VoucherNo" : "Id"),
    newId: () => String(client.next("id", 1001)),
    stamp,
    stampOf: (row) => Date.parse(text(row["LastChangedDateTimeOffset"])) || undefined,
  });
  return client;
};

/** Adds a record whose id is a number. */
export const addNumbered = (client: Books, table: Table, row: Row): Row =>
  client.add(table, { ...row, Id: client.next("id", 1001) });

export const vatCodeOf = ({ tables: { vatCodes } }: Books, code: unknown): Row => vatCodes.find("Code", code) ?? {};
export const accountOf = ({ tables: { accounts } }: Books, number: number): Row =>
  accounts.find("AccountNo", number) ?? {};
