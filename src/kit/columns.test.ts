import { expect, test } from "vitest";
import { amounts, columns, days, values } from "./columns.ts";
import { dayAs, encoder, fieldAs, fieldsAs } from "./encode.ts";
import { mapping } from "./mapping.ts";
import { recordResult } from "./reading.ts";

interface Native {
  readonly Code?: string | null;
  readonly Bank?: { readonly Bic?: string | null; readonly Open?: string | number | null } | null;
  readonly Due?: string | null;
  readonly Blocked?: boolean;
}
interface Bill {
  id?: string;
  bic?: string;
  open?: number;
  dueDate?: string;
  number?: string;
  isBlocked?: boolean;
}

const codes = columns((code: string | null | undefined) => code?.trim());
const bill = mapping<Bill, Native>({
  ...values({ id: "Code", bic: "Bank.Bic", isBlocked: "Blocked" }),
  ...codes({ number: "Code" }),
  ...amounts({ open: "Bank.Open" }),
  ...days({ dueDate: "Due" }),
});

test("reads fields and nested fields with each kind's conversion", () => {
  const native = { Code: " 7 ", Bank: { Bic: "BIC", Open: "0.10" }, Due: "2026-02-22", Blocked: false };
  expect(bill(native)).toEqual({
    id: " 7 ",
    bic: "BIC",
    isBlocked: false,
    number: "7",
    open: 0.1,
    dueDate: "2026-02-22T00:00:00Z",
  });
});

test("omits missing fields at any depth", () => {
  expect([bill({}), bill({ Bank: null, Code: "" }), bill({ Bank: { Open: 0 } })]).toEqual([{}, {}, { open: 0 }]);
});

test("keeps the other columns if one cannot be read, and warns with its path", () => {
  expect(recordResult(bill, { Code: "7", Bank: { Open: "many", Bic: "BIC" } })).toMatchObject({
    record: { id: "7", bic: "BIC", number: "7" },
    warnings: ['Record 7: open could not be read: "many" is not an amount; the value was left out.'],
  });
});

test("lets a column be called and wrapped like any function", () => {
  const { open } = amounts({ open: "Bank.Open" });
  const doubled = Object.assign((native: Native) => (open(native) ?? 0) * 2, open);
  const map = mapping<{ open: number }, Native>({ open: doubled });
  expect([open({ Bank: { Open: "4" } }), open({}), map({ Bank: { Open: "4" } })]).toEqual([4, undefined, { open: 8 }]);
});

test("encodes fields at the table's paths and finds them again by path", () => {
  const encode = encoder<{ contactId?: string; name?: string; dueDate?: string }>({
    ...fieldsAs(fieldAs, { contactId: "Contact.Id", name: "Contact.Name" }),
    ...fieldsAs(dayAs, { dueDate: "Due" }),
  });
  expect(encode({ contactId: "7", name: "Acme", dueDate: "2026-02-22T10:00:00Z" })).toEqual({
    Contact: { Id: "7", Name: "Acme" },
    Due: "2026-02-22",
  });
  expect(encode.origins({})).toContainEqual({ theirs: ["Contact", "Id"], ours: "contactId" });
});
