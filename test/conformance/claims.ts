/** What a mapping claims, some record of the simulator has: otherwise it is not true, or not shown. */
import type { FieldTable } from "../../src/contract/connector.ts";
import type { OperationId } from "../../src/contract/operations.ts";
import { claimed } from "./evidence.ts";
import type { Stage } from "./stage.ts";

/** One finding a mapping and field, named after the first operation that has it. */
export async function claimFindings(stage: Stage): Promise<string[]> {
  const tables = new Map<FieldTable, OperationId>();
  for (const [id, { fields }] of Object.entries(stage.connector.operations))
    if (!tables.has(fields)) tables.set(fields, id as OperationId);
  return [...tables].flatMap(([fields, id]) => {
    const seen = stage.evidence.seen(fields);
    const missing = claimed(fields).filter((path) => !seen.has(path));
    // Below what never comes, nothing can.
    const outermost = missing.filter((path) => !missing.some((other) => path.startsWith(`${other}.`)));
    return outermost.map((path) => `${id}: claims ${path}, but no record of the simulator has it`);
  });
}
