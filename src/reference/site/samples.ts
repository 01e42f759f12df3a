/** The same request in three languages, ready to be pasted. */
import { randomUUID } from "node:crypto";
import type { DemoKeys } from "./layout.ts";

export interface SampleRequest {
  readonly method: string;
  readonly url: string;
  readonly keys: "none" | "api" | "both";
  readonly isWrite: boolean;
  readonly body?: unknown;
  readonly form?: Form | undefined;
}

/** The parts of a multipart request: texts, files, and records as JSON. */
export type Form = Readonly<Record<string, FormPart>>;
type FormPart = string | FilePart | { readonly json: unknown };
interface FilePart {
  readonly file: string;
  readonly type: string;
}

const isFile = (part: FormPart): part is FilePart => typeof part === "object" && "file" in part;

export interface Sample {
  readonly language: string;
  readonly code: string;
}

export function samplesOf(request: SampleRequest, demo: DemoKeys): readonly Sample[] {
  const headers = headersOf(request, demo);
  return [
    { language: "curl", code: curl(request, headers) },
    { language: "TypeScript", code: typescript(request, headers) },
    { language: "Python", code: python(request, headers) },
  ];
}

type Headers = readonly (readonly [string, string])[];

function headersOf({ keys, isWrite, body }: SampleRequest, demo: DemoKeys): Headers {
  const keyHeaders = [
    ["X-API-KEY", demo?.apiKey ?? "<API_KEY>"],
    ["X-ACCOUNT-KEY", demo?.accountKey ?? "<ACCOUNT_KEY>"],
  ] as const;
  const needed = { none: [], api: keyHeaders.slice(0, 1), both: keyHeaders }[keys];
  return [
    ...needed,
    // Each sample has a key of its own: a pasted sample must not repeat an earlier write.
    ...(isWrite ? [["Idempotency-Key", randomUUID()] as const] : []),
    ...(body === undefined ? [] : [["Content-Type", "application/json"] as const]),
  ];
}

const pretty = (value: unknown): string => JSON.stringify(value, null, 2);

/** Quotes a string for the shell. A quote inside closes the string, is escaped, and opens it again. */
const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`;

function curl({ method, url, body, form }: SampleRequest, headers: Headers): string {
  const lines = [
    `curl${method === "GET" ? "" : ` -X ${method}`} ${quoted(url)}`,
    ...headers.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`-d ${quoted(pretty(body))}`]),
    ...Object.entries(form ?? {}).map(([name, part]) => `-F ${quoted(`${name}=${curlPart(part)}`)}`),
  ];
  return lines.join(" \\\n  ");
}

function curlPart(part: FormPart): string {
  if (typeof part === "string") return part;
  return isFile(part) ? `@${part.file};type=${part.type}` : `${JSON.stringify(part.json)};type=application/json`;
}

const indented = (text: string): string => text.replaceAll("\n", "\n  ");

function typescript({ method, url, body, form }: SampleRequest, headers: Headers): string {
  const headerLines = headers
    .map(([name, value]) => `    ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`)
    .join("");
  const parts = Object.entries(form ?? {}).map(([name, part]) => {
    const key = JSON.stringify(name);
    if (typeof part === "string") return `form.append(${key}, ${JSON.stringify(part)});`;
    const type = (media: string) => `{ type: ${JSON.stringify(media)} }`;
    if (isFile(part)) {
      const file = JSON.stringify(part.file);
      return `form.append(${key}, await openAsBlob(${file}, ${type(part.type)}), ${file});`;
    }
    const json = `JSON.stringify(${pretty(part.json)})`;
    return `form.append(${key}, new Blob([${json}], ${type("application/json")}));`;
  });
  return [
    ...(form === undefined
      ? []
      : [`import { openAsBlob } from "node:fs";\n`, "const form = new FormData();", ...parts]),
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  method: ${JSON.stringify(method)},`,
    ...(headerLines === "" ? [] : [`  headers: {\n${headerLines}  },`]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(pretty(body))}),`]),
    ...(form === undefined ? [] : ["  body: form,"]),
    "});",
    "const { data, meta, errors } = await response.json();",
    "if (!response.ok) throw new Error(errors[0].message);",
  ].join("\n");
}

function python({ method, url, body, form }: SampleRequest, headers: Headers): string {
  const headerLines = headers
    .filter(([name]) => name !== "Content-Type")
    .map(([name, value]) => `        ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`)
    .join("");
  const entries = Object.entries(form ?? {});
  const files = entries.flatMap(([name, part]) =>
    typeof part === "string" ? [] : [[name, pythonPart(part)] as const],
  );
  const fields = entries.flatMap(([name, part]) => (typeof part === "string" ? [[name, part] as const] : []));
  const isJson = entries.some(([, part]) => typeof part === "object" && "json" in part);
  return [
    `${isJson ? "import json\n\n" : ""}import requests\n`,
    "response = requests.request(",
    `    ${JSON.stringify(method)},`,
    `    ${JSON.stringify(url)},`,
    ...(headerLines === "" ? [] : [`    headers={\n${headerLines}    },`]),
    ...(body === undefined ? [] : [`    json=${literal(body, "    ")},`]),
    ...(files.length === 0
      ? []
      : ["    files={", ...files.map(([name, part]) => `        ${JSON.stringify(name)}: ${part},`), "    },"]),
    ...(fields.length === 0
      ? []
      : [
          `    data={${fields.map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`).join(", ")}},`,
        ]),
    ")",
    "response.raise_for_status()",
    `data = response.json()["data"]`,
  ].join("\n");
}

function pythonPart(part: Exclude<FormPart, string>): string {
  if (!isFile(part)) return `(None, json.dumps(${literal(part.json, "        ")}), "application/json")`;
  const name = JSON.stringify(part.file);
  return `(${name}, open(${name}, "rb"), ${JSON.stringify(part.type)})`;
}

/** A JSON value as a Python literal: True, False and None instead of true, false and null. */
function literal(value: unknown, indent: string): string {
  const deeper = `${indent}    `;
  if (value === true) return "True";
  if (value === false) return "False";
  if (value === null || value === undefined) return "None";
  if (typeof value !== "object") return JSON.stringify(value);
  const entries = Array.isArray(value)
    ? value.map((inner: unknown) => literal(inner, deeper))
    : Object.entries(value).map(([name, inner]) => `${JSON.stringify(name)}: ${literal(inner, deeper)}`);
  const [open, close] = Array.isArray(value) ? "[]" : "{}";
  if (entries.length === 0) return `${open}${close}`;
  return `${open}\n${entries.map((entry) => `${deeper}${entry},\n`).join("")}${indent}${close}`;
}
