import { expect, test } from "vitest";
import type { WriteHandler } from "../../contract/connector.ts";
import { refusingNegativeTotals } from "./negativeTotal.ts";

interface Body {
  readonly status?: string;
  readonly lineItems?: readonly { readonly quantity?: number; readonly unitAmount?: number }[];
}

const plain: WriteHandler<Body, object> = {
  fields: {},
  writableFields: {},
  requires: [],
  request: () => ({ method: "POST", path: "/invoices" }),
  answer: () => ({ record: {}, raw: {} }),
};
const called = (body: Body) => ({ body, ids: {}, filters: {}, files: [], marker: "m" });
const refusal = expect.objectContaining({ code: "cannot_store", details: { field: "lineItems" } });

test("lines that come to less than 0 are refused before they are sent", () => {
  const { request } = refusingNegativeTotals({ system: "Tulip" }, plain);
  const sent = (...prices: number[]) => request(called({ lineItems: prices.map((unitAmount) => ({ unitAmount })) }));
  expect(() => sent(100, -150)).toThrow(refusal);
  expect(() => request(called({ lineItems: [{ quantity: -2, unitAmount: 100 }] }))).toThrow(refusal);
  expect(sent(100, -100)).toEqual({ method: "POST", path: "/invoices" });
});

test("drafts may have them where the vendor accepts them", () => {
  const applies = ({ body }: { readonly body: Body }) => body.status === "OPEN";
  const { request } = refusingNegativeTotals({ system: "Tulip", applies }, plain);
  const lineItems = [{ unitAmount: -1 }];
  expect(() => request(called({ lineItems, status: "OPEN" }))).toThrow(refusal);
  expect(request(called({ lineItems }))).toEqual({ method: "POST", path: "/invoices" });
});
