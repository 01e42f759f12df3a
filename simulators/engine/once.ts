/** Idempotency keys: a write with a key is carried out once. */
import type { FastifyRequest } from "fastify";
import { digest } from "./values.ts";

interface Done {
  readonly print: string;
  readonly result: unknown;
}

/** A repeated request gets the first result again. Another request with the same key throws `differs()`, if given. */
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
