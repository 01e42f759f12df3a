/** Conventions of bexio's three API generations, which live side by side: the version belongs to the path. */
import type { Call } from "../../contract/connector.ts";
import { type Session, type VendorReply } from "../../contract/session.ts";
import { localTime } from "../../kit/dates.ts";
import { byOffset, byPageNumber, everyRecord } from "../../kit/lists/paging.ts";
import { lists, readCached } from "../../kit/reading.ts";
import type { Currency, ExchangeRate, Page, User } from "./types.ts";

/** `updated_at` of 2.0 is in Swiss time and does not say so. */
export const swissTime = localTime("Europe/Zurich");
export const zone = "Europe/Zurich";

const order = (field: string, direction: "ASC" | "DESC") => ({ order_by: `${field}_${direction.toLowerCase()}` });

/** Most lists have no header with a total. */
const total = (_body: unknown, headers: VendorReply["headers"]) => {
  const count = headers["x-total-count"];
  return count === undefined ? undefined : Number(count);
};

const arrays = byOffset({ skip: "offset", size: "limit", largest: 2000, records: (body: unknown) => body, total });

/** Lists of 2.0 and 3.0 are bare arrays. */
export const list = lists({ paging: arrays, order });

const pages = byPageNumber({
  page: "page",
  size: "limit",
  largest: 500,
  first: 1,
  records: ({ data }: Page<unknown>) => data,
  total: ({ paging }: Page<unknown>) => paging.item_count,
});

/** Lists of 4.0 are pages with their count. */
export const pagedList = lists({
  paging: pages,
  order: (field, direction) => ({ sort: field, order: direction.toLowerCase() }),
});

/** All rows of a list of 2.0 or 3.0. */
export const allOf = everyRecord(arrays);

/** A condition of `POST /2.0/…/search`. Conditions are joined by AND. */
export const condition = (field: string, value: string, criteria: string) => ({ field, value, criteria });

export const updatedSince = (at: Date) => condition("updated_at", swissTime.write(at), ">=");

/** bexio's lists show less of a record than the record itself, so each is read. */
const atOnce = 8;

export async function eachRead<Native>(
  natives: readonly Native[],
  read: (native: Native) => Promise<Native>,
): Promise<readonly Native[]> {
  const found: Native[] = [];
  for (let at = 0; at < natives.length; at += atOnce)
    found.push(...(await Promise.all(natives.slice(at, at + atOnce).map(read))));
  return found;
}

/** The signed-in user, whom bexio wants in every new record. */
export const userOf = (session: Session): Promise<User> =>
  readCached(session, "user", async () => (await session.read("/3.0/users/me")) as User);

/** The same, as `prepare` of a write. */
export const preparedUser = (_call: Call, session: Session): Promise<User> => userOf(session);

/**
 * The company's own currency. No record of the company has it, but exchange rates of every other currency name it. A company
 * with one currency has that one.
 */
export const baseCurrency = (session: Session): Promise<Currency | undefined> =>
  readCached(session, "base currency", async () => {
    const currencies = await allOf<Currency>(session, "/3.0/currencies");
    for (const { id } of currencies) {
      const rates = (await session.read(`/3.0/currencies/${id}/exchange_rates`)) as readonly ExchangeRate[];
      const named = rates.find(({ exchange_currency: currency }) => currency && currency.id !== id);
      if (named?.exchange_currency) return named.exchange_currency;
    }
    return currencies.length === 1 ? currencies[0] : undefined;
  });

export const companyCurrency = async (session: Session): Promise<string | undefined> =>
  (await baseCurrency(session))?.name ?? undefined;
