import { expect, test } from "vitest";
import {
  dayAs,
  decimalAs,
  encodedTogether,
  encoder,
  fieldAs,
  inParent,
  listAs,
  nested,
  numberAs,
  objectAs,
  onlyAccepts,
  sentSeparately,
  sentSeparatelyIn,
  singleEntry,
} from "./encode.ts";

interface Line {
  readonly text?: string;
  readonly price?: number;
}
interface Input {
  readonly contactId?: string;
  readonly date?: string;
  readonly discount?: number;
  readonly rate?: number;
  readonly lines?: readonly Line[];
  readonly account?: Line;
  readonly status?: string;
}

const line = encoder<Line>({ text: fieldAs("Text"), price: decimalAs("Price") });

test("omits absent fields and sends zero", () => {
  const encode = encoder<Input>({
    contactId: fieldAs("contact"),
    discount: numberAs("discount"),
    rate: decimalAs("rate"),
  });
  expect(encode({ discount: 0, rate: 0 })).toEqual({ discount: 0, rate: "0" });
});

test("merges several fields into one object of the vendor", () => {
  const encode = encoder<Input>({
    contactId: fieldAs("Contact", "ContactID"),
    discount: numberAs("Total", "Discount"),
    rate: numberAs("Total", "Rate"),
  });
  expect(encode({ contactId: "c", discount: 0.1 + 0.2, rate: 2 })).toEqual({
    Contact: { ContactID: "c" },
    Total: { Discount: 0.3, Rate: 2 },
  });
});

test("sends a timestamp as its calendar day", () => {
  const encode = encoder<Input>({ date: dayAs("issued") });
  expect(encode({ date: "2026-02-22T23:59:59-11:00" })).toEqual({ issued: "2026-02-22" });
});

test("encodes several fields together, whichever of them is present", () => {
  const encode = encoder<Input>(
    encodedTogether(["discount", "rate"], ({ discount = 0, rate = 1 }: Input) => ({ price: discount * rate })),
  );
  expect([encode({ discount: 3 }), encode({ discount: 3, rate: 2 }), encode({})]).toEqual([
    { price: 3 },
    { price: 6 },
    {},
  ]);
  expect(encode.writableFields).toEqual({ discount: true, rate: true });
});

test("reports the writable fields of nested encoders", () => {
  const wholes = [
    encoder<Input>({ lines: listAs("Lines", line), account: objectAs("Account", line), status: sentSeparately }),
    encoder<Input>({ lines: singleEntry(inParent(line)), account: inParent(line), status: fieldAs("state") }),
    encoder<Input>({ lines: nested(line, () => ({})), account: sentSeparatelyIn(line), status: sentSeparately }),
  ];
  const fields = { lines: { text: true, price: true }, account: { text: true, price: true }, status: true };
  expect(wholes.map(({ writableFields }) => writableFields)).toEqual([fields, fields, fields]);
});

test("adds what `always` returns, which sees all fields", () => {
  const always = ({ discount = 0 }: Input) => ({ total: { paid: discount > 0 } });
  const encode = encoder<Input>({ rate: numberAs("total", "rate"), discount: sentSeparately }, always);
  expect([encode({ rate: 1, discount: 5 }), encode({})]).toEqual([
    { total: { rate: 1, paid: true } },
    { total: { paid: false } },
  ]);
});

test("encodes lists and objects with nested encoders", () => {
  const encode = encoder<Input>({ lines: listAs("Lines", line), account: objectAs("Account", line) });
  expect(encode({ lines: [{ text: "a" }, { price: 1e-7 }], account: { text: "b" } })).toEqual({
    Lines: [{ Text: "a" }, { Price: "0.0000001" }],
    Account: { Text: "b" },
  });
});

test("stores one entry, refuses more, and sends the given value for an empty list", () => {
  const encode = encoder<Input>({ lines: singleEntry(inParent(line), { Text: "" }) });
  expect([encode({ lines: [{ text: "a" }] }), encode({ lines: [] })]).toEqual([{ Text: "a" }, { Text: "" }]);
  expect(() => encode({ lines: [{}, {}] })).toThrow(
    expect.objectContaining({ code: "invalid_request", details: expect.objectContaining({ field: "lines" }) }),
  );
});

test("leaves fields that are sent elsewhere out of the body", () => {
  const encode = encoder<Input>({
    status: sentSeparately,
    lines: sentSeparatelyIn(line),
    contactId: fieldAs("contact"),
  });
  expect(encode({ status: "OPEN", lines: [{ text: "a" }], contactId: "c" })).toEqual({ contact: "c" });
});

test("sends nothing for a fixed value and refuses any other with the valid ones", () => {
  const encode = encoder<Input>({ status: onlyAccepts(["DRAFT", "OPEN"], "; others come with payments") });
  expect(encode({ status: "OPEN" })).toEqual({});
  expect(() => encode({ status: "PAID" }, "invoice")).toThrow(
    expect.objectContaining({
      message: "This target system accepts only DRAFT or OPEN for invoice.status; others come with payments.",
      details: expect.objectContaining({ field: "invoice.status" }),
    }),
  );
});
