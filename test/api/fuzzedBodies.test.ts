import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Operation } from "../../src/contract/operation.ts";
import { operationTable } from "../../src/contract/operations.ts";
import { exampleOf } from "../../src/reference/openapi/examples.ts";
import { plain } from "../../src/reference/openapi/jsonSchema.ts";
import { scaled } from "../faults/scale.ts";
import { call } from "../support/calling.ts";
import { file, part, postForm } from "../support/form.ts";
import { type Service, startService } from "../support/service.ts";
import { startVendor, type Vendor } from "../support/vendor.ts";

/** Every run tries the same bodies; `npm run faults` tries more of them. */
const seed = 1823974277;

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

describe("random bodies", () => {
  const writes = operationTable.filter(([, { kind }]) => kind === "write");
  const pathOf = ({ path }: Operation) => path.replaceAll(/\{\w+\}/g, "some-id");
  const value = fc.oneof(
    fc.jsonValue({ maxDepth: 3 }),
    fc.double(),
    fc.constantFrom("2026-01-01", "EUR", "__proto__", ""),
  );

  /** A valid body with one invalid field. */
  const bodies = (operation: Operation) => {
    const right = operation.body === undefined ? {} : (exampleOf(plain(operation.body)) as object);
    const names = [...Object.keys(right), "unknown", "constructor"];
    const broken = fc.tuple(fc.constantFrom(...names), value).map(([name, wrong]) => ({ ...right, [name]: wrong }));
    return fc.oneof(fc.constant(right), broken, value);
  };

  test.each(writes)("%s never causes an internal error", async (_id, operation) => {
    const { method, multipart } = operation;
    await fc.assert(
      fc.asyncProperty(bodies(operation), fc.boolean(), fc.boolean(), async (body, isDryRun, asForm) => {
        const path = `${pathOf(operation)}${isDryRun ? "?dryRun=true" : ""}`;
        const text = JSON.stringify(body);
        const answer =
          multipart !== undefined && asForm
            ? await postForm(
                service,
                path,
                multipart === "file" ? [file("file", "a.pdf"), part("note", text)] : [part(multipart, text)],
              )
            : await call(service, path, { method, headers: { "content-type": "application/json" }, body: text });
        expect(answer.status, answer.text).not.toBe(500);
        expect(answer.status, answer.text).toBeLessThan(503);
      }),
      // Found by chance once: a field name that every object inherits.
      { seed, numRuns: scaled(80, 15), examples: [[{ constructor: { caller: "" } }, false, false]] },
    );
  });
});
