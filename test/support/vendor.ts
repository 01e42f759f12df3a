/** A stand-in for the sandbox's API on loopback that accepts everything and records the requests. */
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Loopback, serveHttp } from "./loopback.ts";

export interface ReceivedRequest {
  readonly method: string;
  /** The part after the company, with the query. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly size: number;
  readonly digest: string;
  /** The body, if small. */
  readonly text: string;
}

export interface Vendor extends Loopback {
  readonly received: ReceivedRequest[];
  /** Handles a request instead of the default, and returns whether it did. */
  answer: ((request: ReceivedRequest, response: ServerResponse) => boolean) | undefined;
  /** All requests except reads. */
  writes(): ReceivedRequest[];
}

const remembered = 64 * 1024;

export async function startVendor(): Promise<Vendor> {
  const received: ReceivedRequest[] = [];
  const state: { answer: Vendor["answer"] } = { answer: undefined };
  const server = await serveHttp((request, response) => {
    void serve(request, response);
  });
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const record = await receive(request);
    received.push(record);
    if (state.answer?.(record, response)) return;
    response.setHeader("content-type", "application/json");
    response.statusCode = record.method === "POST" ? 201 : 200;
    response.end(JSON.stringify(record.method === "GET" ? { items: [], total: 0 } : { id: `made-${received.length}` }));
  }
  return Object.defineProperty(
    { ...server, received, answer: undefined, writes: () => received.filter(({ method }) => method !== "GET") },
    "answer",
    {
      get: () => state.answer,
      set: (answer: Vendor["answer"]) => {
        state.answer = answer;
      },
    },
  );
}

async function receive(request: IncomingMessage): Promise<ReceivedRequest> {
  const hash = createHash("sha256");
  let size = 0;
  let text = "";
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    hash.update(chunk);
    if (size <= remembered) text += chunk.toString();
  }
  const [, path = ""] = /\/companies\/[^/?]+(.*)$/.exec(request.url ?? "") ?? [];
  return {
    method: request.method ?? "",
    path: path === "" ? (request.url ?? "") : path,
    headers: request.headers,
    size,
    digest: hash.digest("hex"),
    text,
  };
}
