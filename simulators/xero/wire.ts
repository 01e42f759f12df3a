/** How Xero writes things: its dates, its envelope, its amounts, its ids. */
import { dayLength, type Row, cents as rounded } from "../engine/values.ts";

export { big, dayLength, filled, only, type Row, row, rows, sum, text, without, words } from "../engine/values.ts";

/** Microsoft's JSON date; the zone is always written, and always zero. */
export const stamp = (milliseconds: number) => `/Date(${milliseconds}+0000)/`;

export const iso = (milliseconds: number) => new Date(milliseconds).toISOString().slice(0, 19);

/** Midnight of the day that a request names: `2026-04-30`, with a time or not, or Xero's own form. */
export function dayOf(value: unknown): number | undefined {
  const at = instantOf(value);
  return at === undefined ? undefined : Math.floor(at / dayLength) * dayLength;
}

/** Times without a zone are UTC. */
export function instantOf(value: unknown): number | undefined {
  if (typeof value !== "string" || value === "") return undefined;
  const own = /^\/Date\((-?\d+)/.exec(value);
  if (own !== null) return Number(own[1]);
  const zoned = /(Z|GMT|[+-]\d\d:?\d\d)$/.test(value) || !value.includes("T") ? value : `${value}Z`;
  const parsed = Date.parse(zoned);
  return Number.isNaN(parsed) ? undefined : parsed;
}

/** A day in both forms: `Date` and `DateString`. */
export const dated = (name: string, day: number): Row => ({ [`${name}String`]: iso(day), [name]: stamp(day) });

export const updated = (milliseconds: number, alsoAsText: boolean): Row => ({
  UpdatedDateUTC: stamp(milliseconds),
  ...(alsoAsText && { UpdatedDateUTCString: `${iso(milliseconds)}Z` }),
});

export const cents = (value: unknown): number => rounded(value).toNumber();

/** What surrounds every answer. */
export const envelope = (now: number, id: string, content: Row): Row => ({
  ...{ Id: id, Status: "OK", ProviderName: "Kontor (simulated)", DateTimeUTC: `/Date(${now})/`, ...content },
});

/** Xero speaks XML to whoever does not ask for JSON. */
export function xml(value: unknown, name = "Response"): string {
  if (value === null || value === undefined) return `<${name} />`;
  if (Array.isArray(value)) {
    const singular = name.replace(/ies$/, "y").replace(/s$/, "");
    return `<${name}>${value.map((one) => xml(one, singular)).join("")}</${name}>`;
  }
  if (typeof value === "object")
    return `<${name}>${Object.entries(value)
      .map(([key, one]) => xml(one, key))
      .join("")}</${name}>`;
  const plain = `${value as string | number | boolean}`.replaceAll(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
  return `<${name}>${plain}</${name}>`;
}
