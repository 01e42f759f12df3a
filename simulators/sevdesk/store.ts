/** The tables of sevdesk, and its times. */
import type { Route as AnyRoute, RouteRequest } from "../engine/routes.ts";
import { type Company, openCompany } from "../engine/tables.ts";
import { type Row, row, text } from "../engine/values.ts";
import { midnightIn, offsetIn } from "../engine/zone.ts";
import type { World } from "../simulation.ts";

/** Named like sevdesk's models, which are also the paths. */
export const models = [
  "Contact",
  "ContactAddress",
  "CommunicationWay",
  "Invoice",
  "InvoicePos",
  "CreditNote",
  "CreditNotePos",
  "Order",
  "OrderPos",
  "Voucher",
  "VoucherPos",
  "Part",
  "CheckAccount",
  "CheckAccountTransaction",
  "CheckAccountTransactionLog",
  "Unity",
  "StaticCountry",
  "SevUser",
] as const;
export type Table = (typeof models)[number];
export type Store = Company<Table>;
export type SevdeskRequest = RouteRequest<Table>;
export type Route = AnyRoute<Table>;

const zone = "Europe/Berlin";
const offset = offsetIn(zone);
const beginning = midnightIn(zone);

/** `2026-09-28T19:39:15+02:00` */
const stamp = (at: number): string =>
  `${new Date(at + offset(at)).toISOString().slice(0, 19)}+0${offset(at) / 3_600_000}:00`;
export const dayIn = (at: number): string => new Date(at + offset(at)).toISOString().slice(0, 10);
export const midnight = (day: string): string => stamp(beginning(day));

/** Times have no fractions, and each is later than the one before. */
function laterSecond(at: number, before: unknown): number {
  const second = at - (at % 1000);
  const last = Date.parse(text(before));
  return second > last || Number.isNaN(last) ? second : last + 1000;
}

export const openStore = ({ now }: World): Store => {
  let id = 1000;
  return openCompany<Table>({
    id: "sevdesk",
    tables: models,
    now,
    newId: () => String(++id),
    stamp: (record, at, table, isNew) => {
      // Bookings do not change: they are taken back and made again.
      if (table === "CheckAccountTransactionLog") {
        record["create"] = stamp(laterSecond(at, record["create"]));
        return;
      }
      if (isNew) record["create"] ??= stamp(at);
      record["update"] = stamp(laterSecond(at, record["update"]));
    },
    stampOf: (record) => Date.parse(text(record["update"] ?? record["create"])) || undefined,
  });
};

export const referenceTo = (model: string, id: unknown): Row => ({ id: text(id), objectName: model });
export const idIn = (reference: unknown): string => text(row(reference)["id"]);
