/**
 * Builds a function that copies fields of one object into a new one. Written out field by field, as in
 * `value = orAbsent(read0(native)); if (value !== undefined) record.id = value;`, it takes half the time of a loop over
 * names and functions, and lists have thousands of records. The names come from the contract and the connectors.
 */
import { mayGenerateCode } from "./mayGenerateCode.ts";

export interface FieldStep {
  readonly field: string;
  /** Reads the value, from the object or, if there is a path, from the value at that path. */
  readonly read?: ((value: never) => unknown) | undefined;
  readonly path?: readonly string[] | undefined;
}

export type RecordReader = (native: unknown) => object;

/** `orAbsent` turns a value that counts as missing into undefined. */
export function compileRecord(steps: readonly FieldStep[], orAbsent: (value: unknown) => unknown): RecordReader {
  return mayGenerateCode ? generated(steps, orAbsent) : plain(steps, orAbsent);
}

function generated(steps: readonly FieldStep[], orAbsent: (value: unknown) => unknown): RecordReader {
  const names = steps.map((_step, index) => `read${index}`);
  const fields = steps.map(
    (step, index) =>
      `value = orAbsent(${expressionOf(step, index)}); if (value !== undefined) record[${JSON.stringify(step.field)}] = value;`,
  );
  const code = `const [${names.join()}] = reads;
    return (native) => { const record = {}; let value; ${fields.join("\n")} return record; };`;
  const build = (): RecordReader =>
    // oxlint-disable-next-line typescript/no-implied-eval -- the code contains no outside input
    new Function("reads", "orAbsent", code)(
      steps.map(({ read }) => read),
      orAbsent,
    ) as RecordReader;
  // Built for the first record: most connectors are never used, and compiling all of them takes a fifteenth of the start.
  let reader: RecordReader | undefined;
  return (native) => (reader ??= build())(native);
}

/** `native["bank"]?.["bic"]`, or `read4(native["dueDate"])` if the value is converted. */
function expressionOf({ path, read }: FieldStep, index: number): string {
  if (path === undefined) return `read${index}(native)`;
  const value = `native${path.map((name) => `[${JSON.stringify(name)}]`).join("?.")}`;
  return read === undefined ? value : `read${index}(${value})`;
}

export function plain(steps: readonly FieldStep[], orAbsent: (value: unknown) => unknown): RecordReader {
  return (native) => {
    const record: { [field: string]: unknown } = {};
    for (const { field, path, read } of steps) {
      const found = path === undefined ? native : valueAt(native, path);
      const value = orAbsent(read === undefined ? found : read(found as never));
      if (value !== undefined) record[field] = value;
    }
    return record;
  };
}

function valueAt(native: unknown, [first = "", ...others]: readonly string[]): unknown {
  let value = (native as Readonly<Record<string, unknown>>)[first];
  for (const name of others) value = (value as Readonly<Record<string, unknown>> | null | undefined)?.[name];
  return value;
}
