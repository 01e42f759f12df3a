/** One request and its response, read completely within limits of time, size and shared memory. */
import { PassThrough, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import type { Dispatcher } from "undici";
import type { Garbage } from "../../fast/garbage.ts";
import { Parts } from "./parts.ts";

/**
 * Why there is no complete response. The cause is not kept, because the client's errors contain parts of the response,
 * which may contain anything.
 * - refused: the URL is not allowed.
 * - network: no connection, or it broke.
 * - timeout: the deadline passed.
 * - tooLarge: more bytes than allowed, also after decompression.
 * - garbled: not HTTP, or a broken or unknown encoding.
 * - busy: all responses together need too much memory, or too many calls wait for this host.
 * - aborted: nobody waits for the response any more.
 */
export type OutboundReason = "refused" | "network" | "timeout" | "tooLarge" | "garbled" | "busy" | "aborted";

export class OutboundFault extends Error {
  readonly reason: OutboundReason;
  /** Set if the response had started. */
  readonly status: number | undefined;
  /** Whether the request may have reached the server. */
  readonly sent: boolean;

  constructor(
    reason: OutboundReason,
    message: string,
    { status, sent = false }: { status?: number | undefined; sent?: boolean } = {},
  ) {
    super(message);
    this.name = "OutboundFault";
    this.reason = reason;
    this.status = status;
    this.sent = sent;
  }
}

export interface HttpResponse {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  /** Set if the request was XML, so that the response is read as XML. */
  readonly isXml?: true;
  /** Replaces the bytes if requested and the response is a success: read it to its end, or destroy it. */
  readonly stream?: Readable;
}

/** The memory that all responses being read use together. */
export interface Held {
  bytes: number;
  readonly limit: number;
  readonly garbage: Garbage;
}

export interface Bounds {
  readonly deadlineMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Returns the response as a stream, with this time limit in milliseconds from its start. */
  readonly streamMs?: number | undefined;
}

/** A response up to this size is read even when the others have used up the memory. */
const fairShare = 512 * 1024;

type Inflater = ReturnType<typeof createGunzip | typeof createBrotliDecompress>;

export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  bounds: Bounds,
  held: Held,
): Promise<HttpResponse> {
  return new Promise((resolve, reject) => {
    dispatcher.dispatch(request, new Exchange(bounds, held, { resolve, reject }));
  });
}

interface Promised {
  resolve(answer: HttpResponse): void;
  reject(fault: Error): void;
}

class Exchange implements Dispatcher.DispatchHandler {
  readonly #bounds: Bounds;
  readonly #held: Held;
  readonly #promised: Promised;
  #parts = new Parts();
  #timer: NodeJS.Timeout;
  #stream: PassThrough | undefined;
  #streamed = 0;
  #controller: Dispatcher.DispatchController | undefined;
  #inflater: Inflater | undefined;
  #wireBytes = 0;
  #hasEnded = false;
  #status = 0;
  #headers: HttpResponse["headers"] = {};

