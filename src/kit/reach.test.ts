import { expect, test } from "vitest";
import { Failure } from "../contract/failure.ts";
import type { PhoneNumber } from "../contract/records/contacts.ts";
import { emailsIn, phonesIn } from "./reach.ts";

interface Native {
  readonly email?: string | null;
  readonly invoiceEmail?: string | null;
  readonly Phone?: { readonly Number?: string | null } | null;
  readonly Mobile?: { readonly Number?: string | null } | null;
}
const emails = emailsIn({ email: "BUSINESS", invoiceEmail: "INVOICE" });
const phones = phonesIn({ "Phone.Number": undefined, "Mobile.Number": "MOBILE" });

test("each place that is filled is an entry of its kind", () => {
  const native: Native = { email: "a@acme.example", invoiceEmail: "", Phone: { Number: "1" }, Mobile: { Number: "2" } };
  expect(emails.read(native)).toEqual([{ email: "a@acme.example", type: "BUSINESS" }]);
  expect(phones.read(native)).toEqual([{ number: "1" }, { number: "2", type: "MOBILE" }]);
  expect(phones.read({ Phone: null })).toEqual([]);
});

test("an entry goes to the place for its kind, and one of another kind to the first", () => {
  expect(emails.as([{ email: "b@acme.example", type: "INVOICE" }], {}, "emailAddresses")).toEqual({
    invoiceEmail: "b@acme.example",
  });
  const both: PhoneNumber[] = [
    { number: "2", type: "MOBILE" },
    { number: "1", type: "OFFICE" },
  ];
  expect(phones.as(both, {}, "phoneNumbers")).toEqual({ Phone: { Number: "1" }, Mobile: { Number: "2" } });
});

test("two entries for one place are refused: one of them would be lost", () => {
  const two: PhoneNumber[] = [
    { number: "1", type: "OFFICE" },
    { number: "2", type: "PRIVATE" },
  ];
  expect(() => phones.as(two, {}, "phoneNumbers")).toThrow(Failure);
});

test("kinds are offered only where the table tells some", () => {
  const plain = emailsIn({ email: undefined });
  expect([plain.read.fields, plain.as.writableFields]).toEqual([{ email: true }, { email: true }]);
  expect([phones.read.fields, phones.as.writableFields]).toEqual([
    { number: true, type: true },
    { number: true, type: true },
  ]);
});
