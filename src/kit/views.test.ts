import { expect, test } from "vitest";
import { sessionWith } from "../../test/support/vendorSession.ts";
import type { ContactInput, CustomerOrSupplierInput } from "../contract/inputs/contacts.ts";
import type { Contact, CustomerOrSupplier } from "../contract/records/contacts.ts";
import { encoder, fieldAs } from "./encode.ts";
import { byCursor } from "./lists/paging.ts";
import { mapping } from "./mapping.ts";
import { get, lists } from "./reading.ts";
import { contactViews, operationsOf } from "./views.ts";
import { write } from "./writing.ts";

interface Native {
  readonly id: string;
  readonly vat?: string;
  readonly sold?: boolean;
}

const list = lists({
  paging: byCursor({ records: (body: unknown) => body, after: () => ({}), next: () => undefined }),
});
const is = { CUSTOMER: ({ sold }: Native) => sold === true, SUPPLIER: ({ sold }: Native) => sold === false };

const operations = contactViews<Native>({
  contact: {
    map: mapping<Contact, Native>({ id: ({ id }) => id }),
    encoder: encoder<Partial<ContactInput>>({ companyName: fieldAs("name") }),
  },
  trader: (role) => ({
    map: mapping<CustomerOrSupplier, Native>({ id: ({ id }) => id, role: () => role, vatId: ({ vat }) => vat }),
    encoder: encoder<Partial<CustomerOrSupplierInput>>({ companyName: fieldAs("name"), vatId: fieldAs("vat") }),
  }),
  handlers: ({ map, encoder: fields, role }) => ({
    list: list({ path: "/contacts", map, ...(role && { query: { role } }) }),
    get: get({ path: "/contacts/1", map, ...(role && { is: is[role] }) }),
    create: write({ method: "POST", path: "/contacts", encoder: fields, map }),
  }),
});

test("builds the operations of contacts, customers and suppliers from one description", () => {
  expect(Object.keys(operations)).toEqual(
    ["contacts", "customers", "suppliers"].flatMap((each) =>
      ["list", "get", "create"].map((verb) => `${each}.${verb}`),
    ),
  );
});

test("gives each role its own mapping, encoder and filter", async () => {
  const requests: unknown[] = [];
  const session = sessionWith({
    readWithHeaders: async (_path: string, query: object = {}) => {
      requests.push(query);
      return { body: [{ id: "1", vat: "v" }], headers: {} };
    },
  });
  const call = { ids: {}, filters: {} };
  const { records } = await operations["suppliers.list"].list(call, session);
  await operations["contacts.list"].list(call, session);
  expect(records).toEqual([{ id: "1", role: "SUPPLIER", vatId: "v" }]);
  expect(requests).toEqual([{ role: "SUPPLIER" }, {}]);
  expect(
    [operations["contacts.create"], operations["customers.create"]].map((handler) => handler?.writableFields),
  ).toEqual([{ companyName: true }, { companyName: true, vatId: true }]);
});

test("answers not_found for a contact in another role", async () => {
  const session = sessionWith({ read: async () => ({ id: "1", sold: true }) });
  const call = { ids: {}, filters: {} };
  expect((await operations["customers.get"].get(call, session)).record).toMatchObject({ role: "CUSTOMER" });
  await expect(operations["suppliers.get"].get(call, session)).rejects.toMatchObject({ code: "not_found" });
});

test("names handlers after their operations", () => {
  expect(operationsOf("items", { list: 1, get: 2 })).toEqual({ "items.list": 1, "items.get": 2 });
});
