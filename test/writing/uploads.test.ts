import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { request as httpRequest, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import { call, codesOf, fieldsOf } from "../support/calling.ts";
import { boundary, file, formHeaders, formOf, type PartOf, part, postForm } from "../support/form.ts";
import { type Service, startService } from "../support/service.ts";
import { startVendor, type Vendor } from "../support/vendor.ts";

let vendor: Vendor;
let service: Service;
beforeAll(async () => {
  vendor = await startVendor();
  service = await startService({ TARGET_SITE_SANDBOX: vendor.url });
});
afterAll(async () => {
  await service?.stop();
  await vendor?.close();
});
beforeEach(() => {
  vendor.received.length = 0;
  vendor.answer = undefined;
});

const uploadsFolder = () => join(service.storage.config.dataFolder, "uploads");
const filesOnDisk = async () =>
  (await readdir(uploadsFolder(), { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile());
/** All files, including the folder of each request. */
const leftOnDisk = async () =>
  (await readdir(uploadsFolder(), { recursive: true })).filter((name) => name.includes("/"));
afterEach(() =>
  vi.waitFor(
    async () => {
      if ((await leftOnDisk()).length > 0) throw new Error("Files were left on the disk.");
    },
    { timeout: 20_000 },
  ),
);

const post = (path: string, parts: readonly PartOf[], headers?: Record<string, string>) =>
  postForm(service, path, parts, headers);

const expense = JSON.stringify({
  description: "Büromaterial",
  currency: "EUR",
  transactionDate: "2026-08-01T00:00:00Z",
  expenseLines: [{ accountId: "acc-4930", debitCreditIndicator: "DEBIT", totalNetAmount: 5 }],
});

describe("a body with files", () => {
  test("reaches the target system with its files, names and types", async () => {
    const answer = await post("/accounting/expenses", [
      part("expense", expense, "\r\ncontent-type: application/json"),
      file("files[]", "beleg.pdf", "first"),
      file("files", "foto.pdf", "second"),
    ]);
    expect(answer.status, answer.text).toBe(201);
    expect(answer.headers.get("x-operation-id")).toMatch(/^[0-9A-Z]{26}$/);
    const [sent] = vendor.writes();
    expect(sent).toMatchObject({ method: "POST", path: "/expenses" });
    expect(sent?.headers["content-type"]).toMatch(/^multipart\/form-data/);
    expect(sent?.text).toContain('"description":"Büromaterial"');
    expect(sent?.text).toMatch(/filename="beleg.pdf"\r\ncontent-type: application\/pdf\r\n\r\nfirst\r\n/);
    expect(sent?.text).toMatch(/filename="foto.pdf"[^]*second/);
  });

  test("without files is the same as JSON", async () => {
    const answer = await post("/accounting/expenses", [part("expense", expense)]);
    expect(answer.status, answer.text).toBe(201);
    expect(vendor.writes()[0]?.headers["content-type"]).toBe("application/json");
  });

  test("may have its JSON part sent as a file", async () => {
    const more = '; filename="blob"\r\ncontent-type: application/json';
    const answer = await post("/accounting/expenses", [part("expense", expense, more), file("files[]", "a.pdf")]);
    expect(answer.status, answer.text).toBe(201);
  });

  test("may have further fields as parts", async () => {
    const body = { bookingProposalDate: "2026-08-01T00:00:00Z", lineItems: [{ totalGrossAmount: 5 }] };
    const parts = [part("bookingProposal", JSON.stringify(body)), file("files[]", "a.pdf")];
    const right = await post("/accounting/bookingProposals", [...parts, part("bookingType", "BILL")]);
    expect([right.status, codesOf(right), fieldsOf(right)]).toEqual([201, [], []]);
    expect(vendor.writes()[0]?.text).toContain('"booking_type":"bill"');
    const wrong = await post("/accounting/bookingProposals", [...parts, part("bookingType", "NONSENSE")]);
    expect([wrong.status, fieldsOf(wrong)]).toEqual([400, ["bookingType"]]);
    const twice = await post("/accounting/bookingProposals?bookingType=BILL", [...parts, part("bookingType", "BILL")]);
    expect([twice.status, fieldsOf(twice)]).toEqual([400, ["bookingType"]]);
  });

  test("is validated as strictly as JSON", async () => {
    const answer = await post("/accounting/expenses", [part("expense", '{"colour":"red"}'), file("files[]", "a.pdf")]);
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ["colour"]]);
    expect(vendor.writes()).toEqual([]);
  });

  test("is written once if repeated, and refused with another file under the same key", async () => {
    const send = (content: string) =>
      post("/accounting/expenses", [part("expense", expense), file("files[]", "a.pdf", content)], {
        "idempotency-key": "upload-1",
      });
    const first = await send("one");
    const again = await send("one");
    expect([first.status, again.text]).toEqual([201, first.text]);
    expect(vendor.writes()).toHaveLength(1);
    expect(codesOf(await send("two"))).toEqual(["idempotency_key_reused"]);
  });

  test("is not sent in a dry run", async () => {
    const answer = await post("/accounting/expenses?dryRun=true", [part("expense", expense), file("files[]", "ä.pdf")]);
    expect(answer.body.data).toMatchObject({
      valid: true,
      problems: [],
      request: {
        method: "POST",
        path: "/expenses",
        form: { files: [{ name: "files", fileName: "ä.pdf", contentType: "application/pdf", size: 4 }] },
      },
    });
    // The dry run only asks the sandbox to check the record. The files are not sent.
    expect(vendor.writes().map(({ path }) => path)).toEqual(["/expenses?validate_only=true"]);
  });
});

test("a file is uploaded with its fields", async () => {
  const answer = await post("/accounting/files", [
    part("documentType", "Vertrag"),
    part("documentDate", "2026-08-01"),
    part("note", "Zweitschrift"),
    file("file", "vertrag.pdf"),
  ]);
  expect(answer.status, answer.text).toBe(201);
  expect(vendor.writes()[0]?.text).toMatch(/name="note"\r\n\r\nZweitschrift[^]*name="file"; filename="vertrag.pdf"/);
  const attached = await post("/accounting/journalEntries/je-1/attachments", [file("file", "a.pdf")]);
  expect([attached.status, vendor.writes()[1]?.path]).toEqual([201, "/journal-entries/je-1/attachments"]);
});

test.each([
  ['filename="Übersicht.pdf"', "Übersicht.pdf"],
  ["filename=\"u.pdf\"; filename*=UTF-8''%C3%9Cbersicht.pdf", "Übersicht.pdf"],
  ["filename*0*=UTF-8''%C3%9Cber; filename*1=sicht.pdf", "Übersicht.pdf"],
  ['filename="../../etc/passwd"', "passwd"],
  ['filename="C:\\\\Belege\\\\a.pdf"', "a.pdf"],
  ['filename=".."', "file"],
])("a file called %s is %s", async (name, expected) => {
  const answer = await post("/accounting/files?dryRun=true", [part("file", "x", `; ${name}`)]);
  const { request } = answer.body.data as { request: { form: { files: { fileName: string }[] } } };
  expect(request.form.files[0]?.fileName).toBe(expected);
});

describe("refuses, and leaves nothing on the disk:", () => {
  const large = Buffer.alloc(50 * 1024 * 1024 + 1, "x");
  const json = part("expense", expense);
  const refused: readonly (readonly [string, string, readonly PartOf[], readonly unknown[]])[] = [
    ["an unknown part", "/expenses", [json, part("colour", "red")], [400, "invalid_request", "colour"]],
    ["a file in an unknown part", "/expenses", [json, file("scan", "a.pdf")], [400, "invalid_request", "scan"]],
    ["another record's part", "/expenses", [part("transaction", "{}")], [400, "invalid_request", "transaction"]],
    ["a missing JSON part", "/expenses", [file("files[]", "a.pdf")], [400, "invalid_request", "expense"]],
    [
      "JSON that is none",
      "/expenses",
      [part("expense", "{"), file("files[]", "a.pdf")],
      [400, "invalid_request", "expense"],
    ],
    [
      "JSON in Latin-1",
      "/expenses",
      [part("expense", Buffer.from('{"note":"\xfc"}', "latin1"))],
      [400, "invalid_request", "expense"],
    ],
    ["a part twice", "/expenses", [json, json], [400, "invalid_request", "expense"]],
    ["an empty file", "/expenses", [json, file("files[]", "a.pdf", "")], [400, "invalid_request", "files[0]"]],
    [
      "21 files",
      "/expenses",
      [json, ...Array.from({ length: 21 }, () => file("files[]", "a.pdf"))],
      [400, "invalid_request", "files[20]"],
    ],
    [
      "a file too large",
      "/expenses",
      [json, file("files[]", "a.pdf"), file("files[]", "b.pdf", large)],
      [413, "body_too_large", "files[1]"],
    ],
    [
      "a record too large",
      "/expenses",
      [part("expense", large.subarray(0, 1024 * 1024 + 1))],
      [413, "body_too_large", "expense"],
    ],
    ["a missing file", "/files", [part("note", "x")], [400, "invalid_request", "file"]],
    [
      "two files instead of one",
      "/files",
      [file("file", "a.pdf"), file("file", "b.pdf")],
      [400, "invalid_request", "file"],
    ],
    [
      "an encoded part",
      "/files",
      [part("file", "JVBERg==", '; filename="a"\r\ncontent-transfer-encoding: base64')],
      [400, "invalid_request", "file"],
    ],
    ["a part without a name", "/files", [["content-disposition: form-data", "x"]], [400, "invalid_request", undefined]],
    [
      "files for an operation without files",
      "/contacts",
      [file("files[]", "a.pdf")],
      [415, "unsupported_media_type", undefined],
    ],
  ];
  test.each(refused)("%s", async (_name, path, parts, expected) => {
    const answer = await post(`/accounting${path}`, parts);
    expect([answer.status, ...codesOf(answer), ...fieldsOf(answer)]).toEqual(expected);
    expect(vendor.writes()).toEqual([]);
    expect(await filesOnDisk()).toEqual([]);
  });

  const raw = (path: string, body: Buffer | string, contentType: string) =>
    call(service, path, {
      method: "POST",
      headers: { "content-type": contentType },
      body: new Uint8Array(Buffer.from(body)),
    });

  test.each([
    ["without a final boundary", formOf([json, file("files[]", "a.pdf")], "")],
    ["in the middle of a file", formOf([json, file("files[]", "a.pdf", "x".repeat(5000))]).subarray(0, 3000)],
    ["in the middle of a header", formOf([json]).subarray(0, 30)],
    ["before the first part", Buffer.from("nothing of a form")],
    ["with a part that has no headers", Buffer.from(`--${boundary}\r\n--${boundary}--\r\n`)],
    ["with headers that do not end", Buffer.from(`--${boundary}\r\nx: y\r\n--${boundary}--\r\n`)],
  ])("a body that ends %s", async (_name, body) => {
    const answer = await raw("/accounting/expenses", body, formHeaders["content-type"]);
    expect([answer.status, codesOf(answer)]).toEqual([400, ["invalid_request"]]);
    expect(vendor.writes()).toEqual([]);
  });

  test.each([
    ["/accounting/expenses", "multipart/form-data", 400],
    ["/accounting/expenses", "multipart/form-data; boundary=", 400],
    ["/accounting/expenses", "multipart/mixed; boundary=x", 415],
    ["/accounting/expenses", "text/csv", 415],
    ["/accounting/files", "application/json", 415],
  ])("to %s as %s", async (path, contentType, status) => {
    expect((await raw(path, "{}", contentType)).status).toBe(status);
  });

  test("files without a valid key", async () => {
    const answer = await post("/accounting/files", [file("file", "a.pdf")], { "x-api-key": "" });
    expect([answer.status, codesOf(answer)]).toEqual([401, ["api_key_missing"]]);
  });

  test("a caller that hangs up", async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    const { apiKey, accountKey } = service.keys;
    const body = formOf([json, file("files[]", "a.pdf", "x".repeat(200_000))]);
    socket.write(
      `POST /accounting/expenses HTTP/1.1\r\nhost: x\r\nx-api-key: ${apiKey}\r\nx-account-key: ${accountKey}\r\n` +
        `content-type: ${formHeaders["content-type"]}\r\ncontent-length: ${body.length}\r\n\r\n`,
    );
    socket.write(body.subarray(0, 150_000));
    await expect.poll(filesOnDisk).toHaveLength(1);
    socket.destroy();
    await expect.poll(leftOnDisk).toEqual([]);
    expect(vendor.writes()).toEqual([]);
  });
});

