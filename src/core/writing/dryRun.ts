/** Checks a write without making it: shows the request that would be sent, and the problems with it. */

import { Failure, type Fault } from "../../contract/failure.ts";
import type { Day } from "../../contract/parameters.ts";
import { type Session, type UploadedFile, type VendorRequest } from "../../contract/session.ts";
import { type Envelope, envelope, type Write } from "../calling/request.ts";
import { inCompanyCurrency } from "./companyCurrency.ts";
import { missingReferences } from "./missingReference.ts";
import { problemsOf } from "./plausibility.ts";
import { prepareWrite } from "./prepareWrite.ts";

export async function dryRun(write: Write): Promise<Envelope> {
  const session = await write.openSession();
  const { closedUntil, warnings } = await closedPeriods(write, session);
  const { request, faults, warnings: leftOut } = await requestFor(write, session);
  const implausible = await inCompanyCurrency(write, session, (companyCurrency) =>
    problemsOf(write.call.body, { closedUntil, companyCurrency }),
  );
  const isNew = ({ field, message }: Fault): boolean =>
    !implausible.some((known) => known.field === field && known.message === message);
  // A target system that checks the write itself knows better whether its references exist.
  const isChecked = request === undefined || write.handler.check !== undefined;
  const missing = isChecked ? [] : await missingReferences(write, session);
  const ourFaults = [...implausible, ...faults.filter(isNew), ...missing];
  const refused = request && (await write.handler.check?.(request, session));
  const vendorFaults = refused?.map((fault) => inContractFields(write, fault));
  const { problems, doubts } = verdict(ourFaults, vendorFaults);
  const allWarnings = [...warnings, ...leftOut, ...doubts.map(({ message }) => message)];
  const result = { valid: problems.length === 0, problems, ...(request && { request: previewOf(request) }) };
  return envelope(result, allWarnings);
}

/** Replaces the vendor's field names with those of the contract, also within the message. */
function inContractFields({ handler, call }: Write, { field: vendorField, message }: Fault): Fault {
  const [field] =
    handler.rejectedFields?.(call, { fields: vendorField === undefined ? [] : [vendorField], message }) ?? [];
  if (field === undefined) return { message };
  return { field, message: vendorField === undefined ? message : message.replace(vendorField, field) };
}

/** If the target system has checked the write, its verdict counts: what it accepts is valid, and our faults are warnings. */
function verdict(ourFaults: readonly Fault[], vendorFaults: readonly Fault[] | undefined) {
  if (vendorFaults === undefined) return { problems: ourFaults, doubts: [] };
  if (vendorFaults.length === 0) return { problems: [], doubts: ourFaults };
  return { problems: ourFaults.length > 0 ? ourFaults : vendorFaults, doubts: [] };
}

interface ClosedPeriods {
  readonly closedUntil?: Day | undefined;
  readonly warnings: readonly string[];
}

async function closedPeriods({ connector, warnings }: Write, session: Session): Promise<ClosedPeriods> {
  if (connector.closedUntil === undefined) return { warnings };
  try {
    return { closedUntil: await connector.closedUntil(session), warnings };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { warnings: [...warnings, `Kontor could not read the closed periods from ${connector.name}.`] };
  }
}

interface BuiltRequest {
  readonly request?: VendorRequest;
  readonly faults: readonly Fault[];
  readonly warnings: readonly string[];
}

/** The failures of a write that nothing was sent for. They are the result of a dry run. */
const refusals: ReadonlySet<string> = new Set(["invalid_request", "cannot_store", "document_locked"]);

/** If the write is refused before it is sent, the faults are the result. */
async function requestFor(write: Write, session: Session): Promise<BuiltRequest> {
  const { handler } = write;
  try {
    const { body, warnings } = await prepareWrite(write, session);
    const call = { ...write.call, body, marker: "dry-run" };
    return { request: handler.request(call, await handler.prepare?.(call, session)), faults: [], warnings };
  } catch (error) {
    if (!(error instanceof Failure) || !refusals.has(error.code)) throw error;
    return { faults: error.details.faults ?? [{ field: error.details.field, message: error.message }], warnings: [] };
  }
}

/** Without the headers, because they may contain credentials. */
function previewOf({ method, path, query, body, form, file }: VendorRequest): object {
  const files = form?.files.map(({ name, file }) => ({ name, ...fileFacts(file) }));
  const content = { ...(form && { form: { parts: form.parts, files } }), ...(file && { file: fileFacts(file) }) };
  return { method, path, query, body, ...content };
}

const fileFacts = ({ fileName, contentType, size }: UploadedFile) => ({ fileName, contentType, size });
