/** Text that cannot be stored and bytes that are not UTF-8 are refused with the name of the field, wherever they occur. */
import { request } from "undici";
import { afterAll, beforeAll, expect, test } from "vitest";
import { operationTable } from "../../src/contract/operations.ts";
import { exampleOf } from "../../src/reference/openapi/examples.ts";
import type { JsonSchema } from "../../src/reference/openapi/jsonSchema.ts";
import { reportFigure } from "../faults/scale.ts";
import { file, formHeaders, formOf, type PartOf, part } from "../support/form.ts";
import { poisoned, type Row, rows } from "../support/hostile.ts";
import { type Service, startService } from "../support/service.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
let sent = 0;
afterAll(async () => {
  reportFigure("H5", `${sent} requests with invalid text, none answered with 500`);
  await service.stop();
});

interface Refusal {
  readonly status: number;
  readonly fields: readonly string[];
  readonly text: string;
}

async function send(
  { method, path }: Pick<Row, "method" | "path">,
  body?: Buffer | string,
  headers: Record<string, string> = { "content-type": "application/json" },
): Promise<Refusal> {
  const { apiKey, accountKey } = service.keys;
  const answer = await request(`${service.url}${path.replaceAll(/\{\w+\}/g, "some-id")}`, {
    method: method as "POST",
    body: body ?? null,
    headers: { "x-api-key": apiKey, "x-account-key": accountKey, ...(body !== undefined && headers) },
  });
  const text = await answer.body.text();
  sent++;
  const { errors = [] } = (text.startsWith("{") ? JSON.parse(text) : {}) as { errors?: { field?: string }[] };
  return { status: answer.statusCode, fields: errors.map(({ field = "" }) => field), text };
}

const isUpload = ({ id }: Row): boolean =>
  operationTable.some(([known, { multipart }]) => known === id && multipart === "file");
const uploads = rows.filter(isUpload);
const withBody = rows.filter((row) => row.body !== undefined && !isUpload(row));
const exampleFor = ({ body }: Row) => ({ ...(exampleOf(body as JsonSchema) as object), more: "text" });

test("finds bodies and queries to send", () => {
  expect(withBody.length).toBeGreaterThan(30);
  expect(uploads.length).toBeGreaterThan(1);
  expect(rows.filter(({ parameters }) => parameters.length > 0).length).toBeGreaterThan(30);
});

test.each(withBody)("$id refuses every text in its body that cannot be stored, naming its field", async (row) => {
  for (const poison of ["a\0b", "a\ud800", "\udc00b"]) {
    const { value, paths } = poisoned(exampleFor(row), poison);
    const answer = await send(row, JSON.stringify(value));
    expect(answer.status, answer.text).toBe(400);
    expect(answer.fields.toSorted()).toEqual(paths.toSorted());
  }
});

test.each(withBody)("$id refuses field names that cannot be stored", async (row) => {
  const answer = await send(row, JSON.stringify({ ...exampleFor(row), "a\0b": 1, "c\ud800": 1 }));
  expect(answer, answer.text).toMatchObject({ status: 400, fields: ["a\ufffdb", "c\ufffd"] });
});

test.each(withBody)("$id refuses bytes that are not UTF-8, with their position", async (row) => {
  const { value } = poisoned(exampleFor(row), "\xff");
  const answer = await send(row, Buffer.from(JSON.stringify(value), "latin1"));
  expect(answer.status, answer.text).toBe(400);
  expect(answer.text).toMatch(/must be text in UTF-8: see line 1, column \d+/);
});

test.each(uploads)("$id refuses parts and file names that are not valid text", async (row) => {
  const [name = ""] = Object.keys(exampleOf(row.body as JsonSchema) as object);
  const document = file("file", "a.pdf");
  const invalid: [PartOf[], string][] = [
    [[document, part(name, "a\0b")], name],
    [[document, part(name, Buffer.from("a\xff", "latin1"))], name],
  ];
  for (const [parts, field] of invalid)
    expect(await send(row, formOf(parts), formHeaders)).toMatchObject({ status: 400, fields: [field] });
  const named = Buffer.from(formOf([file("file", "\xff.pdf")]).toString(), "latin1");
  expect(await send(row, named, formHeaders)).toMatchObject({ status: 400, fields: ["Content-Disposition"] });
});

test("refuses a pass-through body that is nested 5,000 levels deep", async () => {
  const inner = `${"[".repeat(5000)}${"]".repeat(5000)}`;
  const deep = `{"path":"/v1/units","method":"POST","body":${inner}}`;
  const answer = await send({ method: "POST", path: "/accounting/passthrough" }, deep);
  expect(answer.status, answer.text).toBe(400);
  expect(answer.text).toContain("nested deeper than 100 levels");
});

test.each(rows)("$id refuses query values that are not valid text, naming the parameter", async (row) => {
  const { method } = row;
  const [body, headers] = isUpload(row) ? [formOf([file("file", "a.pdf")]), formHeaders] : ["{}", undefined];
  for (const poison of ["%00", "a%00b", "%ff", "%c3%28", "%ed%a0%80", "%e2%82"])
    for (const name of [...row.parameters.slice(0, 1), "more"]) {
      const path = `${row.path}?${name}=${poison}`;
      const answer = await send({ method, path }, method === "GET" ? undefined : body, headers);
      expect(answer, answer.text).toMatchObject({ status: 400, fields: expect.arrayContaining([name]) });
    }
});

test.each([
  ["NUL", "flow=a%00b&check=%00&apiKey=%00&step=%00&choice=%00", 403],
  ["encoded bytes that are not UTF-8", "flow=%ff", 400],
  ["raw bytes that are not UTF-8", "flow=\xff", 400],
])("the forms of pages refuse %s", async (_name, fields, status) => {
  for (const path of ["/auth/submit", "/auth/cancel", "/auth/selections"]) {
    const answer = await send({ method: "POST", path }, Buffer.from(fields, "latin1"), {
      "content-type": "application/x-www-form-urlencoded",
    });
    expect(answer.status).toBe(status);
  }
});
