import { expect, test } from "vitest";
import { describe, pdf } from "./pdf.ts";

const read = (bytes: Buffer) => bytes.toString("latin1");

test("every offset in the table points to its object", () => {
  const file = read(pdf("Rechnung Ü-1 (Entwurf)", ["Größe: 5", "a \\ b"]));
  expect(file.startsWith("%PDF-1.4\n")).toBe(true);
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(file)?.[1]);
  const [, count, table = ""] =
    /^xref\n0 (\d+)\n0{10} 65535 f \n((?:\d{10} 00000 n \n)+)trailer/.exec(file.slice(start)) ?? [];
  const offsets = table.match(/\d{10}(?= 00000 n)/g)?.map(Number) ?? [];
  expect(offsets).toHaveLength(Number(count) - 1);
  for (const [index, offset] of offsets.entries())
    expect(file.slice(offset)).toMatch(new RegExp(`^${index + 1} 0 obj\n`));
});

test("the stream has the declared length", () => {
  const file = read(pdf("Rechnung", ["Straße 5 €"]));
  const [, length, content] = /\/Length (\d+) >>\nstream\n([\s\S]*)\nendstream/.exec(file) ?? [];
  expect(content).toHaveLength(Number(length));
});

test("escapes brackets, backslashes and characters outside Latin-1", () => {
  const file = read(pdf("a(b)c\\d", ["日本\n€ ü"]));
  expect(file).toContain("(a\\(b\\)c\\\\d) Tj");
  expect(file).toContain("(???? ü) Tj");
});

test("describes a record by its plain fields and its lines", () => {
  const record = { id: "i-1", total_amount: "0.00", note: null, line_items: [{ id: "l-1", name: "Brot", tax: null }] };
  expect(describe(record)).toEqual(["id: i-1", "total amount: 0.00", "", "l-1  Brot"]);
});
