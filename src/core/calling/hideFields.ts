/** Removes the fields that a tenant or a connection hides from the answer to a data request. */
import { Failure } from "../../contract/failure.ts";
import { hiddenNames, withoutHidden } from "../../contract/hiddenFields.ts";
import type { OperationId } from "../../contract/operations.ts";
import { resourceOfOperation } from "../../contract/scopes.ts";
import type { Envelope, OperationRequest, OperationResult } from "./request.ts";

const rawWithheld = "Fields of this connection are hidden, so rawData is withheld.";

/** A forwarded answer is in the vendor's words, in which hidden fields cannot be found. */
export function checkHidden(hidden: readonly string[], { id }: Pick<OperationRequest, "id">): void {
  if (hidden.length === 0 || id !== "passThrough.create") return;
  throw new Failure(
    "scope_missing",
    "Pass-through is not available, because fields of this connection are hidden. Use the operations of the API.",
  );
}

export function hideFields(hidden: readonly string[], id: OperationId, result: OperationResult): OperationResult {
  if (hidden.length === 0) return result;
  return { ...result, envelope: withoutFields(hidden, id, result) };
}

function withoutFields(hidden: readonly string[], id: OperationId, { kind, envelope }: OperationResult): Envelope {
  const { data, meta, ...rest } = envelope;
  // A task's result is of another operation, which its answer does not name.
  const names = hiddenNames(hidden, id === "asyncTask.get" ? undefined : resourceOfOperation(id));
  const hasRaw = "rawData" in rest;
  const isHidden = (field: string): boolean => names.has(field.slice(field.lastIndexOf(".") + 1));
  const gone = meta?.differences?.filter(({ field }) => isHidden(field)) ?? [];
  const differences = meta?.differences?.filter(({ field }) => !isHidden(field));
  const warnings = (meta?.warnings ?? []).filter((text) => !gone.some(({ field }) => text.includes(field)));
  const allWarnings = hasRaw ? [...warnings, rawWithheld] : warnings;
  const { differences: _, warnings: __, ...others } = meta ?? {};
  const shown = {
    ...(allWarnings.length > 0 && { warnings: allWarnings }),
    ...(differences !== undefined && differences.length > 0 && { differences }),
    ...others,
  };
  return { ...(Object.keys(shown).length > 0 && { meta: shown }), data: dataWithout(names, { id, kind, data }) };
}

function dataWithout(
  names: ReadonlySet<string>,
  { id, kind, data }: Pick<OperationResult, "kind"> & { readonly id: OperationId; readonly data: unknown },
): unknown {
  if (kind === "task") return data;
  // The request that would be sent is in the vendor's words.
  if (kind === "dryRun") {
    const { request: _, ...verdict } = data as Readonly<Record<string, unknown>>;
    return verdict;
  }
  if (id !== "asyncTask.get") return withoutHidden(names, data);
  const { responseData, ...task } = data as Readonly<Record<string, unknown>>;
  return responseData === undefined ? task : { ...task, responseData: withoutHidden(names, responseData) };
}

/** Without the vendor's message, which may repeat the values of hidden fields. */
export function withoutVendorMessage(hidden: readonly string[], error: Failure): Failure;
export function withoutVendorMessage(hidden: readonly string[], error: unknown): unknown;
export function withoutVendorMessage(hidden: readonly string[], error: unknown): unknown {
  if (hidden.length === 0 || !(error instanceof Failure)) return error;
  const { targetMessage: _, ...details } = error.details;
  return new Failure(error.code, error.message, details);
}
