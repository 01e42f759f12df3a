import { expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import { encoder, fieldAs } from "../../kit/encode.ts";
import { mapping } from "../../kit/mapping.ts";
import { replace } from "./replacing.ts";

interface Contact {
  readonly id: number;
}
const change = replace<{ name?: string; city?: string }, { id: string }, Contact>({
  path: ({ contactId = "" }) => `/contacts/${contactId}`,
  omitted: ["balance"],
  encoder: encoder<{ name?: string; city?: string }>({ name: fieldAs("name"), city: fieldAs("address", "city") }),
  map: mapping({ id: ({ id }) => String(id) }),
});
const call = (body: object) => ({ body, ids: { contactId: "7" }, filters: {}, files: [], marker: "m" });

test("keeps the fields that the body leaves out, and does not send read-only ones", async () => {
  const current = {
    id: 7,
    name: "Gull",
    balance: 5,
    note: null,
    address: { city: "Kiel", zip: "24103" },
    group: { number: 1, self: "https://vendor.example/groups/1" },
    links: { all: "https://vendor.example/all" },
  };
  const session = sessionWith({ read: async (path) => (path === "/contacts/7" ? current : undefined) });
  const prepared = await change.prepare?.(call({}), session);
  expect(change.request(call({ city: "Bonn" }), prepared)).toEqual({
    method: "PUT",
    path: "/contacts/7",
    body: { id: 7, name: "Gull", address: { city: "Bonn", zip: "24103" }, group: { number: 1 } },
  });
  expect(change.repeatable).toBe(true);
});
