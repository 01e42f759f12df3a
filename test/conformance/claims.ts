/** Every field that a mapping claims occurs in at least one of the simulator's records. */
import type { FieldTable } from "../../src/contract/connector.ts";
import type { OperationId } from "../../src/contract/operations.ts";
import { claimed, unfilled } from "../../src/verify/records.ts";
import type { Stage } from "./stage.ts";

/** One finding per mapping and field, under the first operation that uses the mapping. */
export async function claimFindings(stage: Stage): Promise<string[]> {
  const tables = new Map<FieldTable, OperationId>();
  for (const [id, { fields }] of Object.entries(stage.connector.operations))
    if (!tables.has(fields)) tables.set(fields, id as OperationId);
  return [...tables].flatMap(([fields, id]) => {
    return unfilled(claimed(fields), stage.evidence.seen(fields)).map(
      (path) => `${id}: claims ${path}, but no record of the simulator has it`,
    );
  });
}
