/** Invalid and malicious requests for every route, made with fast-check. */
import fc from "fast-check";
import type { TSchema } from "typebox";
import { operationTable } from "../../src/contract/operations.ts";
import { parametersOf } from "../../src/core/calling/validateInput.ts";
import { exampleOf } from "../../src/reference/openapi/examples.ts";
import type { JsonSchema } from "../../src/reference/openapi/jsonSchema.ts";
import { endpoints } from "../../src/reference/openapi/openapi.ts";

export interface Row {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly string[];
  readonly body?: TSchema | undefined;
}

/** Every route of the OpenAPI description. */
export const rows: readonly Row[] = [
  ...operationTable.map(([id, operation]) => ({ ...operation, id, parameters: Object.keys(parametersOf(operation)) })),
  ...endpoints.map(([id, { method, path, query = {}, body }]) => ({
    id,
    method,
    path,
    body,
    parameters: Object.keys(query),
  })),
];

export interface Keys {
  readonly apiKey: string;
  readonly accountKey: string;
}

export interface Hostile {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

const oddTexts = [
  "",
  " ",
  "0",
  "-1",
  "7",
  "1.5",
  "1e309",
  "NaN",
  "null",
  "undefined",
  "true",
  "[]",
  "{}",
  "[object Object]",
  "__proto__",
  "constructor",
  "prototype",
  "toString",
  "hasOwnProperty",
  "..",
  ".",
  "../..",
  "/",
  "\\",
  "a/b",

  "\0",
  "a\0b",
  "\ud800",
  "a\udc00",
  "\r\nx-api-key: 1",
  "\u007f",
  "\u202e",
  "\ufeff",
  "💥",
  "é",
  "e\u0301",
  "\u{10ffff}",
  "%",
  "%25",
  "' OR 1=1 --",
  "$1",
  "{{7*7}}",
  "${jndi:ldap://127.0.0.1/a}",
  "<script>alert(1)</script>",
  "sandbox-key",
  "*",
  "2026-02-30",
  "2026-01-01",
  "0000-00-00",
  "9999-12-31T23:59:59Z",
  "99999999999999999999",
  "2026-01-01T00:00",
  "http://127.0.0.1:1/",
  "javascript:alert(1)",
  "x".repeat(501),
  "y".repeat(2500),
];
const oddText = fc.oneof(fc.constantFrom(...oddTexts), fc.string({ unit: "binary", maxLength: 20 }));
/** A URL cannot contain a lone surrogate. */
const encode = (text: string): string => encodeURIComponent(text.toWellFormed());

/** Invalid percent-encoding: incomplete sequences, wrong hex digits, bytes that are not UTF-8. */
const brokenEncoding = fc.constantFrom("%", "%z", "%zz", "%c3%28", "%ff", "%e2%82", "%00", "%2", "%%", "%2e%2e%2f");
const piece = fc.oneof({ arbitrary: oddText.map(encode), weight: 5 }, { arbitrary: brokenEncoding, weight: 1 });
const segment = fc.oneof({ arbitrary: piece, weight: 5 }, { arbitrary: fc.constantFrom("..", ".", ""), weight: 1 });

function address({ path, parameters }: Row): fc.Arbitrary<string> {
  const names = path.match(/\{\w+\}/g) ?? [];
  const known = fc.constantFrom(...parameters, "limit", "page", "__proto__", "constructor", "a[b]", "lastModifiedAt[]");
  const pair = fc.tuple(fc.oneof({ arbitrary: known, weight: 4 }, { arbitrary: piece, weight: 1 }), piece);
  const pairs = fc.array(pair, { maxLength: 5 });
  const filled = fc
    .tuple(...names.map(() => segment))
    .map((ids) => names.reduce((at, name, index) => at.replace(name, ids[index] ?? ""), path))
    // Without an id at its end, the path would be the list's.
    .filter((address) => path === "/" || !address.endsWith("/"));
  return fc
    .tuple(filled, pairs)
    .map(([address, query]) =>
      query.length === 0 ? address : `${address}?${query.map(([name, value]) => `${name}=${value}`).join("&")}`,
    );
}

/** The value, or undefined: the higher `times`, the more often undefined. */
const sometimes = <Value>(arbitrary: fc.Arbitrary<Value>, times: number): fc.Arbitrary<Value | undefined> =>
  fc.oneof({ arbitrary, weight: 10 }, { arbitrary: fc.constant(undefined), weight: Math.ceil(10 * times) });

const oddHeader = fc.constantFrom("", "kapi_", "kacc_", "a".repeat(44), "é", "null", "x".repeat(4000), "a, b");

function headers({ apiKey, accountKey }: Keys): fc.Arbitrary<Record<string, string>> {
  const mostly = (value: string) =>
    fc.oneof({ arbitrary: fc.constant(value), weight: 8 }, { arbitrary: oddHeader, weight: 1 });
  const rare = (...values: string[]) => sometimes(fc.constantFrom(...values), 20);
  return fc
    .record({
      "x-api-key": mostly(apiKey),
      "x-account-key": mostly(accountKey),
      accept: rare("text/html", "text/plain", "image/*", "*/*;q=0", ";;;"),
      cookie: rare("kontor=1", "__proto__=1; =; ;;", "é=%zz"),
      "if-none-match": rare("*", '"x"', 'W/"', ","),
      "accept-encoding": rare("br", "gzip;q=0, identity;q=0", "%"),
      // 20 kB: more than the server reads.
      "x-large": rare("l".repeat(20_000)),
    })
    .map((values) =>
      Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined)),
    );
}

