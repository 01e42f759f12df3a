/** Files as they are listed and handed out (XeroAPI/Xero-OpenAPI 16.1.0, GET /Invoices/{InvoiceID}/Attachments). */
import { expect, test } from "vitest";
import { sessionWith } from "../../../test/support/vendorSession.ts";
import { xero } from "./connector.ts";

const address = "https://api.xero.com/api.xro/2.0/Invoices/b/Attachments";
const Attachments = [
  { AttachmentID: "1", FileName: "beleg.jpg", Url: `${address}/beleg.jpg`, MimeType: "image/jpg", ContentLength: 3 },
  {
    AttachmentID: "2",
    FileName: "film.pdf",
    Url: `${address}/film.pdf`,
    MimeType: "application/pdf",
    ContentLength: 5_000_001,
  },
];
const requests: unknown[] = [];
const session = sessionWith({
  read: async (path) => (path === "/Invoices/b/Attachments" ? { Attachments } : {}),
  download: async (path, accept) => {
    requests.push([path, accept]);
    return { bytes: Buffer.from("jpg"), contentType: "image/jpg" };
  },
});
const call = { ids: { billId: "b" }, filters: {} };
const image = { id: "1", contentType: "image/jpg", fileName: "beleg.jpg", base64Encoded: true, content: "anBn" };

test("lists a bill's files with their contents, large ones with their URL", async () => {
  const handler = xero.operations["bills.documents.list"];
  if (handler === undefined || !("list" in handler)) throw new Error("there is no such list");
  expect(await handler.list(call, session)).toMatchObject({
    records: [image, { id: "2", contentType: "application/pdf", base64Encoded: false, content: `${address}/film.pdf` }],
    total: 2,
  });
  expect(requests).toEqual([["/Invoices/b/Attachments/1", "image/jpg"]]);
});

test("a bill's document is its first file", async () => {
  expect(await xero.operations["bills.document.get"]?.get(call, session)).toMatchObject({ record: image });
});
