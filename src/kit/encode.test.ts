import { expect, test } from "vitest";
import {
  as,
  dayAs,
  decimalAs,
  elsewhere,
  elsewhereIn,
  encoder,
  listAs,
  nested,
  numberAs,
  objectAs,
  only,
  spread,
  taking,
  together,
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

const line = encoder<Line>({ text: as("Text"), price: decimalAs("Price") });

test("fields that are not there are not sent, zero is", () => {
  const encode = encoder<Input>({ contactId: as("contact"), discount: numberAs("discount"), rate: decimalAs("rate") });
  expect(encode({ discount: 0, rate: 0 })).toEqual({ discount: 0, rate: "0" });
});

test("several fields fill one object of the vendor's", () => {
  const encode = encoder<Input>({
    contactId: as("Contact", "ContactID"),
    discount: numberAs("Total", "Discount"),
    rate: numberAs("Total", "Rate"),
  });
  expect(encode({ contactId: "c", discount: 0.1 + 0.2, rate: 2 })).toEqual({
    Contact: { ContactID: "c" },
    Total: { Discount: 0.3, Rate: 2 },
  });
});

test("a day is a day", () => {
  const encode = encoder<Input>({ date: dayAs("issued") });
  expect(encode({ date: "2026-02-22T23:59:59-11:00" })).toEqual({ issued: "2026-02-22" });
});

test("several fields say one thing, whichever of them is there", () => {
  const encode = encoder<Input>(
    together(["discount", "rate"], ({ discount = 0, rate = 1 }: Input) => ({ price: discount * rate })),
  );
  expect([encode({ discount: 3 }), encode({ discount: 3, rate: 2 }), encode({})]).toEqual([
    { price: 3 },
    { price: 6 },
    {},
  ]);
  expect(encode.writableFields).toEqual({ discount: true, rate: true });
});

test("nested encoders tell which fields can be written", () => {
  const wholes = [
    encoder<Input>({ lines: listAs("Lines", line), account: objectAs("Account", line), status: elsewhere }),
    encoder<Input>({ lines: only(spread(line)), account: spread(line), status: as("state") }),
    encoder<Input>({ lines: nested(line, () => ({})), account: elsewhereIn(line), status: elsewhere }),
  ];
  const fields = { lines: { text: true, price: true }, account: { text: true, price: true }, status: true };
  expect(wholes.map(({ writableFields }) => writableFields)).toEqual([fields, fields, fields]);
});

test("something goes along whichever fields are there, and knows them all", () => {
  const always = ({ discount = 0 }: Input) => ({ total: { paid: discount > 0 } });
  const encode = encoder<Input>({ rate: numberAs("total", "rate"), discount: elsewhere }, always);
  expect([encode({ rate: 1, discount: 5 }), encode({})]).toEqual([
    { total: { rate: 1, paid: true } },
    { total: { paid: false } },
  ]);
});

test("lists and objects are encoded by the encoders below them", () => {
  const encode = encoder<Input>({ lines: listAs("Lines", line), account: objectAs("Account", line) });
  expect(encode({ lines: [{ text: "a" }, { price: 1e-7 }], account: { text: "b" } })).toEqual({
    Lines: [{ Text: "a" }, { Price: "0.0000001" }],
    Account: { Text: "b" },
  });
});

test("where the vendor has room for one, more are refused and none may mean something", () => {
  const encode = encoder<Input>({ lines: only(spread(line), { Text: "" }) });
  expect([encode({ lines: [{ text: "a" }] }), encode({ lines: [] })]).toEqual([{ Text: "a" }, { Text: "" }]);
  expect(() => encode({ lines: [{}, {}] })).toThrow(
    expect.objectContaining({ code: "invalid_request", details: expect.objectContaining({ field: "lines" }) }),
  );
});

test("what is sent elsewhere leaves nothing in the body", () => {
  const encode = encoder<Input>({ status: elsewhere, lines: elsewhereIn(line), contactId: as("contact") });
  expect(encode({ status: "OPEN", lines: [{ text: "a" }], contactId: "c" })).toEqual({ contact: "c" });
});

test("a word that need not be sent leaves nothing in the body, and any other is refused with what is taken", () => {
  const encode = encoder<Input>({ status: taking(["DRAFT", "OPEN"], "; others come with payments") });
  expect(encode({ status: "OPEN" })).toEqual({});
  expect(() => encode({ status: "PAID" }, "invoice")).toThrow(
    expect.objectContaining({
      message: "This target system takes DRAFT or OPEN here; others come with payments.",
      details: expect.objectContaining({ field: "invoice.status" }),
    }),
  );
});
