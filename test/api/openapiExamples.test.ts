/** The examples of the OpenAPI description work as first requests. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { operationTable } from "../../src/contract/operations.ts";
import { withFreshSerial } from "../../src/reference/openapi/examples.ts";
import { call } from "../support/calling.ts";
import { type Service, startService } from "../support/service.ts";

interface Described {
  readonly "x-operation": string;
  readonly requestBody?: { readonly content: Readonly<Record<string, Media>> };
}

interface Media {
  readonly example?: unknown;
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>;
}

let service: Service;
let described: Map<string, { readonly path: string; readonly examples: readonly unknown[] }>;
beforeAll(async () => {
  service = await startService({ SANDBOX_DATE: new Date().toISOString().slice(0, 10) });
  const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Described>>;
  };
  described = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).map(({ "x-operation": id, requestBody }) => [
        id,
        { path, examples: examplesIn(requestBody?.content["application/json"]) },
      ]),
    ),
  );
});
afterAll(() => service?.stop());

const examplesIn = ({ example, examples }: Media = {}): readonly unknown[] =>
  examples === undefined ? [example] : Object.values(examples).map(({ value }) => value);

const creations = operationTable.filter(
  ([id, { path, body, multipart }]) => id.endsWith(".create") && body && multipart !== "file" && !path.includes("{"),
);

let sent = 0;

test.each(creations)("accepts every example of %s, also a second time", async (id, { status }) => {
  const { path, examples } = described.get(id) ?? { path: "", examples: [] };
  if (id !== "passThrough.create" && id !== "transactions.create") expect(examples).toHaveLength(2);
  for (const described of [...examples, ...examples]) {
    sent += 1;
    const { example } = withFreshSerial(described, sent * 1000);
    const answer = await call(service, path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(example),
    });
    expect(answer.status, `${answer.text}\n${JSON.stringify(example, null, 1)}`).toBe(status);
  }
});

test("minimal examples are much shorter than full ones", () => {
  const [minimal, full] = described.get("invoices.create")?.examples ?? [];
  expect(JSON.stringify(minimal).length * 3).toBeLessThan(JSON.stringify(full).length);
});
