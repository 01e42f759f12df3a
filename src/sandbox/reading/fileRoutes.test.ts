import { afterAll, beforeAll, expect, test } from "vitest";
import { mainCompany, type Native, openTestSandbox, type TestSandbox } from "../../../test/support/sandbox.ts";

let sandbox: TestSandbox;
beforeAll(async () => {
  sandbox = await openTestSandbox();
});
afterAll(() => sandbox.close());

const filesOf = (record: Native | undefined) => (record?.["files"] ?? []) as string[];
const hasFile = (record: Native) => Boolean(record["file_id"]) || filesOf(record).length > 0;
const content = (id: unknown) => sandbox.ask(`${mainCompany}/files/${String(id)}/content`);

test.each(["invoices", "offers", "bills", "booking-proposals"])(
  "%s: the document is a PDF of the record",
  async (name) => {
    const records = await sandbox.walk(name);
    const record = records.find(hasFile);
    const document = await sandbox.ask(`${mainCompany}/${name}/${record?.id}/document`);
    expect(document).toMatchObject({ status: 200, headers: { "content-type": "application/pdf" } });
    expect(document.bytes.subarray(0, 5).toString()).toBe("%PDF-");
    expect(document.text).toContain(`id: ${record?.id}`);
    expect((await content(record?.["file_id"] ?? filesOf(record)[0])).bytes).toEqual(document.bytes);
    const bare = records.find((record) => !hasFile(record));
    expect((await sandbox.ask(`${mainCompany}/${name}/${bare?.id}/document`)).status).toBe(404);
    expect((await sandbox.ask(`${mainCompany}/${name}/%00/document`)).status).toBe(404);
  },
);

test("describes a file with name, type and size", async () => {
  const [file] = await sandbox.walk("files");
  const { headers, bytes } = await content(file?.id);
  expect(file).toMatchObject({ content_type: "application/pdf", size: bytes.length });
  const name = encodeURIComponent(String(file?.["file_name"]));
  expect(headers["content-disposition"]).toContain(`filename*=UTF-8''${name}`);
  expect((await content("none")).status).toBe(404);
});

test("lists the documents of a bill", async () => {
  const bills = await sandbox.walk("bills");
  const bill = bills.find(hasFile);
  const { items, total } = (await sandbox.ask(`${mainCompany}/bills/${bill?.id}/documents`)).page();
  expect(total).toBe(1);
  const size = (await content(bill?.["file_id"])).bytes.length;
  expect(items).toEqual([
    { id: bill?.["file_id"], file_name: expect.any(String), content_type: "application/pdf", size },
  ]);
  const bare = bills.find((record) => !hasFile(record));
  expect((await sandbox.ask(`${mainCompany}/bills/${bare?.id}/documents`)).page().items).toEqual([]);
});

test("lists only the entry's own files as its attachments", async () => {
  const entry = (await sandbox.walk("journal-entries")).find(hasFile);
  const path = `${mainCompany}/journal-entries/${entry?.id}/attachments`;
  const listed = (await sandbox.ask(path)).page().items.map(({ id }) => id);
  expect(listed).toEqual(filesOf(entry));
  expect((await sandbox.ask(`${path}/${listed[0]}`)).bytes).toEqual((await content(listed[0])).bytes);
  const foreign = (await sandbox.walk("files")).find(({ id }) => !listed.includes(id));
  expect((await sandbox.ask(`${path}/${foreign?.id}`)).status).toBe(404);
});

test("lists document types, and returns extensions as one record", async () => {
  const types = await sandbox.walk("document-types");
  expect(types[0]).toEqual({ name: "Ausgangsrechnung", category: "outgoing" });
  const { json } = await sandbox.ask(`${mainCompany}/document-extensions`);
  expect(json()).toEqual({ allowed_file_extensions: [".pdf", ".png", ".jpg", ".xml"] });
});
