import { expect, test } from "vitest";
import { Failure } from "../contract/failure.ts";
import type { PhoneNumber } from "../contract/records/contacts.ts";
import { emailsIn, emailsTogether, filledPlaces, phonesIn } from "./contactDetails.ts";

interface Native {
  readonly email?: string | null;
  readonly invoiceEmail?: string | null;
  readonly Phone?: { readonly Number?: string | null } | null;
  readonly Mobile?: { readonly Number?: string | null } | null;
}
const emails = emailsIn({ email: "BUSINESS", invoiceEmail: "INVOICE" });
const phones = phonesIn({ "Phone.Number": undefined, "Mobile.Number": "MOBILE" });

test("reads each filled path as an entry of its type", () => {
  const native: Native = { email: "a@acme.example", invoiceEmail: "", Phone: { Number: "1" }, Mobile: { Number: "2" } };
  expect(emails.read(native)).toEqual([{ email: "a@acme.example", type: "BUSINESS" }]);
  expect(phones.read(native)).toEqual([{ number: "1" }, { number: "2", type: "MOBILE" }]);
  expect(phones.read({ Phone: null })).toEqual([]);
});

test("writes an entry to the path of its type, or to the first path", () => {
  expect(emails.as([{ email: "b@acme.example", type: "INVOICE" }], {}, "emailAddresses")).toEqual({
    invoiceEmail: "b@acme.example",
  });
  const both: PhoneNumber[] = [
    { number: "2", type: "MOBILE" },
    { number: "1", type: "OFFICE" },
  ];
  expect(phones.as(both, {}, "phoneNumbers")).toEqual({ Phone: { Number: "1" }, Mobile: { Number: "2" } });
});

test("refuses two entries for one path, because one would be lost", () => {
  const two: PhoneNumber[] = [
    { number: "1", type: "OFFICE" },
    { number: "2", type: "PRIVATE" },
  ];
  expect(() => phones.as(two, {}, "phoneNumbers")).toThrow(Failure);
});

test("offers types only if the table has any", () => {
  const plain = emailsIn({ email: undefined });
  expect([plain.read.fields, plain.as.writableFields]).toEqual([{ email: true }, { email: true }]);
  expect([phones.read.fields, phones.as.writableFields]).toEqual([
    { number: true, type: true },
    { number: true, type: true },
  ]);
});

test("empties paths without an entry if the list replaces everything", () => {
  const cleared = phonesIn({ phone: "BUSINESS", mobile: "MOBILE" }, "");
  expect(cleared.as([{ number: "2", type: "MOBILE" }], {}, "phoneNumbers")).toEqual({ phone: "", mobile: "2" });
  expect(cleared.as([], {}, "phoneNumbers")).toEqual({ phone: "", mobile: "" });
});

test("sends paths below one object together", () => {
  const nested = phonesIn({ "address.phone": "BUSINESS", "address.mobile": "MOBILE" }, "");
  const both: PhoneNumber[] = [
    { number: "1", type: "BUSINESS" },
    { number: "2", type: "MOBILE" },
  ];
  expect(nested.as(both, {}, "phoneNumbers")).toEqual({ address: { phone: "1", mobile: "2" } });
  expect(nested.as(both.slice(1), {}, "phoneNumbers")).toEqual({ address: { phone: "", mobile: "2" } });
});

test("splits several addresses in one text, and joins them again", () => {
  const together = emailsTogether("Mail.Address", "; ");
  const mail = { Mail: { Address: "a@acme.example;b@acme.example , " } };
  expect(together.read(mail)).toEqual([{ email: "a@acme.example" }, { email: "b@acme.example" }]);
  expect(together.read({ Mail: null })).toEqual([]);
  const written = [{ email: "a@acme.example" }, { email: "b@acme.example" }];
  expect(together.as(written, {}, "emailAddresses")).toEqual({ Mail: { Address: "a@acme.example; b@acme.example" } });
});

test("a place with nothing but its type is left out", () => {
  const nothing = { addressLine1: "", addressLine2: null, city: undefined, countryCode: "", postalCode: null };
  const delivery = { ...nothing, type: "DELIVERY", city: "Nirgendwo" } as const;
  expect(filledPlaces({ ...nothing, type: "BILLING" }, delivery)).toEqual([delivery]);
});
