/** Numbers of bills, after Exact Online's reference of resources (PurchaseEntries, 2021). */
import { expect, test } from "vitest";
import { readsOf, replying } from "../../../test/support/vendorSession.ts";
import { exactOnline } from "./connector.ts";

const { get, list } = readsOf(exactOnline);

const id = "c00ee12c-2b39-4e84-b332-54a3c722e5dd";
const nothing = { d: { results: [] } };
const path = "/purchaseentry/PurchaseEntries";
const billNumber = async (entry: object) => {
  const reply = { d: { EntryID: id, EntryNumber: 26600001, Type: 30, ...entry } };
  const session = replying({ [`${path}(guid'${id}')`]: reply }, nothing);
  return (await get("bills.get", session, { ids: { billId: id } })).record["billNumber"];
};

test.each([null, ""])("a bill without the supplier's number (%j) has the number of its entry", async (YourRef) => {
  expect(await billNumber({ YourRef })).toBe("26600001");
});

test("a bill has the supplier's number, not that of its entry", async () => {
  expect(await billNumber({ YourRef: "R-7/2026" })).toBe("R-7/2026");
});

test("a vendor credit without the supplier's number has the number of its entry", async () => {
  const session = replying({ [path]: { d: { results: [{ EntryID: id, EntryNumber: 26600002, Type: 31 }] } } }, nothing);
  expect((await list("vendorCredits.list", session)).records).toMatchObject([{ vendorCreditNumber: "26600002" }]);
});
