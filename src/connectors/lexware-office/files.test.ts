/** Files of vouchers: a voucher has their ids, and each file has its own URL. */

import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import { type UploadedFile, type VendorRequest } from "../../contract/session.ts";
import { lexwareOffice } from "./connector.ts";
import { attachThenRead } from "./files.ts";

const { operations } = lexwareOffice;

/** A voucher with these files. */
function vendor(files: Readonly<Record<string, string>>, type = "purchaseinvoice") {
  const ids = Object.keys(files);
  const read = async () => ({ id: "v", version: 1, type, files: [...ids] });
  const download = async (path: string) => {
    const id = path.slice("/files/".length);
    return { bytes: Buffer.from(files[id] ?? ""), contentType: "application/pdf", fileName: `${id}.pdf` };
  };
  const sent: VendorRequest[] = [];
  const send = async (request: VendorRequest) => {
    sent.push(request);
    ids.push(`sent ${sent.length}`);
    return {};
  };
  return { sent, session: sessionWith({ read, download, send }) };
}

const call = { ids: { billId: "v" }, filters: {} };
const listed = async (...vendorFacts: Parameters<typeof vendor>) => {
  const handler = operations["bills.documents.list"];
  if (handler === undefined || !("list" in handler)) throw new Error("There is no such list.");
  return handler.list(call, vendor(...vendorFacts).session);
};

describe("the files of a bill", () => {
  test("lists all files with their content", async () => {
    const about = { contentType: "application/pdf", base64Encoded: true };
    expect(await listed({ scan: "one", page2: "two" })).toMatchObject({
      records: [
        { ...about, id: "scan", fileName: "scan.pdf", content: Buffer.from("one").toString("base64") },
        { ...about, id: "page2", fileName: "page2.pdf", content: Buffer.from("two").toString("base64") },
      ],
      total: 2,
    });
  });

  test("returns the first file as the document", async () => {
    const found = await operations["bills.document.get"]?.get(call, vendor({ scan: "one", page2: "two" }).session);
    expect(found?.record).toMatchObject({ id: "scan", content: Buffer.from("one").toString("base64") });
  });

  test("lists files with their URL once the content would be too large", async () => {
    const large = "x".repeat(16 * 1024 * 1024);
    const { records } = await listed({ large, small: "y" });
    expect(records[1]).toEqual({ id: "small", base64Encoded: false, content: "https://api.lexware.io/v1/files/small" });
  });

  test("does not return the files of a sales voucher as a bill's", async () => {
    await expect(listed({ scan: "one" }, "salesinvoice")).rejects.toThrow("No record");
  });
});

test("does not add files again that an earlier attempt has added", async () => {
  const file = (fileName: string): UploadedFile => ({
    fileName,
    contentType: "application/pdf",
    size: 1,
    open: () => Readable.from("x"),
  });
  const { sent, session } = vendor({ first: "there already" });
  const voucher = await attachThenRead("v", session, { files: [file("1.pdf"), file("2.pdf")] });
  expect(sent.map(({ form }) => form?.files[0]?.file.fileName)).toEqual(["2.pdf"]);
  expect(voucher.files).toEqual(["first", "sent 1"]);
});