const oddValue = fc.oneof(
  fc.constantFrom<unknown[]>(null, true, 0, -1, 1e308, [], {}, [[]], [null], { a: { b: [] } }),
  oddText,
  fc.jsonValue({ maxDepth: 2 }),
);

/** A valid body with one fault, or something that is not a body at all. */
function bodyText(schema: TSchema | undefined): fc.Arbitrary<string> {
  const valid = (schema === undefined ? {} : exampleOf(schema as JsonSchema)) as Record<string, unknown>;
  const names = fc.constantFrom(...Object.keys(valid), "more", "toString");
  const changed = fc.tuple(names, oddValue).map(([name, value]) => JSON.stringify({ ...valid, [name]: value }));
  const without = names.map((name) => JSON.stringify({ ...valid, [name]: undefined }));
  const notJson = fc.constantFrom("", "{", "nope", "[1,]", '"', "{}{}", "\0", "\ufeff{}", '{"__proto__":{"a":1}}');
  const deep = fc.constantFrom("[".repeat(50_000), `${"[".repeat(5000)}${"]".repeat(5000)}`, "1".repeat(1000));
  return fc.oneof(
    { arbitrary: changed, weight: 5 },
    { arbitrary: without, weight: 2 },
    { arbitrary: oddValue.map((value) => JSON.stringify(value)), weight: 2 },
    { arbitrary: notJson, weight: 2 },
    { arbitrary: deep, weight: 1 },
  );
}

const types = fc.oneof(
  { arbitrary: fc.constant("application/json"), weight: 6 },
  {
    arbitrary: fc.constantFrom(
      "text/plain",
      "text/xml",
      "multipart/form-data",
      "multipart/form-data; boundary=x",
      "",
      "/",
      ";",
      "application/json; charset=utf-16",
      "application/x-www-form-urlencoded",
      "application/merge-patch+json",
    ),
    weight: 1,
  },
);

export function hostile(row: Row, keys: Keys): fc.Arbitrary<Hostile> {
  const body = fc.tuple(types, bodyText(row.body));
  const sent = sometimes(body, row.method === "GET" ? 10 : 0.1);
  return fc.tuple(address(row), headers(keys), sent).map(([path, head, content]) => ({
    method: row.method,
    path,
    headers: { ...head, ...(content && { "content-type": content[0] }) },
    ...(content && { body: content[1] }),
  }));
}

/** The value with every text replaced, and the paths of those texts. */
export function poisoned(value: unknown, poison: string, path = ""): { value: unknown; paths: string[] } {
  if (typeof value === "string") return { value: poison, paths: [path] };
  if (typeof value !== "object" || value === null) return { value, paths: [] };
  const inner = Object.entries(value).map(([name, child]) => {
    const childPath = Array.isArray(value) ? `${path}[${name}]` : path === "" ? name : `${path}.${name}`;
    return [name, poisoned(child, poison, childPath)] as const;
  });
  const entries = inner.map(([name, { value }]) => [name, value] as const);
  return {
    value: Array.isArray(value) ? entries.map(([, child]) => child) : Object.fromEntries(entries),
    paths: inner.flatMap(([, { paths }]) => paths),
  };
}
