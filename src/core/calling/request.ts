/** A data request as received, the write that it may contain, and its answer before the HTTP layer renders it. */

import type { Connector, WriteCall, WriteHandler } from "../../contract/connector.ts";
import type { Operation } from "../../contract/operation.ts";
import type { OperationId } from "../../contract/operations.ts";
import { type Scope, type Session, type UploadedFile } from "../../contract/session.ts";
import type { Caller, Keys } from "../accounts/callers.ts";
import type { Observe } from "../session/observer.ts";

export interface OperationRequest {
  readonly id: OperationId;
  readonly operation: Operation;
  readonly keys: Keys;
  /** Set if the caller is already authenticated, such as a person signed in to the console. */
  readonly caller?: Caller | undefined;
  readonly ids: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly files: readonly ReceivedFile[];
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
  /** Aborts when the request times out or the caller disconnects. */
  readonly signal?: AbortSignal;
  /** Receives the request's steps for its log. */
  readonly observe?: Observe | undefined;
}

export interface ReceivedFile extends UploadedFile {
  /** SHA-256, in hex. */
  readonly digest: string;
}

/** A write, built once from the request and passed unchanged to the dry run, the task and the journal. */
export interface Write {
  readonly operation: OperationId;
  readonly tenantId: string;
  readonly connectionId: string;
  readonly connector: Connector;
  readonly handler: WriteHandler<unknown, unknown>;
  /** Part of the write's identity: the same body for another company is another write. */
  readonly scope: Scope;
  readonly call: Omit<WriteCall<unknown>, "marker" | "files"> & { readonly files: readonly ReceivedFile[] };
  readonly idempotencyKey: string | undefined;
  readonly warnings: readonly string[];
  /** Called only when the vendor is needed: an invalid body or a stored outcome costs no token. */
  readonly openSession: () => Promise<Session>;
  readonly observe?: Observe | undefined;
}

export interface Envelope {
  readonly meta?: {
    readonly warnings?: readonly string[];
    readonly pagination?: Pagination;
    readonly differences?: readonly Difference[];
    readonly verified?: false;
  };
  readonly data: unknown;
  readonly rawData?: unknown;
}

/** A field that the target system stored differently from the body. */
export interface Difference {
  readonly field: string;
  readonly asked: unknown;
  readonly stored: unknown;
}

export interface Pagination {
  readonly total?: number;
  readonly perPage: number;
  readonly currentPage: number;
  readonly totalPages?: number;
}

/** The answer to a request, for the HTTP layer to render. */
export interface OperationResult {
  /** The kind of data: the operation's records, a started task, or the result of a dry run. */
  readonly kind: "record" | "task" | "dryRun";
  readonly envelope: Envelope;
  /** Identifies a write, so that its outcome can be looked up. */
  readonly operationId?: string;
  /** Whether it is the stored response of an earlier request with the same Idempotency-Key. */
  readonly replayed?: boolean;
}

interface EnvelopeExtras {
  readonly pagination?: Pagination | undefined;
  readonly rawData?: unknown;
  readonly differences?: readonly Difference[] | undefined;
  readonly verified?: false | undefined;
}

export function envelope(data: unknown, warnings: readonly string[], more: EnvelopeExtras = {}): Envelope {
  const { differences = [], verified } = more;
  const meta = {
    ...(warnings.length > 0 && { warnings }),
    ...(differences.length > 0 && { differences }),
    ...(verified === false && { verified }),
    ...(more.pagination && { pagination: more.pagination }),
  };
  return {
    ...(Object.keys(meta).length > 0 && { meta }),
    data,
    ...("rawData" in more && { rawData: more.rawData }),
  };
}
