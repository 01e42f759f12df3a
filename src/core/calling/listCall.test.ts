import { expect, test } from "vitest";
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { operations } from "../../contract/operations.ts";
import { listCall, paginationOf } from "./listCall.ts";

const connector = { id: "day-books", name: "Day Books" } as Connector;
const days = { filters: ["lastModifiedAt"], orders: [], requires: [], modifiedBy: "day" } as const;

const ask = (lastModifiedAt: string, handler: Parameters<typeof listCall>[1] = days) => {
  const values = { lastModifiedAt: new Date(lastModifiedAt) };
  const request = { ids: {}, operation: operations["bills.list"], query: { lastModifiedAt } };
  return listCall(request, handler, { values, unknown: [] }, connector);
};

const faultOf = (work: () => unknown): Failure | undefined => {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return error;
  }
  return undefined;
};

test.each(["2026-02-22T00:00:00Z", "2026-02-22T23:59:59.999Z", "2026-02-23T00:30:00+01:00"])(
  "sends the day of %s to a vendor that filters changes by day",
  (moment) => {
    expect(ask(moment).call.filters.lastModifiedAt).toEqual(new Date("2026-02-22"));
  },
);

const midnights = { ...days, modifiedBy: "midnight" } as const;

test("accepts a whole day if the target system requires whole days", () => {
  expect(ask("2026-02-22T00:00:00Z", midnights).call.filters.lastModifiedAt).toEqual(new Date("2026-02-22"));
});

test.each(["2026-02-22T00:00:00.000Z", "2026-02-22T08:00:00Z", "2026-02-22T00:00:00+01:00", "2026-02-22"])(
  "refuses %s with the expected form if the target system requires whole days",
  (moment) => {
    const fault = faultOf(() => ask(moment, midnights));
    expect(fault?.code).toBe("invalid_request");
    expect(fault?.message).toBe(
      "lastModifiedAt must be a whole day for Day Books: use the form 2026-02-22T00:00:00Z, without milliseconds",
    );
    expect(fault?.details.field).toBe("lastModifiedAt");
  },
);

test("passes any moment to other target systems, and warns if one does not filter by it", () => {
  const { modifiedBy: _, ...moments } = days;
  const moment = "2026-02-22T08:00:00.5Z";
  expect(ask(moment, moments)).toMatchObject({ ignored: [], call: { filters: { lastModifiedAt: new Date(moment) } } });
  expect(ask("2026-02-22T08:00:00Z", { ...days, filters: [] }).ignored).toEqual([
    "Day Books does not support the parameter lastModifiedAt; it was ignored.",
  ]);
});

test("leaves a total out that is not a number", () => {
  const window = { page: 2, limit: 20 };
  expect(paginationOf(window, 41)).toEqual({ total: 41, perPage: 20, currentPage: 2, totalPages: 3 });
  for (const total of [undefined, Number.NaN])
    expect(paginationOf(window, total)).toStrictEqual({ perPage: 20, currentPage: 2 });
});
