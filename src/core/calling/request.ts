/** A data request as it came, the write that it may be, and its answer before the edge renders it. */

import type { Connector, WriteCall, WriteHandler } from "../../contract/connector.ts";
import type { Operation } from "../../contract/operation.ts";
import type { OperationId } from "../../contract/operations.ts";
import { type Scope, type Session, type UploadedFile } from "../../contract/session.ts";
import { release } from "../../kit/release.ts";
import type { Caller, Keys } from "../accounts/callers.ts";
import type { Observe } from "../session/observer.ts";

export interface OperationRequest {
  readonly id: OperationId;
  readonly operation: Operation;
  readonly keys: Keys;
  /** Where it is known already who asks, as of people who are signed in to the console, nobody asks for it again. */
  readonly caller?: Caller | undefined;
  readonly ids: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly files: readonly ReceivedFile[];
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
  /** Its time is up, or the caller is gone. */
  readonly signal?: AbortSignal;
  /** Told what happens on its way, for its log. */
  readonly observe?: Observe | undefined;
}

export interface ReceivedFile extends UploadedFile {
  /** SHA-256, in hex. */
  readonly digest: string;
}

/** A write, made once where the request is understood, and handed on as it is: to the dry run, the task, the journal. */
export interface Write {
  readonly operation: OperationId;
  readonly tenantId: string;
  readonly connectionId: string;
  readonly connector: Connector;
  readonly handler: WriteHandler<unknown, unknown>;
  /** Where it is written: the same write for another company is another write. */
  readonly scope: Scope;
  readonly call: Omit<WriteCall<unknown>, "marker" | "files"> & { readonly files: readonly ReceivedFile[] };
  readonly idempotencyKey: string | undefined;
  /** What the caller is told besides the record. */
  readonly warnings: readonly string[];
  /** Only who has to talk to the vendor opens a session: a wrong body or a stored outcome costs no token. */
  readonly openSession: () => Promise<Session>;
  readonly observe?: Observe | undefined;
}

export interface Envelope {
  readonly meta?: { readonly warnings?: readonly string[]; readonly pagination?: Pagination };
  readonly data: unknown;
  readonly rawData?: unknown;
}

export interface Pagination {
  readonly total?: number;
  readonly perPage: number;
  readonly currentPage: number;
  readonly totalPages?: number;
}

/** What goes out, for the edge to render. */
export interface Answer {
  /** What the data is: records of the operation, a task that was begun, or what a dry run found. */
  readonly kind: "record" | "task" | "dryRun";
  readonly envelope: Envelope;
  /** Of a write: names it for questions about its outcome. */
  readonly operationId?: string;
}

/** Once it was written. */
export const releaseEnvelope = (written: Envelope): void => release(written);

export function envelope(
  data: unknown,
  warnings: readonly string[],
  more: { pagination?: Pagination | undefined; rawData?: unknown } = {},
): Envelope {
  const meta = {
    ...(warnings.length > 0 && { warnings }),
    ...(more.pagination && { pagination: more.pagination }),
  };
  return {
    ...(Object.keys(meta).length > 0 && { meta }),
    data,
    ...("rawData" in more && { rawData: more.rawData }),
  };
}
