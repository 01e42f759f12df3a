/** Names the records that the end user may not read or write: many vendors say only that something is forbidden. */
import { Failure } from "../../contract/failure.ts";
import type { Operation } from "../../contract/operation.ts";

interface RefusedRequest {
  /** The name of the target system. */
  readonly name: string;
  readonly id: string;
  readonly operation: Pick<Operation, "kind" | "method">;
}

/** Operations that are not about one kind of record. */
const withoutRecords: ReadonlySet<string> = new Set(["passThrough", "asyncTask"]);

export function asMissingPermission({ name, id, operation }: RefusedRequest, error: unknown): unknown {
  const [resource = ""] = id.split(".");
  const isFromVendor = error instanceof Failure && error.details.targetStatus !== undefined;
  if (!isFromVendor || error.code !== "target_forbidden" || withoutRecords.has(resource)) return error;
  const records = resource.replaceAll(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  const message = `${name} does not allow ${actionOf(operation)} ${records} with the end user's permissions or subscription.`;
  return new Failure(error.code, message, error.details);
}

function actionOf({ kind, method }: RefusedRequest["operation"]): string {
  if (kind !== "write") return "reading";
  if (method === "POST") return "creating";
  return method === "DELETE" ? "deleting" : "changing";
}
