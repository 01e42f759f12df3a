import { expect, test } from "vitest";
import {
  encodedTogether,
  encoder,
  fieldAs,
  inParent,
  listAs,
  nested,
  numberAs,
  objectAs,
  singleEntry,
} from "./encode.ts";
import { contractFieldsInError } from "./origins.ts";
import { vocabulary } from "./vocabulary.ts";

interface Line {
  readonly taxCode?: string;
  readonly net?: number;
}
interface Input {
  readonly contactId?: string;
  readonly date?: string;
  readonly status?: string;
  readonly lines?: readonly Line[];
  readonly parts?: readonly Line[];
  readonly address?: { readonly city?: string };
  readonly emails?: readonly { readonly email?: string }[];
  readonly low?: number;
  readonly high?: number;
}

const line = encoder<Line>({ taxCode: fieldAs("TaxType"), net: numberAs("UnitAmount") });
const encode = encoder<Input>({
  contactId: fieldAs("Contact", "ContactID"),
  date: (day: string) => ({ issued: day, posted: day }),
  status: vocabulary({ Draft: "DRAFT" }).as("State"),
  lines: listAs("line_items", line),
  parts: nested(line, (parts: readonly Line[]) => ({ Rows: parts.map((part) => line(part)) })),
  address: objectAs("Address", encoder<{ city?: string }>({ city: fieldAs("Town") })),
  emails: singleEntry(inParent(encoder<{ email?: string }>({ email: fieldAs("EmailAddress") }))),
  ...encodedTogether(["low", "high"], ({ low, high }: Input) => ({ range: `${low} to ${high}` })),
});
const input: Input = {
  contactId: "c",
  date: "2026-02-22T00:00:00Z",
  status: "DRAFT",
  low: 1,
  high: 2,
  lines: [{ taxCode: "a" }, { taxCode: "b", net: 3 }],
  parts: [{ net: 1 }, { net: 2 }],
  address: {},
};
const meant = (...fields: string[]) => contractFieldsInError(encode.origins(input), { fields, message: undefined });
const meantIn = (message: string) => contractFieldsInError(encode.origins(input), { fields: [], message });

test.each([
  ["Contact.ContactID", "contactId"],
  ["contact", "contactId"],
  ["contact_id", "contactId"],
  ["issued", "date"],
  ["posted", "date"],
  ["State", "status"],
  ["line_items[1].TaxType", "lines[1].taxCode"],
  ["line_items.0.UnitAmount", "lines[0].net"],
  ["line_items.TaxType", "lines.taxCode"],
  ["line_items[1]", "lines[1]"],
  ["line_items", "lines"],
  ["invoice.line_items[1].TaxType", "lines[1].taxCode"],
  ["Rows[1].UnitAmount", "parts[1].net"],
  ["Address.Town", "address.city"],
  ["EmailAddress", "emails.email"],
  ["range", undefined],
  ["unheard_of", undefined],
])("the vendor's %s is our %s", (theirs, ours) => {
  expect(meant(theirs)).toEqual(ours === undefined ? [] : [ours]);
});

test("names each field once", () => {
  expect(meant("issued", "posted", "State", "unheard_of")).toEqual(["date", "status"]);
});

test.each([
  ["The email address is wrong.", "emails.email"],
  ["TaxType 'x' does not exist", "lines.taxCode"],
  ["The unit amount is negative.", undefined],
  ["The state of affairs", undefined],
])("%s", (message, ours) => {
  expect(meantIn(message)).toEqual(ours === undefined ? [] : [ours]);
});
