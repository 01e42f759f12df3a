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

/** Times without fractions, and each later than the one before. */
const wholeSecond = (at: number): number => Math.ceil(at / 1000) * 1000;

export const openStore = ({ now }: World): Store => {
  let id = 1000;
  return openCompany<Table>({
    id: "sevdesk",
    tables: models,
    now,
    newId: () => String(++id),
    stamp: (record, at, _table, isNew) => {
      if (isNew) record["create"] ??= stamp(wholeSecond(at));
      record["update"] = stamp(wholeSecond(at));
    },
    stampOf: (record) => Date.parse(text(record["update"])) || undefined,
  });
};

export const referenceTo = (model: string, id: unknown): Row => ({ id: text(id), objectName: model });
export const idIn = (reference: unknown): string => text(row(reference)["id"]);
