import { expect, test } from "vitest";
import { amounts, columns, days, values } from "./columns.ts";
import { allAs, as, dayAs, encoder } from "./encode.ts";
import { mapping } from "./mapping.ts";
import { found } from "./reading.ts";

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

test("columns read a field, a field below another, and what each kind converts", () => {
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

test("columns leave out what the vendor's record does not have, at any depth", () => {
  expect([bill({}), bill({ Bank: null, Code: "" }), bill({ Bank: { Open: 0 } })]).toEqual([{}, {}, { open: 0 }]);
});

test("a column that cannot be read leaves the others, and a warning has its place", () => {
  expect(found(bill, { Code: "7", Bank: { Open: "many", Bic: "BIC" } })).toMatchObject({
    record: { id: "7", bic: "BIC", number: "7" },
    warnings: ['Record 7: open could not be read: "many" is not an amount; it was left out.'],
  });
});

test("a column is a function as well, and what is wrapped around it counts", () => {
  const { open } = amounts({ open: "Bank.Open" });
  const doubled = Object.assign((native: Native) => (open(native) ?? 0) * 2, open);
  const map = mapping<{ open: number }, Native>({ open: doubled });
  expect([open({ Bank: { Open: "4" } }), open({}), map({ Bank: { Open: "4" } })]).toEqual([4, undefined, { open: 8 }]);
});

test("fields that are encoded alike go where the table says, and are followed back from there", () => {
  const encode = encoder<{ contactId?: string; name?: string; dueDate?: string }>({
    ...allAs(as, { contactId: "Contact.Id", name: "Contact.Name" }),
    ...allAs(dayAs, { dueDate: "Due" }),
  });
  expect(encode({ contactId: "7", name: "Acme", dueDate: "2026-02-22T10:00:00Z" })).toEqual({
    Contact: { Id: "7", Name: "Acme" },
    Due: "2026-02-22",
  });
  expect(encode.origins({})).toContainEqual({ theirs: ["Contact", "Id"], ours: "contactId" });
});
