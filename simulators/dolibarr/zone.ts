/** The server's time zone, which the API does not name: days begin there, and the database has local time. */
import { offsetIn } from "../engine/zone.ts";

const offsetAt = offsetIn("Europe/Paris");

/** `2026-11-15 01:52:18`, as the database stores timestamps. */
export const localTime = (at: number): string =>
  new Date(at + offsetAt(at)).toISOString().slice(0, 19).replace("T", " ");

export const seconds = (at: unknown): number | "" => (typeof at === "number" ? Math.floor(at / 1000) : "");

/** Midnight of a day in that zone, in seconds since 1970; a missing day is an empty text. */
export function midnight(day: unknown): number | "" {
  if (typeof day !== "string" || day === "") return "";
  const utc = Date.parse(`${day}T00:00:00Z`);
  return (utc - offsetAt(utc)) / 1000;
}

/** The day of a timestamp in that zone, as in `date` columns. */
export const dayAt = (date: unknown): string | null =>
  date === undefined || date === null || date === "" ? null : localTime(Number(date) * 1000).slice(0, 10);
