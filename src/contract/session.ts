/** The only way to a vendor, as connectors see it: what they may read and send, and how. */
import type { Readable } from "node:stream";

/** The chosen environment and company. */
export interface Scope {
  readonly environment?: string | undefined;
  readonly company?: string | undefined;
}

/** What goes to the vendor. */
export interface VendorRequest {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly query?: VendorQuery;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly body?: unknown;
  /** The reply is a bare value, such as the id of what was made; otherwise such a reply says nothing. */
  readonly bareReply?: true;
  /** Sent as multipart, the parts first. */
  readonly form?: { readonly parts: Readonly<Record<string, string>>; readonly files: readonly FilePart[] };
  /** Sent as it is, under its own content type. */
  readonly file?: UploadedFile;
}

/**
 * Where a credential stands in the body of a request, for vendors that want it there: the session puts it in just before
 * it is sent. Whoever looks at the request sees its name, `{apiKey}`. `inBody` of the sign-in says which may be placed.
 */
export class CredentialPlaceholder {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
  toJSON(): string {
    return `{${this.name}}`;
  }
}

export interface FilePart {
  /** The name of the part. */
  readonly name: string;
  readonly file: UploadedFile;
}

/** A file that a caller sent: on disk, never in memory. */
export interface UploadedFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly size: number;
  open(): Readable;
}

/** The only way to a vendor. Tokens, limits, retries, deadlines, size caps, logging and scrubbing live behind it. */
export interface Session {
  /** The chosen company, for vendors that want it in the body of each question; others have it in path or headers. */
  readonly company?: string | undefined;
  /** Reads JSON. The path is relative to the site and the chosen company; a whole address is at one of `alsoSites`. */
  read(path: string, query?: VendorQuery, headers?: VendorHeaders): Promise<unknown>;
  /** Reads JSON together with the headers that came with it, their names in small letters. */
  readWithHeaders(path: string, query?: VendorQuery, headers?: VendorHeaders): Promise<VendorReply>;
  /** Reads JSON by a POST, where the vendor takes a question that way. It is repeated like any reading, and no write. */
  readByPost(path: string, body: unknown, query?: VendorQuery): Promise<unknown>;
  /** Reads lines of JSON, each a value of its own (NDJSON), as they arrive: any number of them takes little memory. */
  readLines(path: string, query?: VendorQuery): Promise<VendorLines>;
  /** Reads a file; from a whole address where it is on a host of `alsoAt`. */
  download(path: string, accept?: string): Promise<Download>;
  /** Writes, once: a write is never repeated here. Undefined where the vendor answers with nothing. */
  send(request: VendorRequest): Promise<unknown>;
  /** What was learned of this connection's company lately, such as where a page begins. It may be forgotten any time. */
  readonly memory: Memory;
}

export interface Memory {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
}

export type VendorHeaders = Readonly<Record<string, string>>;

export interface VendorReply {
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string | undefined>>;
}

/** The values of the lines, some at a time; where a line is a list, what is in it. Given up early, the call ends. */
export interface VendorLines extends Pick<VendorReply, "headers"> {
  readonly lines: AsyncIterable<readonly unknown[]>;
}

export type VendorQuery = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Download {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly fileName?: string | undefined;
}
