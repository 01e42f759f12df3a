/** Groups of fields that many of Dolibarr's records share. */
import { timestampOf } from "../../contract/clocks.ts";
import { columns } from "../../kit/columns.ts";
import { accountingDay, calendarDay } from "../../kit/dates.ts";
import { atPath, type FieldEncoder, invalidField } from "../../kit/encode.ts";
import { amount, type Decimal, difference, unsigned } from "../../kit/money.ts";
import { plainValue, twoWay } from "../../kit/twoWay.ts";
import type { Amounts, Epoch, Identified, Numeric, Stamped, Trade } from "./types.ts";

export const identity = { id: ({ id }: Identified) => String(id) };

/** 0 means that there is no record. */
export const idOf = (value: Numeric): string | undefined =>
  value === null || value === undefined || value === "" || Number(value) <= 0 ? undefined : String(value);

export const ids = columns(idOf);

const millisecondsOf = (at: Epoch): number | undefined =>
  at === null || at === undefined || at === "" ? undefined : Number(at) * 1000;

export function instantOf(at: Epoch): string | undefined {
  const moment = millisecondsOf(at);
  return moment === undefined || Number.isNaN(moment) ? undefined : timestampOf(new Date(moment));
}

const hour = 3_600_000;
const day = 24 * hour;
/** The server's time zone is unknown. From Hawaii to New Zealand in summer, a day begins at most this long before it does in UTC. */
const earliest = 13.5 * hour;

/** The calendar day whose midnight this is, in some time zone. */
export function dayOf(at: Epoch): string | undefined {
  const moment = millisecondsOf(at);
  return moment === undefined ? undefined : accountingDay(new Date(moment + earliest).toISOString());
}

/** Whether the day that begins at this midnight has ended. The midnight is one of the server, so its zone does not matter. */
export function isOver(midnight: Epoch): boolean {
  const moment = millisecondsOf(midnight);
  return moment !== undefined && moment + day <= Date.now();
}

export const days = columns(dayOf);

/**
 * The day of a time. The document's own day is a midnight in the server's time zone, which tells the zone; an hour more
 * covers days on the other side of a clock change.
 */
export function dayBeside(at: Epoch, midnight: Epoch): string | undefined {
  const moment = millisecondsOf(at);
  const known = millisecondsOf(midnight);
  if (moment === undefined || known === undefined) return dayOf(at);
  const clock = ((known % day) + day) % day;
  const offset = clock <= day - earliest ? -clock : day - clock;
  return accountingDay(new Date(moment + offset + hour).toISOString());
}

/** A time that is on this day in all these time zones. */
export const epochOf = (timestamp: string): number =>
  (Date.parse(`${calendarDay(timestamp)}T00:00:00Z`) + day - earliest) / 1000;

export const epochAs = (...path: readonly string[]): FieldEncoder<string> =>
  Object.assign((timestamp: string) => atPath(path, epochOf(timestamp)), { path });

/** A day, for two-way tables: `dueDate: epochDay("date_lim_reglement")`. */
export const epochDay = <const Name extends string>(name: Name) => ({
  reads: days({ value: name }).value,
  writes: epochAs(name),
});

export const createdOf = ({ date_creation, datec, date_c }: Stamped): Epoch => date_creation || datec || date_c;
/** Names the seconds by which the time of change of a record is too early: see `conventions.ts`. */
export const tooEarlyBy = Symbol("too early by");
interface Dated extends Stamped {
  readonly [tooEarlyBy]?: number;
}

export const changedOf = (native: Dated): Epoch => {
  const at = native.date_modification || native.tms || native.date_m;
  const early = native[tooEarlyBy];
  return early === undefined || !at ? at : Number(at) + early;
};

export const stamps = {
  createdDate: (native: Stamped) => instantOf(createdOf(native)),
  updatedDate: (native: Stamped) => instantOf(changedOf(native)),
};

/** A draft has "(PROV12)" until it gets its number. */
export const numberOf = ({ ref }: Trade): string | undefined => (ref && !ref.startsWith("(PROV") ? ref : undefined);

export const statusOf = ({ status, statut }: Trade): number => Number(status ?? statut ?? 0);

/** Documents in another currency have its amounts in addition to those in the company's currency. */
export const isForeign = ({ multicurrency_code: code, multicurrency_tx: rate }: Trade): boolean =>
  Boolean(code) && (amount(rate) ?? 1) !== 1 && (amount(rate) ?? 0) !== 0;

export interface Totals {
  readonly net: Decimal;
  readonly tax: Decimal;
  readonly gross: Decimal;
}

/** Local taxes (`total_localtax1`, `total_localtax2`) are tax as well, and part of the gross amount. */
export const totalsOf = (native: Amounts, foreign: boolean): Totals =>
  foreign
    ? {
        net: native.multicurrency_total_ht,
        tax: difference(native.multicurrency_total_ttc, native.multicurrency_total_ht),
        gross: native.multicurrency_total_ttc,
      }
    : { net: native.total_ht, tax: difference(native.total_ttc, native.total_ht), gross: native.total_ttc };

const documentTotal = (native: Trade, name: keyof Totals) => totalsOf(native, isForeign(native))[name];
export const documentTotals = {
  totalGrossAmount: (native: Trade) => amount(documentTotal(native, "gross")),
  totalNetAmount: (native: Trade) => amount(documentTotal(native, "net")),
  totalTaxAmount: (native: Trade) => amount(documentTotal(native, "tax")),
};
export const creditTotals = {
  totalGrossAmount: (native: Trade) => unsigned(documentTotal(native, "gross")),
  totalNetAmount: (native: Trade) => unsigned(documentTotal(native, "net")),
  totalTaxAmount: (native: Trade) => unsigned(documentTotal(native, "tax")),
};

/** The vendor's ids are whole numbers. */
const idAs = (...path: readonly string[]): FieldEncoder<string> =>
  Object.assign((value: string, _input: unknown, field: string) => atPath(path, numericId(value, field)), { path });

/** The id of another record, for two-way tables: `contactId: numericIdIn("socid")`. */
export const numericIdIn = <const Name extends string>(name: Name) => ({
  reads: ids({ value: name }).value,
  writes: idAs(name),
});

export const contactFields = twoWay({ contactId: numericIdIn("socid") });
export const currencyFields = twoWay({ currency: plainValue("multicurrency_code") });
export const termFields = twoWay({ paymentTermId: numericIdIn("cond_reglement_id") });

export function numericId(value: string, field: string): number {
  if (!/^[1-9]\d{0,14}$/.test(value)) throw invalidField("This target system's ids are whole numbers.", field);
  return Number(value);
}
