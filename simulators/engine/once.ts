/** Writes that carry a key are carried out once. */
import type { FastifyRequest } from "fastify";
import { digest } from "./values.ts";

interface Done {
  readonly print: string;
  readonly result: unknown;
}

/** The same key and the same request give the first result again; another request under that key is the vendor's to refuse. */
export function openOnce() {
  const done = new Map<string, Done>();
  return <Result>(key: string, request: FastifyRequest, work: () => Result, differs?: () => Error): Result => {
    if (key === "") return work();
    const { method, url, body } = request;
    const print = digest(`${method} ${url} ${Buffer.isBuffer(body) ? body.toString("base64") : ""}`);
    const before = done.get(key);
    if (before !== undefined && before.print !== print && differs !== undefined) throw differs();
    const result = before === undefined ? work() : (before.result as Result);
    done.set(key, { print, result });
    return result;
  };
}
