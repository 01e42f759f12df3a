/** Tryton's JSON-RPC: one URL, the model and its method in the body, Python values under `__class__`. */
import type { Session } from "../../contract/session.ts";

type Context = Readonly<Record<string, unknown>>;

/** The last parameter of every method. Company-dependent values and record rules depend on it. */
export const contextOf = ({ company }: Session): Context => (company === undefined ? {} : { company: Number(company) });

export const rpc = (method: string, params: readonly unknown[], context: Context) => ({
  id: 1,
  method,
  params: [...params, context],
});

export const resultOf = (reply: unknown): unknown => (reply as { readonly result: unknown }).result;

export async function askIn<Result>(session: Session, context: Context, method: string, ...params: readonly unknown[]) {
  return resultOf(await session.readByPost("/", rpc(method, params, context))) as Result;
}

export const ask = <Result>(session: Session, method: string, ...params: readonly unknown[]): Promise<Result> =>
  askIn(session, contextOf(session), method, ...params);

/** Calls a method that changes something: `act(session, "model.account.invoice.post", [id])`. Check first before repeating it. */
export async function act(session: Session, method: string, ...params: readonly unknown[]): Promise<void> {
  await session.send({ method: "POST", path: "/", body: rpc(method, params, contextOf(session)) });
}

type Python = Readonly<Record<"__class__" | "base64" | "decimal", string>> &
  Readonly<Record<"year" | "month" | "day" | "hour" | "minute" | "second" | "microsecond", number>>;

const digits = (value: number, length: number): string => String(value).padStart(length, "0");

const dayText = ({ year, month, day }: Python): string => `${digits(year, 4)}-${digits(month, 2)}-${digits(day, 2)}`;

const momentText = (moment: Python): string =>
  `${dayText(moment)}T${digits(moment.hour, 2)}:${digits(moment.minute, 2)}:${digits(moment.second, 2)}.${digits(moment.microsecond, 6)}Z`;

const texts: Readonly<Record<string, (value: Python) => string>> = {
  Decimal: ({ decimal }) => decimal,
  date: dayText,
  datetime: momentText,
  bytes: ({ base64 }) => base64.replaceAll("\n", ""),
};

/** Converts decimals, dates, times and bytes to text, and fields of linked records to nested objects: `"party."`. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const { __class__: kind } = value as Partial<Python>;
  const text = texts[kind ?? ""];
  if (text !== undefined) return text(value as Python);
  const native: Record<string, unknown> = {};
  // The bare id is present too if both were requested.
  for (const [name, fieldValue] of Object.entries(value))
    if (name.endsWith(".")) native[name.slice(0, -1)] = plain(fieldValue);
    else native[name] ??= plain(fieldValue);
  return native;
}

export const decimalValue = (decimal: string) => ({ __class__: "Decimal", decimal });

/** `2026-02-22` */
export function dayValue(text: string) {
  const [year = 0, month = 0, day = 0] = text.slice(0, 10).split("-").map(Number);
  return { __class__: "date", year, month, day };
}

export const momentValue = (at: Date) => ({
  ...dayValue(at.toISOString()),
  __class__: "datetime",
  hour: at.getUTCHours(),
  minute: at.getUTCMinutes(),
  second: at.getUTCSeconds(),
  microsecond: at.getUTCMilliseconds() * 1000,
});
