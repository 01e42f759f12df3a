/** The last part of a write's way: what this target system insists on and cannot store, then the journal. */

import type { FieldTable, WriteCall } from "../../contract/connector.ts";
import { Failure } from "../../contract/failure.ts";
import type { Operation } from "../../contract/operation.ts";
import type { Caller } from "../accounts/callers.ts";
import { type WriteCircumstances } from "../calling/execute.ts";
import { type Answer, type DataRequest, type Envelope, envelope } from "../calling/request.ts";
import { asVendorFailure } from "../vendor/asVendorFailure.ts";
import { type Journaling, type Stored, type Write, writeOnce } from "./journal.ts";

export interface Writing extends Journaling {
  readonly serialise: (operation: Operation, envelope: Envelope) => string;
  readonly renderFailure: (failure: Failure, requestId: string) => Stored;
  /** Begins the task that makes the write later. */
  readonly beginTask: (request: DataRequest, told: Told) => Promise<Answer>;
  /** What would be sent, and what would be wrong with it. */
  readonly dryRun: (
    request: DataRequest,
    circumstances: WriteCircumstances,
    call: WriteCall<unknown>,
  ) => Promise<Envelope>;
}

const longestKey = 255;

export function makeWrite(writing: Writing) {
  return async (request: DataRequest, caller: Caller, circumstances: WriteCircumstances): Promise<Answer> => {
    const { connector, handler, warnings } = circumstances;
    checkKey(request.idempotencyKey);
    checkRequired(request, circumstances);
    const call = { ids: request.ids, filters: circumstances.filters, body: request.body, files: request.files };
    const lost = unstored(request.body, handler.writableFields).map(
      (field) => `${connector.name} cannot store ${field}; it was left out.`,
    );
    const told = { ...circumstances, warnings: [...warnings, ...lost] };
    if (circumstances.isDryRun) {
      const would = await writing.dryRun(request, told, { ...call, marker: "dry-run" });
      return { status: 200, text: JSON.stringify(would) };
    }
    if (request.operation.task) return writing.beginTask(request, { caller, told, call });
    return writeOnce(writing, writeOf(writing, request, { caller, told, call }));
  };
}

export interface Told {
  readonly caller: Caller;
  readonly told: WriteCircumstances;
  readonly call: Write["call"];
}

export function writeOf(writing: Writing, request: DataRequest, { caller, told, call }: Told): Write {
  const { connector, handler, session, scope, warnings } = told;
  return {
    ...{ connector, handler, session, scope, call },
    operation: request.id,
    tenantId: caller.tenantId,
    connectionId: caller.connection.id,
    idempotencyKey: request.idempotencyKey,
    fileDigests: request.files.map(({ digest }) => digest),
    render: async (reply, marked) => {
      const found = await asVendorFailure(connector, async () =>
        handler.answer(handler.complete ? await handler.complete(reply, marked, session) : reply, marked),
      );
      // What names a job is needed to look after it.
      const more = handler.job === undefined ? {} : { rawData: found.raw };
      const answer = envelope(found.record, [...warnings, ...(found.warnings ?? [])], more);
      return { status: 200, text: writing.serialise(request.operation, answer) };
    },
    renderFailure: (failure) => writing.renderFailure(failure, request.requestId),
  };
}

function checkKey(key: string | undefined): void {
  if (key === undefined || (key.length <= longestKey && /^[\x21-\x7e]+$/.test(key))) return;
  throw new Failure("invalid_request", `Idempotency-Key must have 1 to ${longestKey} visible ASCII characters`, {
    field: "Idempotency-Key",
  });
}

function checkRequired({ body }: DataRequest, { connector, handler }: WriteCircumstances): void {
  const faults = handler.requires
    .filter((field) => (body as Record<string, unknown> | undefined)?.[field] === undefined)
    .map((field) => ({ field, message: `${field} is required by ${connector.name}` }));
  if (faults.length === 0) return;
  throw new Failure("invalid_request", faults.map(({ message }) => message).join("; "), { faults });
}

/** The fields of a body that a target system has no place for, each once: `lineItems.taxType`. */
function unstored(body: unknown, writableFields: FieldTable): string[] {
  if (typeof body !== "object" || body === null) return [];
  const names = Object.entries(body).flatMap(([field, value]): string[] => {
    // Every object inherits a `constructor`; what a target system stores it says itself.
    const place = Object.hasOwn(writableFields, field) ? writableFields[field] : undefined;
    if (place === undefined) return [field];
    if (place === true) return [];
    const values: unknown[] = Array.isArray(value) ? value : [value];
    return values.flatMap((one) => unstored(one, place).map((below) => `${field}.${below}`));
  });
  return [...new Set(names)];
}
