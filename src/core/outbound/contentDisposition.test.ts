import { expect, test } from "vitest";
import { fileNameOf } from "./contentDisposition.ts";

test.each([
  ['attachment; filename="invoice 1.pdf"', "invoice 1.pdf"],
  ["attachment; filename=a.pdf; size=3", "a.pdf"],
  ["attachment; filename=\"a.pdf\"; filename*=UTF-8''%C3%BCbersicht.pdf", "übersicht.pdf"],
  [`attachment; filename="${Buffer.from("über.pdf").toString("latin1")}"`, "über.pdf"],
  [`attachment; filename="\xfcber.pdf"`, "über.pdf"],
  ['attachment; filename="a \\"b\\".pdf"', "a b.pdf"],
  ['attachment; filename="../../etc/passwd"', "passwd"],
  ['attachment; filename="C:\\\\x\\\\y.pdf"', "y.pdf"],
  ['attachment; filename=".."', undefined],
  ["attachment; filename*=UTF-8''%zz", undefined],
  [
    "form-data; name=files; filename*0*=UTF-8''%C3%BCber; filename*1=sicht; filename*2*=%20%C3%A4.pdf",
    "übersicht ä.pdf",
  ],
  ['form-data; name=files; filename*1="b.pdf"; filename*0="a-"', "a-b.pdf"],
  ["form-data; name=files; filename*0*=UTF-8''%zz", undefined],
  ["inline", undefined],
  [undefined, undefined],
])("reads the file name in %s", (disposition, fileName) => {
  expect(fileNameOf(disposition)).toBe(fileName);
});