test("four files of 50 MB need little memory", async () => {
  const size = 50 * 1024 * 1024;
  const chunk = Buffer.alloc(64 * 1024, "x");
  async function* body() {
    yield formOf([part("expense", expense)], "");
    for (let index = 0; index < 4; index++) {
      yield Buffer.from(`--${boundary}\r\n${file("files[]", `${index}.pdf`)[0]}\r\n\r\n`);
      for (let sent = 0; sent < size; sent += chunk.length) yield chunk;
      yield Buffer.from("\r\n");
    }
    yield Buffer.from(`--${boundary}--\r\n`);
  }
  const before = process.memoryUsage().rss;
  let most = 0;
  const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
  // Not fetch, which buffers much of the body.
  const request = httpRequest(`${service.url}/accounting/expenses`, {
    method: "POST",
    headers: { ...formHeaders, "x-api-key": service.keys.apiKey, "x-account-key": service.keys.accountKey },
  });
  const answered = once(request, "response") as Promise<[IncomingMessage]>;
  await pipeline(Readable.from(body(), { objectMode: false }), request);
  const [answer] = await answered;
  answer.resume();
  clearInterval(watch);
  expect(answer.statusCode).toBe(201);
  expect(vendor.writes()[0]?.size).toBeGreaterThan(4 * size);
  // The caller and the vendor run in this process as well. Holding the files would take 200 MB.
  expect((most - before) / 1024 / 1024).toBeLessThan(190);
});
