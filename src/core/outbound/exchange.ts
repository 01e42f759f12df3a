/** One request and its answer, read to the end within a time, a size and a share of the memory for all answers. */
import { PassThrough, type Readable } from "node:stream";
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from "node:zlib";
import type { Dispatcher } from "undici";
import type { Garbage } from "./garbage.ts";
import { Parts } from "./parts.ts";

/**
 * What went wrong on the way. No cause is kept: the client's errors carry parts of the answer, and an answer may carry
 * anything.
 * - refused: the address leads where it must not.
 * - network: no connection, or it broke.
 * - timeout: the time was up.
 * - tooLarge: more bytes than allowed, also after inflating.
 * - garbled: not HTTP, or an encoding that is broken or unknown.
 * - busy: all answers together need more memory than they may have, or too many calls wait for this host.
 * - aborted: nobody waits for the answer any more.
 */
export type OutboundReason = "refused" | "network" | "timeout" | "tooLarge" | "garbled" | "busy" | "aborted";

export class OutboundFault extends Error {
  readonly reason: OutboundReason;
  /** When the answer had begun. */
  readonly status: number | undefined;
  /** Whether the request may have reached the other side. */
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

export interface Answer {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly bytes: Buffer;
  /** Instead of the bytes, where it was asked for and the answer is a yes: to be read to its end, or destroyed. */
  readonly stream?: Readable;
}

/** What all answers that are being read hold together. */
export interface Held {
  bytes: number;
  readonly limit: number;
  readonly garbage: Garbage;
}

export interface Bounds {
  readonly deadlineMs: number;
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
  /** Hands the answer on as it arrives, as fast as it is read: this many milliseconds for all of it, from its beginning. */
  readonly streamMs?: number | undefined;
}

/** Below this, an answer is read even when the others have used up the memory. */
const fairShare = 512 * 1024;

type Inflater = ReturnType<typeof createGunzip | typeof createBrotliDecompress>;

export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  bounds: Bounds,
  held: Held,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    dispatcher.dispatch(request, new Exchange(bounds, held, { resolve, reject }));
  });
}

interface Promised {
  resolve(answer: Answer): void;
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
  #settled = false;
  #status = 0;
  #headers: Answer["headers"] = {};

  constructor(bounds: Bounds, held: Held, promised: Promised) {
    this.#bounds = bounds;
    this.#held = held;
    this.#promised = promised;
    // Our own clock, not the client's: it runs from the first moment, also while waiting for a connection, and a
    // byte now and then does not set it back.
    this.#timer = this.#clock(bounds.deadlineMs);
    bounds.signal?.addEventListener("abort", this.#onAbort, { once: true });
  }

  readonly #onAbort = (): void => this.#fail("aborted", "Nobody waits for the answer any more.");

  #clock(milliseconds: number): NodeJS.Timeout {
    return setTimeout(() => this.#fail("timeout", "There was no whole answer in time."), milliseconds);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
    // The time was up while the request waited for a connection: it must not be sent any more.
    if (this.#settled) controller.abort(stopped);
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number, headers: Answer["headers"]): void {
    // Notices such as 103 come before the answer itself.
    if (status < 200) return;
    this.#status = status;
    this.#headers = headers;
    const length = Number(headers["content-length"]);
    if (length > this.#bounds.maxBytes) this.#failTooLarge();
    else if (length > 0 && headers["content-encoding"] === undefined) this.#parts = new Parts(length);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.#settled) return;
    if (this.#wireBytes === 0) this.#startInflating(chunk);
    this.#wireBytes += chunk.length;
    if (this.#inflater === undefined) this.#keep(chunk);
    else if (this.#wireBytes > this.#bounds.maxBytes) this.#failTooLarge();
    else if (!this.#inflater.write(chunk)) controller.pause();
  }

  onResponseEnd(): void {
    if (this.#settled) return;
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
    if (inflater === undefined) return this.#fail("garbled", "The answer has an encoding that is not known.");
    this.#inflater = inflater;
    inflater
      .on("data", (inflated: Buffer) => this.#keep(inflated))
      .on("drain", () => this.#controller?.resume())
      .on("end", () => this.#finish())
      .on("error", () => this.#fail("garbled", "The answer's encoding is broken."));
  }

  #keep(chunk: Buffer): void {
    if (this.#settled) return;
    if (this.#isStreamed()) return this.#handOn(chunk);
    this.#held.bytes += chunk.length;
    this.#parts.add(chunk);
    this.#held.garbage.add(chunk.length, this.#parts.length);
    if (this.#parts.length > this.#bounds.maxBytes) this.#failTooLarge();
    else if (this.#isTooMuch()) this.#fail("busy", "Too many large answers arrive at once.");
  }

  /** A no is short, and is read whole. */
  #isStreamed(): boolean {
    return this.#bounds.streamMs !== undefined && this.#status < 300;
  }

  #handOn(chunk: Buffer): void {
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
    // Whoever read it may stop before its end.
    stream.on("close", this.#onAbort);
    this.#promised.resolve({ status: this.#status, headers: this.#headers, bytes: Buffer.alloc(0), stream });
    return (this.#stream = stream);
  }

  /** One large answer alone is no crowd. */
  #isTooMuch(): boolean {
    const own = this.#parts.length;
    const { bytes, limit } = this.#held;
    return bytes > limit && own > fairShare && bytes - own > fairShare;
  }

  #finish(): void {
    const stream = this.#isStreamed() && !this.#settled ? (this.#stream ?? this.#openStream()) : undefined;
    if (!this.#settle()) return;
    if (stream !== undefined) return void stream.end();
    const bytes = this.#parts.take();
    this.#promised.resolve({ status: this.#status, headers: this.#headers, bytes });
  }

  #failTooLarge(): void {
    this.#fail("tooLarge", `The response has more than ${this.#bounds.maxBytes} bytes.`);
  }

  #fail(reason: OutboundReason, message: string): void {
    if (!this.#settle()) return;
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

  #settle(): boolean {
    if (this.#settled) return false;
    this.#settled = true;
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
      // Some servers send it without its wrapper.
      return ((start[0] ?? 0) & 0x0f) === 8 ? createInflate() : createInflateRaw();
    default:
      return undefined;
  }
}

function explain(error: Error): [OutboundReason, string] {
  if (error instanceof OutboundFault) return [error.reason, error.message];
  const code = "code" in error ? String(error.code) : "";
  if (code.startsWith("HPE_") || error.name === "HTTPParserError") return ["garbled", "The answer is not HTTP."];
  if (code === "UND_ERR_RES_CONTENT_LENGTH_MISMATCH") return ["garbled", "The answer's length is not what it says."];
  if (code === "UND_ERR_HEADERS_OVERFLOW") return ["garbled", "The answer's headers are too large."];
  if (code === "UND_ERR_CONNECT_TIMEOUT") return ["network", "There was no connection in time."];
  if (code === "UND_ERR_INVALID_ARG") return ["refused", "The request cannot be sent as it is."];
  return ["network", `The connection failed (${code || error.name}).`];
}

/** A header that came several times reads like one with commas. */
export const flat = (headers: Answer["headers"]): Readonly<Record<string, string | undefined>> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(", ") : value]),
  );
