/** The session: how a connector reads from and writes to a vendor. */
import type { Readable } from "node:stream";

/** The selected environment and company. */
export interface Scope {
  readonly environment?: string | undefined;
  readonly company?: string | undefined;
}

/** A write request to the vendor. */
export interface VendorRequest {
  readonly method: "POST" | "PUT" | "PATCH" | "DELETE";
  readonly path: string;
  readonly query?: VendorQuery;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON, or as XML if it is an `XmlDocument`. Forms of JSON such as patches have their `content-type` in `headers`. */
  readonly body?: unknown;
  /** Set if the reply is a bare value, such as the new record's id. Otherwise a bare value counts as no reply. */
  readonly bareReply?: true;
  /** Sent as an HTML form without files does, as `application/x-www-form-urlencoded`. */
  readonly urlEncoded?: Readonly<Record<string, string>>;
  /** Sent as multipart, text parts first. */
  readonly form?: { readonly parts: Readonly<Record<string, string>>; readonly files: readonly FilePart[] };
  /** Sent unchanged as the whole body, with its content type. */
  readonly file?: UploadedFile;
}

/**
 * Stands for a credential in the body of a request, for vendors that require it there. The session replaces it just before
 * sending; everywhere else only its name is visible, such as `{apiKey}`. `inBody` of the sign-in lists the allowed ones.
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

/**
 * An XML document as the body of a request: the root element by name, in the form in which the reply is read. Attributes are
 * `@name`, text beside them is `#text`, and elements of the same name are a list.
 */
export class XmlDocument {
  readonly content: object;
  constructor(content: object) {
    this.content = content;
  }
  toJSON(): object {
    return this.content;
  }
}

export interface FilePart {
  /** The name of the part. */
  readonly name: string;
  readonly file: UploadedFile;
}

/** A file that a caller uploaded. It is on disk, never in memory. */
export interface UploadedFile {
  readonly fileName: string;
  readonly contentType: string;
  readonly size: number;
  open(): Readable;
}

/** The only way to call a vendor. It handles tokens, rate limits, retries, timeouts, size limits, logging and redaction. */
export interface Session {
  /** The selected company, for vendors that require it in the body. For all others it is in the path or headers. */
  readonly company?: string | undefined;
  /**
   * Reads JSON. The path is relative to `site` and the selected company, a full URL at one of `otherSites`, or a full URL at
   * `site`, which leaves the company out.
   */
  read(path: string, query?: VendorQuery, headers?: VendorHeaders): Promise<unknown>;
  /** Reads JSON with the response headers, whose names are in lower case. */
  readWithHeaders(path: string, query?: VendorQuery, headers?: VendorHeaders): Promise<VendorReply>;
  /**
   * Reads JSON with a POST request, for vendors that take queries that way. It is retried like any read. If the body is an
   * `XmlDocument`, the reply is read as XML, too.
   */
  readByPost(path: string, body: unknown, query?: VendorQuery, headers?: VendorHeaders): Promise<unknown>;
  /** The same, with the response headers, for vendors whose totals are in a header. */
  readByPostWithHeaders(path: string, body: unknown, query?: VendorQuery): Promise<VendorReply>;
  /** Streams newline-delimited JSON (NDJSON), so that long responses take little memory. */
  readLines(path: string, query?: VendorQuery): Promise<VendorLines>;
  /**
   * Downloads a file, from a path or from a full URL on one of `publicHosts`. With `alone`, no other such download from this
   * site runs at the same time, in any process, for vendors that write all of them to the same file.
   */
  download(path: string, accept?: string, options?: { readonly alone?: true }): Promise<Download>;
  /** Sends a write, without retries. Undefined if the response is empty. XML if the body is an `XmlDocument`. */
  send(request: VendorRequest): Promise<unknown>;
  /** A cache for this connection's company, for example for page positions. Entries can disappear at any time. */
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

/** The values of the lines, in chunks. A line that is a list counts as its entries. Stopping the iteration ends the call. */
export interface VendorLines extends Pick<VendorReply, "headers"> {
  readonly lines: AsyncIterable<readonly unknown[]>;
}

export type VendorQuery = Readonly<Record<string, string | number | boolean | undefined>>;

export interface Download {
  readonly bytes: Buffer;
  readonly contentType: string;
  readonly fileName?: string | undefined;
}
