/** A write that is not made: what would be sent, and what would be wrong with it. */
import type { WriteCall } from "../contract/connector.ts";
import type { Fault } from "../contract/failure.ts";
import { type DataRequest, type Envelope, envelope, type WriteCircumstances } from "./execute.ts";

export function dryRun(
  { body }: DataRequest,
  { handler, warnings }: WriteCircumstances,
  call: WriteCall<unknown>,
): Envelope {
  const problems = problemsOf(body);
  const { method, path, query, body: sends } = handler.request(call);
  return envelope(
    { valid: problems.length === 0, problems, request: { method, path, query, body: sends } },
    warnings,
    {},
  );
}

/** What does not add up in a body. */
function problemsOf(_body: unknown): Fault[] {
  return [];
}
