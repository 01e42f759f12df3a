/** A write that is not made: what would be sent, and what would be wrong with it. */

import { Failure, type Fault } from "../../contract/failure.ts";
import type { Day } from "../../contract/parameters.ts";
import { type Session, type UploadedFile, type VendorRequest } from "../../contract/session.ts";
import { type Envelope, envelope, type Write } from "../calling/request.ts";
import { problemsOf } from "./plausibility.ts";

export async function dryRun(write: Write): Promise<Envelope> {
  const session = await write.openSession();
  const { closedUntil, warnings } = await closing(write, session);
  const { request, faults } = await requestFor(write, session);
  const own = [...problemsOf(write.call.body, closedUntil), ...faults];
  const refused = request && (await write.handler.check?.(request, session));
  const theirs = refused?.map((fault) => inOurFields(write, fault));
  const { problems, doubts } = verdict(own, theirs);
  const told = [...warnings, ...doubts.map(({ message }) => message)];
  return envelope({ valid: problems.length === 0, problems, ...(request && { request: shown(request) }) }, told);
}

/** The vendor's own name of a field is followed back to ours, also in its words. */
function inOurFields({ handler, call }: Write, { field: theirs, message }: Fault): Fault {
  const [field] = handler.rejectedFields?.(call, { fields: theirs === undefined ? [] : [theirs], message }) ?? [];
  if (field === undefined) return { message };
  return { field, message: theirs === undefined ? message : message.replace(theirs, field) };
}

/** Where the target system was asked, it knows best: what it would take is valid, and what looks odd to us a warning. */
function verdict(own: readonly Fault[], theirs: readonly Fault[] | undefined) {
  if (theirs === undefined) return { problems: own, doubts: [] };
  if (theirs.length === 0) return { problems: [], doubts: own };
  return { problems: own.length > 0 ? own : theirs, doubts: [] };
}

interface Closing {
  readonly closedUntil?: Day | undefined;
  readonly warnings: readonly string[];
}

async function closing({ connector, warnings }: Write, session: Session): Promise<Closing> {
  if (connector.closedUntil === undefined) return { warnings };
  try {
    return { closedUntil: await connector.closedUntil(session), warnings };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { warnings: [...warnings, `${connector.name} could not be asked which periods are closed.`] };
  }
}

interface Made {
  readonly request?: VendorRequest;
  readonly faults: readonly Fault[];
}

/** A connector may refuse to make a request of it: that is what is wrong with it. */
async function requestFor({ handler, call: asked }: Write, session: Session): Promise<Made> {
  const call = { ...asked, marker: "dry-run" };
  try {
    return { request: handler.request(call, await handler.prepare?.(call, session)), faults: [] };
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 400) throw error;
    return { faults: error.details.faults ?? [{ field: error.details.field, message: error.message }] };
  }
}

/** Without the headers: nothing of a sign-in is ever shown. */
function shown({ method, path, query, body, form, file }: VendorRequest): object {
  const files = form?.files.map(({ name, file }) => ({ name, ...named(file) }));
  const content = { ...(form && { form: { parts: form.parts, files } }), ...(file && { file: named(file) }) };
  return { method, path, query, body, ...content };
}

const named = ({ fileName, contentType, size }: UploadedFile) => ({ fileName, contentType, size });