  constructor(bounds: Bounds, held: Held, promised: Promised) {
    this.#bounds = bounds;
    this.#held = held;
    this.#promised = promised;
    // Not the client's timeouts: this one also runs while waiting for a connection, and single bytes do not reset it.
    this.#timer = this.#clock(bounds.deadlineMs);
    bounds.signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  readonly #onAbort = (): void => this.#fail("aborted", "The request was cancelled.");

  #clock(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#fail("timeout", "There was no complete response in time."), milliseconds);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The deadline passed while the request waited for a connection, so it must not be sent.
    if (this.#hasEnded) controller.abort(stopped);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: HttpResponse["headers"]): void {
    // Informational responses such as 103 come before the response itself.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    const length = Number(headers["content-length"]);
    if (length > this.#bounds.maxBytes) this.#failTooLarge();
    else if (length > 0 && headers["content-encoding"] === undefined) this.#parts = new Parts(length);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#hasEnded) return;
    if (this.#wireBytes === 0) this.#startInflating(chunk);
    this.#wireBytes += chunk.length;
    if (this.#inflater === undefined) this.#keep(chunk);
    else if (this.#wireBytes > this.#bounds.maxBytes) this.#failTooLarge();
    else if (!this.#inflater.write(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    if (this.#hasEnded) return;
    if (this.#inflater === undefined) this.#finish();
    else this.#inflater.end();
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    const [reason, message] = explain(error);
    this.#fail(reason, message);
  }

  #startInflating(chunk: Buffer): void {
    const encoding = this.#headers["content-encoding"];
    if (encoding === undefined || encoding === "identity") return;
    const inflater = inflaterFor(encoding, chunk);
    if (inflater === undefined) return this.#fail("garbled", "The response has an unknown content encoding.");
    this.#inflater = inflater;
    inflater
      .on("data", (inflated: Buffer) => this.#keep(inflated))
      .on("drain", () => this.#controller?.resume())
      .on("end", () => this.#finish())
      .on("error", () => this.#fail("garbled", "The response's content encoding is broken."));
  }

  #keep(chunk: Buffer): void {
    if (this.#hasEnded) return;
    if (this.#isStreamed()) return this.#forward(chunk);
    this.#held.bytes += chunk.length;
    this.#parts.add(chunk);
    this.#held.garbage.add(chunk.length, this.#parts.length);
    if (this.#parts.length > this.#bounds.maxBytes) this.#failTooLarge();
    else if (this.#isTooMuch()) this.#fail("busy", "Too many large responses are arriving at once.");
  }

  /** Error responses are short and are read completely. */
  #isStreamed(): boolean {
    return this.#bounds.streamMs !== undefined && this.#status < 300;
  }

  #forward(chunk: Buffer): void {
    this.#streamed += chunk.length;
    if (this.#streamed > this.#bounds.maxBytes) return this.#failTooLarge();
    const stream = this.#stream ?? this.#openStream();
    if (!stream.write(chunk)) (this.#inflater ?? this.#controller)?.pause();
  }

  #openStream(): PassThrough {
    clearTimeout(this.#timer);
    this.#timer = this.#clock(this.#bounds.streamMs ?? 0);
    const stream = new PassThrough();
    stream.on("drain", () => (this.#inflater ?? this.#controller)?.resume());
    // The reader may stop before the end.
    stream.on("close", this.#onAbort);
    this.#promised.resolve({ status: this.#status, headers: this.#headers, bytes: Buffer.alloc(0), stream });
    return (this.#stream = stream);
  }

  /** A single large response may exceed the limit. */
  #isTooMuch(): boolean {
    const { length } = this.#parts;
    const { bytes, limit } = this.#held;
    return bytes > limit && length > fairShare && bytes - length > fairShare;
  }

  #finish(): void {
    const stream = this.#isStreamed() && !this.#hasEnded ? (this.#stream ?? this.#openStream()) : undefined;
    if (!this.#endOnce()) return;
    if (stream !== undefined) return void stream.end();
    const bytes = this.#parts.take();
    this.#promised.resolve({ status: this.#status, headers: this.#headers, bytes });
  }

  #failTooLarge(): void {
    this.#fail("tooLarge", `The response has more than ${this.#bounds.maxBytes} bytes.`);
  }

  #fail(reason: OutboundReason, message: string): void {
    if (!this.#endOnce()) return;
    this.#inflater?.destroy();
    this.#parts.drop();
    const fault = new OutboundFault(reason, message, {
      status: this.#status || undefined,
      sent: this.#controller !== undefined,
    });
    if (this.#stream === undefined) this.#promised.reject(fault);
    else this.#stream.destroy(fault);
    this.#controller?.abort(stopped);
  }

  #endOnce(): boolean {
    if (this.#hasEnded) return false;
    this.#hasEnded = true;
    clearTimeout(this.#timer);
    this.#bounds.signal?.removeEventListener("abort", this.#onAbort);
    this.#held.bytes -= this.#parts.length;
    return true;
  }
}

const stopped = new Error("stopped");

function inflaterFor(encoding: string | string[], start: Buffer): Inflater | undefined {
  switch (encoding.toString().trim().toLowerCase()) {
    case "gzip":
    case "x-gzip":
      return createGunzip();
    case "br":
      return createBrotliDecompress();
    case "deflate":
      // Some servers omit the zlib header.
      return ((start[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
    default:
      return undefined;
  }
}

function explain(error: Error): [OutboundReason, string] {
  if (error instanceof OutboundFault) return [error.reason, error.message];
  const code = "code" in error ? String(error.code) : "";
  if (code.startsWith("HPE_") || error.name === "HTTPParserError") return ["garbled", "The response is not HTTP."];
  if (code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH")
    return ["garbled", "The response's length differs from its content-length."];
  if (code === "UND_ERR_HEADERS_OVERFLOW") return ["garbled", "The response headers are too large."];
  if (code === "UND_ERR_CONNECT_TIMEOUT") return ["network", "The connection could not be opened in time."];
  if (code === "UND_ERR_INVALID_ARG") return ["refused", "The request is invalid and cannot be sent."];
  return ["network", `The connection failed (${code || error.name}).`];
}

/** Joins repeated headers with commas. */
export const flat = (headers: HttpResponse["headers"]): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
