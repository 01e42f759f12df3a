/** The generated code and the plain code that replaces it return the same. */
import { spawnSync } from "node:child_process";
import fc from "fast-check";
import { expect, test } from "vitest";
import { compileRecord, type FieldStep, plain } from "./compileRecord.ts";
import { compileFits, plainFits } from "./fits.ts";
import { mayGenerateCode } from "./mayGenerateCode.ts";

const orAbsent = (value: unknown): unknown => (value === null || value === "" ? undefined : value);
const steps: readonly FieldStep[] = [
  { field: "id", path: ["key"] },
  { field: "bic", path: ["bank", "bic"] },
  { field: "amount", path: ["amount"], read: (value: unknown) => (value === undefined ? undefined : Number(value)) },
  { field: "whole", read: (native: unknown) => JSON.stringify(native) },
];
const natives = fc.record(
  {
    key: fc.oneof(fc.string(), fc.constant(null), fc.integer()),
    bank: fc.oneof(fc.constant(null), fc.record({ bic: fc.string() }, { requiredKeys: [] })),
    amount: fc.oneof(fc.integer(), fc.constant("12.50")),
  },
  { requiredKeys: [] },
);

test("records are the same with and without generated code", () => {
  const generated = compileRecord(steps, orAbsent);
  const written = plain(steps, orAbsent);
  fc.assert(
    fc.property(natives, (native) => {
      expect(generated(native)).toEqual(written(native));
    }),
  );
});

const schema = {
  type: "object",
  properties: {
    id: { type: "string" },
    count: { type: ["integer", "null"] },
    price: { type: "number" },
    isOpen: { type: "boolean" },
    lines: { type: "array", items: { type: "object", properties: { text: { type: "string" } } } },
    anything: {},
  },
};
const values = fc.record(
  {
    id: fc.oneof(fc.string(), fc.integer()),
    count: fc.oneof(fc.integer(), fc.double(), fc.constant(undefined)),
    price: fc.oneof(fc.double(), fc.string()),
    isOpen: fc.oneof(fc.boolean(), fc.constant(0)),
    lines: fc.oneof(
      fc.array(fc.record({ text: fc.string() })),
      fc.constant({}),
      fc.array(fc.record({ other: fc.nat() })),
    ),
    anything: fc.anything(),
    unknown: fc.constantFrom(undefined, 1),
  },
  { requiredKeys: [] },
);

test("schemas accept the same values with and without generated code", () => {
  const generated = compileFits(schema);
  const written = plainFits(schema);
  fc.assert(
    fc.property(values, (value) => {
      expect(generated(value)).toBe(written(value));
    }),
    { numRuns: 1000 },
  );
});

test("Node's option against generated code turns it off, and the plain code maps and checks", () => {
  expect(mayGenerateCode).toBe(true);
  const program = `
    const { mapping } = await import("./src/kit/mapping.ts");
    const { values } = await import("./src/kit/columns.ts");
    const { compileFits } = await import("./src/fast/fits.ts");
    const { parseVendorJson } = await import("./src/core/outbound/parseJson.ts");
    const { mayGenerateCode } = await import("./src/fast/mayGenerateCode.ts");
    const rows = Array.from({ length: 2000 }, (_, index) => ({ key: String(index) }));
    const read = parseVendorJson(Buffer.from(JSON.stringify(rows)), "application/json");
    const record = mapping(values({ id: "key" }))(read[7]);
    const fits = compileFits({ type: "object", properties: { id: { type: "string" } } });
    console.log(JSON.stringify([mayGenerateCode, read.length, record, fits(record), fits({ other: 1 })]));`;
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ["--disallow-code-generation-from-strings", "--input-type=module", "-e", program],
    { cwd: new URL("../..", import.meta.url), encoding: "utf8" },
  );
  expect(stdout, stderr).toBe(`${JSON.stringify([false, 2000, { id: "7" }, true, false])}\n`);
});
