import { expect, test } from "vitest";
import { connectors } from "../../connectors/index.ts";
import { fieldMeanings } from "../../contract/meanings/fields.ts";
import { lineMeanings } from "../../contract/meanings/lines.ts";
import { recordMeanings } from "../../contract/meanings/records.ts";
import { describe } from "./openapi.ts";

interface Said {
  readonly at: string;
  readonly name: string;
  readonly description: string | undefined;
}

const described = describe({ connectors, baseUrl: "https://kontor.example" });
const said = saidIn(described, "");

/** Every field and parameter with what is said of it. Rules that only narrow a field down have nothing to say. */
function saidIn(value: unknown, at: string): Said[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]: [string, unknown]) => {
    const place = `${at}/${key}`;
    if (/\/(?:examples?|dependentSchemas)$/.test(place)) return [];
    const fields = key === "properties" && !Array.isArray(inner) ? Object.entries(inner as object) : [];
    const parameters = key === "parameters" ? Object.values(inner as object) : [];
    return [
      ...fields.map(([name, field]) => ({ at: place, name, description: descriptionOf(field) })),
      ...parameters
        .filter((parameter: object) => "name" in parameter)
        .map((parameter) => ({ at: place, name: String(parameter.name), description: descriptionOf(parameter) })),
      ...saidIn(inner, place),
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
const little = new Set(["a", "an", "the", "of", "in", "on", "is", "it", "its", "this", "that", "to", "by", "for"]);

test("says of every field and of every parameter what it means", () => {
  expect(said.length).toBeGreaterThan(1900);
  expect(said.filter(({ description }) => description === undefined).map(({ at, name }) => `${at} ${name}`)).toEqual(
    [],
  );
});

test("says more of a field or parameter than its name does", () => {
  const bare = said.filter(({ name, description = "" }) => {
    const named = new Set(wordsOf(name).flatMap((word) => [word, `${word}s`, word.replace(/s$/, "")]));
    return wordsOf(description).filter((word) => !little.has(word) && !named.has(word)).length < 2;
  });
  expect([...new Set(bare.map(({ name, description }) => `${name}: ${description}`))]).toEqual([]);
});

test("says of amounts whether tax is in them, and of days which day is meant", () => {
  const meanings = said.filter(({ at }) => /schemas\/\w+\/properties$/.test(at));
  const of = (pattern: RegExp) => meanings.filter(({ name }) => pattern.test(name));
  expect(of(/^total(?:Net|Gross|Tax)Amount$/).length).toBeGreaterThan(60);
  for (const { at, name, description } of of(/^total(?:Net|Gross)Amount$/))
    expect(description, `${at} ${name}`).toMatch(/tax|net/);
  for (const { at, name, description } of of(/^(?:due|invoice|bill|transaction|offer|order|delivery)Date$/))
    expect(description, `${at} ${name}`).toMatch(/\bdays?\b/i);
});

test("keeps no meaning that no field has", () => {
  const texts = new Set([...said.map(({ description }) => description), ...Object.values(recordsSaid())]);
  const kept = [fieldMeanings, lineMeanings, recordMeanings].flatMap((table) => Object.values(table));
  expect(kept.length).toBeGreaterThan(150);
  expect(kept.filter((text) => !texts.has(text))).toEqual([]);
});

function recordsSaid(): Record<string, string | undefined> {
  const schemas = Object.entries(described.components["schemas"] ?? {});
  return Object.fromEntries(schemas.map(([title, schema]) => [title, descriptionOf(schema)]));
}
