/** A data request as it came, and its answer before it is rendered. */
import { type UploadedFile } from "../../contract/connector.ts";
import { type Operation } from "../../contract/operation.ts";
import { type OperationId } from "../../contract/operations.ts";
import { type Keys } from "../accounts/callers.ts";

export interface DataRequest {
  readonly id: OperationId;
  readonly operation: Operation;
  readonly keys: Keys;
  readonly ids: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly body: unknown;
  readonly files: readonly ReceivedFile[];
  readonly idempotencyKey: string | undefined;
  readonly requestId: string;
}

export interface ReceivedFile extends UploadedFile {
  /** SHA-256, in hex. */
  readonly digest: string;
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

/** What goes out, ready to be sent. */
export interface Answer {
  readonly status: number;
  readonly text: string;
  /** Of a write: names it for questions about its outcome. */
  readonly operationId?: string;
}

export function envelope(
  data: unknown,
  warnings: readonly string[],
  more: { pagination?: Pagination | undefined; rawData?: unknown },
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
