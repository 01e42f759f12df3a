/** The examples of the OpenAPI description work as first requests. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { operationTable } from "../../src/contract/operations.ts";
import { call } from "../support/calling.ts";
import { type Service, startService } from "../support/service.ts";

interface Described {
  readonly "x-operation": string;
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly example?: unknown }>> };
}

let service: Service;
let described: Map<string, { readonly path: string; readonly example: unknown }>;
beforeAll(async () => {
  service = await startService({ SANDBOX_DATE: new Date().toISOString().slice(0, 10) });
  const { paths } = (await (await fetch(`${service.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, Described>>;
  };
  described = new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).map(({ "x-operation": id, requestBody }) => [
        id,
        { path, example: requestBody?.content["application/json"]?.example },
      ]),
    ),
  );
});
afterAll(() => service?.stop());

const creations = operationTable.filter(
  ([id, { path, body, multipart }]) => id.endsWith(".create") && body && multipart !== "file" && !path.includes("{"),
);

test.each(creations)("accepts the example of %s unchanged", async (id, { status }) => {
  const { path, example } = described.get(id) ?? { path: "" };
  const answer = await call(service, path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(example),
  });
  expect(answer.status, `${answer.text}\n${JSON.stringify(example, null, 1)}`).toBe(status);
});
