/** The example bodies that the page of an operation shows: a minimal one, one with all fields, and one with a file. */
import { withFreshSerial } from "../openapi/examples.ts";
import type { JsonSchema } from "../openapi/jsonSchema.ts";
import type { Media, ReferenceOperation } from "./catalogue.ts";
import type { Form } from "./samples.ts";
import type { Resolve } from "./schemaView.ts";

export interface NamedBody {
  readonly title: string;
  readonly json?: unknown;
  /** The form's parts, if it uploads files. */
  readonly form?: Form;
  /** The part of its numbers that has to be replaced before it can be sent again. */
  readonly serial: string;
}

const titles: Readonly<Record<string, string>> = { minimal: "Minimal", full: "All fields" };

export function bodyExamplesOf({ body }: ReferenceOperation, resolve: Resolve, now: number): readonly NamedBody[] {
  if (body === undefined) return [];
  const json = body["application/json"];
  const multipart = body["multipart/form-data"];
  const bodies = json === undefined ? [] : jsonExamples(json, now);
  const form = multipart && formExample(multipart, bodies[0], resolve);
  return [...bodies, ...(form === undefined ? [] : [{ title: "With a file", form, serial: bodies[0]?.serial ?? "" }])];
}

function jsonExamples({ example, examples }: Media, now: number): readonly NamedBody[] {
  const named = Object.entries(examples ?? { body: { value: example } });
  return named.map(([name, { value }]) => {
    const fresh = withFreshSerial(value, now);
    return { title: titles[name] ?? "Body", json: fresh.example, serial: fresh.serial };
  });
}

const file = { file: "receipt.pdf", type: "application/pdf" };

/** Either a part with the record and its files, or a file with a few fields. */
function formExample({ schema }: Media, record: NamedBody | undefined, resolve: Resolve): Form {
  const { properties = {} } = resolve(schema);
  if ("file" in properties) return { file, ...fieldsBeside(properties) };
  const [recordPart = ""] = Object.keys(properties);
  return { [recordPart]: { json: record?.json }, "files[]": file };
}

/** Enough to show how fields are sent beside a file. */
const fieldsBeside = (properties: Readonly<Record<string, JsonSchema>>): Form =>
  "note" in properties ? { note: "Ordered by phone." } : {};
