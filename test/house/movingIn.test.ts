/** The tables of docs/guides/moving-in.md name objects and fields that Kontor has. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describe as describeApi } from "../../src/reference/openapi/openapi.ts";

interface Schema {
  readonly properties?: Readonly<Record<string, unknown>>;
}

const schemas = describeApi({ connectors: [], baseUrl: "https://kontor.example" }).components["schemas"] as Readonly<
  Record<string, Schema>
>;
const guide = await readFile(join(import.meta.dirname, "../../docs/guides/moving-in.md"), "utf8");

/** The last cells of the tables of objects and fields. */
const ours = guide
  .slice(guide.indexOf("### Objects"), guide.indexOf("## From a service"))
  .split("\n")
  .filter((line) => line.startsWith("| ") && !line.startsWith("| -"))
  .map((line) => line.split("|").at(-2) ?? "")
  .flatMap((cell) => Array.from(cell.matchAll(/`([^`]+)`/g), ([, name = ""]) => name));

test("the guide has tables", () => expect(ours.length).toBeGreaterThan(70));

test.each([...new Set(ours)])("%s exists", (name) => {
  const [object = "", field] = name.split(".");
  const schema = schemas[object];
  expect(schema, object).toBeDefined();
  if (field !== undefined) expect(Object.keys(schema?.properties ?? {})).toContain(field);
});
