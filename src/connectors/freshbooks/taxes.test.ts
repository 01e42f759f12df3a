/** Writes that name a tax which FreshBooks does not have. The refusal names the field of the body. */
import { expect, test } from "vitest";
import { sessionWith, writeOf } from "../../../test/support/vendorSession.ts";
import { freshbooks } from "./connector.ts";

const session = sessionWith({
  read: async () => ({ response: { result: { taxes: [{ id: 1, name: "HST", amount: "13" }], total: 1 } } }),
});

test("an unknown tax of a new item is refused with its field", async () => {
  const call = { ids: {}, filters: {}, body: { name: "Backpack", taxCode: "VAT" }, files: [], marker: "m-1" };
  await expect(writeOf(freshbooks, "items.create").prepare?.(call, session)).rejects.toMatchObject({
    code: "cannot_store",
    message: 'FreshBooks has no tax "VAT". Its taxes: HST.',
    details: { field: "taxCode" },
  });
});
