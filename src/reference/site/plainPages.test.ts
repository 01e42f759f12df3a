import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Service, startService } from "../../../test/support/service.ts";
import { operationTable } from "../../contract/operations.ts";
import { endpoints } from "../openapi/openapi.ts";

let service: Service;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.stop());

const read = async (path: string) => {
  const answer = await fetch(service.url + path);
  return { status: answer.status, type: answer.headers.get("content-type"), text: await answer.text() };
};
const markdown = "text/markdown; charset=utf-8";

describe("every page of the documentation is Markdown, too", () => {
  test("llms.txt links to all of them, and no link is dead", async () => {
    const { type, text } = await read("/llms.txt");
    expect(type).toBe("text/plain; charset=utf-8");
    expect(text).toMatch(/^# Kontor\n\n> /);
    const links = Array.from(text.matchAll(/\]\((http[^)]+)\)/g), ([, url = ""]) => new URL(url).pathname);
    const described = [...operationTable, ...endpoints].map(([id]) => `/docs/${id}.md`);
    expect(links).toEqual(expect.arrayContaining([...described, "/docs/guides/moving-in.md", "/postman.json"]));
    for (const link of links) expect((await read(link)).status, link).toBe(200);
  });

  test("a guide is its source, with links to the Markdown of other guides", async () => {
    const guide = await read("/docs/guides/moving-in.md");
    expect(guide).toMatchObject({ status: 200, type: markdown });
    expect(guide.text).toMatch(/^# Moving in/);
    expect(guide.text).toContain("(existing-clients.md)");
    for (const [, link = ""] of guide.text.matchAll(/\]\(([\w-]+\.md)\)/g))
      expect((await read(`/docs/guides/${link}`)).status, link).toBe(200);
  });

  test("a target system links to its set-up guide, and an edition to that of its product", async () => {
    const guideOf = async (slug: string) =>
      /href="([^"]+)">Set-up guide</.exec((await read(`/docs/systems/${slug}`)).text)?.[1];
    expect(await guideOf("moneybird")).toBe("../../docs/guides/moneybird");
    expect(await guideOf("moneybird-token")).toBe("../../docs/guides/moneybird");
    expect(await guideOf("sandbox")).toBeUndefined();
    expect((await read("/docs/guides/moneybird")).text).toContain(">Set up Moneybird</h1>");
    expect((await read("/docs/guides/moneybird.md")).text).toMatch(/^# Set up Moneybird\n/);
    expect((await read("/llms.txt")).text).toContain("/docs/guides/moneybird.md): ");
  });

  test("an operation names its path, keys, parameters, body and response", async () => {
    const { text } = await read("/docs/invoices.create.md");
    for (const part of ["`POST /accounting/invoices`", "`X-ACCOUNT-KEY`", "## Body", "- `lineItems`", "- 201:"])
      expect(text).toContain(part);
  });

  test("the other pages", async () => {
    expect((await read("/docs.md")).text).toContain("(docs/invoices.list.md)");
    expect((await read("/docs/errors.md")).text).toContain("| `document_locked` | 422 | fix |");
    expect((await read("/docs/coverage.md")).text).toContain("| `invoices.list` |");
    expect((await read("/docs/systems/xero.md")).text).toMatch(/^# Xero\n/);
    expect((await read("/docs/systems/xero.md")).text).toContain("[set-up guide](../guides/xero.md)");
    expect(await read("/docs/nonsense.md")).toMatchObject({ status: 404, type: markdown });
    expect((await read("/docs/guides/nonsense.md")).status).toBe(404);
  });
});

interface Item {
  readonly item?: readonly Item[];
  readonly name: string;
  readonly request: {
    readonly method: string;
    readonly header: readonly { readonly key: string; readonly value: string }[];
    readonly url: { readonly raw: string; readonly path: readonly string[] };
    readonly body?: { readonly raw: string };
  };
}

describe("the Postman collection", () => {
  test("has a request for every operation, with keys as variables", async () => {
    const { status, text } = await read("/postman.json");
    expect(status).toBe(200);
    const { item: folders = [], info } = JSON.parse(text) as Item & { readonly info: { readonly schema: string } };
    expect(info.schema).toContain("v2.1.0");
    const requests = folders.flatMap(({ item = [] }) => item);
    expect(requests).toHaveLength(operationTable.length + endpoints.length);
    const create = requests.find(
      ({ request }) => request.url.raw === "{{baseUrl}}/accounting/invoices" && request.method === "POST",
    );
    expect(create?.request.header).toEqual(
      expect.arrayContaining([
        { key: "X-API-KEY", value: "{{apiKey}}" },
        { key: "X-ACCOUNT-KEY", value: "{{accountKey}}" },
        { key: "Idempotency-Key", value: "{{$guid}}" },
      ]),
    );
  });

  test("its example of a customer is accepted", async () => {
    const { item: folders = [] } = JSON.parse((await read("/postman.json")).text) as Item;
    const requests = folders.flatMap(({ item = [] }) => item);
    const { request } = requests.find(({ name }) => name === "Create a customer") ?? {};
    const answer = await fetch(`${service.url}/${request?.url.path.join("/")}`, {
      method: "POST",
      headers: {
        "x-api-key": service.keys.apiKey,
        "x-account-key": service.keys.accountKey,
        "content-type": "application/json",
      },
      body: request?.body?.raw ?? "",
    });
    expect(answer.status).toBe(201);
  });
});
