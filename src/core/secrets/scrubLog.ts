/**
 * Removes secrets from log lines and vendors' messages. Works on values at any depth and on the text inside them, because a
 * list of paths to redact misses unforeseen cases: a header in an error's cause, a password in a URL.
 */
import { type LoggerOptions, stdTimeFunctions } from "pino";
import { isSecretName, isSuspicious, scrubText } from "./scrubText.ts";
import { mask, Secret } from "./secret.ts";

const deepest = 32;
const widest = 1000;

/** Returns a copy as plain data without secrets. */
export function scrub(value: unknown): unknown {
  return copy(value, []);
}

/**
 * Options for a logger without secrets in its lines. Scrubs the finished line, not its parts: a child's bindings bypass the
 * formatters, and `"password=%s"` shows the secret only after formatting.
 */
export function logOptions({ level }: { readonly level: string }): LoggerOptions {
  return {
    level,
    base: null,
    timestamp: stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    serializers: { err: scrub, req: scrub, res: scrub },
    hooks: { streamWrite: scrubLine },
  };
}

function scrubLine(line: string): string {
  if (!isSuspicious(line)) return line;
  const parsed = parse(line);
  return parsed === undefined ? `${scrubText(line.trimEnd())}\n` : `${JSON.stringify(scrub(parsed))}\n`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON inside a string is parsed, because the name and the value of a secret may be in different fields. */
function copyText(text: string, above: readonly object[]): string {
  const parsed = /^\s*[{[]/.test(text) && isSuspicious(text) ? parse(text) : undefined;
  return scrubText(parsed === undefined ? text : JSON.stringify(copy(parsed, above)));
}

/** `above` holds the enclosing objects, to detect circular references. */
function copy(value: unknown, above: readonly object[]): unknown {
  switch (typeof value) {
    case "string":
      return copyText(value, above);
    case "bigint":
      return value.toString();
    case "symbol":
      return scrubText(value.toString());
    case "function":
      return "[function]";
    case "object":
      return value === null ? null : copyObject(value, above);
    default:
      return value;
  }
}

function copyObject(value: object, above: readonly object[]): unknown {
  if (value instanceof Secret) return mask;
  if (above.includes(value)) return "[circular]";
  if (above.length >= deepest) return "[deep]";
  const inside = [...above, value];
  if (value instanceof Error) return copyError(value, inside);
  if (ArrayBuffer.isView(value) || value instanceof ArrayBuffer) return `[${value.byteLength} bytes]`;
  if (value instanceof Date) return Number.isNaN(value.getTime()) ? "[no date]" : value.toISOString();
  if (value instanceof RegExp || value instanceof URL) return scrubText(value.toString());
  if (value instanceof URLSearchParams) return scrubText(`?${value.toString()}`);
  if (value instanceof Map || isHeaders(value)) return copyEntries(value.entries(), inside);
  if (Array.isArray(value) || value instanceof Set) return copyList([...value], inside);
  if (typeof read(value, "toJSON") === "function") return copyJsonForm(value, inside);
  if (isStream(value)) return copyStream(value);
  return copyEntries(
    Object.keys(value).map((key): [string, unknown] => [key, read(value, key)]),
    inside,
  );
}

/** Not by `instanceof`, because using the class makes Node load its whole fetch implementation. */
const isHeaders = (value: object): value is Headers => Object.prototype.toString.call(value) === "[object Headers]";

function copyEntries(entries: Iterable<[unknown, unknown]>, inside: readonly object[]): unknown {
  const pairs = [...entries];
  if (isPrintedBuffer(pairs)) return "[bytes]";
  const named = pairs.some(([key, value]) => isNaming(key) && typeof value === "string" && isSecretName(value));
  const plain: [string, unknown][] = pairs.slice(0, widest).map(([key, value]) => {
    const name = nameOf(key);
    const hidden = isSecretName(name) || (named && /^values?$/i.test(name));
    return [scrubText(name), hidden ? hide(value) : copy(value, inside)];
  });
  if (pairs.length > widest) plain.push(["…", `${pairs.length - widest} more`]);
  return Object.fromEntries(plain);
}

/** Headers may be flat lists or pairs: the item after a secret's name is a secret. */
function copyList(items: readonly unknown[], inside: readonly object[]): unknown[] {
  const plain = items.slice(0, widest).map((item, index) => {
    const before = items[index - 1];
    const named = typeof before === "string" || Buffer.isBuffer(before);
    return named && isSecretName(before.toString()) ? hide(item) : copy(item, inside);
  });
  if (items.length > widest) plain.push(`… ${items.length - widest} more`);
  return plain;
}

function copyError(error: Error, inside: readonly object[]): unknown {
  const more = Object.keys(error)
    .filter((key) => key !== "cause" && key !== "errors")
    .map((key): [string, unknown] => [key, read(error, key)]);
  const described: [string, unknown][] = [
    ["type", error.name],
    ["message", error.message],
    ["stack", error.stack],
    ...more,
  ];
  for (const key of ["cause", "errors"]) {
    const value = read(error, key);
    if (value !== undefined) described.push([key, value]);
  }
  return copyEntries(described, inside);
}

/** The result of `toJSON` is scrubbed like everything else: only a Secret is trusted to hide itself. */
function copyJsonForm(value: object, inside: readonly object[]): unknown {
  try {
    const form: unknown = Reflect.apply(Reflect.get(value, "toJSON"), value, [""]);
    return form === value ? "[circular]" : copy(form, inside);
  } catch {
    return "[unreadable]";
  }
}

/** Requests, responses and sockets are large; only a few of their fields are logged. */
function copyStream(stream: object): object {
  const facts = ["method", "url", "statusCode", "id"].map((key): [string, unknown] => [key, read(stream, key)]);
  return Object.fromEntries(facts.filter(([, fact]) => isPrimitive(fact)).map(([key, fact]) => [key, copy(fact, [])]));
}

const isStream = (value: object): boolean => [value, read(value, "raw")].some(hasPipe);

const hasPipe = (value: unknown): boolean =>
  typeof value === "object" && value !== null && typeof read(value, "pipe") === "function";

const isPrimitive = (value: unknown): boolean => typeof value === "string" || typeof value === "number";

const isNaming = (key: unknown): boolean =>
  typeof key === "string" && /^(?:name|key|header|field|parameter)$/i.test(key);

/** A Buffer that was already converted to JSON. */
function isPrintedBuffer(pairs: readonly [unknown, unknown][]): boolean {
  const [first, second] = pairs;
  return pairs.length === 2 && first?.[0] === "type" && first[1] === "Buffer" && second?.[0] === "data";
}

function nameOf(key: unknown): string {
  return typeof key === "string" ? key : typeof key === "object" && key !== null ? "[object]" : String(key);
}

/** Booleans and empty values reveal no secret, and `hasToken: false` is useful in a log. */
function hide(value: unknown): unknown {
  return value === null || value === undefined || typeof value === "boolean" || value === "" ? value : mask;
}

function read(value: object, key: string): unknown {
  try {
    return Reflect.get(value, key);
  } catch {
    return "[unreadable]";
  }
}
