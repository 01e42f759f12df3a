import { once } from "node:events";
import { request as send } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { mainCompany, type Native, openTestSandbox, type TestSandbox } from "../../../test/support/sandbox.ts";

let sandbox: TestSandbox;
let address: string;
beforeAll(async () => {
  sandbox = await openTestSandbox(0);
  address = await sandbox.listen();
});
afterAll(() => sandbox.close());

const scan = (bytes: Uint8Array<ArrayBuffer> | string, name = "Übung 1.pdf") =>
  new File([bytes], name, { type: "application/pdf" });
const form = (...parts: [name: string, value: string | File][]) => {
  const data = new FormData();
  for (const [name, value] of parts) data.append(name, value);
  return data;
};
const authorization = () => ({ authorization: `Bearer ${sandbox.token}` });
const post = async (path: string, body: FormData) => {
  const answer = await fetch(`${address}/sandbox/v1${mainCompany}/${path}`, {
    method: "POST",
    headers: authorization(),
    body,
  });
  return { status: answer.status, json: (await answer.json()) as Native & { error: { code: string; field: string } } };
};
const content = async (id: string) => (await sandbox.ask(`${mainCompany}/files/${id}/content`)).bytes;
const pieces = () => sandbox.count("SELECT count(*)::int AS count FROM sandbox.file_chunks");

test("returns a large file byte for byte", async () => {
  const bytes = new Uint8Array(5_000_000).map((_, index) => (index * 7919) % 251);
  const about: [string, string][] = [
    ["note", "Zum Üben"],
    ["document_type", "Vertrag"],
    ["document_date", "2026-06-01"],
    ["client_reference", "file"],
  ];
  const { status, json } = await post("files", form(...about, ["file", scan(bytes)]));
  expect(status).toBe(201);
  expect(json).toMatchObject({
    file_name: "Übung 1.pdf",
    content_type: "application/pdf",
    size: 5_000_000,
    note: "Zum Üben",
  });
  expect((await content(json.id)).equals(bytes)).toBe(true);
  expect(await sandbox.walk("files?client_reference=file")).toMatchObject([{ id: json.id }]);
  const invoice = await sandbox.write("POST", "bills", { bill_date: "2026-06-01", status: "draft", files: [json.id] });
  const { items } = (await sandbox.ask(`${mainCompany}/bills/${(invoice.json() as Native).id}/documents`)).page();
  expect(items.map(({ id }) => id)).toEqual([json.id]);
});

test("adds an attachment to its entry", async () => {
  const { status, json } = await post(
    "journal-entries/je-5/attachments",
    form(["file", scan("a")], ["client_reference", "attached"]),
  );
  expect(status).toBe(201);
  const path = `${mainCompany}/journal-entries/je-5/attachments`;
  expect((await sandbox.ask(`${path}?client_reference=attached`)).page().items).toMatchObject([{ id: json.id }]);
  expect((await sandbox.ask(`${path}?client_reference=other`)).page().items).toEqual([]);
  expect((await sandbox.ask(`${path}/${json.id}`)).text).toBe("a");
});

test("accepts files together with their record", async () => {
  const entry = {
    transaction_date: "2026-06-05",
    journal_line_items: [
      { account_id: "acc-4930", debit: "7" },
      { account_id: "acc-4980", credit: "7" },
    ],
  };
  const { status, json } = await post(
    "journal-entries",
    form(["record", JSON.stringify(entry)], ["files", scan("eins")], ["files", scan("zwei")]),
  );
  expect(status).toBe(201);
  expect(json["files"]).toHaveLength(2);
  const [first = ""] = json["files"] as string[];
  expect((await sandbox.ask(`${mainCompany}/journal-entries/${json.id}/attachments/${first}`)).text).toBe("eins");
});

describe("nothing is left of", () => {
  const refusals: [string, string, () => FormData, number, string][] = [
    ["a wrong type", "files", () => form(["file", scan("x", "virus.exe")]), 422, "file"],
    ["an empty file", "files", () => form(["file", scan("")]), 422, "file"],
    ["two files", "files", () => form(["file", scan("x")], ["file", scan("y")]), 400, "file"],
    ["no file", "files", () => form(["note", "x"]), 400, "file"],
    ["an unknown part", "files", () => form(["file", scan("x")], ["colour", "red"]), 400, "colour"],
    [
      "an unknown document type",
      "files",
      () => form(["file", scan("x")], ["document_type", "Brief"]),
      422,
      "document_type",
    ],
    [
      "a file with a known client_reference",
      "files",
      () => form(["file", scan("x")], ["client_reference", "file"]),
      409,
      "client_reference",
    ],
    [
      "more than 20 files",
      "expenses",
      () => form(["record", "{}"], ...Array.from({ length: 21 }, (): [string, File] => ["files", scan("x")])),
      400,
      "files",
    ],
    [
      "a record that is refused",
      "expenses",
      () => form(["record", "{}"], ["files", scan("x")]),
      422,
      "transaction_date",
    ],
    ["a record that is no JSON", "expenses", () => form(["record", "{"], ["files", scan("x")]), 400, "record"],
    ["more than 50 MB", "files", () => form(["file", scan(new Uint8Array(50 * 1024 * 1024 + 1))]), 422, "file"],
  ];
  test.each(refusals)("%s", async (...[, path, body, status, field]) => {
    const before = await pieces();
    const files = (await sandbox.walk("files")).length;
    const answer = await post(path, body());
    expect(answer).toMatchObject({ status, json: { error: { field } } });
    expect(await pieces()).toBe(before);
    expect(await sandbox.walk("files")).toHaveLength(files);
  });

  test("an attachment of an entry that does not exist", async () => {
    const before = await pieces();
    expect((await post("journal-entries/je-0/attachments", form(["file", scan("x")]))).status).toBe(404);
    expect(await pieces()).toBe(before);
  });

  test("a form that ends too early", async () => {
    const before = await pieces();
    const headers = { ...authorization(), "content-type": "multipart/form-data; boundary=b" };
    const call = send(`${address}/sandbox/v1${mainCompany}/files`, { method: "POST", headers });
    call.end(
      `--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\ncontent-type: application/pdf\r\n\r\n${"x".repeat(600_000)}`,
    );
    const [answer] = await once(call, "response");
    expect(answer.statusCode).toBe(400);
    answer.resume();
    expect(await pieces()).toBe(before);
    const broken = await sandbox.ask(`${mainCompany}/files`, {
      method: "POST",
      headers: { ...authorization(), "content-type": "multipart/form-data" },
      payload: "x",
    });
    expect(broken.status).toBe(400);
  });
});
