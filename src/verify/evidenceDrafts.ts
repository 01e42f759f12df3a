/**
 * Drafts of evidence files from a recording: a vendor's original record of each shape, without personal data. Somebody who
 * has read docs/guides/amounts.md adds the request and writes the record by hand; until then the draft is refused.
 */
import { type OperationId, operationTable } from "../contract/operations.ts";
import type { RecordedCall } from "./recording.ts";

export interface EvidenceDraft {
  /** Relative to the folder of the recording. */
  readonly path: string;
  readonly evidence: {
    readonly source: string;
    readonly seen: string;
    readonly fact: string;
    readonly request: { readonly path: string };
    readonly reply: { readonly body: unknown };
    readonly record: Readonly<Record<string, never>>;
  };
}

/** Of each operation. More of them rarely show anything new. */
const mostShapes = 5;

export function evidenceDrafts(
  recorded: readonly RecordedCall[],
  { targetSystem, date }: { readonly targetSystem: string; readonly date: string },
): readonly EvidenceDraft[] {
  const shapes = new Map<OperationId, Map<string, unknown>>();
  for (const { path, reply } of recorded) {
    const operation = operationAt(path);
    if (operation === undefined || reply.status !== 200) continue;
    const known = shapes.get(operation) ?? new Map<string, unknown>();
    shapes.set(operation, known);
    for (const raw of [reply.body.rawData ?? []].flat()) {
      const shape = shapeOf(raw).join(" ");
      if (known.size < mostShapes && !known.has(shape)) known.set(shape, raw);
    }
  }
  return [...shapes].flatMap(([operation, bodies]) =>
    [...bodies.values()].map((body, index) => ({
      path: `evidence/${operation}/draft-${index + 1}.json`,
      evidence: {
        source: `kontor verify with a live account (live run of ${targetSystem} ${date})`,
        seen: date,
        fact: "",
        request: { path: "" },
        reply: { body },
        record: {},
      },
    })),
  );
}

const forms = operationTable.map(([id, { path }]) => ({
  id,
  form: new RegExp(`^${path.replaceAll(/\{\w+\}/g, "[^/]+")}$`),
}));

const operationAt = (path: string): OperationId | undefined => forms.find(({ form }) => form.test(path))?.id;

/** The paths of all fields with the types of their values. Entries of lists share a path. */
function shapeOf(value: unknown, path = ""): readonly string[] {
  if (value === null) return [`${path}:null`];
  if (typeof value !== "object") return [`${path}:${typeof value}`];
  const parts = Array.isArray(value)
    ? value.flatMap((item: unknown) => shapeOf(item, `${path}[]`))
    : Object.entries(value).flatMap(([name, inner]) => shapeOf(inner, `${path}.${name}`));
  return [...new Set(parts)].toSorted();
}
