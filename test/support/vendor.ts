/** A stand-in for the sandbox's API on loopback: it takes everything, and remembers what came. */
import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type Loopback, serveHttp } from "./loopback.ts";

export interface Came {
  readonly method: string;
  /** Behind the company, with the query. */
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  readonly size: number;
  readonly digest: string;
  /** Of small bodies. */
  readonly text: string;
}

export interface Vendor extends Loopback {
  readonly came: Came[];
  /** How it answers, unless it is the usual way. */
  answer: ((came: Came, response: ServerResponse) => boolean) | undefined;
  /** What came besides readings. */
  writes(): Came[];
}

const remembered = 64 * 1024;

export async function startVendor(): Promise<Vendor> {
  const came: Came[] = [];
  const state: { answer: Vendor["answer"] } = { answer: undefined };
  const server = await serveHttp((request, response) => {
    void serve(request, response);
  });
  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const one = await receive(request);
    came.push(one);
    if (state.answer?.(one, response)) return;
    response.setHeader("content-type", "application/json");
    response.statusCode = one.method === "POST" ? 201 : 200;
    response.end(JSON.stringify(one.method === "GET" ? { items: [], total: 0 } : { id: `made-${came.length}` }));
  }
  return Object.defineProperty(
    { ...server, came, answer: undefined, writes: () => came.filter(({ method }) => method !== "GET") },
    "answer",
    {
      get: () => state.answer,
      set: (answer: Vendor["answer"]) => {
        state.answer = answer;
      },
    },
  );
}

async function receive(request: IncomingMessage): Promise<Came> {
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
