import { expect, test } from "vitest";
import type { Connector } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import { operations } from "../../contract/operations.ts";
import { listCall } from "./listCall.ts";

const connector = { id: "day-books", name: "Day Books" } as Connector;
const days = { filters: ["lastModifiedAt"], orders: [], requires: [], modifiedBy: "day" } as const;

const ask = (lastModifiedAt: string, handler: Parameters<typeof listCall>[1] = days) => {
  const values = { lastModifiedAt: new Date(lastModifiedAt) };
  return listCall({ ids: {}, operation: operations["bills.list"] }, handler, { values, unknown: [] }, connector);
};

const faultOf = (work: () => unknown): Failure | undefined => {
  try {
    work();
  } catch (error) {
    if (error instanceof Failure) return error;
  }
  return undefined;
};

test("a vendor that knows only days takes a day's first moment", () => {
  expect(ask("2026-02-22T00:00:00Z").call.filters.lastModifiedAt).toEqual(new Date("2026-02-22"));
});

test.each(["2026-02-22T00:00:00.001Z", "2026-02-22T08:00:00Z", "2026-02-22T00:00:00+01:00"])(
  "and refuses %s with the form that it takes",
  (moment) => {
    const fault = faultOf(() => ask(moment));
    expect(fault?.code).toBe("invalid_request");
    expect(fault?.message).toBe(
      "lastModifiedAt must be a whole day for Day Books, in the form 2026-02-22T00:00:00Z, without milliseconds",
    );
    expect(fault?.details.field).toBe("lastModifiedAt");
  },
);

test("others take any moment, and who does not filter at all ignores it", () => {
  const { modifiedBy: _, ...moments } = days;
  expect(ask("2026-02-22T08:00:00.5Z", moments).ignored).toEqual([]);
  expect(ask("2026-02-22T08:00:00Z", { ...days, filters: [] }).ignored).toEqual([
    "Day Books does not use the parameter lastModifiedAt; it was ignored.",
  ]);
});
