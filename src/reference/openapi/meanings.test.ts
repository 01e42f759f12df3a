import { expect, test } from "vitest";
import { connectors } from "../../connectors/index.ts";
import { fieldMeanings } from "../../contract/meanings/fields.ts";
import { lineMeanings } from "../../contract/meanings/lines.ts";
import { recordMeanings } from "../../contract/meanings/records.ts";
import { describe } from "./openapi.ts";

interface FieldDescription {
  readonly at: string;
  readonly name: string;
  readonly description: string | undefined;
}

const described = describe({ connectors, baseUrl: "https://kontor.example" });
const fields = fieldsIn(described, "");

/** Every field and parameter with its description. Rules that only restrict a field need no description. */
function fieldsIn(value: unknown, at: string): FieldDescription[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const path = `${at}/${key}`;
    if (/\/(?:examples?|dependentSchemas)$/.test(path)) return [];
    const properties = key === "properties" && !Array.isArray(inner) ? Object.entries(inner as object) : [];
    const parameters = key === "parameters" ? Object.values(inner as object) : [];
    return [
      ...properties.map(([name, field]) => ({ at: path, name, description: descriptionOf(field) })),
      ...parameters
        .filter((parameter: object) => "name" in parameter)
        .map((parameter) => ({ at: path, name: String(parameter.name), description: descriptionOf(parameter) })),
      ...fieldsIn(inner, path),
    ];
  });
}

function descriptionOf(value: unknown): string | undefined {
  return (value as { description?: string }).description;
}

const wordsOf = (text: string): string[] =>
  text
    .replaceAll(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .match(/[a-z0-9]+/g) ?? [];
const fillers = new Set(["a", "an", "the", "of", "in", "on", "is", "it", "its", "this", "that", "to", "by", "for"]);

test("describes every field and every parameter", () => {
  expect(fields.length).toBeGreaterThan(1900);
  expect(fields.filter(({ description }) => description === undefined).map(({ at, name }) => `${at} ${name}`)).toEqual(
    [],
  );
});

test("describes more than the name of the field or parameter says", () => {
  const bare = fields.filter(({ name, description = "" }) => {
    const named = new Set(wordsOf(name).flatMap((word) => [word, `${word}s`, word.replace(/s$/, "")]));
    return wordsOf(description).filter((word) => !fillers.has(word) && !named.has(word)).length < 2;
  });
  expect([...new Set(bare.map(({ name, description }) => `${name}: ${description}`))]).toEqual([]);
});

test("states for amounts whether they include tax, and for dates which day it is", () => {
  const meanings = fields.filter(({ at }) => /schemas\/\w+\/properties$/.test(at));
  const of = (pattern: RegExp) => meanings.filter(({ name }) => pattern.test(name));
  expect(of(/^total(?:Net|Gross|Tax)Amount$/).length).toBeGreaterThan(60);
  for (const { at, name, description } of of(/^total(?:Net|Gross)Amount$/))
    expect(description, `${at} ${name}`).toMatch(/tax|net/);
  for (const { at, name, description } of of(/^(?:due|invoice|bill|transaction|offer|order|delivery)Date$/))
    expect(description, `${at} ${name}`).toMatch(/\bdays?\b/i);
});

test("has no unused description", () => {
  const texts = new Set([...fields.map(({ description }) => description), ...Object.values(recordDescriptions())]);
  const meanings = [fieldMeanings, lineMeanings, recordMeanings].flatMap((table) => Object.values(table));
  expect(meanings.length).toBeGreaterThan(150);
  expect(meanings.filter((text) => !texts.has(text))).toEqual([]);
});

function recordDescriptions(): Record<string, string | undefined> {
  const schemas = Object.entries(described.components["schemas"] ?? {});
  return Object.fromEntries(schemas.map(([title, schema]) => [title, descriptionOf(schema)]));
}
